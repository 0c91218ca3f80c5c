#pragma once

#include <array>
#include <span>
#include <vector>

#include "cuttle/base/status.h"
#include "cuttle/control/controller.h"
#include "cuttle/math/types.h"
#include "cuttle/spec/choice.h"

namespace cuttle {

/// Where a linear regulator holds the robot: as it starts, at its equilibrium under the inputs of
/// the file, or as it starts with the inputs that hold it best there.
enum class HoldAt { start, statics, trim };

inline constexpr std::array<Choice<HoldAt>, 3> kHoldAts = {{
    {HoldAt::start, "start", "the initial state, with the inputs of the file at the start"},
    {HoldAt::statics, "statics", "the equilibrium under the inputs of the file at the start"},
    {HoldAt::trim, "trim", "the initial state, with the inputs that hold it there best"},
}};
constexpr std::span<const Choice<HoldAt>> choices(HoldAt) { return kHoldAts; }

/// What a linear regulator is designed for.
struct LqrTask {
  HoldAt about = HoldAt::statics;
  VectorX position_cost, velocity_cost;  // (nv)
  VectorX input_cost;                    // (commands)
  std::vector<int> inputs;               // entries of Input::u that it commands
  CommandBounds bounds;                  // (commands), for trim
  double sample_time = 0.01;             // [s]
  double delay = 0;                      // [s] of the commands, at most one sample time
};

/// What it tells about itself.
std::vector<ControllerColumn> lqr_columns();

/// Holds a robot at a state: u = u0 - K [q (-) q0; v - v0], K (inputs x 2 nv). The difference of
/// positions is the displacement that leads from q0 to q: q = retract(q0, q (-) q0).
class Lqr final : public Controller {
 public:
  Lqr(const Model&, State x0, VectorX u0, MatrixX K);

  Status command(const Observation&, std::span<double> commands) override;
  std::vector<ControllerColumn> columns() const override;
  void tell(std::span<double> values) const override;

 private:
  State x0_;
  VectorX u0_;
  MatrixX K_;
  VectorX deviation_;  // (2 nv)
};

// Linear quadratic regulators: u = -K x that makes the integral (the sum) of x^T Q x + u^T R u
// least. Both Riccati equations are solved by doubling: each pass squares what the closed loop
// leaves of a disturbance, so that a few dozen reach round-off. A few steps of
// Newton's method clean up.

struct Regulator {
  Status status;        // refused: no gain stabilises, or the cost does not see what is unstable
  MatrixX K;            // (inputs x states)
  MatrixX X;            // x^T X x is the cost to come; symmetric, semidefinite
  double residual = 0;  // of the Riccati equation, relative to its terms
};

/// x' = A x + B u:  A^T X + X A - X B R^-1 B^T X + Q = 0,  K = R^-1 B^T X.
/// Q symmetric, semidefinite; R symmetric, definite.
Regulator continuous_regulator(const MatrixX& A, const MatrixX& B, const MatrixX& Q,
                               const MatrixX& R);

/// x+ = A x + B u:  A^T X A - X - A^T X B (R + B^T X B)^-1 B^T X A + Q = 0,
/// K = (R + B^T X B)^-1 B^T X A.
Regulator discrete_regulator(const MatrixX& A, const MatrixX& B, const MatrixX& Q,
                             const MatrixX& R);

// Linear systems x' = A x + B u seen at sample times only, u held in between: exact, by one
// exponential.

/// x at the next sample = A x + B u.
struct DiscreteSystem {
  MatrixX A, B;
};
DiscreteSystem discretise(const MatrixX& A, const MatrixX& B, double sample_time);

/// With commands that act a delay later, 0 <= delay <= sample_time:
/// x at the next sample = A x + B u + B_last (u of the sample before).
struct DelayedSystem {
  MatrixX A, B, B_last;

  /// The same with the last command as part of the state: (x, u_last).
  DiscreteSystem augmented() const;
};
DelayedSystem discretise(const MatrixX& A, const MatrixX& B, double sample_time, double delay);

}  // namespace cuttle
