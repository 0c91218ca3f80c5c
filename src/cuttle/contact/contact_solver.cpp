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

/// Exact contacts yield by this part of what holds them, far below round-off of places: two nodes
/// that ties make one may touch the same ground, and share its force.
constexpr double kYield = 1e-12;
/// What connections hold up to this part of its motion, they hold alone.
constexpr double kHeld = 1e-9;
/// A force that is this near to the cone slides.
constexpr double kOnCone = 1 - 1e-9;
/// [s] Steps between two times that are the same but for round-off: no gap is closed in them.
constexpr double kNoTime = 1e-9;
/// Up to so many rows memory is made beforehand.
constexpr size_t kForeseen = 64;

/// Normal and tangent of what moves in a plane, and the normal of that.
Matrix3 axes_in_plane(const Vector3& n, const Vector3& across) {
  Matrix3 axes;
  axes.col(0) = n;
  axes.col(2) = (across - n.dot(across) * n).normalized();
  axes.col(1) = axes.col(2).cross(Vector3(n));
  return axes;
}

/// Of the normal force; that of a panel is the sum of forces that may differ in direction.
double friction_of(const Contact& c, const Workspace& ws) {
  if (c.panel < 0 || !c.closed()) return c.friction;
  return c.friction * ws.contact.panels[size_t(c.panel)].pressure / c.normal;
}

}  // namespace

ContactSolver::Rows::Rows(int count)
    : lambda(VectorX::Zero(count)), before(VectorX::Zero(count)), G(MatrixX::Zero(count, count)) {
  cone.reserve(count);
}

ContactSolver::ContactSolver(const Model& model)
    : columns_(model), met_stop_(model.joint_contacts.size()) {
  // stops, friction of joints, and nodes on their ground come one by one
  size_t count = 2 * model.joint_contacts.size();
  for (const ContactShape& shape : model.contact.shapes) count += shape.mass > 0 ? 2 : 0;
  count = std::min(count, kForeseen);
  for (size_t i = 0; i <= count; ++i) rows_of(int(i));
  if (count == 0) return;
  columns_.reserve(int(count));
  places_.reserve(count);
  last_.reserve(count);
  joints_.reserve(count);
  blocks_.reserve(count);
  row_place_.reserve(count);
  row_axis_.reserve(count);
  if (model.connections.empty()) return;
  loose_.reserve(count);
  constrained_.assign(count, VectorX::Zero(model.nv));
}

ContactSolver::Rows& ContactSolver::rows_of(int count) {
  if (count > int(kForeseen)) {
    if (!many_ || many_->lambda.size() != count) many_ = std::make_unique<Rows>(count);
    return *many_;
  }
  if (rows_.size() <= size_t(count)) rows_.resize(size_t(count) + 1);
  std::unique_ptr<Rows>& rows = rows_[size_t(count)];
  if (!rows) rows = std::make_unique<Rows>(count);
  return *rows;
}

void ContactSolver::begin_stage(bool backward_euler, Workspace& ws) {
  backward_euler_ = backward_euler;
  places_.clear();
  joints_.clear();
  ws.contact.held.clear();
  ws.contact.stepped = true;
  std::ranges::fill(met_stop_, char(0));
}

// Closed places, those that would close before long, and those that this stage has looked at
// already: a place that comes and goes between iterations would never settle.
void ContactSolver::choose_places(const Model& model, const State& x, double gamma,
                                  const Workspace& ws) {
  std::swap(places_, last_);
  places_.clear();
  const std::vector<Contact>& contacts = ws.contact.contacts;
  for (size_t i = 0; i < contacts.size(); ++i) {
    const Contact& c = contacts[i];
    if (c.exact && !backward_euler_) continue;
    const auto seen = std::find_if(last_.begin(), last_.end(),
                                   [&](const Place& place) { return place.key == c.key; });
    const bool soon = c.gap < 2 * gamma * std::max(0.0, -c.gap_rate);
    if (seen == last_.end() && !(c.gap < 0) && !soon && find_memory(x, c.key) == nullptr) continue;
    Place place;
    place.key = c.key;
    place.contact = int(i);
    place.stood = find_memory(x, c.key) != nullptr;
    place.axes = c.exact ? axes_in_plane(c.n, model.contact.rules[size_t(c.rule)].across)
                         : contact_axes(c.n);
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
  blocks_.clear();
  row_place_.clear();
  row_axis_.clear();
  for (size_t p = 0; p < places_.size(); ++p) {
    const Contact& c = ws.contact.contacts[size_t(places_[p].contact)];
    const ContactRule& rule = model.contact.rules[size_t(c.rule)];
    const bool rough =
        c.exact || (rule.rough() && (c.bristle_stiffness > 0 || c.bristle_damping > 0));
    blocks_.push_back({columns_.count(), rough, c.exact, friction_of(c, ws)});
    for (int axis = 0; axis < (c.exact ? 2 : rough ? 3 : 1); ++axis) {
      add_contact_row(model, c, places_[p].axes, axis, ws, columns_);
      row_place_.push_back(int(p));
      row_axis_.push_back(axis);
    }
  }

  for (const JointPlace& place : joints_) {
    const JointContact& c = model.joint_contacts[size_t(place.contact)];
    const JointTouch& touch = ws.joint_touches[size_t(place.contact)];
    blocks_.push_back({.row = columns_.count(), .dry = !place.stop, .limit = touch.bristles.limit});
    columns_.add_coordinate(model, ws, c.body, c.v, place.stop ? touch.inwards : 1);
  }

  // what the connections let through
  use_constrained_ = constraints != nullptr;
  if (!use_constrained_) return;
  if (constrained_.size() < size_t(columns_.count())) constrained_.resize(size_t(columns_.count()));
  loose_.resize(size_t(columns_.count()));
  for (int i = 0; i < columns_.count(); ++i) {
    VectorX& column = constrained_[size_t(i)];
    column.setZero(model.nv);
    columns_.add_column(i, 1, column);
    loose_[size_t(i)] = columns_.rate(i, column);
    constraints->constrain(column);
  }
}

void ContactSolver::set_up_cone(const Model& model, const EffectiveInertia& effective,
                                const VectorX& a_old, const Workspace& ws, Rows& m) const {
  const int rows = columns_.count();
  m.G.setZero();
  if (use_constrained_) {
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j <= i; ++j)
        m.G(i, j) = m.G(j, i) = columns_.rate(i, constrained_[size_t(j)]);
  } else {
    columns_.for_each_product([&](int i, int j, double part) {
      m.G(i, j) += part;
      if (i != j) m.G(j, i) += part;
    });
  }

  ConeProblem& cone = m.cone;
  cone.blocks = blocks_;
  cone.S = m.G;
  const int first_joint = int(row_place_.size());
  for (int i = 0; i < rows; ++i) {
    RowLaw law;
    if (i < first_joint) {
      const Place& place = places_[size_t(row_place_[size_t(i)])];
      m.lambda[i] = place.lambda[row_axis_[size_t(i)]];
      m.before[i] = place.before[row_axis_[size_t(i)]];
      law = law_of(model, i, effective, ws);
    } else {
      const JointPlace& place = joints_[size_t(i - first_joint)];
      m.lambda[i] = place.lambda;
      m.before[i] = place.before;
      law = law_of_joint(model, place, effective, ws);
    }
    cone.S(i, i) += law.exact ? kYield * m.G(i, i) : law.compliance;
    cone.r[i] =
        columns_.rate(i, ws.a) - columns_.rate(i, a_old) + law.compliance * law.u + law.left;
  }
  cone.r.noalias() -= m.G * m.before;
  if (use_constrained_ && backward_euler_) leave_out_held_rows(m, ws);
}

/// A node that connections hold, where its ground would hold it too, does without the ground.
void ContactSolver::leave_out_held_rows(Rows& m, const Workspace& ws) const {
  for (int i = 0; i < int(row_place_.size()); ++i) {
    const Place& place = places_[size_t(row_place_[size_t(i)])];
    if (!ws.contact.contacts[size_t(place.contact)].exact) continue;
    const double loose = loose_[size_t(i)];
    if (m.G(i, i) > kHeld * loose) continue;
    m.cone.S.row(i).setZero();
    m.cone.S.col(i).setZero();
    m.cone.S(i, i) = loose > 0 ? loose : 1;
    m.cone.r[i] = 0;
  }
}

/// A place that stuck and slides has only its kinetic friction left.
bool ContactSolver::solve_cone(const Model& model, const Workspace& ws, Rows& m) const {
  for (;;) {
    if (!m.cone.solve(m.lambda)) return false;
    bool loose = false;
    for (size_t p = 0; p < places_.size() && backward_euler_; ++p) {
      const Contact& c = ws.contact.contacts[size_t(places_[p].contact)];
      const ContactRule& rule = model.contact.rules[size_t(c.rule)];
      ConeBlock& block = m.cone.blocks[p];
      const double limit = block.friction * m.lambda[block.row];
      if (!c.exact || block.friction == rule.kinetic_friction || !(limit > 0)) continue;
      if (std::abs(m.lambda[block.row + 1]) < kOnCone * limit) continue;
      block.friction = rule.kinetic_friction;
      loose = true;
    }
    if (!loose) return true;
  }
}

/// The forces of exact contacts stand beside the state.
void ContactSolver::hold_exact(const Rows& m, Workspace& ws) const {
  for (size_t p = 0; p < places_.size(); ++p) {
    const Place& place = places_[p];
    if (!ws.contact.contacts[size_t(place.contact)].exact || !(place.lambda[0] > 0)) continue;
    const double limit = m.cone.blocks[p].friction * place.lambda[0];
    ws.contact.held.push_back({place.key, place.axes.leftCols<2>() * place.lambda.head<2>(),
                               std::abs(place.lambda[1]) >= kOnCone * limit});
  }
}

ContactSolver::RowLaw ContactSolver::law_of(const Model& model, int row,
                                            const EffectiveInertia& effective,
                                            const Workspace& ws) const {
  const Place& place = places_[size_t(row_place_[size_t(row)])];
  const Contact& c = ws.contact.contacts[size_t(place.contact)];
  const int axis = row_axis_[size_t(row)];
  if (c.exact) return law_of_exact(place, c, axis, effective);
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

// y = 0 where the gap closes at the end of the step, or nothing slips in it; backward Euler moves
// by the velocity of the end
ContactSolver::RowLaw ContactSolver::law_of_exact(const Place& place, const Contact& c, int axis,
                                                  const EffectiveInertia& effective) const {
  if (axis > 0)
    return {.exact = true,
            .left = Vector3(place.axes.col(axis)).dot(c.slip_rate) / effective.gamma};
  const bool stays = effective.gamma < kNoTime && (place.stood || c.gap < 0);
  return {.exact = true, .left = stays ? c.gap_rate / effective.gamma : c.gap / effective.beta};
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
  choose_places(model, x, effective.gamma, ws);
  choose_joints(model, x, effective.gamma, ws);
  ws.contact.held.clear();
  if (!busy() || ws.singular_body >= 0) return {};
  add_rows(model, constraints, ws);
  a_old_ = Eigen::Map<const VectorX>(effective.a_old, model.nv);
  Rows& m = rows_of(columns_.count());
  set_up_cone(model, effective, a_old_, ws, m);
  if (!m.cone.S.allFinite() || !m.cone.r.allFinite())
    return Status::fail(Status::Code::not_finite, "contact forces are not finite", x.t);
  if (!solve_cone(model, ws, m))
    return Status::fail(Status::Code::diverged, "the friction law could not be satisfied", x.t);
  const int first_joint = int(row_place_.size());
  for (int i = 0; i < columns_.count(); ++i) {
    if (i < first_joint)
      places_[size_t(row_place_[size_t(i)])].lambda[row_axis_[size_t(i)]] = m.lambda[i];
    else
      joints_[size_t(i - first_joint)].lambda = m.lambda[i];
    const double change = m.lambda[i] - m.before[i];
    if (use_constrained_)
      ws.a += change * constrained_[size_t(i)];
    else
      columns_.add_column(i, change, ws.a);
  }
  hold_exact(m, ws);
  return {};
}

bool ContactSolver::stands_exactly(const State& x, const Workspace& ws) {
  return ws.contact.exact && std::ranges::any_of(x.contacts, &ContactMemory::exact);
}

bool ContactSolver::sinks(const Workspace& ws) {
  return ws.contact.exact && std::ranges::any_of(ws.contact.contacts, [](const Contact& c) {
           return c.exact && c.gap < 0;
         });
}

double ContactSolver::impact_power(const Model& model, const State& x, double gamma,
                                   const VectorX& a, const Workspace& ws) const {
  double power = 0;
  for (size_t p = 0; p < places_.size() && backward_euler_; ++p) {
    const Contact& c = ws.contact.contacts[size_t(places_[p].contact)];
    const ContactMemory* const before = find_memory(x, places_[p].key);
    if (!c.exact || !c.closed()) continue;
    if (before != nullptr && before->sliding == c.sliding) continue;
    // m |dv|^2 / 2 with dv = gamma a, over the step gamma
    const int row = blocks_[p].row;
    const double normal = columns_.rate(row, a), tangential = columns_.rate(row + 1, a);
    const double mass = model.contact.shapes[size_t(c.key.a)].mass;
    power -= 0.5 * mass * gamma * (normal * normal + tangential * tangential);
  }
  return power;
}

double ContactSolver::undamped_work(const Model& model, const State& x, const Workspace& ws) {
  double work = 0;
  for (const Contact& c : ws.contact.contacts)
    if (!c.exact && c.panel < 0 && c.gap < 0 && find_memory(x, c.key) == nullptr)
      // the impulse of a damper is its constant times the way
      work += model.contact.rules[size_t(c.rule)].damping * -c.gap * std::abs(c.gap_rate);
  return work;
}

}  // namespace cuttle
