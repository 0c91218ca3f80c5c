// The way to an equilibrium: at once, in parts of the load, in parts of a turn.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "cuttle/analysis/equilibrium.h"
#include "cuttle/analysis/statics.h"
#include "cuttle/base/interrupt.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/connection/loop_follower.h"
#include "cuttle/core/model.h"
#include "cuttle/dynamics/kinematics.h"

namespace cuttle {
namespace {

constexpr double kShortestLoad = 1e-6;  // part of the load that is not halved any more,
constexpr double kGiveUp = 1e-3;        // ... or not before the energy leads on
constexpr double kSettlingPart = 0.1;   // of the load, by which it leads on
constexpr double kPartsOfATurn = 64;    // for each drive of a linkage, if they are halved twice
constexpr double kTangentDifference = 1e-6;  // of a step, for its tangent
constexpr double kShortTurn = 0.04;  // [rad] of drives, in which a loop that folds does fold

bool stopped(const StaticsResult& result) {
  return result.status.code == Status::Code::interrupted;
}

void add_effort(const StaticsResult& part, StaticsResult& total) {
  total.iterations += part.iterations;
  total.evaluations += part.evaluations;
  total.ridges += part.ridges;
  total.way.insert(total.way.end(), part.way.begin(), part.way.end());
}

std::string ridge_words(int ridges) {
  return ridges > 0 ? ", on a branch that leaves the unstable one along its softest direction: if "
                      "nothing tells both sides apart, the mirror image is equally valid"
                    : "";
}

/// For every robot, rows of its loops per displacement of those of its joints that have no spring.
std::vector<MatrixX> rows_of_loose_joints(const Model& model, const Input& u, const State& x,
                                          Workspace& ws) {
  update_kinematics(model, x, u, nullptr, ws);
  std::vector<MatrixX> all;
  for (const LoopRobot& robot : loop_robots(model, x)) {
    std::vector<int> loose;
    for (const Body& body : model.bodies)
      for (const JointStep& step : body.steps)
        for (int i = step.v; i < step.v + step.nv(); ++i)
          if (step.stiffness == 0 && std::ranges::find(robot.free, i) != robot.free.end())
            loose.push_back(i);
    MatrixX rows(0, Eigen::Index(loose.size()));
    for (const std::size_t i : robot.connections) {
      const MatrixX more = connection_rows(model, x, i, ws)(Eigen::all, loose);
      rows.conservativeResize(rows.rows() + more.rows(), Eigen::NoChange);
      rows.bottomRows(more.rows()) = more;
    }
    all.push_back(std::move(rows));
  }
  return all;
}

/// Springs let a loop yield, but given where they are, joints without any follow from its rows, and
/// on the mirrored branch the determinant of these has the other sign.
bool folded(const Model& model, const Input& u, const State& before, const State& after,
            Workspace& ws) {
  const std::vector<MatrixX> from = rows_of_loose_joints(model, u, before, ws);
  const std::vector<MatrixX> to = rows_of_loose_joints(model, u, after, ws);
  for (std::size_t i = 0; i < from.size(); ++i)
    if (mirrored(from[i], to[i])) return true;
  return false;
}

}  // namespace

/// From 0 to 1 along a parameter of the equilibrium, in steps as long as Newton's method allows.
class StaticsSolver::Follower {
 public:
  using At = std::function<StaticsResult(double part, State& x)>;
  At newton, descend;               // to the equilibrium of a part, from the last one
  double longest = 1, first = 1;    // steps
  double shortest = kShortestLoad;  // ... that are not halved any more
  double settling = kSettlingPart;  // ... where the energy leads
  Where where;                      // a part, in words

  StaticsResult run(State& x) {
    StaticsResult total;
    double done = 0, step = first;
    while (done < 1) {
      if (total.status = interruption(done); !total.status.ok()) return total;
      const double next = done + step > 1 - 1e-9 ? 1 : done + step;
      const VectorX guess = x.q;
      const StaticsResult part = newton(next, x);
      add_effort(part, total);
      if (part.status.ok()) {
        total.reached = done = next;
        ++total.load_steps;
        if (part.iterations <= 6) step = std::min(2 * step, longest);
        continue;
      }
      x.q = guess;
      step *= 0.5;
      if (step >= shortest) continue;
      const bool settled = !stopped(part) && descend && settle(done, part.status, x, total);
      if (!total.status.ok()) return total;  // stopped on the way down
      if (!settled) {
        total.status = part.status;
        total.status.message += fmt::format(" (at {})", where(next));
        return total;
      }
      step = std::min(first, longest);
    }
    return total;
  }

 private:
  /// Over a limit point or a bifurcation. The status of the total tells if the user stopped it.
  bool settle(double& done, const Status& why, State& x, StaticsResult& total) const {
    const double next = std::min(1.0, done + settling);
    const StaticsResult part = descend(next, x);
    add_effort(part, total);
    if (stopped(part)) total.status = part.status;
    if (!part.status.ok()) return false;
    total.way.push_back(fmt::format(
        "at {} Newton's method gave up ({}); going downhill in energy, the robot settled at {} in "
        "{} steps{}",
        where(done), to_string(why.code), where(next), part.iterations, ridge_words(part.ridges)));
    total.reached = done = next;
    ++total.load_steps;
    return true;
  }
};

StaticsResult StaticsSolver::solve(const Input& u, const StaticsOptions& options, State& x) {
  if (Status status = lead(u, x, x); !status.ok()) return {status};
  if (turn_to(u, x) <= kLongestWay) return solve_formulas(u, options, x);

  // the loads first, with prescribed joints where they are
  Input start = u;
  for (const LoopRobot& robot : loop_robots(model_, x))
    for (const JointStep& drive : robot.drives) start.u[drive.prescribed_input] = x.q[drive.q];
  StaticsResult total = solve_formulas(start, options, x);
  if (!total.status.ok()) return total;
  const Where where = [](double part) { return fmt::format("{:.4g} of the turn", part); };
  const StaticsResult rest = go(start, u, options, where, x);
  add_effort(rest, total);
  total.status = rest.status;
  total.load_steps += rest.load_steps;
  return total;
}

StaticsResult StaticsSolver::solve_built(const std::vector<LoopRobot>& robots, const Input& u,
                                         const StaticsOptions& options, State& x) {
  const State built = x;
  neutral_.resize(model_.nv, 0);
  for (const LoopRobot& robot : robots) unwind(robot, x.q);
  StaticsResult result = solve(u, options, x);
  if (robots.empty() || result.status.ok() || stopped(result)) return result;

  // some mechanism cannot turn all the way round: which of them can?
  State best = built;
  std::vector<std::string> unable;
  for (const LoopRobot& robot : robots) {
    x = built;
    unwind(robot, x.q);
    const std::string drive = farthest_drive(model_, robot, x.q, u);
    const StaticsResult alone = robots.size() == 1 ? result : solve(u, options, x);
    if (stopped(alone)) return alone;
    if (alone.status.ok())
      best.q(robot.q) = x.q(robot.q).eval();
    else
      unable.push_back(drive);
  }
  x = best;
  StaticsResult shorter = solve(u, options, x);
  if (!unable.empty())
    shorter.way.push_back(fmt::format(
        "{} could not be turned all the way to where {}: {}; connections were closed the "
        "shorter way",
        unable.size() == 1 ? "a prescribed joint" : "prescribed joints",
        unable.size() == 1 ? "it is" : "they are", fmt::join(unable, ", ")));
  result.way.clear();  // of a shape that is not this one
  add_effort(result, shorter);
  return shorter;
}

double StaticsSolver::turn_to(const Input& u, const State& x) const {
  double turn = 0;
  for (const LoopRobot& robot : loop_robots(model_, x))
    turn = std::max(turn, way_of_drives(model_, robot, x.q, u));
  return turn;
}

Status StaticsSolver::lead(const Input& u, const State& last, State& x) {
  if (turn_to(u, last) == 0) return {};
  const std::vector<LoopRobot> linkages = driven_linkages(model_, last);
  if (linkages.empty()) return {};
  State at = last;
  LoopFollower follower(model_, linkages);
  double most = follower.affordable_parts();
  for (const LoopRobot& linkage : linkages)
    most = std::max(most, kPartsOfATurn * double(linkage.drives.size()));
  const std::vector<Followed> ends = follower.follow(u, at, most);
  if (Status status = interruption(x.t); !status.ok()) return status;
  for (std::size_t i = 0; i < linkages.size(); ++i) {
    if (ends[i] == Followed::too_far) return too_far(u, linkages[i], last);
    if (ends[i] == Followed::stuck) return torn(u, linkages[i], last);
  }
  for (const LoopRobot& linkage : linkages) x.q(linkage.q) = at.q(linkage.q).eval();
  return {};
}

// drives may contradict each other, or stand where the linkage does not reach on its branch
Status StaticsSolver::torn(const Input& u, const LoopRobot& linkage, const State& last) {
  State nearest = last;
  close_loops(model_, u, nearest);
  update_kinematics(model_, nearest, u, nullptr, ws_);
  if (Status status = check(nearest); !status.ok()) return status;
  return Status::fail(Status::Code::diverged,
                      fmt::format("the loop of connection '{}' cannot follow its drive there",
                                  model_.connections[linkage.connections.front()].name));
}

// whole turns are not always the same: a linkage may wind up springs of its joints
Status StaticsSolver::too_far(const Input& u, const LoopRobot& linkage, const State& last) const {
  return Status::fail(
      Status::Code::diverged,
      fmt::format("it takes too long to follow the loop of connection '{}' to where it has {}; "
                  "subtract whole turns from the prescribed coordinate, or begin nearer to it",
                  model_.connections[linkage.connections.front()].name,
                  farthest_drive(model_, linkage, last.q, u)));
}

StaticsResult StaticsSolver::go(const Input& start, const Input& u, const StaticsOptions& options,
                                const Where& where, State& x) {
  const auto input_at = [&](double part) {
    Input between = start;
    between.u += part * (u.u - start.u);
    return between;
  };
  const double turn = turn_to(u, x);
  Follower follower;
  follower.where = where;
  follower.first = follower.longest = turn > kLongestWay ? kLongestWay / turn : 1;
  // where something else follows, it is not worth while to go on by steps that short
  const bool alone = options.settle && !has_energy();
  if (!alone) follower.shortest = kGiveUp * follower.longest;
  follower.settling = follower.longest;
  Input last = start;
  follower.newton = [&](double part, State& at) {
    const Input between = input_at(part);
    const StaticsResult end = step(last, between, options, at);
    if (end.status.ok()) last = between;
    return end;
  };
  if (options.settle && has_energy())
    follower.descend = [&](double part, State& at) {
      const Input between = input_at(part);
      const VectorX q = at.q;
      const Status led = lead(between, at, at);
      const StaticsResult end = led.ok() ? descend(1, between, options, at) : StaticsResult{led};
      if (end.status.ok())
        last = between;
      else
        at.q = q;
      return end;
    };
  return follower.run(x);
}

Status StaticsSolver::predict(const Input& last, const Input& u, State& x) {
  VectorX before, after, way;
  residual(last, x, before);
  Input ahead = last;
  ahead.u += kTangentDifference * (u.u - last.u);
  State at = x;
  normalize(model_, ahead, at.q, at.v);
  at.v.setZero();
  residual(ahead, at, after);
  tangent_.linearise(model_, x, last, nullptr, {1, 0, 0}, ws_);
  const Status status = solve_closed(x, last, 1, (before - after) / kTangentDifference, way);
  if (!status.ok()) return status;
  if (!way.allFinite())
    return Status::fail(Status::Code::not_finite, "the equilibria have no tangent here");
  retract(model_, at.q = x.q, way.head(model_.nv), x.q);
  lambda_ += way.tail(lambda_.size());
  return {};
}

// What Newton's method has to correct much may be another branch of a loop, and so may what folds
// on a long way: a toggle that does fold will do so on a short one, too. Linkages that are led need
// no such care.
StaticsResult StaticsSolver::step(const Input& last, const Input& u, const StaticsOptions& options,
                                  State& x, const VectorX* guess) {
  const VectorX forces = lambda_;
  if (turn_to(u, x) == 0) {
    if (guess != nullptr) x.q = *guess;
    StaticsResult result = solve_near(u, options, x);
    if (!result.status.ok()) lambda_ = forces;
    return result;
  }
  const State start = x;
  const VectorX from = x.q;
  if (Status status = lead(u, x, x); !status.ok()) return {status};
  const VectorX led = x.q;
  const double turn = turn_to(u, x);
  if (guess != nullptr) {
    x.q = *guess;
  } else if (turn > 0) {
    x.q = from;
    if (Status status = predict(last, u, x); !status.ok()) return {status};
  }
  x.q = (led.array() != from.array()).select(led, x.q);
  if (turn > 0) place(1, u, x);
  const VectorX predicted = x.q;
  StaticsResult result = solve_near(u, options, x);
  if (turn > 0 && result.status.ok() &&
      (!is_near(from, predicted, x.q) || (turn > kShortTurn && folded(model_, u, start, x, ws_))))
    result.status =
        Status::fail(Status::Code::diverged, "Newton's method leaves the path of equilibria");
  if (!result.status.ok()) lambda_ = forces;
  return result;
}

bool StaticsSolver::is_near(const VectorX& from, const VectorX& predicted, const VectorX& q) const {
  VectorX way(model_.nv), corrected(model_.nv);
  difference(model_, from, predicted, way);
  difference(model_, predicted, q, corrected);
  const VectorX weight = step_weight_.head(model_.nv);
  return weight.cwiseProduct(corrected).norm() <= kMostCorrected * weight.cwiseProduct(way).norm();
}

// beyond a limit point Newton's method comes down on another branch
StaticsResult StaticsSolver::solve_near(const Input& u, const StaticsOptions& options, State& x) {
  near_ = true;
  put(u, x);
  const VectorX guess = x.q, forces = lambda_;
  StaticsResult result = newton_at(1, u, options, x);
  if (!result.status.ok() || model_.nv == 0) return result;
  VectorX way(model_.nv);
  difference(model_, guess, x.q, way);
  if (way.cwiseProduct(reach_weight_).cwiseAbs().maxCoeff() <= 1) return result;
  lambda_ = forces;
  result.status = Status::fail(Status::Code::diverged, "the load bends the robot too far");
  return result;
}

StaticsResult StaticsSolver::solve_loads(const Input& u, const StaticsOptions& options, State& x) {
  // mechanisms without stiffness of their own go far under any load: they get a second chance
  const VectorX guess = x.q, forces = lambda_;
  StaticsOptions plain = options;
  plain.settle = false;
  near_ = true;
  StaticsResult result = attempt(u, plain, x);
  if (result.status.ok() || stopped(result)) return result;
  x.q = guess;
  near_ = false;
  StaticsResult second = attempt(u, plain, x);
  add_effort(result, second);
  if (second.status.ok() || stopped(second) || !options.settle || !has_energy()) return second;
  // the way that Newton's method went, and downhill from where it ended
  x.q = guess;
  lambda_ = forces;
  near_ = true;
  StaticsResult third = continuation(u, options, x);
  if (!third.status.ok() && !stopped(third)) return second;
  add_effort(second, third);
  return third;
}

StaticsResult StaticsSolver::attempt(const Input& u, const StaticsOptions& options, State& x) {
  if (options.load_steps > 1) return continuation(u, options, x);
  const VectorX guess = x.q;
  StaticsResult direct = newton_at(1, u, options, x);
  if (direct.status.ok() || stopped(direct)) return direct;
  x.q = guess;
  StaticsResult parts = continuation(u, options, x);
  add_effort(direct, parts);
  return parts;
}

StaticsResult StaticsSolver::continuation(const Input& u, const StaticsOptions& options, State& x) {
  Follower follower;
  follower.where = [](double part) { return fmt::format("{:.4g} of the load", part); };
  follower.first = 1.0 / std::max(options.load_steps, 2);
  follower.longest = 1.0 / options.load_steps;
  follower.newton = [&](double load, State& at) { return newton_at(load, u, options, at); };
  if (options.settle && has_energy()) {
    follower.shortest = kGiveUp * follower.longest;
    follower.descend = [&](double load, State& at) { return descend(load, u, options, at); };
  }
  return follower.run(x);
}

}  // namespace cuttle
