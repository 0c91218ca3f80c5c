// How formulas of the state are applied in parts of the load. A response (a spring that is written
// as a formula) must be whole while the load grows, or it holds nothing; a load that depends on
// where the robot is must grow, or it throws the robot onto another branch.

#include <algorithm>
#include <cmath>

#include "cuttle/analysis/statics.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/linalg/eigen.h"

namespace cuttle {

namespace {

constexpr double kSurelyNegative = 1e-9;  // eigenvalues, of the largest
// Of a load that unsettles: at once, Newton's method stays on the ridge. Where it ends there all
// the same, the parts are doubled, so often at most.
constexpr int kParts = 20, kDoublings = 4;

}  // namespace

// A response has at the start what it is built with, and that is a load: of the load l it gives
// f - (1 - l) f_0. What is applied in parts gives l f.
void StaticsSolver::put_formulas(Input& scaled) const {
  scaled.response = formulas_in_parts_ ? scaled.load : 1;
  const std::vector<int>& entries = model_.law->entries();
  for (size_t k = 0; k < entries.size(); ++k) {
    const bool starts = !formulas_in_parts_ && formulas_.size() > 0;
    scaled.u[entries[k]] = starts ? formulas_[Eigen::Index(k)] : 0;
  }
}

int StaticsSolver::unstable_directions(const Input& unloaded, double response, const State& x) {
  Input u = unloaded;
  u.response = response;
  tangent_.linearise(model_, x, u, nullptr, {1, 0, 0}, ws_);
  MatrixX K = stiffness(x);
  hold_prescribed(K);
  const VectorX scale = step_weight_.head(model_.nv).cwiseInverse();
  K = (scale.asDiagonal() * K * scale.asDiagonal()).eval();
  if (!K.allFinite()) return 0;
  const SymmetricEigen principal(0.5 * (K + K.transpose()));
  if (!principal.ok()) return 0;
  const VectorX& stiff = principal.values();
  const double largest = stiff.cwiseAbs().maxCoeff();
  return int((stiff.array() < -kSurelyNegative * largest).count());
}

void StaticsSolver::look_at_formulas(const Input& u, const State& x) {
  const std::vector<int>& entries = model_.law->entries();
  State at = x;
  Input whole = u;
  whole.load = whole.response = 1;
  put(whole, at);
  ws_.lambda = lambda_;
  update_kinematics(model_, at, whole, nullptr, ws_);
  formulas_.resize(Eigen::Index(entries.size()));
  for (size_t k = 0; k < entries.size(); ++k) {
    const double value = ws_.acting.u[entries[k]];
    formulas_[Eigen::Index(k)] = std::isfinite(value) ? value : 0;
  }
  formulas_in_parts_ = false;
  if (model_.nv == 0) return;
  const Input unloaded = place(0, u, at);
  ws_.lambda.setZero();
  formulas_in_parts_ = unstable_directions(unloaded, 1, at) > unstable_directions(unloaded, 0, at);
}

StaticsResult StaticsSolver::solve_formulas(const Input& u, const StaticsOptions& options,
                                            State& x) {
  if (!model_.law) return solve_loads(u, options, x);
  look_at_formulas(u, x);
  const VectorX guess = x.q, forces = lambda_;
  const auto attempt = [&] {
    if (!formulas_in_parts_) return solve_loads(u, options, x);
    StaticsOptions some = options;
    some.load_steps = std::max(options.load_steps, kParts);
    for (int round = 0;; ++round, some.load_steps *= 2) {
      x.q = guess;
      lambda_ = forces;
      StaticsResult result = solve_loads(u, some, x);
      if (!result.status.ok() || round == kDoublings) return result;
      State at = x;
      const Input whole = place(1, u, at);
      ws_.lambda = lambda_;
      if (unstable_directions(whole, 1, at) == 0) return result;
    }
  };
  StaticsResult first = attempt();
  if (first.status.ok() || first.status.code == Status::Code::interrupted) return first;
  const VectorX ended = x.q, ended_forces = lambda_;
  x.q = guess;
  lambda_ = forces;
  formulas_in_parts_ = !formulas_in_parts_;
  StaticsResult second = attempt();
  second.iterations += first.iterations;
  second.evaluations += first.evaluations;
  if (second.status.ok() || second.status.code == Status::Code::interrupted) return second;
  x.q = ended;
  lambda_ = ended_forces;
  return first;
}

}  // namespace cuttle
