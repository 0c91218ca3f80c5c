#include "cuttle/contact/contact_solver.h"

#include <algorithm>
#include <cmath>

#include "cuttle/contact/contact_forces.h"
#include "cuttle/contact/contact_preconditioner.h"
#include "cuttle/contact/find_contacts.h"
#include "cuttle/dynamics/joint_forces.h"

namespace cuttle {
namespace {

/// A stop that springs back faster than its force would follow has a negative slope; the iteration
/// takes this part of its stiffness at least.
constexpr double kLeastSlope = 0.1;

/// Of the normal force; that of a panel is the sum of forces that may differ in direction.
double friction_of(const Contact& c, const Workspace& ws) {
  if (c.panel < 0 || !c.closed()) return c.friction;
  return c.friction * ws.contact.panels[size_t(c.panel)].pressure / c.normal;
}

/// Whether something is true of a contact beside that of a panel, along its rod.
template <class Test>
bool any_neighbour(const Model& model, const ContactKey& key, const Test& test) {
  const std::vector<ContactShape>& shapes = model.contact.shapes;
  for (int ContactKey::*side : {&ContactKey::a, &ContactKey::b}) {
    const ContactShape& shape = shapes[size_t(key.*side)];
    for (const int next : {shape.previous, shape.next}) {
      ContactKey beside = key;
      beside.*side = next;
      if (next >= 0 && test(beside)) return true;
    }
  }
  return false;
}

/// True if a stop pushes that did not when the step began or, unless only that counts, the reverse.
bool joint_stops_switched(const State& x, const Workspace& ws, bool only_closed) {
  for (size_t i = 0; i < ws.joint_touches.size(); ++i) {
    const JointContactMemory* const memory = joint_memory(x, i);
    const bool pushes = ws.joint_touches[i].push > 0, pushed = memory && memory->pushed;
    if (pushes != pushed && (pushes || !only_closed)) return true;
  }
  return false;
}

}  // namespace

void ContactSolver::begin_stage() {
  places_.clear();
  joints_.clear();
  std::ranges::fill(met_stop_, char(0));
}

// Closed places, those that would close before long, and those that this stage has looked at
// already: a place that comes and goes between iterations would never settle.
void ContactSolver::choose_places(const State& x, double gamma, const Workspace& ws) {
  std::swap(places_, last_);
  places_.clear();
  const std::vector<Contact>& contacts = ws.contact.contacts;
  for (size_t i = 0; i < contacts.size(); ++i) {
    const Contact& c = contacts[i];
    const auto seen = std::find_if(last_.begin(), last_.end(),
                                   [&](const Place& place) { return place.key == c.key; });
    const bool soon = c.gap < 2 * gamma * std::max(0.0, -c.gap_rate);
    if (seen == last_.end() && !(c.gap < 0) && !soon && find_memory(x, c.key) == nullptr) continue;
    Place place;
    place.key = c.key;
    place.contact = int(i);
    place.axes = contact_axes(c.n);
    place.before = place.axes.transpose() * c.force();
    place.lambda = seen != last_.end() ? seen->lambda : Vector3(0, 0, 0);
    places_.push_back(place);
  }
}

/// Friction always; stops that push, will before long, did, or have been looked at already.
void ContactSolver::choose_joints(const Model& model, const State& x, double gamma,
                                  const Workspace& ws) {
  joints_.clear();
  for (size_t i = 0; i < model.joint_contacts.size(); ++i) {
    const JointContact& c = model.joint_contacts[i];
    const JointTouch& touch = ws.joint_touches[i];
    const JointContactMemory* const memory = joint_memory(x, i);
    const bool soon = touch.depth > -2 * gamma * std::max(0.0, touch.depth_rate);
    if (c.stops() && (touch.depth > 0 || soon || met_stop_[i] || (memory && memory->pushed))) {
      met_stop_[i] = 1;
      joints_.push_back({int(i), true, touch.push, touch.push});
    }
    const Bristles& bristles = touch.bristles;
    if (!c.friction.rough() || !(bristles.bristle_stiffness + bristles.bristle_damping > 0))
      continue;
    const double force = bristles.tangential[0];
    joints_.push_back({int(i), false, force, force});
  }
}

void ContactSolver::add_rows(const Model& model, ConstraintSolver* constraints,
                             const Workspace& ws) {
  columns_.clear();
  cone_.blocks.clear();
  row_place_.clear();
  row_axis_.clear();
  for (size_t p = 0; p < places_.size(); ++p) {
    const Contact& c = ws.contact.contacts[size_t(places_[p].contact)];
    const ContactRule& rule = model.contact.rules[size_t(c.rule)];
    const bool rough = rule.rough() && (c.bristle_stiffness > 0 || c.bristle_damping > 0);
    cone_.blocks.push_back({columns_.count(), rough, friction_of(c, ws)});
    for (int axis = 0; axis < (rough ? 3 : 1); ++axis) {
      add_contact_row(model, c, places_[p].axes, axis, ws, columns_);
      row_place_.push_back(int(p));
      row_axis_.push_back(axis);
    }
  }

  for (const JointPlace& place : joints_) {
    const JointContact& c = model.joint_contacts[size_t(place.contact)];
    const JointTouch& touch = ws.joint_touches[size_t(place.contact)];
    cone_.blocks.push_back(
        {.row = columns_.count(), .dry = !place.stop, .limit = touch.bristles.limit});
    columns_.add_coordinate(model, ws, c.body, c.v, place.stop ? touch.inwards : 1);
  }

  // what the connections let through
  use_constrained_ = constraints != nullptr;
  if (!use_constrained_) return;
  if (constrained_.size() < size_t(columns_.count())) constrained_.resize(size_t(columns_.count()));
  for (int i = 0; i < columns_.count(); ++i) {
    VectorX& column = constrained_[size_t(i)];
    column.setZero(model.nv);
    columns_.add_column(i, 1, column);
    constraints->constrain(column);
  }
}

void ContactSolver::set_up_cone(const Model& model, const EffectiveInertia& effective,
                                const VectorX& a_old, const Workspace& ws) {
  const int rows = columns_.count();
  G_.setZero(rows, rows);
  if (use_constrained_) {
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j <= i; ++j) G_(i, j) = G_(j, i) = columns_.rate(i, constrained_[size_t(j)]);
  } else {
    columns_.for_each_product([&](int i, int j, double part) {
      G_(i, j) += part;
      if (i != j) G_(j, i) += part;
    });
  }

  lambda_.resize(rows);
  before_.resize(rows);
  cone_.S = G_;
  cone_.r.resize(rows);
  const int first_joint = int(row_place_.size());
  for (int i = 0; i < rows; ++i) {
    RowLaw law;
    if (i < first_joint) {
      const Place& place = places_[size_t(row_place_[size_t(i)])];
      lambda_[i] = place.lambda[row_axis_[size_t(i)]];
      before_[i] = place.before[row_axis_[size_t(i)]];
      law = law_of(model, i, effective, ws);
    } else {
      const JointPlace& place = joints_[size_t(i - first_joint)];
      lambda_[i] = place.lambda;
      before_[i] = place.before;
      law = law_of_joint(model, place, effective, ws);
    }
    cone_.S(i, i) += law.compliance;
    cone_.r[i] = columns_.rate(i, ws.a) - columns_.rate(i, a_old) + law.compliance * law.u;
  }
  cone_.r.noalias() -= G_ * before_;
}

ContactSolver::RowLaw ContactSolver::law_of(const Model& model, int row,
                                            const EffectiveInertia& effective,
                                            const Workspace& ws) const {
  const Place& place = places_[size_t(row_place_[size_t(row)])];
  const Contact& c = ws.contact.contacts[size_t(place.contact)];
  const int axis = row_axis_[size_t(row)];
  if (axis == 0) {
    // the sum over a panel has its damping in it
    const double damper = c.panel < 0 ? c.damping * c.gap_rate : 0;
    return {.u = damper - c.spring,
            .compliance = 1 / (c.stiffness * effective.beta + c.damping * effective.gamma)};
  }
  const double k = bristles_of(model.contact.rules[size_t(c.rule)], c).tangential_stiffness;
  return {.u = Vector3(place.axes.col(axis)).dot(k * c.travel + c.bristle_damping * c.slip_rate),
          .compliance =
              1 / (c.bristle_stiffness * effective.beta + c.bristle_damping * effective.gamma)};
}

ContactSolver::RowLaw ContactSolver::law_of_joint(const Model& model, const JointPlace& place,
                                                  const EffectiveInertia& effective,
                                                  const Workspace& ws) const {
  const JointContact& c = model.joint_contacts[size_t(place.contact)];
  const JointTouch& touch = ws.joint_touches[size_t(place.contact)];
  if (!place.stop) {
    const Bristles& b = touch.bristles;
    return {.u = c.friction.tangential_stiffness * b.travel[0] + b.bristle_damping * b.slip_rate[0],
            .compliance =
                1 / (b.bristle_stiffness * effective.beta + b.bristle_damping * effective.gamma)};
  }
  const double depth = std::max(0.0, touch.depth);
  const double slope = depth > 0 ? 1 + c.damping * touch.depth_rate : 1;
  const double k = c.stiffness * std::max(kLeastSlope, slope), b = c.stiffness * c.damping * depth;
  return {.u = -c.stiffness * slope * touch.depth,
          .compliance = 1 / (k * effective.beta + b * effective.gamma)};
}

Status ContactSolver::correct(const Model& model, const State& x, const EffectiveInertia& effective,
                              ConstraintSolver* constraints, Workspace& ws) {
  choose_places(x, effective.gamma, ws);
  choose_joints(model, x, effective.gamma, ws);
  if (!busy() || ws.singular_body >= 0) return {};
  add_rows(model, constraints, ws);
  a_old_ = Eigen::Map<const VectorX>(effective.a_old, model.nv);
  set_up_cone(model, effective, a_old_, ws);
  if (!cone_.S.allFinite() || !cone_.r.allFinite())
    return Status::fail(Status::Code::not_finite, "contact forces are not finite", x.t);
  if (!cone_.solve(lambda_))
    return Status::fail(Status::Code::diverged, "the friction law could not be satisfied", x.t);
  const int first_joint = int(row_place_.size());
  for (int i = 0; i < columns_.count(); ++i) {
    if (i < first_joint)
      places_[size_t(row_place_[size_t(i)])].lambda[row_axis_[size_t(i)]] = lambda_[i];
    else
      joints_[size_t(i - first_joint)].lambda = lambda_[i];
    const double change = lambda_[i] - before_[i];
    if (use_constrained_)
      ws.a += change * constrained_[size_t(i)];
    else
      columns_.add_column(i, change, ws.a);
  }
  return {};
}

bool ContactSolver::closed_anew(const State& x, const Workspace& ws) {
  return std::ranges::any_of(ws.contact.contacts,
                             [&](const Contact& c) {
                               const ContactMemory* memory = find_memory(x, c.key);
                               return c.closed() && (memory == nullptr || !memory->closed);
                             }) ||
         joint_stops_switched(x, ws, true);
}

double ContactSolver::undamped_work(const Model& model, const State& x, const Workspace& ws) {
  double work = 0;
  for (const Contact& c : ws.contact.contacts)
    if (c.panel < 0 && c.gap < 0 && find_memory(x, c.key) == nullptr)
      // the impulse of a damper is its constant times the way
      work += model.contact.rules[size_t(c.rule)].damping * -c.gap * std::abs(c.gap_rate);
  return work;
}

bool ContactSolver::pushes(const ContactKey& key) const {
  const auto found =
      std::lower_bound(places_.begin(), places_.end(), key,
                       [](const Place& l, const ContactKey& wanted) { return l.key < wanted; });
  return found != places_.end() && found->key == key && found->lambda[0] > 0;
}

bool ContactSolver::switched(const Model& model, const State& x, const Workspace& ws) const {
  if (joint_stops_switched(x, ws, false)) return true;
  const auto pushed = [&](const ContactKey& key) {
    const ContactMemory* memory = find_memory(x, key);
    return memory != nullptr && memory->closed;
  };
  for (const Place& place : places_)
    if (place.lambda[0] > 0 && !pushed(place.key) && !any_neighbour(model, place.key, pushed))
      return true;
  const auto still = [&](const ContactKey& key) { return pushes(key); };
  return std::ranges::any_of(x.contacts, [&](const ContactMemory& memory) {
    return memory.closed && !still(memory.key) && !any_neighbour(model, memory.key, still);
  });
}

}  // namespace cuttle
