#include "cuttle/campaign/formula.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include "cuttle/base/error.h"
#include "cuttle/campaign/outcome.h"
#include "cuttle/math/constants.h"
#include "cuttle/signal/expression_parts.h"

namespace cuttle {

namespace {

// first step of the differences, in parts of a number: small, as formulas have kinks
constexpr double kStep = 1e-4;

std::string word_of(std::string name) {
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '.') c = '_';
  return name;
}

// A name with a dot that a formula may not use; empty: there is none.
std::string unknown_column(const std::string& formula, const std::vector<std::string>& variables) {
  for (const std::string& name : column_names(formula))
    if (std::find(variables.begin(), variables.end(), name) == variables.end()) return name;
  return "";
}

// Figures that a formula names and that would make it whole, if the study had them.
std::vector<std::string> unlisted_figures(const std::string& formula,
                                          std::vector<std::string> variables,
                                          const std::vector<std::string>& possible) {
  const std::size_t listed = variables.size();
  for (const std::string& name : possible) variables.push_back(word_of(name));
  std::vector<std::string> unlisted;
  try {
    const Expression whole(formula, variables);
    for (std::size_t i = 0; i < possible.size(); ++i) {
      const auto known = variables.begin() + std::ptrdiff_t(listed);
      if (whole.uses(variables[listed + i]) &&
          std::find(variables.begin(), known, variables[listed + i]) == known)
        unlisted.push_back(possible[i]);
    }
  } catch (const InputError&) {
    // something else is wrong with it
  }
  return unlisted;
}

}  // namespace

Columns::Columns(const CampaignSpec& campaign, const std::vector<std::string>& figures,
                 const std::vector<std::string>& units, std::vector<std::string> possible)
    : parameters_(campaign.parameters.size()),
      figures_(figures.size()),
      possible_(std::move(possible)) {
  for (const ParameterSpec& p : campaign.parameters) {
    names_.push_back(p.name);
    units_.push_back(p.unit.empty() ? "-" : p.unit);
  }
  for (const std::string& name : names_) words_.push_back(word_of(name));
  Diagnostics diagnostics;
  const std::vector<std::string> own = own_columns(campaign);
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const std::string word = word_of(figures[i]);
    if (std::find(words_.begin(), words_.end(), word) != words_.end())
      diagnostics.add(campaign.origin.error(
          "figures", "the figure '" + figures[i] + "' has the name of another column",
          "rename the parameter, or leave the figure out of figures:"));
    if (std::find(own.begin(), own.end(), word) != own.end())
      diagnostics.add(campaign.origin.error(
          "figures", "the figure '" + figures[i] + "' has the name of a column of the table",
          "rename it in the model, or leave it out of figures:"));
    names_.push_back(figures[i]);
    words_.push_back(word);
    units_.push_back(units[i]);
  }
  diagnostics.throw_if_any();
  for (const DerivedSpec& d : campaign.derived) {
    if (find(d.name) >= 0)
      diagnostics.add(d.origin.error("name", "'" + d.name + "' is already a column"));
    diagnostics.throw_if_any();
    derived_.push_back(compile(d.formula, d.origin, "formula"));
    names_.push_back(d.name);
    words_.push_back(d.name);
    units_.push_back(d.unit.empty() ? "-" : d.unit);
  }
}

std::vector<std::string> own_columns(const CampaignSpec& campaign) {
  std::vector<std::string> own = {"sample"};
  if (campaign.fit) own.emplace_back("squares");
  if (!campaign.optimize) return own;
  for (const char* name : {"start", "evaluation", "objective", "feasible"}) own.emplace_back(name);
  for (const ConstraintSpec& c : campaign.optimize->constraints)
    if (!bounds_column(c)) own.push_back(c.name);
  return own;
}

const char* Columns::role(std::size_t column) const {
  if (column < parameters_) return "parameter";
  return column < parameters_ + figures_ ? "figure" : "derived";
}

int Columns::find(const std::string& name) const {
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (names_[i] == name || words_[i] == name) return int(i);
  return -1;
}

std::vector<double> Columns::row(const ParameterPoint& point, const Outcome& outcome) const {
  expects(point.size() == parameters_, "one number per parameter");
  std::vector<double> row = point;
  for (std::size_t i = 0; i < figures_; ++i)
    row.push_back(outcome.good() ? outcome.values[i] : kNaN);
  for (const Expression& formula : derived_)
    row.push_back(outcome.good() ? formula.value(row) : kNaN);
  return row;
}

Expression Columns::compile(const std::string& formula, const Origin& origin,
                            const std::string& field, const std::vector<std::string>& extra) const {
  std::vector<std::string> variables = words_;
  variables.insert(variables.end(), extra.begin(), extra.end());
  Origin place = origin;
  if (const auto given = origin.fields.find(field); given != origin.fields.end())
    place.mark = given->second;
  place.path += "." + field;
  try {
    return Expression(formula, variables, {}, place);
  } catch (const InputError& error) {
    Diagnostic d = error.diagnostics().front();
    // no state is near that a study could follow: to it, a column of a probe is a name like others
    if (const std::string column = unknown_column(formula, variables); !column.empty())
      d = place.error(
          "", "unknown symbol '" + column.substr(0, column.find('.')) + "' in '" + formula + "'",
          suggest(column, variables, "columns"));
    const std::vector<std::string> unlisted = unlisted_figures(formula, variables, possible_);
    if (!unlisted.empty())
      d.hint = fmt::format("list {} in the study: figures: [{}]",
                           unlisted.size() > 1 ? "them" : "it", fmt::join(unlisted, ", "));
    throw InputError(std::move(d));
  }
}

VectorX Columns::slope(const Expression& formula, const ParameterPoint& point,
                       const Outcome& outcome, const std::vector<double>& extra) const {
  const std::vector<double> here = row(point, outcome);
  const auto n = Eigen::Index(parameters_);
  // d column / d parameters: the parameters themselves, the figures, then what is made of them
  MatrixX chain = MatrixX::Zero(Eigen::Index(names_.size()), n);
  chain.topRows(n).setIdentity();
  expects(outcome.slopes.rows() >= Eigen::Index(figures_), "an outcome with slopes");
  chain.middleRows(n, Eigen::Index(figures_)) = outcome.slopes.topRows(Eigen::Index(figures_));
  const auto differentiate = [&](const Expression& f, std::size_t columns,
                                 std::vector<double> variables) -> VectorX {
    VectorX total = VectorX::Zero(n);
    for (std::size_t i = 0; i < columns; ++i) {
      if (!f.uses(words_[i])) continue;
      const double x = variables[i];
      const double partial = ridders_derivative(
          [&](double value) {
            variables[i] = value;
            return f.value(variables);
          },
          x, kStep * (x == 0 ? 1 : std::abs(x)));
      variables[i] = x;
      total += partial * chain.row(Eigen::Index(i)).transpose();
    }
    return total;
  };
  for (std::size_t i = 0; i < derived_.size(); ++i) {
    const std::size_t at = parameters_ + figures_ + i;
    const std::vector<double> before(here.begin(), here.begin() + std::ptrdiff_t(at));
    chain.row(Eigen::Index(at)) = differentiate(derived_[i], at, before).transpose();
  }
  std::vector<double> variables = here;
  variables.insert(variables.end(), extra.begin(), extra.end());
  return differentiate(formula, names_.size(), variables);
}

}  // namespace cuttle
