#include "cuttle/contact/contact_forces.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuttle/contact/find_contacts.h"
#include "cuttle/contact/panel_contact.h"
#include "cuttle/dynamics/bristles.h"
#include "cuttle/dynamics/joint_forces.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/so3.h"

namespace cuttle {
namespace {

/// A Hertz spring has no stiffness at the first touch; solvers take that at this depth.
constexpr double kLeastDepth = 1e-6;  // [m]

/// Side k of a contact gets a force and, at the base of its body, a moment.
void load_point(int body, int point, const PanelSum::End& end, Workspace& ws) {
  BodyWork& b = ws.bodies[size_t(body)];
  Vector6& load = b.points[size_t(point)].load;
  load.head<3>() += b.X_WB.R.transpose() * end.moment;
  load.tail<3>() += b.X_WB.R.transpose() * end.force;
}

void push(const ContactSide& side, const Vector3& force, Workspace& ws) {
  for (size_t k = 0; k < size_t(side.points); ++k)
    load_point(side.body, side.point[k], share_of(side, k, force), ws);
}

/// The normal forces of a panel act where they are, its friction in the mean.
void push_panel(const Contact& c, Workspace& ws) {
  const PanelSum& sum = ws.contact.panels[size_t(c.panel)];
  for (size_t s = 0; s < 2; ++s) {
    const ContactSide& side = c.sides[s];
    for (size_t k = 0; k < size_t(side.points); ++k)
      load_point(side.body, side.point[k], sum.load[s][k], ws);
    push(side, s == 0 ? Vector3(-c.tangential) : c.tangential, ws);
  }
}

/// The force keeps its direction while the bodies turn, and changes as they move apart.
void add_tangent(const Model& model, const Contact& c, Workspace& ws) {
  const ContactRule& rule = model.contact.rules[size_t(c.rule)];
  const Matrix3 along = c.n * c.n.transpose(), across = Matrix3::Identity() - along;
  const bool panel = c.panel >= 0, sticks = rule.rough() && !c.sliding;
  Coupling coupling;
  coupling.count = 0;
  if (panel) {
    add_panel_tangent(model, c, ws);
    if (!rule.rough()) return;
  } else {
    coupling.C = c.stiffness * along;
    coupling.B = c.damping * along;
  }
  if (sticks) {
    coupling.C += c.bristle_stiffness * across;
    coupling.B += c.bristle_damping * across;
  }
  const Vector3 force = panel ? c.tangential : c.force();
  add_load_tangent(c.sides[0], -force, -1, coupling, ws);
  add_load_tangent(c.sides[1], force, 1, coupling, ws);
  ws.couplings.push_back(coupling);
}

const ContactWork::Held* find_held(const ContactWork& work, const ContactKey& key) {
  const auto found = std::ranges::lower_bound(work.held, key, {}, &ContactWork::Held::key);
  return found != work.held.end() && found->key == key ? &*found : nullptr;
}

/// The force of an exact contact is that of the stage under way, else that of the last step.
void hold(const ContactRule& rule, const ContactWork& work, const ContactMemory* memory,
          Contact& c) {
  Vector3 force = Vector3::Zero();
  if (work.exact && work.within_stage) {
    if (const ContactWork::Held* held = find_held(work, c.key)) {
      force = held->force;
      c.sliding = held->sliding;
    }
  } else if (memory != nullptr) {
    force = memory->force;
    c.sliding = memory->sliding;
  }
  const bool stuck = memory != nullptr && !memory->sliding;
  c.friction = stuck ? rule.static_friction : rule.kinetic_friction;
  c.normal = c.n.dot(force);
  c.tangential = force - c.normal * c.n;
  c.limit = c.friction * c.normal;
}

/// What an exact contact remembers; false if it does not touch.
bool remember_exact(const Model& model, const Contact& c, const ContactMemory* before,
                    const Workspace& ws, ContactMemory& memory) {
  // nothing has moved yet
  if (!ws.contact.stepped && before != nullptr) {
    memory = *before;
    return true;
  }
  const ContactWork::Held* const held = find_held(ws.contact, c.key);
  if (held == nullptr) return false;
  memory = remember(model, c, ws);
  memory.closed = memory.exact = true;
  memory.force = held->force;
  memory.sliding = held->sliding;
  return true;
}

/// How long ago the surfaces of a place met that had no memory when the step began.
double time_since_met(const Contact& c) {
  const double approach = -c.gap_rate;
  return approach > 0 ? -c.gap / approach : std::numeric_limits<double>::infinity();
}

}  // namespace

void apply_contact_law(const ContactRule& rule, bool within_stage, bool was_closed, Contact& c) {
  const double depth = -c.gap;
  c.stiffness = rule.exponent == 1 ? rule.stiffness
                                   : rule.stiffness * rule.exponent *
                                         std::pow(std::max(depth, kLeastDepth), rule.exponent - 1);
  c.damping = was_closed || !within_stage ? rule.damping : 0;
  c.spring = rule.exponent == 1 || depth <= 0 ? c.stiffness * depth
                                              : rule.stiffness * std::pow(depth, rule.exponent);
  c.friction = c.sliding ? rule.kinetic_friction : rule.static_friction;
  c.normal = 0;
  c.tangential.setZero();
  // a stage decides by the force alone, so that its iterations see no jump at the surface
  if (!within_stage && !(depth > 0)) return;
  c.normal = std::max(0.0, c.spring - c.damping * c.gap_rate);
  if (!rule.rough()) return;
  hold_or_slide(rule, c.normal, c);
}

void rub_panel(const ContactRule& rule, const PanelSum& sum, Contact& c) {
  c.friction = c.sliding ? rule.kinetic_friction : rule.static_friction;
  if (rule.rough()) hold_or_slide(bristles_of(rule, c), sum.pressure, c);
}

void update_contacts(const Model& model, const State& x, Workspace& ws) {
  find_contacts(model, x, ws);
  for (Contact& c : ws.contact.contacts) {
    const ContactRule& rule = model.contact.rules[size_t(c.rule)];
    const ContactMemory* const memory = find_memory(x, c.key);
    if (c.exact)
      hold(rule, ws.contact, memory, c);
    else if (c.panel >= 0)
      rub_panel(rule, ws.contact.panels[size_t(c.panel)], c);
    else
      apply_contact_law(rule, ws.contact.within_stage, memory != nullptr, c);
  }
}

void ContactForces::apply(const Model& model, const State& x, const Input&, bool with_tangent,
                          Workspace& ws) const {
  update_contacts(model, x, ws);
  for (const Contact& c : ws.contact.contacts) {
    if (!c.closed()) continue;
    if (c.panel < 0) {
      const Vector3 force = c.force();
      push(c.sides[0], -force, ws);
      push(c.sides[1], force, ws);
    } else {
      push_panel(c, ws);
    }
    if (with_tangent) add_tangent(model, c, ws);
  }
}

EnergyBooks ContactForces::books(const Model& model, const State& x, const Input&,
                                 const Workspace& ws) const {
  EnergyBooks books;
  for (const Contact& c : ws.contact.contacts) {
    if (c.exact) books.power += c.normal * c.gap_rate + c.tangential.dot(c.slip_rate);
    if (c.exact || c.gap >= 0) continue;
    const ContactRule& rule = model.contact.rules[size_t(c.rule)];
    if (c.panel >= 0) {
      // all that friction takes: what a panel's bristles hold goes with it where it lifts off
      const PanelSum& sum = ws.contact.panels[size_t(c.panel)];
      books.potential += sum.potential;
      books.power += sum.power + c.tangential.dot(c.slip_rate);
      continue;
    }
    books.potential += c.spring * -c.gap / (rule.exponent + 1);
    books.power += (c.normal - c.spring) * c.gap_rate;
    if (!rule.rough()) continue;
    // of what friction takes, the bristles keep what stretches them
    const BristleStretch stretch =
        bristle_stretch(rule, c, find_memory(x, c.key), time_since_met(c), x.t);
    const double k = rule.tangential_stiffness;
    books.potential += 0.5 * k * stretch.now.squaredNorm();
    books.power += c.tangential.dot(c.slip_rate) + k * stretch.now.dot(stretch.rate);
  }
  return books;
}

bool friction_changes(const Model& model, const Input& u, const State& x, Workspace& ws) {
  if (joint_friction_changes(model, x, ws)) return true;
  if (std::ranges::none_of(model.contact.rules, &ContactRule::rough)) return false;
  update_kinematics(model, x, u, nullptr, ws);
  update_contacts(model, x, ws);
  return std::ranges::any_of(ws.contact.contacts, [&](const Contact& c) {
    const ContactRule& rule = model.contact.rules[size_t(c.rule)];
    const ContactMemory* before = find_memory(x, c.key);
    return before != nullptr && rule.rough() && !c.exact && c.gap < 0 &&
           changes_rule(bristles_of(rule, c), c, *before);
  });
}

std::string friction_words(const Model& model) {
  const bool contacts = std::ranges::any_of(model.contact.rules, &ContactRule::rough);
  const bool joints = std::ranges::any_of(model.joint_contacts,
                                          [](const JointContact& c) { return c.friction.rough(); });
  if (contacts && joints) return "contacts and joints have friction";
  return contacts ? "contacts have friction" : joints ? "joints have friction" : "";
}

bool renew_memory(const Model& model, const Input& u, State& x, Workspace& ws, bool at_rest) {
  bool jumps = renew_joint_memory(model, x, ws, at_rest);
  if (model.contact.empty()) return jumps;
  // whoever cannot keep contacts exact goes on by their springs
  if (!ws.contact.exact)
    for (ContactMemory& memory : x.contacts) memory.exact = false;
  update_kinematics(model, x, u, nullptr, ws);
  update_contacts(model, x, ws);
  std::vector<ContactMemory>& renewed = ws.contact.renewed;
  renewed.clear();
  for (const Contact& c : ws.contact.contacts) {
    if (c.exact) {
      ContactMemory memory;
      if (remember_exact(model, c, find_memory(x, c.key), ws, memory)) {
        memory.t = x.t;
        renewed.push_back(memory);
      }
      continue;
    }
    if (!(c.gap < 0)) continue;
    ContactMemory& memory = renewed.emplace_back(remember(model, c, ws));
    memory.t = at_rest ? std::numeric_limits<double>::infinity() : x.t;
    const ContactRule& rule = model.contact.rules[size_t(c.rule)];
    if (!rule.rough()) continue;
    const ContactMemory* before = find_memory(x, c.key);
    const BristleRule bristles = bristles_of(rule, c);
    const BristleStretch stretch = bristle_stretch(bristles, c, before, time_since_met(c), x.t);
    const double normal = c.panel < 0 ? c.normal : ws.contact.panels[size_t(c.panel)].pressure;
    remember_bristles(bristles, c, normal, stretch.now, memory);
    if (before == nullptr) continue;
    jumps |= before->sliding != c.sliding && rule.static_friction != rule.kinetic_friction;
  }
  std::swap(x.contacts, renewed);
  return jumps;
}

}  // namespace cuttle
