#include "cuttle/motion/motion.h"

#include <algorithm>

#include "cuttle/spec/spec_choices.h"

namespace cuttle {

Motion::Motion(const Scenario& scenario, const StudySpec& study, ControlLoop& control)
    : scenario_(scenario),
      study_(study),
      control_(control),
      nets_(subsystems_beside(scenario, study)),
      x_(scenario.initial) {
  if (scenario.model.bodies.empty()) return;
  leader_ = std::make_unique<Tree>(scenario);
  tree_ = &leader_->move_by(study, control);
}

void Motion::observe(Observer observer) {
  if (tree_)
    tree_->observe(std::move(observer));
  else
    observer_ = std::move(observer);
}

Status Motion::start(const State& x, const MotionStart& how) {
  x_ = x;
  for (const auto& net : nets_)
    if (Status status = net->start(x_, how); !status.ok()) return status;
  if (leader_) return leader_->start(x_, how);
  if (Status status = control_.start(x_); !status.ok()) return status;
  return observer_ ? observer_(x_.t) : Status{};
}

Status Motion::advance(double t, bool corner) {
  if (tree_) return tree_->advance(t, corner);
  // nothing but time goes on; whoever looks hears of every row
  while (observer_ && x_.t < t) {
    x_.t = std::min(t, x_.t + study_.output_step);
    if (Status status = observer_(x_.t); !status.ok()) return status;
  }
  x_.t = std::max(x_.t, t);
  return {};
}

Status Motion::advance_beyond(double t, Clock::time_point deadline) {
  return tree_ ? tree_->advance_beyond(t, deadline) : advance(t);
}

void Motion::note_inputs(double t) {
  if (tree_) tree_->note_inputs(t);
}

void Motion::cut(double t) {
  if (tree_) tree_->cut(t);
}

void Motion::end(State& x) const { put_bodies(tree_ ? tree_->state() : x_, x); }

Status Motion::at(double t, State& x, VectorX& w) {
  if (tree_) return tree_->at(t, x, w);
  x.t = t;
  return {};
}

Status Motion::pull(double t, State& x) {
  Status status;
  for (const auto& net : nets_)
    if (status.ok()) status = net->advance(t, x_);
  x.nets = x_.nets;
  return status;
}

std::vector<std::string> Motion::switch_warnings() const {
  return tree_ ? tree_->switch_warnings() : std::vector<std::string>{};
}

IntegratorStatistics Motion::statistics() const {
  return tree_ ? tree_->statistics() : IntegratorStatistics{};
}

void Motion::report(SolverReport& result) const {
  if (leader_)
    leader_->report(result);
  else
    result.solver.method = std::string("net ") + name_of(scenario_.spec.study.net_method);
  for (const auto& net : nets_) net->report(result);
}

}  // namespace cuttle
