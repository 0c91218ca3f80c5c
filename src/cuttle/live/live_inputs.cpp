#include "cuttle/live/live_inputs.h"

#include <algorithm>

namespace cuttle {
namespace {

constexpr double kBlendTime = 0.1;  // [s]

}  // namespace

LiveInputs::LiveInputs(const Scenario& scenario)
    : control_(scenario), knobs_(make_knobs(scenario)), hands_(knobs_.size()) {
  control_.set_override(this);
}

int LiveInputs::find(const std::string& name) const {
  const auto knob =
      std::find_if(knobs_.begin(), knobs_.end(), [&](const Knob& k) { return k.name == name; });
  return knob == knobs_.end() ? -1 : int(knob - knobs_.begin());
}

CoordinateMotion LiveInputs::course(int knob, double t) {
  const Hand& hand = hands_[std::size_t(knob)];
  if (hand.value) return {*hand.value, 0, 0};
  if (!control_.evaluate_own(t, scratch_).ok()) return {};
  const int i = knobs_[std::size_t(knob)].reference_entry();
  return {scratch_.u[i], scratch_.u_dot[i], scratch_.u_ddot[i]};
}

void LiveInputs::change(int knob, std::optional<double> value, double t, bool smooth) {
  Hand& hand = hands_[std::size_t(knob)];
  const CoordinateMotion old = course(knob, t), rest = hand.blend.at(t);
  hand.value = value;
  hand.blend = {};
  if (smooth) start_from(knob, t, {old.x + rest.x, old.v + rest.v, old.a + rest.a});
}

void LiveInputs::start_from(int knob, double t, const CoordinateMotion& now) {
  if (knobs_[std::size_t(knob)].kind != KnobKind::coordinate) return;
  const CoordinateMotion next = course(knob, t);
  hands_[std::size_t(knob)].blend = {
      t, kBlendTime, {now.x - next.x, now.v - next.v, now.a - next.a}};
}

void LiveInputs::set(int knob, double value, double t, bool smooth) {
  change(knob, value, t, smooth);
}

void LiveInputs::release(int knob, double t, bool smooth) { change(knob, std::nullopt, t, smooth); }

void LiveInputs::take_over(const LiveInputs& other) {
  absent_ = other.absent_;
  for (std::size_t i = 0; i < other.knobs_.size(); ++i)
    absent_[other.knobs_[i].name] = other.hands_[i];
  for (std::size_t i = 0; i < knobs_.size(); ++i)
    if (const auto hand = absent_.extract(knobs_[i].name)) hands_[i] = hand.mapped();
}

void LiveInputs::apply(double t, Input& u) {
  for (std::size_t k = 0; k < knobs_.size(); ++k) {
    const Knob& knob = knobs_[k];
    const Hand& hand = hands_[k];
    for (std::size_t i = 0; hand.value && i < knob.entries.size(); ++i) {
      u.u[knob.entries[i]] = *hand.value * knob.shape[i];
      u.u_dot[knob.entries[i]] = u.u_ddot[knob.entries[i]] = 0;
    }
    if (t >= hand.blend.end()) continue;
    const CoordinateMotion rest = hand.blend.at(t);
    const int entry = knob.reference_entry();
    u.u[entry] += rest.x;
    u.u_dot[entry] += rest.v;
    u.u_ddot[entry] += rest.a;
  }
}

void LiveInputs::forget_blends() {
  for (Hand& hand : hands_) hand.blend = {};
}

void LiveInputs::stop() {
  forget_blends();
  control_.stop();
}

Status LiveInputs::evaluate_at_rest(double t, Input& u) {
  forget_blends();
  Status status = evaluate(t, u);
  u.u_dot.setZero();
  u.u_ddot.setZero();
  return status;
}

std::vector<double> LiveInputs::breakpoints(double t0, double t1) const {
  std::vector<double> ends;
  for (const Hand& hand : hands_)
    if (hand.blend.end() > t0 && hand.blend.end() < t1) ends.push_back(hand.blend.end());
  return ends;
}

}  // namespace cuttle
