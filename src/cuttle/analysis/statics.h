#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cuttle/base/status.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/connection/loop_robots.h"
#include "cuttle/contact/contact_forces.h"
#include "cuttle/core/workspace.h"
#include "cuttle/dynamics/tree_tangent.h"
#include "cuttle/math/linalg/lu.h"

namespace cuttle {

struct StaticsOptions {
  double tolerance = 1e-9;  // of the last Newton step, relative to the scales of the coordinates
  int load_steps = 1;       // gravity and inputs are applied in as many equal parts
  int max_iterations = 60;
  bool settle = true;  // where Newton's method gives up, the energy leads on
};

struct StaticsResult {
  Status status;
  int iterations = 0;
  int evaluations = 0;
  int load_steps = 0;  // that were needed in the end
  double reached = 0;  // part of the way, where it goes from one input to another
  int ridges = 0;      // branches of equilibria that were left because they are unstable
  std::vector<std::string> way = {};  // what was done where Newton's method gave up, in words
};

/// Stiffness along a direction, of the largest, along which neither Newton's method nor a descent
/// goes.
inline constexpr double kHardlyStiff = 1e-9;

/// Stiffness, of the energy of the robot in motion, that no spring and no weight is as small as: a
/// linkage without either has only that of its round-off.
inline constexpr double kFeeble = 1e-6;

/// What a disturbance makes of an equilibrium.
enum class Stability {
  stable,   // it stays there; what nothing holds stays where it was pushed
  weak,     // it goes, along a direction that is hardly stiff
  unstable  // it goes
};

/// Equilibria by Newton with the exact tree tangent. Keeps its memory between solves.
class StaticsSolver {
 public:
  explicit StaticsSolver(const Model&);

  /// Moves x.q from the guess to the equilibrium under u (velocities zero). Where Newton fails from
  /// the guess, or would jump far from it, the load is applied in parts, as small as needed: a soft
  /// robot has many equilibria, and the one meant is that which grows out of the unloaded shape.
  /// Where that fails, too (a limit point, a bifurcation), the robot goes downhill in its energy.
  /// Prescribed joints between closed connections move after the loads, in parts where they go far:
  /// connections do not count turns. Linkages whose shape follows from their drives alone are led
  /// there first.
  StaticsResult solve(const Input& u, const StaticsOptions&, State& x);

  /// The same from a state as it is built, where connections were closed the shorter way: the
  /// prescribed joints of `robots` are turned all the way to where they are.
  StaticsResult solve_built(const std::vector<LoopRobot>& robots, const Input& u,
                            const StaticsOptions&, State& x);

  /// Moves the linkages of x whose shape follows from their drives alone from where they are in
  /// `last` to where u has their drives. A failure leaves x: they cannot get there, or it would
  /// take too long.
  Status lead(const Input& u, const State& last, State& x);

  /// By Newton's method at once, to an equilibrium near x.
  StaticsResult solve_near(const Input& u, const StaticsOptions&, State& x);

  /// The same from the equilibrium x under `last` along the path of equilibria: near where its
  /// tangent leads, or near a guess that is better.
  StaticsResult step(const Input& last, const Input& u, const StaticsOptions&, State& x,
                     const VectorX* guess = nullptr);

  /// From the equilibrium x under `start` to that under u, in parts as small as needed: by Newton's
  /// method and, with options.settle, downhill in the energy where it gives up. A failure leaves
  /// the last equilibrium. `where` says a part in words.
  using Where = std::function<std::string(double part)>;
  StaticsResult go(const Input& start, const Input& u, const StaticsOptions&, const Where& where,
                   State& x);

  /// Downhill in the energy from x to a stable equilibrium under u, however far: by Newton's method
  /// in a region that is trusted, with the exact stiffness. What is unstable is left along its
  /// softest direction. A failure leaves x.
  StaticsResult descend(const Input& u, const StaticsOptions& options, State& x) {
    return descend(1, u, options, x);
  }

  /// False if there is no energy to go down: contacts or joints have friction, inputs follow the
  /// state.
  bool has_energy() const;

  /// Not stable if the energy falls along a direction that prescribed joints and connections leave
  /// free, by more than round-off: of the tangent, and of the forces that are out of balance.
  /// Stable, for want of a criterion, where the tangent is not symmetric (follower loads).
  Stability stability(const Input& u, const State& x);
  bool stable(const Input& u, const State& x) { return stability(u, x) == Stability::stable; }

  /// How far prescribed joints move from x to where u has them, between closed connections, in the
  /// robot where they go farthest [rad, sizes of the robot].
  double turn_to(const Input& u, const State& x) const;

  /// What other algorithms need to find equilibria: out of balance at x under u are generalised
  /// forces, then gaps of the connections, (nv + rows), ...
  void residual(const Input& u, const State& x, VectorX& r);
  /// ... with their derivative along q and the forces of the connections, for the last of x.
  void tangent(const Input& u, const State& x, MatrixX& K);
  /// What cannot be at the last of x: a connection left open, a shell through its axis.
  Status check(const State& at) const;
  /// (rows) Forces of the connections at the last equilibrium.
  const VectorX& connection_forces() const { return lambda_; }
  void set_connection_forces(const VectorX& lambda) { lambda_ = lambda; }
  /// What contacts and joints at x remember, as `cuttle::renew_memory`, at rest. True if friction
  /// has given way whose kinetic part is smaller: x is no equilibrium any more.
  bool renew_memory(const Input& u, State& x) {
    return cuttle::renew_memory(model_, u, x, ws_, true);
  }
  /// Renews the memory at an equilibrium. Where friction gives way, `again` finds the equilibrium
  /// under what is left of it, in which more may give way, and so on.
  template <class Again>
  Status let_slide(const Input& u, State& x, const Again& again) {
    constexpr int kMostRounds = 100;
    for (int round = 0; renew_memory(u, x); ++round) {
      if (round == kMostRounds)
        return Status::fail(Status::Code::stalled, "friction gives way and holds, time and again",
                            x.t);
      if (Status status = again(); !status.ok()) return status;
    }
    return {};
  }
  /// (nv + rows) 1 / scales of the coordinates, and zeros.
  const VectorX& step_weight() const { return step_weight_; }

 private:
  class Descent;
  class Follower;
  /// What the last step of Newton's method saw of directions that nothing holds.
  struct Neutral {
    MatrixX axes;           // as neutral_
    bool unpushed = false;  // forces along them are round-off, or move nothing
  };
  /// By the factors of a step with the stiffness K, the forces f and their round-off.
  void look_for_neutral(const FullLu& lu, const MatrixX& K, const VectorX& f,
                        const VectorX& round_off);
  /// True if forces at x push along one of some displacements by more than is given, (nv). Gravity
  /// is that of the load.
  bool pushes(const MatrixX& axes, const VectorX& round_off, const Input& scaled, const State& x);
  /// How Newton's method ended at x, or that something pushes along an idle motion.
  Status pushed(const Status& ended, const Input& scaled, const State& x);
  /// A solver of the saddle [K -held^T; held 0], where something may not be held: what is idle
  /// stays as it is. Empty if too much is free. Forces and their round-off are those of the step.
  using Solve = std::function<VectorX(const VectorX&)>;
  Solve hold_idle(MatrixX system, const MatrixX& held, const MatrixX& K, const VectorX& forces,
                  const VectorX& round_off);
  /// Newton's method, with directions that nothing holds kept as they are ...
  StaticsResult newton_at(double load, const Input& u, const StaticsOptions&, State& x);
  /// ... by a stiffness along neutral_.
  StaticsResult newton_held(double load, const Input& u, const StaticsOptions&, State& x);
  StaticsResult descend(double load, const Input& u, const StaticsOptions&, State& x);
  StaticsResult continuation(const Input& u, const StaticsOptions&, State& x);
  StaticsResult attempt(const Input& u, const StaticsOptions&, State& x);
  StaticsResult solve_loads(const Input& u, const StaticsOptions&, State& x);
  /// The same, where formulas of the state may be responses or loads: first as which they look.
  StaticsResult solve_formulas(const Input& u, const StaticsOptions&, State& x);
  /// What formulas give at x, and as which they look: with them an unloaded robot that a load
  /// unsettles has more directions in which it is unstable.
  void look_at_formulas(const Input& u, const State& x);
  int unstable_directions(const Input& unloaded, double response, const State& x);
  void put_formulas(Input& scaled) const;
  /// Along the tangent of the equilibria, with all but prescribed coordinates.
  Status predict(const Input& last, const Input& u, State& x);
  /// True if what is left of a step is little of what was predicted of it.
  bool is_near(const VectorX& from, const VectorX& predicted, const VectorX& q) const;
  /// Why a linkage cannot get there, or is not led there.
  Status torn(const Input& u, const LoopRobot& linkage, const State& last);
  Status too_far(const Input& u, const LoopRobot& linkage, const State& last) const;
  /// x to where u has prescribed coordinates, at rest.
  void put(const Input& u, State& x) const;
  /// The part of the load, with x put there. Drives between closed connections are where they shall
  /// be at any load.
  Input place(double load, const Input& u, State& x);
  Status singular(double load) const;

  void imbalance(const Input& u, const State& at, VectorX& r, bool with_tangent = false);
  MatrixX stiffness(const State& at);
  void hold_prescribed(MatrixX& K) const;
  Status solve_tree_or_dense(double load, const VectorX& r, VectorX& d);
  /// Newton's step under connections: [K -A^T; A 0] (dq, dlambda) = (residual, gap).
  Status solve_closed(const State& at, const Input& u, double load, const VectorX& r, VectorX& d);
  /// (nv + rows) Below this, what is out of balance is round-off, with the stiffness K in scales of
  /// the coordinates, over `size`.
  VectorX find_round_off(const State& at, const MatrixX& K, double size, const DenseRows&) const;

  Model model_;       // gravity is scaled with the load; forces of the connections are an actor
  Vector3 gravity_;   // at full load
  VectorX formulas_;  // (entries of the law) what formulas of the state gave at the start
  bool formulas_in_parts_ = false;  // they are applied like loads
  Workspace ws_;
  TreeTangent tangent_;
  VectorX lambda_;  // forces of the connections at the last equilibrium
  VectorX step_weight_;
  double energy_scale_;   // [J]
  bool near_ = true;      // refuse first steps that are jumps
  VectorX reach_weight_;  // (nv) 1 / the largest first step of Newton that is not a jump
  // (nv x n) Displacements, in scales of the coordinates, orthonormal, that nothing held at the
  // last equilibrium: they stay as they are.
  MatrixX neutral_;
  Neutral found_;
  struct Idle {
    MatrixX axes;       // (nv x n) likewise, what the last step held because nothing else does
    VectorX round_off;  // (nv) forces along them that may be none
  };
  Idle idle_;
  std::function<void(const VectorX& r, VectorX& d)> solve_again_;  // by the last solve_closed
  VectorX round_off_;                                              // likewise
};

}  // namespace cuttle
