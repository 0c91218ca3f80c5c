#pragma once
// Formulas over the columns of a campaign: parameters, figures, derived numbers.

#include <map>
#include <string>
#include <vector>

#include "cuttle/campaign/outcome.h"
#include "cuttle/campaign/spec.h"
#include "cuttle/signal/expression.h"

namespace cuttle {

/// The numbers of one run by name: parameters, figures, then derived ones. Formulas write them as
/// they are (tip.x.final), with _ in place of signs that are no part of a word (g-force: g_force).
/// Belongs to one thread; a copy is independent.
class Columns {
 public:
  /// Throws InputError for derived formulas that cannot be understood, and for names used twice.
  /// `possible`: figures of the model, which formulas may use once they are listed.
  Columns(const CampaignSpec& campaign, const std::vector<std::string>& figures,
          const std::vector<std::string>& units, std::vector<std::string> possible = {});

  std::size_t parameters() const { return parameters_; }
  std::size_t figures() const { return figures_; }
  const std::vector<std::string>& names() const { return names_; }
  const std::vector<std::string>& units() const { return units_; }
  /// The names as formulas write them.
  const std::vector<std::string>& words() const { return words_; }
  /// parameter, figure or derived.
  const char* role(std::size_t column) const;
  /// Position of a name (as written in the model, or with _); -1: none.
  int find(const std::string& name) const;

  /// All numbers of a run; those of a failed one are NaN except for its parameters.
  std::vector<double> row(const ParameterPoint& point, const Outcome& outcome) const;

  /// A formula of the columns (and of `extra` variables, which come last).
  Expression compile(const std::string& formula, const Origin& origin, const std::string& field,
                     const std::vector<std::string>& extra = {}) const;

  /// d formula / d parameters, by the chain rule through figures and derived numbers.
  VectorX slope(const Expression& formula, const ParameterPoint& point, const Outcome& outcome,
                const std::vector<double>& extra = {}) const;

 private:
  std::size_t parameters_ = 0, figures_ = 0;
  std::vector<std::string> names_, words_, units_;
  std::vector<std::string> possible_;
  std::vector<Expression> derived_;
};

/// Columns that tables have besides: numbers of samples, of searches and their constraints.
std::vector<std::string> own_columns(const CampaignSpec& campaign);

}  // namespace cuttle
