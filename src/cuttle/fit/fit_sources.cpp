#include <algorithm>

#include "cuttle/campaign/written_units.h"
#include "cuttle/compile/columns.h"
#include "cuttle/compile/compile.h"
#include "cuttle/compile/figures.h"
#include "cuttle/fit/measured_data.h"
#include "cuttle/fit/model_fit.h"
#include "cuttle/study/run.h"

namespace cuttle {

namespace {

bool is_derived(const CampaignSpec& campaign, const std::string& name) {
  return std::ranges::find(campaign.derived, name, &DerivedSpec::name) != campaign.derived.end();
}

// figures that the campaign does not have are problems of the targets that name them
[[noreturn]] void throw_relocated(const InputError& error, const CampaignSpec& campaign) {
  Diagnostics diagnostics;
  for (Diagnostic d : error.diagnostics()) {
    for (const TargetSpec& target : campaign.fit->targets)
      if (d.message == "the model has no figure '" + target.figure + "'")
        d = target.origin.error("figure", d.message, d.hint);
    diagnostics.add(std::move(d));
  }
  diagnostics.throw_if_any();
  throw error;
}

// the model as it starts, after a check that it has what data and targets name
Scenario trial_of(const CampaignSpec& campaign) {
  Readout readout;
  for (const DataSpec& data : campaign.fit->data)
    for (const MeasuredSpec& measured : data.columns)
      readout.series.push_back({measured.simulated, {}, measured.origin});
  for (const TargetSpec& target : campaign.fit->targets)
    if (!is_derived(campaign, target.figure)) readout.figures.push_back(target.figure);
  ParameterPoint first;
  for (const ParameterSpec& p : campaign.parameters) first.push_back(first_value(p));
  try {
    return build(Experiment(campaign, std::move(readout)).scenario(first));
  } catch (const InputError& error) {
    throw_relocated(error, campaign);
  }
}

RecordAxis axis_of(const CampaignSpec& campaign, const StudySpec& study) {
  if (study.type == StudyType::dynamics) return {"t", "s", 0, study.duration};
  const bool path = study.type == StudyType::load_path && !study.by_arc_length();
  if (path && study.from > study.to)
    throw InputError(campaign.fit->data.front().origin.error(
        "", "the load of the model's study decreases, but data are read along an increasing one",
        "swap study.from and study.to"));
  if (path) return {"load", "-", study.from, study.to};
  throw InputError(campaign.fit->data.front().origin.error(
      "", "the model's study records no series over time or load",
      "give targets, which are measured figures, or make it a study of dynamics"));
}

// figures that are recorded anyhow, and those that targets need besides
std::vector<std::string> wanted_figures(const CampaignSpec& campaign, const Scenario& trial) {
  std::vector<std::string> figures = campaign.figures;
  if (figures.empty())
    for (const FigureSpec& figure : trial.spec.figures) figures.push_back(figure.name);
  for (const TargetSpec& target : campaign.fit->targets)
    if (!is_derived(campaign, target.figure) &&
        std::ranges::find(figures, target.figure) == figures.end())
      figures.push_back(target.figure);
  return figures;
}

std::string unit_of(const std::string& name, const CampaignSpec& campaign, const Scenario& trial) {
  for (const DerivedSpec& d : campaign.derived)
    if (d.name == name) return d.unit.empty() ? "-" : d.unit;
  for (const Figure& figure : possible_figures(trial))
    if (figure.name == name) return figure.unit;
  return "-";
}

}  // namespace

FitSources read_fit_sources(const CampaignSpec& campaign) {
  const FitSpec& fit = *campaign.fit;
  const Scenario trial = trial_of(campaign);
  FitSources sources;
  sources.readout.figures = wanted_figures(campaign, trial);
  if (!fit.data.empty())
    sources.groups = read_series(fit.data, std::filesystem::path(campaign.file).parent_path(),
                                 axis_of(campaign, trial.spec.study), recorded_columns(trial));
  std::size_t next = 0;
  for (const DataSpec& data : fit.data)
    for (const MeasuredSpec& measured : data.columns)
      sources.readout.series.push_back(
          {measured.simulated, sources.groups[next++].x, measured.origin});
  std::vector<const Origin*> origins;
  std::vector<std::string> units;
  for (const TargetSpec& target : fit.targets) {
    origins.push_back(&target.origin);
    units.push_back(unit_of(target.figure, campaign, trial));
  }
  Diagnostics diagnostics;
  check_compared_units(campaign, "fit", "targets", {"value", "sigma"}, origins, units, diagnostics);
  diagnostics.throw_if_any();
  for (const TargetSpec& target : fit.targets) {
    ObservationGroup group;
    group.name = target.figure, group.unit = unit_of(target.figure, campaign, trial);
    group.x = {0}, group.y = {target.value}, group.sigma = {target.sigma};
    sources.groups.push_back(std::move(group));
  }
  return sources;
}

}  // namespace cuttle
