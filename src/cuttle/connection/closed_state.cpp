#include "cuttle/connection/closed_state.h"

#include <algorithm>
#include <cmath>

#include "cuttle/base/interrupt.h"
#include "cuttle/connection/scales.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/linalg/orthogonal.h"
#include "cuttle/math/linalg/product.h"

namespace cuttle {

namespace {

constexpr int kMostClosingSteps = 200;
// [rad] of a joint in one iteration. Unlike kLongestWay, which is how far drives go from one closed
// state to the next, it limits the free joints on the way to a closed state.
constexpr double kLongestTurn = 0.5;
constexpr double kLeastLongDamping = 1e-4;  // of the largest row, where steps are longer

/// Of the joints in a step [rad].
double longest_turn(const Model& model, const VectorX& step) {
  double longest = 0;
  for (const Body& body : model.bodies)
    for (const JointStep& joint : body.steps) {
      const bool slides = joint.kind == StepKind::screw && joint.S.head<3>().isZero(0);
      const int turns = slides ? 0 : std::min(joint.nv(), 3);  // those of a free joint come first
      for (int v = joint.v; v < joint.v + turns; ++v)
        longest = std::max(longest, std::abs(step[v]));
    }
  return longest;
}

}  // namespace

VectorX closing_weights(const Model& model) {
  VectorX weight = displacement_scale(model).cwiseAbs2();
  for (const Body& body : model.bodies) {
    weight.segment(body.v, body.n()) *= 1e-4;
    for (const JointStep& step : body.steps)
      if (step.prescribed()) weight[step.v] = 0;
  }
  return weight;
}

double largest_gap(const DenseRows& rows) {
  return rows.gap.size() > 0 ? rows.gap.cwiseAbs().maxCoeff() : 0;
}

// Gauss-Newton with halved steps. Near a singular place its steps are long, and would wind joints
// up: there they are damped (Levenberg-Marquardt).
DenseRows close_loops(const Model& model, const Input& u, State& x) {
  Workspace ws(model);
  const VectorX weight = closing_weights(model);
  const auto rows_at = [&](const VectorX& q) {
    State at = x;
    at.q = q;
    update_kinematics(model, at, u, nullptr, ws);
    return dense_rows(model, at, ws);
  };
  DenseRows rows = rows_at(x.q);
  VectorX q = x.q;
  for (int k = 0; k < kMostClosingSteps && largest_gap(rows) > kClosedExactly; ++k) {
    if (!interruption().ok()) break;
    const MatrixX WAt = weight.asDiagonal() * rows.A.transpose();
    MatrixX square = times(rows.A, WAt);
    VectorX step = -apply(WAt, LeastNorm(square, 1e-10).solve(rows.gap));
    for (double damping = kLeastLongDamping * square.diagonal().maxCoeff();
         longest_turn(model, step) > kLongestTurn; damping *= 4) {
      square.diagonal().array() += damping;
      step = -apply(WAt, LeastNorm(square, 1e-10).solve(rows.gap));
    }
    bool better = false;
    for (double fraction = 1; fraction > 1e-4 && !better; fraction /= 2) {
      retract(model, x.q, fraction * step, q);
      DenseRows trial = rows_at(q);
      better = trial.gap.norm() < rows.gap.norm();
      if (better) rows = std::move(trial);
    }
    if (!better) break;
    x.q = q;
  }
  return rows;
}

}  // namespace cuttle
