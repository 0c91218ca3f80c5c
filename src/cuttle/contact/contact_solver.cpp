#include "cuttle/contact/contact_solver.h"

#include <algorithm>
#include <cmath>

#include "cuttle/contact/contact_forces.h"
#include "cuttle/contact/contact_preconditioner.h"
#include "cuttle/contact/find_contacts.h"

namespace cuttle {

void ContactSolver::begin_stage() { places_.clear(); }

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
    cone_.blocks.push_back({columns_.count(), rough, c.friction});
    for (int axis = 0; axis < (rough ? 3 : 1); ++axis) {
      add_contact_row(model, c, places_[p].axes.col(axis), ws, columns_);
      row_place_.push_back(int(p));
      row_axis_.push_back(axis);
    }
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
  for (int i = 0; i < rows; ++i) {
    const Place& place = places_[size_t(row_place_[size_t(i)])];
    const Contact& c = ws.contact.contacts[size_t(place.contact)];
    const ContactRule& rule = model.contact.rules[size_t(c.rule)];
    const int axis = row_axis_[size_t(i)];
    lambda_[i] = place.lambda[axis];
    before_[i] = place.before[axis];
    // the law without its limits, lambda = -u, and its compliance per acceleration
    double u = 0, compliance = 0;
    if (axis == 0) {
      compliance = 1 / (c.stiffness * effective.beta + c.damping * effective.gamma);
      u = -spring_force(rule, c) + c.damping * c.gap_rate;
    } else {
      compliance = 1 / (c.bristle_stiffness * effective.beta + c.bristle_damping * effective.gamma);
      u = Vector3(place.axes.col(axis))
              .dot(rule.tangential_stiffness * c.travel + c.bristle_damping * c.slip_rate);
    }
    cone_.S(i, i) += compliance;
    cone_.r[i] = columns_.rate(i, ws.a) - columns_.rate(i, a_old) + compliance * u;
  }
  cone_.r.noalias() -= G_ * before_;
}

Status ContactSolver::correct(const Model& model, const State& x, const EffectiveInertia& effective,
                              ConstraintSolver* constraints, Workspace& ws) {
  choose_places(x, effective.gamma, ws);
  if (places_.empty() || ws.singular_body >= 0) return {};
  add_rows(model, constraints, ws);
  a_old_ = Eigen::Map<const VectorX>(effective.a_old, model.nv);
  set_up_cone(model, effective, a_old_, ws);
  if (!cone_.S.allFinite() || !cone_.r.allFinite())
    return Status::fail(Status::Code::not_finite, "contact forces are not finite", x.t);
  if (!cone_.solve(lambda_))
    return Status::fail(Status::Code::diverged, "the friction law could not be satisfied", x.t);
  for (int i = 0; i < columns_.count(); ++i) {
    places_[size_t(row_place_[size_t(i)])].lambda[row_axis_[size_t(i)]] = lambda_[i];
    const double change = lambda_[i] - before_[i];
    if (use_constrained_)
      ws.a += change * constrained_[size_t(i)];
    else
      columns_.add_column(i, change, ws.a);
  }
  return {};
}

bool ContactSolver::closed_anew(const State& x, const Workspace& ws) {
  return std::ranges::any_of(ws.contact.contacts, [&](const Contact& c) {
    const ContactMemory* memory = find_memory(x, c.key);
    return c.closed() && (memory == nullptr || !memory->closed);
  });
}

double ContactSolver::undamped_work(const Model& model, const State& x, const Workspace& ws) {
  double work = 0;
  for (const Contact& c : ws.contact.contacts)
    if (c.gap < 0 && find_memory(x, c.key) == nullptr)
      // the impulse of a damper is its constant times the way
      work += model.contact.rules[size_t(c.rule)].damping * -c.gap * std::abs(c.gap_rate);
  return work;
}

bool ContactSolver::switched(const State& x) const {
  std::ptrdiff_t closed = 0;
  for (const Place& place : places_) {
    if (!(place.lambda[0] > 0)) continue;
    const ContactMemory* memory = find_memory(x, place.key);
    if (memory == nullptr || !memory->closed) return true;
    ++closed;
  }
  return closed != std::ranges::count_if(x.contacts, &ContactMemory::closed);
}

}  // namespace cuttle
