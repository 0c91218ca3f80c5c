#include "cuttle/dynamics/joint_forces.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuttle/dynamics/bristles.h"

namespace cuttle {
namespace {

constexpr double kEver = std::numeric_limits<double>::infinity();

Vector3 along(double x) { return {x, 0, 0}; }

JointTouch touch_of(const JointContact& c, const JointContactMemory* memory, const State& x) {
  const double q = x.q[c.q], v = x.v[c.v];
  JointTouch touch;
  if (c.stops()) {
    const bool low = q - c.low < c.high - q;
    touch.inwards = low ? 1 : -1;
    touch.depth = low ? c.low - q : q - c.high;
    touch.depth_rate = -touch.inwards * v;
    apply_stop_law(c, touch);
  }
  if (!c.friction.rough()) return touch;
  Bristles& bristles = touch.bristles;
  bristles.slip_rate = along(v);
  bristles.bristle_damping = c.friction.tangential_damping;
  if (memory != nullptr) {
    bristles.travel_before = memory->travel;
    stretch_bristles(c.friction, *memory, x.t, memory->pull, along(q - memory->q), bristles);
  }
  bristles.friction = bristles.sliding ? c.friction.kinetic_friction : c.friction.static_friction;
  hold_or_slide(c.friction, 1, bristles);
  return touch;
}

BristleStretch stretch_of(const JointContact& c, const JointTouch& touch,
                          const JointContactMemory* memory, double t) {
  return bristle_stretch(c.friction, touch.bristles, memory, kEver, t);
}

}  // namespace

void apply_stop_law(const JointContact& c, JointTouch& touch) {
  touch.push = touch.stiffness = touch.damping = 0;
  if (!(touch.depth > 0)) return;
  const double slope = c.stiffness * (1 + c.damping * touch.depth_rate);
  // it springs back faster than its force would follow
  if (!(slope > 0)) return;
  touch.push = slope * touch.depth;
  touch.stiffness = slope;
  touch.damping = c.stiffness * c.damping * touch.depth;
}

const JointContactMemory* joint_memory(const State& x, size_t contact) {
  return contact < x.joint_contacts.size() ? &x.joint_contacts[contact] : nullptr;
}

void update_joint_touches(const Model& model, const State& x, Workspace& ws) {
  ws.joint_touches.resize(model.joint_contacts.size());
  for (size_t i = 0; i < model.joint_contacts.size(); ++i)
    ws.joint_touches[i] = touch_of(model.joint_contacts[i], joint_memory(x, i), x);
}

void JointForces::apply(const Model& model, const State& x, const Input&, bool,
                        Workspace& ws) const {
  update_joint_touches(model, x, ws);
  for (size_t i = 0; i < model.joint_contacts.size(); ++i) {
    const JointContact& c = model.joint_contacts[i];
    const JointTouch& touch = ws.joint_touches[i];
    StepWork& step = ws.steps[size_t(c.body)][size_t(c.step)];
    step.load = touch.force();
    step.K = touch.stiffness;
    step.D = touch.damping;
    if (!c.friction.rough() || touch.bristles.sliding) continue;
    step.K += touch.bristles.bristle_stiffness;
    step.D += touch.bristles.bristle_damping;
  }
}

EnergyBooks JointForces::books(const Model& model, const State& x, const Input&,
                               const Workspace& ws) const {
  EnergyBooks books;
  for (size_t i = 0; i < model.joint_contacts.size(); ++i) {
    const JointContact& c = model.joint_contacts[i];
    const JointContactMemory* memory = joint_memory(x, i);
    const JointTouch touch = touch_of(c, memory, x);
    if (touch.depth > 0) {
      const double spring = c.stiffness * touch.depth;
      books.potential += 0.5 * spring * touch.depth;
      books.power -= (touch.push - spring) * touch.depth_rate;
    }
    if (!c.friction.rough()) continue;
    // of what friction takes, the bristles keep what stretches them
    const BristleStretch stretch = stretch_of(c, touch, memory, x.t);
    const double k = c.friction.tangential_stiffness;
    books.potential += 0.5 * k * stretch.now.squaredNorm();
    books.power += touch.bristles.tangential[0] * x.v[c.v] + k * stretch.now.dot(stretch.rate);
  }
  return books;
}

bool joint_friction_changes(const Model& model, const State& x, Workspace& ws) {
  if (model.joint_contacts.empty()) return false;
  update_joint_touches(model, x, ws);
  for (size_t i = 0; i < model.joint_contacts.size(); ++i) {
    const JointContact& c = model.joint_contacts[i];
    const JointContactMemory* before = joint_memory(x, i);
    if (before != nullptr && c.friction.rough() &&
        changes_rule(c.friction, ws.joint_touches[i].bristles, *before))
      return true;
  }
  return false;
}

bool renew_joint_memory(const Model& model, State& x, Workspace& ws, bool at_rest) {
  if (model.joint_contacts.empty()) return false;
  update_joint_touches(model, x, ws);
  const bool anew = x.joint_contacts.size() != model.joint_contacts.size();
  if (anew) x.joint_contacts.assign(model.joint_contacts.size(), {});
  bool jumps = false;
  for (size_t i = 0; i < model.joint_contacts.size(); ++i) {
    const JointContact& c = model.joint_contacts[i];
    const JointTouch& touch = ws.joint_touches[i];
    JointContactMemory& memory = x.joint_contacts[i];
    if (c.friction.rough()) {
      if (!anew)
        jumps |= memory.sliding != touch.bristles.sliding &&
                 c.friction.static_friction != c.friction.kinetic_friction;
      const BristleStretch stretch = stretch_of(c, touch, anew ? nullptr : &memory, x.t);
      remember_bristles(c.friction, touch.bristles, 1, stretch.now, memory);
    }
    memory.q = x.q[c.q];
    memory.t = at_rest ? kEver : x.t;
    memory.pushed = touch.push > 0;
    memory.deepest = std::max(memory.deepest, touch.depth);
  }
  return jumps;
}

void carry_joint_memory(const Model& model, const VectorX& q_before, State& x) {
  for (size_t i = 0; i < x.joint_contacts.size(); ++i) {
    const int q = model.joint_contacts[i].q;
    x.joint_contacts[i].q += x.q[q] - q_before[q];
  }
}

}  // namespace cuttle
