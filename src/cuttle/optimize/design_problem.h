#pragma once
// The question of a campaign: which parameters make the objective best and keep all constraints?

#include <string>
#include <vector>

#include "cuttle/campaign/evaluator.h"
#include "cuttle/campaign/formula.h"
#include "cuttle/campaign/spec.h"
#include "cuttle/optimize/search_space.h"

namespace cuttle {

/// Where the derivatives of a search come from.
enum class SlopeSource { none, exact, differences };
const char* to_string(SlopeSource source);

/// One choice of the parameters, and how good it is.
struct Trial {
  VectorX unit;                     // in the search space
  ParameterPoint point;             // values of the parameters
  std::vector<double> row;          // all columns: parameters, figures, derived
  double objective = 0;             // as the campaign writes it; NaN: there is none
  double cost = 0;                  // to be made small: the objective with its sign; always finite
  VectorX limits;                   // (m) in parts of the bounds; a constraint is kept where <= 0
  std::vector<double> constraints;  // one for each of the campaign: the value nearest to its bound
  double violation = 0;             // sum of the limits that are not kept
  VectorX cost_slope;               // (n) d cost / d unit; empty: not asked for
  MatrixX limit_slopes;             // (m x n)
  std::string failure;              // why there is no objective; empty: there is one
  std::vector<std::string> warnings;  // of its run
  bool interrupted = false;

  bool good() const { return failure.empty() && !interrupted; }
  bool feasible() const { return good() && violation == 0; }
};

/// Feasibility rules [Deb00] (Sec. 3): what keeps the constraints beats what does not; then the
/// smaller cost, or the smaller violation. What has no objective loses.
bool better(const Trial& a, const Trial& b);

/// Belongs to one thread; a copy is independent except for the evaluator.
class DesignProblem {
 public:
  /// Throws InputError for formulas that cannot be understood.
  DesignProblem(const CampaignSpec& campaign, Evaluator& evaluator, const Columns& columns,
                SlopeSource source);

  const SearchSpace& space() const { return space_; }
  Eigen::Index limits() const { return Eigen::Index(limits_.size()); }
  /// What a limit may exceed 0 by and still count as kept.
  std::vector<double> tolerances() const;
  bool maximizes() const { return sign_ < 0; }

  /// The trials of all, computed at the same time as far as there are workers.
  std::vector<Trial> evaluate(const std::vector<VectorX>& units);
  Trial evaluate(const VectorX& unit, bool slopes);
  /// Adds derivatives to a good trial.
  void add_slopes(Trial& trial);

  long runs() const { return runs_; }  // of the model

 private:
  struct Limit {
    Expression formula;
    std::vector<double> X;  // none or one
    double sign, bound, scale;
    std::size_t constraint;
  };

  void add_limits(const ConstraintSpec& constraint, std::size_t number);
  std::vector<Outcome> run(const std::vector<ParameterPoint>& points, Want want);
  Trial assess(const VectorX& unit, const ParameterPoint& point, const Outcome& outcome) const;
  double limit_value(const Limit& limit, std::vector<double> row) const;
  bool exact_slopes(Trial& trial, const Outcome& outcome) const;
  void differences(Trial& trial);

  SearchSpace space_;
  Evaluator* evaluator_;
  Columns columns_;
  SlopeSource source_;
  double sign_;
  Expression objective_;
  std::vector<Limit> limits_;
  std::size_t constraints_;
  long runs_ = 0;
};

}  // namespace cuttle
