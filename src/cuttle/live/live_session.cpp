#include "cuttle/live/live_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/analysis/equilibrium.h"
#include "cuttle/base/error.h"
#include "cuttle/base/interrupt.h"

namespace cuttle {
namespace {

constexpr double kSlowest = 0.001, kFastest = 1000;  // speeds of the clock

std::string prescribed_input(const std::string& body) { return "joints." + body + ".prescribed"; }

}  // namespace

LiveSession::LiveSession(const ScenarioSpec& spec) {
  load(spec);
  advance(0);
}

void LiveSession::load(const ScenarioSpec& spec) {
  auto core = std::make_unique<LiveCore>(spec);
  file_ = core->scenario.spec;
  held_.clear();
  replace(std::move(core));
  leave_motion();
  show_initial();
}

void LiveSession::replace(std::unique_ptr<LiveCore> core) {
  core_ = std::move(core);
  scene_ = core_->still();
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
  if (core_->motion) core_->motion->turn(x_.t);
  if (mode_ == LiveMode::initial) set_mode(LiveMode::statics);
}

void LiveSession::set_input(const std::string& name, double value) {
  const int i = knob(name);
  const Knob& k = core_->inputs.knobs()[std::size_t(i)];
  if (!std::isfinite(value)) throw LiveError(fmt::format("{}: not a finite number", name));
  if (k.kind == KnobKind::tension && value < 0)
    throw LiveError(fmt::format("{}: {} N, but cables only pull", name, value));
  if (core_->motion) core_->motion->note_inputs(x_.t);
  core_->inputs.set(i, value, x_.t, mode_ == LiveMode::dynamics && begun_);
  changed();
}

void LiveSession::release_input(const std::string& name) {
  if (core_->motion) core_->motion->note_inputs(x_.t);
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
  // gravity is built into nets
  if (!core_->scenario.nets.empty() && gravity != core_->scenario.model.gravity)
    rebuild(held_, gravity);
  core_->set_gravity(gravity);
  for (int i = 0; i < 3; ++i) scene_.gravity[std::size_t(i)] = gravity[i];
  changed();
}

const Body* LiveSession::free_joint(const std::string& body) const {
  const int i = core_->scenario.model.find_body(body);
  if (i < 0) return nullptr;
  const Body& found = core_->scenario.model.bodies[std::size_t(i)];
  const bool single = found.steps.size() == 1 && found.steps[0].kind == StepKind::screw;
  const bool held = std::ranges::find(held_, body) != held_.end();
  if (!single || (!held && found.steps[0].prescribed())) return nullptr;
  // what a controller pushes is not free
  const auto drives = [&](const ControllerPlan& plan) {
    return std::ranges::find(plan.inputs, found.steps[0].effort_input) != plan.inputs.end();
  };
  return std::ranges::any_of(core_->scenario.controllers, drives) ? nullptr : &found;
}

/// The file with the joints of some bodies driven. They begin where the file has them, so that
/// loops are closed there; hands take them elsewhere.
ScenarioSpec LiveSession::held_spec(const std::vector<std::string>& held,
                                    const Vector3& gravity) const {
  const Scenario& scenario = core_->scenario;
  ScenarioSpec spec = file_;
  spec.gravity = gravity;
  for (BodySpec& part : spec.bodies)
    if (std::ranges::find(held, part.name) != held.end()) {
      const Body& body = scenario.model.bodies[std::size_t(scenario.model.find_body(part.name))];
      part.joint.effort.clear();
      part.joint.initial = {};  // is in the drive
      part.joint.velocity.clear();
      part.joint.prescribed = {SignalSpec(scenario.initial.q[body.steps[0].q])};
    }
  return spec;
}

void LiveSession::rebuild(const std::vector<std::string>& held, const Vector3& gravity) {
  std::unique_ptr<LiveCore> core;
  try {
    core = std::make_unique<LiveCore>(held_spec(held, gravity));
  } catch (const InputError& error) {
    throw LiveError(error.what());
  }
  expects(core->scenario.model.nq == core_->scenario.model.nq, "a held joint keeps its coordinate");
  core->inputs.take_over(core_->inputs);
  replace(std::move(core));
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
  rebuild(held_now, core_->scenario.model.gravity);
  held_ = std::move(held_now);
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
  core_->inputs.stop();
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
  if (status.ok() && core_->constraints()) status = core_->constraints()->project(model, u_, x_);
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
  // it grows out of the one on the screen
  State x = x_;
  if (const Status status = core_->settle(u_, start(), settled_, x); !status.ok()) {
    status_ =
        fmt::format("no equilibrium: {}\n{}", status.message,
                    settled_ ? "The last equilibrium is shown." : "The initial state is shown.");
    return false;
  }
  x_ = x;
  x_.v.setZero();
  settled_ = true;
  status_.clear();
  if (!core_->stable(u_, x_)) status_ = kUnstableEquilibrium;
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
  settled_ = moved_ = false;
  status_.clear();
  begun_ = true;
  return true;
}

void LiveSession::move(double seconds, double budget) {
  Status status;
  if (!core_->motion) {
    core_->motion = std::make_unique<LiveMotion>(core_->scenario, core_->inputs);
    status = core_->motion->start(x_, !moved_);
    moved_ = status.ok();  // otherwise nets have not come down yet
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
  if (status.ok()) status = core_->check_closed(u_, x_);
  if (status.ok()) return;
  if (status.code == Status::Code::diverged) x_ = before;
  status_ = fmt::format("the motion cannot continue: {}", to_string(status));
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
  core_->draw(x_, u_, mode_ == LiveMode::dynamics, scene_, readouts_);
  return true;
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
