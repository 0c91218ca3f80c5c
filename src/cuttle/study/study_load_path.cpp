// Equilibria from load to load, through bifurcations and over limit points.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "cuttle/analysis/equilibrium.h"
#include "cuttle/analysis/equilibrium_path.h"
#include "cuttle/base/interrupt.h"
#include "cuttle/motion/recorder.h"
#include "cuttle/study/studies.h"
#include "cuttle/study/trail.h"

namespace cuttle {
namespace {

constexpr int kMostPoints = 200;      // of a path by arc length between two loads
constexpr double kFirstPoint = 0.02;  // its first step, of the way between them
constexpr int kMostHalvings = 8;      // of its steps

constexpr double kShortestPart = 0.05;  // of a step, by which the path goes on as it went
constexpr int kMostIterations = 15;     // of such a part; more of them, and a shorter one is better
constexpr int kEasyPart = 6;            // iterations up to which parts may grow,
constexpr int kEasyAgain = 4;           // ... so many in a row after one has failed

bool was_interrupted(const Status& status) { return status.code == Status::Code::interrupted; }

std::string words_of_no_energy(const Model& model) {
  const std::string friction = friction_words(model);
  return friction.empty() ? "formulas of the state give forces whose energy is not known"
                          : friction + ", which has no energy to minimise";
}

class LoadPath {
 public:
  LoadPath(Scenario& scenario, const RunOptions& options, RunResult& result)
      : scenario_(scenario),
        study_(scenario.spec.study),
        options_(options),
        result_(result),
        solver_(scenario.model),
        statics_(statics_options(study_)) {}

  /// `watched`: a branch that becomes unstable is left.
  Trajectory follow(bool watched) {
    Recorder recorder(scenario_, {"load", "-", "load parameter, the t of all signals", ""});
    recorder.trajectory().reserve(std::size_t(study_.steps) + 1);
    x_ = scenario_.initial;
    for (int i = 0; i <= study_.steps && result_.status.ok(); ++i) {
      if (!go_to(i)) break;
      if (i == 0) starts_stable_ = !watched || stability() != Stability::unstable;
      if (watched && i > 0 && starts_stable_) leave_unstable();
      if (!slide()) break;
      stable_ = {x_.q, solver_.connection_forces()};
      recorder.record(x_.t, x_, u_);
      if (options_.progress) options_.progress(double(i) / study_.steps);
    }
    return std::move(recorder.trajectory());
  }

  Stability stability() { return solver_.stability(u_, x_); }
  bool has_energy() const { return solver_.has_energy(); }

  /// What was done where Newton's method gave up: the first time in words.
  void tell() {
    if (told_.empty()) return;
    result_.warnings.push_back(told_.front());
    if (told_.size() > 1)
      result_.warnings.push_back(
          fmt::format("... and at {} more load{}", told_.size() - 1, told_.size() == 2 ? "" : "s"));
  }

 private:
  /// An equilibrium, with the forces of the connections.
  struct Shape {
    VectorX q, forces;
  };

  bool go_to(int i) {
    const double load = study_.from + (study_.to - study_.from) * i / study_.steps;
    Status& status = result_.status;
    if (status = interruption(load); !status.ok()) return false;
    const StaticsResult step = i == 0 ? begin(load) : advance(load);
    if (step.status.ok()) return true;
    status = step.status;
    status.t = load;
    add_limit_hint(scenario_, i > 0 || step.load_steps > 0, status);
    return false;
  }

  /// Where friction gives way at a load, on to where its kinetic part holds.
  bool slide() {
    const double load = x_.t;
    const Status slid = solver_.let_slide(u_, x_, [this] { return solve(false).status; });
    if (slid.ok()) return true;
    result_.status = slid;
    result_.status.t = load;
    return false;
  }

  Status aim(double load) {
    Status status = evaluate_at_rest(scenario_.inputs, load, u_);
    if (status.ok()) x_.t = load;
    return status;
  }

  StaticsResult begin(double load) {
    if (Status status = aim(load); !status.ok()) return {status};
    solver_.renew_memory(u_, x_);
    StaticsResult first = solve(true);
    trail_.begin(x_.t, x_.q);
    return first;
  }

  /// To the next load, in parts that turn no prescribed joint too far and that Newton's method can
  /// go; over what it cannot, as `cross` does.
  StaticsResult advance(double load) {
    StaticsResult step;
    keep_last();
    if (step.status = aim(load); !step.status.ok()) return step;
    const double way = load - last_load_;
    const double turn = solver_.turn_to(u_, x_);
    const double longest = 1 / std::max(1.0, std::ceil(turn / kLongestWay));
    double part = share_ * longest;
    bool aimed = part == 1 && way != 0;  // the first part is the whole way
    if (!aimed) return_to_last();
    for (; aimed || x_.t != load; aimed = false) {
      if (!aimed) keep_last();
      const double rest = (load - last_load_) / way;
      step = go_on(rest < (1 + 1e-6) * part ? load : last_load_ + part * way, part == 1);
      if (was_interrupted(step.status)) return step;
      if (step.status.ok()) {
        trail_.add(x_.t, x_.q);
        easy_ = step.iterations <= kEasyPart ? easy_ + 1 : 0;
        if (easy_ >= needed_) part = std::min(2 * part, longest);
        share_ = part / longest;
        continue;
      }
      return_to_last();
      part *= 0.5;
      // the next one of that length would fail, too
      easy_ = 0;
      needed_ = kEasyAgain;
      if (part >= kShortestPart * longest) continue;
      if (step.status = aim(load); step.status.ok()) step = cross();
      if (!step.status.ok()) return step;
      forget_parts();
    }
    return step;
  }

  void forget_parts() {
    share_ = 1;
    easy_ = 0;
    needed_ = 1;
  }

  /// As the path went.
  StaticsResult go_on(double load, bool at_once) {
    StaticsResult step;
    if (x_.t != load) step.status = aim(load);
    if (!step.status.ok()) return step;
    if (solver_.turn_to(u_, x_) > kLongestWay)
      return {Status::fail(Status::Code::diverged, "a prescribed joint turns too far", load)};
    StaticsOptions options = statics_;
    if (!at_once) options.max_iterations = std::min(options.max_iterations, kMostIterations);
    const VectorX guess = trail_.at(load);
    step = solver_.step(last_u_, u_, options, x_, trail_.begins() ? nullptr : &guess);
    note(step);
    return step;
  }

  StaticsResult solve(bool first) {
    StaticsOptions options = statics_;
    options.settle = first;  // later, the last equilibrium is the better place to begin
    StaticsResult step = first ? initial_equilibrium(scenario_, solver_, u_, options, x_)
                               : solver_.solve(u_, options, x_);
    note(step);
    return step;
  }

  void keep_last() {
    last_load_ = x_.t;
    last_u_ = u_;
    last_ = {x_.q, solver_.connection_forces()};
  }

  void return_to_last() {
    x_.t = last_load_;
    u_ = last_u_;
    take(last_);
  }

  void take(const Shape& shape) {
    x_.q = shape.q;
    solver_.set_connection_forces(shape.forces);
  }

  StaticsSolver::Where words() const {
    return [this](double part) {
      return fmt::format("load {:.4g}", last_load_ + part * (x_.t - last_load_));
    };
  }

  /// To the next load where steps along the path do not reach it.
  StaticsResult cross() {
    StaticsOptions plain = statics_;
    plain.settle = !has_energy();  // else later, if nothing else leads on
    take(last_);
    StaticsResult step = solver_.go(last_u_, u_, plain, words(), x_);
    note(step);
    if (step.status.ok()) trail_.begin(x_.t, x_.q);
    if (step.status.ok() || was_interrupted(step.status)) return step;
    step = leap(last_load_ + step.reached * (x_.t - last_load_));
    if (step.status.ok()) trail_.begin(x_.t, x_.q);
    return step;
  }

  StaticsResult leap(double reached) {
    StaticsResult step;
    if (!scenario_.model.touches()) {
      step = follow_arc(reached);
      if (step.status.ok() || was_interrupted(step.status)) return step;
    }
    if (has_energy()) {
      take(last_);
      step = solver_.go(last_u_, u_, statics_, words(), x_);
      note(step);
      if (step.status.ok() || was_interrupted(step.status)) return step;
    }
    take(last_);
    step = solve(false);
    if (step.status.ok())
      told_.push_back(
          fmt::format("at load {:.4g} the path could not be followed: the equilibrium at load "
                      "{:.4g} was found independently, and may not lie on it",
                      reached, x_.t));
    return step;
  }

  /// By arc length, from the equilibrium at a load that Newton's method did not get beyond. At a
  /// limit point the robot snaps downhill; where there is no way down, the path turns back.
  StaticsResult follow_arc(double reached) {
    StaticsResult result;
    EquilibriumPath equilibria(scenario_, solver_);
    State start = x_;
    start.t = reached;
    equilibria.begin(start);
    ArcLength path(equilibria.problem(), arc_options(reached));
    std::optional<double> limit;
    double turned_to = reached;
    result.status = path.start(equilibria.unknowns());
    for (int k = 0; k < kMostPoints && result.status.ok() && !path.ended(); ++k) {
      result.status = path.advance();
      if (result.status.ok()) result.status = equilibria.take(path.point());
      if (!result.status.ok()) break;
      ++result.load_steps;
      if (path.limit() && !limit) {
        limit = path.limit()->load;
        if (StaticsResult snapped = snap(*limit); snapped.status.ok()) return snapped;
      }
      if (limit && (x_.t > reached) == (path.point().load < turned_to))
        turned_to = path.point().load;
    }
    result.iterations = path.iterations();
    result.evaluations = path.evaluations();
    if (result.status.ok() && path.point().load != x_.t)
      result.status = Status::fail(Status::Code::stalled, "the path turns back", reached);
    if (!result.status.ok()) return result;
    x_ = equilibria.state();
    u_ = equilibria.input();
    result.way.push_back(
        limit ? fmt::format("limit point at load {:.6g}: followed by arc length from there, back "
                            "to load {:.4g} and on, in {} points",
                            *limit, turned_to, result.load_steps)
              : fmt::format("at load {:.4g} Newton's method gave up; followed by arc length from "
                            "there, in {} points",
                            reached, result.load_steps));
    note(result);
    return result;
  }

  PathOptions arc_options(double reached) const {
    return {.from = reached,
            .to = x_.t,
            .first_step = kFirstPoint,
            .kinks = scenario_.inputs.breakpoints(std::min(study_.from, x_.t),
                                                  std::max(study_.from, x_.t)),
            .tolerance = statics_.tolerance,
            .back = study_.from,
            .halvings = kMostHalvings};
  }

  /// There is no equilibrium near beyond a limit point.
  StaticsResult snap(double limit) {
    const Shape here{x_.q, solver_.connection_forces()};
    take(last_);
    StaticsResult snapped = solver_.go(last_u_, u_, statics_, words(), x_);
    snapped.way = {fmt::format(
        "limit point at load {:.6g}: there is no equilibrium nearby beyond it; going downhill in "
        "energy, the robot snapped to another shape, which it has at load {:.4g}",
        limit, x_.t)};
    if (!snapped.status.ok()) {
      snapped.way.clear();
      take(here);
    }
    note(snapped);
    return snapped;
  }

  /// Downhill from the last stable equilibrium, which knows on which side of the unstable one an
  /// imperfection has put it; where drives have to be followed there, from the unstable one itself.
  void leave_unstable() {
    if (stability() != Stability::unstable) return;
    const Shape unstable{x_.q, solver_.connection_forces()};
    take(stable_);
    if (solver_.turn_to(u_, x_) > 0) take(unstable);
    StaticsResult settled = solver_.descend(u_, statics_, x_);
    if (!settled.status.ok()) {
      take(unstable);
      settled = solver_.descend(u_, statics_, x_);
    }
    if (!settled.status.ok()) return take(unstable);
    settled.way.push_back(
        fmt::format("at load {:.4g} the equilibrium has become unstable; going downhill in energy, "
                    "the robot settled in {} steps{}",
                    x_.t, settled.iterations,
                    settled.ridges > 0 ? ": it left the unstable branch along its softest "
                                         "direction; if nothing tells both sides apart, the mirror "
                                         "image is equally valid"
                                       : ""));
    note(settled);
    trail_.begin(x_.t, x_.q);
  }

  void note(StaticsResult& step) {
    for (std::string& words : step.way) told_.push_back(std::move(words));
    step.way.clear();
    count_equilibrium(step, result_);
  }

  Scenario& scenario_;
  const StudySpec& study_;
  const RunOptions& options_;
  RunResult& result_;
  StaticsSolver solver_;
  const StaticsOptions statics_;
  State x_;
  Input u_, last_u_;
  double last_load_ = 0;
  Shape last_;    // at last_load_
  Shape stable_;  // that was recorded last
  Trail trail_;
  double share_ = 1;           // of the longest part that the path may take, by which it goes
  int easy_ = 0, needed_ = 1;  // easy parts in a row; how many of them make the next one longer
  bool starts_stable_ = true;
  std::vector<std::string> told_;
};

}  // namespace

void run_load_path(Scenario& scenario, const RunOptions& options, RunResult& result) {
  if (scenario.model.bodies.empty()) return run_net_path(scenario, options, result);
  if (scenario.spec.study.control == PathControl::arc_length)
    return run_arc_length(scenario, options, result);
  LoadPath path(scenario, options, result);
  std::optional<LoadPath> again;
  result.trajectory = path.follow(false);
  if (!result.status.ok()) return path.tell();
  LoadPath* shown = &path;
  Stability end = path.stability();
  std::string left_alone;
  // a path that ends on an unstable branch is gone once more, with an eye on where it began
  if (end == Stability::unstable) {
    if (!path.has_energy())
      left_alone = "; " + words_of_no_energy(scenario.model) + ", so it was not left";
    else if (Trajectory other = again.emplace(scenario, options, result).follow(true);
             result.status.ok()) {
      result.trajectory = std::move(other);
      shown = &*again;
      end = again->stability();
    } else if (!was_interrupted(result.status)) {
      left_alone = "; it could not be left: " + result.status.message;
      result.status = {};
    }
  }
  if (end == Stability::weak)
    left_alone = fmt::format(
        ", though slowly: along that way its stiffness is negative by less than {:.0e} of the "
        "largest one, and it was not left",
        kHardlyStiff);
  if (result.status.ok() && end != Stability::stable)
    result.warnings.push_back(std::string(kUnstableEquilibrium) + left_alone);
  shown->tell();
}

}  // namespace cuttle
