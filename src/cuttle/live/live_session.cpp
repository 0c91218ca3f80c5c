#include "cuttle/live/live_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/base/contract.h"
#include "cuttle/base/interrupt.h"
#include "cuttle/sim/close_loops.h"
#include "cuttle/sim/method_check.h"
#include "cuttle/sim/recorder.h"
#include "cuttle/sim/stepper.h"
#include "cuttle/sim/studies.h"

namespace cuttle {
namespace {

constexpr double kSlowest = 0.001, kFastest = 1000;  // speeds of the clock
constexpr double kTorn = 1e-6;                       // [m, rad] a gap that inputs tore

/// Somebody who looks has seen no beginning.
std::vector<std::size_t> shown_columns(const std::vector<Column>& columns) {
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (!needs_beginning(columns[i])) shown.push_back(i);
  return shown;
}

std::string prescribed_input(const std::string& body) { return "joints." + body + ".prescribed"; }

}  // namespace

LiveSession::Core::Core(const ScenarioSpec& spec)
    : scenario(build(spec)),
      inputs(scenario),
      sampler(scenario),
      ws(scenario.model),
      contacts(scenario.model),
      row(record_columns(scenario.probes).size()),
      shown(shown_columns(record_columns(scenario.probes))) {
  Diagnostics diagnostics;
  check_method(scenario.model, motion_study(scenario.spec.study), diagnostics);
  diagnostics.throw_if_any();
  if (!scenario.model.connections.empty())
    constraints = std::make_unique<ConstraintSolver>(scenario.model);
}

LiveSession::LiveSession(const ScenarioSpec& spec) {
  load(spec);
  advance(0);
}

void LiveSession::load(const ScenarioSpec& spec) {
  if (!spec.nets.empty())
    throw InputError(spec.nets.front().origin.error("", "nets do not move in a live view",
                                                    "cuttle run computes them"));
  auto core = std::make_unique<Core>(spec);
  file_ = core->scenario.spec;
  held_.clear();
  replace(std::move(core));
  leave_motion();
  show_initial();
}

void LiveSession::replace(std::unique_ptr<Core> core) {
  core_ = std::move(core);
  scene_ = core_->sampler.still();
  ++generation_;
  dirty_ = true;
}

double LiveSession::start() const { return start_time(file_.study); }

int LiveSession::knob(const std::string& name) const {
  if (const int found = core_->inputs.find(name); found >= 0) return found;
  std::vector<std::string> names;
  for (const Knob& k : core_->inputs.knobs()) names.push_back(k.name);
  throw LiveError(fmt::format("no such input: '{}' ({})", name, suggest(name, names, "inputs")));
}

void LiveSession::changed() {
  dirty_ = true;
  core_->motion.reset();
  if (mode_ == LiveMode::initial) set_mode(LiveMode::statics);
}

void LiveSession::set_input(const std::string& name, double value) {
  const int i = knob(name);
  const Knob& k = core_->inputs.knobs()[std::size_t(i)];
  if (!std::isfinite(value)) throw LiveError(fmt::format("{}: not a finite number", name));
  if (k.kind == KnobKind::tension && value < 0)
    throw LiveError(fmt::format("{}: {} N, but cables only pull", name, value));
  core_->inputs.set(i, value, x_.t, mode_ == LiveMode::dynamics && begun_);
  changed();
}

void LiveSession::release_input(const std::string& name) {
  core_->inputs.release(knob(name), x_.t, mode_ == LiveMode::dynamics && begun_);
  changed();
}

void LiveSession::release_all() {
  for (const std::string& body : std::vector(held_)) hold_joint(body, false, 0);
  for (const Knob& k : core_->inputs.knobs()) release_input(k.name);
  set_gravity(file_.gravity);
}

void LiveSession::set_gravity(const Vector3& gravity) {
  if (!gravity.allFinite()) throw LiveError("gravity: not a finite number");
  core_->scenario.model.gravity = gravity;
  core_->statics.reset();
  for (int i = 0; i < 3; ++i) scene_.gravity[std::size_t(i)] = gravity[i];
  changed();
}

const Body* LiveSession::free_joint(const std::string& body) const {
  const int i = core_->scenario.model.find_body(body);
  if (i < 0) return nullptr;
  const Body& found = core_->scenario.model.bodies[std::size_t(i)];
  const bool single = found.steps.size() == 1 && found.steps[0].kind == StepKind::screw;
  const bool held = std::ranges::find(held_, body) != held_.end();
  return single && (held || !found.steps[0].prescribed()) ? &found : nullptr;
}

/// The file with the joints of some bodies driven. They begin where the file has them, so that
/// loops are closed there; hands take them elsewhere.
ScenarioSpec LiveSession::held_spec(const std::vector<std::string>& held) const {
  const Scenario& scenario = core_->scenario;
  ScenarioSpec spec = file_;
  spec.gravity = scenario.model.gravity;
  for (BodySpec& part : spec.bodies)
    if (std::ranges::find(held, part.name) != held.end()) {
      const Body& body = scenario.model.bodies[std::size_t(scenario.model.find_body(part.name))];
      part.joint.effort.clear();
      part.joint.prescribed = {SignalSpec(scenario.initial.q[body.steps[0].q])};
    }
  return spec;
}

void LiveSession::hold_joint(const std::string& body, bool on, double value) {
  const Body* const found = free_joint(body);
  if (!found) throw LiveError(fmt::format("'{}' has no joint that can be held", body));
  if (!std::isfinite(value)) throw LiveError(fmt::format("{}: not a finite number", body));
  const std::string input = prescribed_input(body);
  const auto held = std::ranges::find(held_, body);
  if (on && held != held_.end()) return set_input(input, value);
  if (!on && held == held_.end()) return;

  // another model, with the joint driven; the coordinates stay what they are
  std::vector<std::string> held_now = held_;
  if (on)
    held_now.push_back(body);
  else
    std::erase(held_now, body);
  const JointStep step = found->steps[0];
  auto core = std::make_unique<Core>(held_spec(held_now));
  expects(core->scenario.model.nq == core_->scenario.model.nq, "a held joint keeps its coordinate");
  core->inputs.take_over(core_->inputs);
  held_ = std::move(held_now);
  replace(std::move(core));
  if (on) {
    const int k = knob(input);
    core_->inputs.set(k, value, x_.t, false);
    if (mode_ == LiveMode::dynamics && begun_)
      core_->inputs.start_from(k, x_.t, {x_.q[step.q], x_.v[step.v], 0});
  }
  changed();
}

void LiveSession::set_mode(LiveMode mode) {
  if (mode == mode_) return;
  // a motion may begin at the equilibrium on the screen; all else begins at the initial state
  if (mode != LiveMode::dynamics) settled_ = false;
  leave_motion();
  playing_ = false;
  mode_ = mode;
  dirty_ = true;
}

// the next motion has neither the steps nor the unfinished blends of this one
void LiveSession::leave_motion() {
  begun_ = false;
  core_->motion.reset();
  core_->inputs.forget_blends();
}

void LiveSession::play() {
  set_mode(LiveMode::dynamics);
  playing_ = true;
  dirty_ = true;
}

void LiveSession::pause() {
  playing_ = false;
  news_ = true;
}

void LiveSession::reset() {
  set_mode(LiveMode::initial);
  dirty_ = true;
}

void LiveSession::set_speed(double factor) {
  if (!(factor >= kSlowest && factor <= kFastest))
    throw LiveError(fmt::format("speed: must be {} .. {}, got {}", kSlowest, kFastest, factor));
  speed_ = factor;
  news_ = true;
}

bool LiveSession::close(const Status& inputs) {
  const Model& model = core_->scenario.model;
  Status status = inputs;
  normalize(model, u_, x_.q, x_.v);
  if (status.ok() && core_->constraints) status = core_->constraints->project(model, u_, x_);
  if (!status.ok()) status_ = status.message;
  return status.ok();
}

void LiveSession::show_initial() {
  settled_ = false;
  x_ = motion_start(core_->scenario);
  close(core_->inputs.evaluate_at_rest(start(), u_));
}

bool LiveSession::solve_equilibrium() {
  if (!settled_) show_initial();
  if (const Status status = core_->inputs.evaluate_at_rest(start(), u_); !status.ok()) {
    status_ = status.message;
    return false;
  }
  if (!core_->statics) core_->statics = std::make_unique<StaticsSolver>(core_->scenario.model);
  StaticsSolver& solver = *core_->statics;
  const StaticsOptions options = statics_options(file_.study);
  State x = x_;
  x.t = start();

  // it grows out of the one on the screen; where that leads nowhere, out of the initial state, and
  // at last out of the rest state (a horizontal pendulum does not know where to turn)
  StaticsResult result;
  if (settled_) {
    StaticsOptions follow = options;
    follow.load_steps = 1;
    result = solver.solve(u_, follow, x);
  }
  if (!settled_ || !result.status.ok()) {
    x = core_->scenario.initial;
    result = initial_equilibrium(core_->scenario, solver, u_, options, x);
  }
  if (!result.status.ok()) {
    State rest = rest_state(core_->scenario.model);
    rest.t = start();
    StaticsResult last = solver.solve(u_, options, rest);
    if (last.status.ok()) {
      x = std::move(rest);
      result = std::move(last);
    }
  }
  if (result.status.ok()) result.status = check_closed(x);
  if (!result.status.ok()) {
    status_ =
        fmt::format("no equilibrium: {}\n{}", result.status.message,
                    settled_ ? "The last equilibrium is shown." : "The initial state is shown.");
    return false;
  }
  x_ = x;
  x_.v.setZero();
  settled_ = true;
  status_.clear();
  if (!solver.stable(u_, x_)) status_ = kUnstableEquilibrium;
  return true;
}

bool LiveSession::begin_motion() {
  const StudySpec& study = file_.study;
  const bool settle = study.type == StudyType::dynamics && study.start == StartFrom::statics;
  if (!settled_ && settle && !solve_equilibrium()) return false;
  if (!settled_) {
    x_ = motion_start(core_->scenario);
    if (!close(core_->inputs.evaluate(start(), u_))) return false;
  }
  settled_ = false;
  status_.clear();
  begun_ = true;
  return true;
}

// driven coordinates may contradict each other around a loop
Status LiveSession::check_closed(const State& x) {
  if (!core_->constraints) return {};
  const Model& model = core_->scenario.model;
  int worst = 0;
  const double gap = core_->constraints->gap(model, u_, x, &worst);
  if (gap < kTorn) return {};
  const std::string& name = model.connections[std::size_t(worst)].name;
  return Status::fail(Status::Code::diverged,
                      fmt::format("connection '{}' cannot be closed under these inputs", name),
                      x.t);
}

void LiveSession::move(double seconds, double budget) {
  Status status;
  if (!core_->motion) {
    core_->motion = std::make_unique<LiveMotion>(core_->scenario, core_->inputs);
    status = core_->motion->start(x_);
  }
  using Clock = LiveMotion::Clock;
  Clock::time_point deadline = Clock::time_point::max();
  if (std::isfinite(budget))
    deadline = Clock::now() +
               std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(budget));
  const State before = x_;
  const double ahead = seconds > 0 ? seconds * speed_ : 0;  // time does not run backwards
  if (status.ok()) status = core_->motion->advance(x_.t + ahead, deadline, x_);
  if (status.ok()) status = core_->inputs.evaluate(x_.t, u_);
  if (status.ok()) status = check_closed(x_);
  if (status.ok()) return;
  if (status.code == Status::Code::diverged) x_ = before;
  status_ = fmt::format("the motion cannot go on: {}", to_string(status));
  playing_ = false;
  core_->motion.reset();
}

bool LiveSession::advance(double wall_seconds, double budget) {
  if (!dirty_ && !news_ && !playing_) return false;
  const InterruptScope patient(patience_);
  if (dirty_) status_.clear();
  if (dirty_ && mode_ == LiveMode::initial) show_initial();
  if (dirty_ && mode_ == LiveMode::statics) solve_equilibrium();
  if (mode_ == LiveMode::dynamics) {
    if (!begun_ && !begin_motion()) {
      playing_ = false;
      mode_ = LiveMode::initial;
    }
    if (playing_) move(wall_seconds, budget);
    if (const Status status = core_->inputs.evaluate(x_.t, u_); !status.ok())
      status_ = status.message;
  }
  dirty_ = news_ = false;
  show();
  return true;
}

void LiveSession::show() {
  const Model& model = core_->scenario.model;
  update_forces(model, x_, u_, mode_ == LiveMode::dynamics, core_->constraints.get(), core_->ws);
  scene_ = with_frames(scene_, {});
  core_->sampler.append(x_.t, x_, u_, scene_, core_->contacts.evaluate(model, core_->ws));
  evaluate_record(core_->scenario.probes, model, x_, u_, 0, 0, core_->ws, core_->row);
  readouts_.clear();
  for (const std::size_t i : core_->shown) readouts_.push_back(core_->row[i]);
}

std::vector<Column> LiveSession::readout_columns() const {
  const std::vector<Column> all = record_columns(core_->scenario.probes);
  std::vector<Column> columns;
  for (const std::size_t i : core_->shown) columns.push_back(all[i]);
  return columns;
}

std::vector<LiveInput> LiveSession::inputs() const {
  std::vector<LiveInput> list;
  const std::vector<Knob>& knobs = core_->inputs.knobs();
  for (std::size_t i = 0; i < knobs.size(); ++i) {
    const Knob& k = knobs[i];
    const bool of_held_joint = std::ranges::any_of(
        held_, [&](const std::string& body) { return k.name == prescribed_input(body); });
    if (!of_held_joint)
      list.push_back({k.name, k.unit, core_->inputs.value(int(i), u_), k.min, k.max,
                      core_->inputs.overridden(int(i))});
  }
  return list;
}

std::vector<LiveJoint> LiveSession::joints() const {
  std::vector<LiveJoint> list;
  for (const Body& body : core_->scenario.model.bodies) {
    if (!free_joint(body.name)) continue;
    const JointStep& step = body.steps[0];
    const std::string unit = step.S.head<3>().isZero(0) ? "m" : "rad";
    const auto [low, high] = std::minmax({core_->scenario.initial.q[step.q], x_.q[step.q]});
    const SliderRange range = slider_range(KnobKind::coordinate, unit, low, high);
    list.push_back({body.name, body.joint_kind, unit, x_.q[step.q], range.min, range.max,
                    std::ranges::find(held_, body.name) != held_.end()});
  }
  return list;
}

}  // namespace cuttle
