#pragma once

#include <limits>

#include "cuttle/base/status.h"
#include "cuttle/math/types.h"

namespace cuttle {

/// One implicit stage: find a with M(q) a = f(q, v, t), where v = v_bar + gamma a and
///   plain:    q = q_bar + gamma N(q) v       DIRK stages; beta = gamma^2 for the Newton matrix.
///             On a quaternion this is linear, (1 - gamma/2 Ω(ω)) q = q_bar with Ω² = -|ω|²:
///             q = (1 + gamma/2 Ω(ω)) q_bar / (1 + gamma²|ω|²/4); its length is not one, on
///             purpose.
///   retract:  q = q_bar ⊕ (d_bar + beta a)   generalised-alpha.
/// Converged when one more iteration would change v by less than `tolerance` (max norm weighted by
/// v_weight) AND q by less than `tolerance` (weighted by q_weight). The change of the last
/// iteration is a safe bound; a system that knows its contraction rate may use it and stop earlier.
struct StageRequest {
  double t = 0;                    // time of the stage [s]
  const VectorX* q_bar = nullptr;  // (nq)
  const VectorX* v_bar = nullptr;  // (nv)
  const VectorX* d_bar = nullptr;  // (nv) retract form only
  double beta = 0;                 // dq/da [s^2]
  double gamma = 0;                // dv/da [s]
  bool plain = true;
  bool impact = false;  // backward Euler over a kink: linear velocities of free bodies are then
                        // integrated in the world, so that momentum is not braked by rotation
  const VectorX* q_weight = nullptr;  // (nq) 1/tolerance of each coordinate
  const VectorX* v_weight = nullptr;  // (nv) 1/tolerance of each velocity
  double tolerance = 0.1;             // in units of the weights
  int max_iterations = 20;
};

struct StageResult {
  Status status;
  int iterations = 0;      // one iteration costs about one acceleration
  int exact_newton = 0;    // those among them that used the exact tangent
  double contraction = 0;  // ratio of the last two changes; 0 if there were fewer
  bool kinked = false;     // a force came or went (contact) since the step began
  double unseen = 0;       // share of the kinetic energy that forces would have taken which the
                           // stage left out, to be without jumps
};

/// M(q) v' = f(q, v, t) as the integrators see it. q lives on a manifold (unit quaternions inside),
/// v is its velocity (nv may differ from nq), w are quadratures (work of non-conservative forces,
/// ...) with w' = power(t, q, v, a): they never feed back. Where w_scale says so, the steps are
/// chosen for them, too.
/// Output vectors arrive with the right size. Nothing here may allocate after the first call.
class System {
 public:
  virtual ~System() = default;

  virtual int nq() const = 0;
  virtual int nv() const = 0;
  virtual int nw() const = 0;

  /// a = v' and power = w' at (t, q, v). Must not need |quaternion| = 1, nor depend on it.
  virtual Status acceleration(double t, const VectorX& q, const VectorX& v, VectorX& a,
                              VectorX& power) = 0;

  /// q' = N(q) v, linear in v (quaternion kinematics for rotations, identity elsewhere).
  virtual void position_rate(const VectorX& q, const VectorX& v, VectorX& q_dot) const = 0;

  /// out = q ⊕ d: the group update (d in velocity coordinates, body frame). out is never q or d.
  virtual void retract(const VectorX& q, const VectorX& d, VectorX& out) const = 0;

  /// Restores unit quaternions and prescribed coordinates after a step.
  virtual void normalize(double t, VectorX& q, VectorX& v) = 0;

  /// True if the states lie on a manifold that `normalize` also leads back to (closed loops).
  virtual bool constrained() const { return false; }

  /// Scales of absolute tolerances: tolerance_i = rtol*|y_i| + atol*scale_i. Sizes nq and nv.
  virtual const VectorX& q_scale() const = 0;
  virtual const VectorX& v_scale() const = 0;
  /// Scale of the quadratures, tolerance_i = rtol*(|w_i| + scale_i), size nw: a jump of their rates
  /// must not ask for more than the motion does. Infinite: the steps need not care.
  virtual VectorX w_scale() const {
    return VectorX::Constant(nw(), std::numeric_limits<double>::infinity());
  }

  /// Solves one implicit stage. `a` holds the guess on entry; q, v, a and power the stage on exit,
  /// with q and v exactly those the stage formulas give for the returned a.
  virtual StageResult solve_stage(const StageRequest& request, VectorX& q, VectorX& v, VectorX& a,
                                  VectorX& power) = 0;

  /// Optional: an approximate inverse of 1 - gamma J, J the Jacobian of (N v, M⁻¹f) in (q, v), as
  /// preconditioner of multistep methods. On vector coordinates, with K = -∂f/∂q, D = -∂f/∂v:
  ///   (M + gamma D + gamma² K) x_v = M r_v - gamma K r_q,   x_q = r_q + gamma N x_v.
  /// factor_shifted fixes the point and gamma, solve_shifted is then called many times.
  virtual bool offers_shifted() const { return false; }
  virtual Status factor_shifted(double /*t*/, const VectorX& /*q*/, const VectorX& /*v*/,
                                double /*gamma*/) {
    return {};
  }
  virtual void solve_shifted(const VectorX& r_q, const VectorX& r_v, VectorX& x_q, VectorX& x_v) {
    x_q = r_q;
    x_v = r_v;
  }

  /// What moves the system by its own size (nq): strains and angles of one, lengths of its reach.
  virtual const VectorX& q_reach() const { return q_scale(); }
};

}  // namespace cuttle
