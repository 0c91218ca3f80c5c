#include "cuttle/optimize/trial_log.h"

#include "cuttle/campaign/outcome.h"

namespace cuttle {

namespace {

// known if the formula is a column
std::string unit_of(const std::string& formula, const Columns& columns) {
  const int column = columns.find(formula);
  return column < 0 ? "-" : columns.units()[std::size_t(column)];
}

}  // namespace

CampaignTable trial_table(const CampaignSpec& campaign, const Columns& columns,
                          const std::vector<const std::deque<Trial>*>& searches) {
  CampaignTable table;
  std::vector<bool> kept;  // of the numbers of a trial: what is there twice is told once
  const auto add = [&](std::string name, std::string unit, std::string role, bool keep = true) {
    kept.push_back(keep);
    if (keep) table.columns.push_back({std::move(name), std::move(unit), std::move(role), {}});
  };
  add("start", "-", "index");
  add("evaluation", "-", "index");
  for (std::size_t i = 0; i < columns.names().size(); ++i)
    add(columns.names()[i], columns.units()[i], columns.role(i), columns.names()[i] != "objective");
  add("objective", unit_of(campaign.optimize->objective, columns), "objective");
  for (const ConstraintSpec& constraint : campaign.optimize->constraints)
    add(constraint.name, unit_of(constraint.formula, columns), "constraint",
        !bounds_column(constraint));
  add("feasible", "-", "constraint");

  for (std::size_t k = 0; k < searches.size(); ++k)
    for (std::size_t i = 0; i < searches[k]->size(); ++i) {
      const Trial& trial = (*searches[k])[i];
      std::vector<double> row = {double(k + 1), double(i + 1)};
      row.insert(row.end(), trial.row.begin(), trial.row.end());
      row.push_back(trial.objective);
      row.insert(row.end(), trial.constraints.begin(), trial.constraints.end());
      row.push_back(trial.feasible() ? 1 : 0);
      for (std::size_t n = 0, c = 0; n < row.size(); ++n)
        if (kept[n]) table.columns[c++].values.push_back(row[n]);
      table.add_end(trial.good() ? "ok" : trial.failure, trial.warnings);
    }
  return table;
}

}  // namespace cuttle
