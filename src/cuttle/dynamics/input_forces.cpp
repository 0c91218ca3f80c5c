#include "cuttle/dynamics/input_forces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "cuttle/dynamics/inverse.h"
#include "cuttle/math/difference.h"

namespace cuttle {
namespace {

constexpr double kRelativeStep = 1e-2, kLeastStep = 1e-4;
/// Of what is linear, with the weights of the formula of fourth order.
constexpr std::array<DifferenceNode, 2> kLinearNodes = {{{1, 6}, {-1, -6}}};

/// Coordinates on which an entry acts as the effort of a joint.
std::vector<int> driven_coordinates(const Model& model, int input) {
  std::vector<int> driven;
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps)
      if (step.effort_input >= 0 && input >= step.effort_input &&
          input < step.effort_input + step.nv())
        driven.push_back(step.v + input - step.effort_input);
  return driven;
}

std::vector<int> all_inputs(const Model& model) {
  std::vector<int> inputs(size_t(model.nu()));
  std::iota(inputs.begin(), inputs.end(), 0);
  return inputs;
}

}  // namespace

InputForces::InputForces(const Model& model) : InputForces(model, all_inputs(model)) {}

InputForces::InputForces(const Model& model, std::span<const int> inputs)
    : B_(MatrixX::Zero(model.nv, Eigen::Index(inputs.size()))), B_dot_(B_) {
  // what actors leave with a family is one sum: all of them must speak
  const bool together = std::ranges::any_of(
      model.bodies, [](const Body& body) { return body.family->keeps_loads(); });
  for (int column = 0; column < int(inputs.size()); ++column) {
    const int k = inputs[size_t(column)];
    Reader reader{k, column, false, !together, {}};
    bool read = false;
    for (const auto& actor : model.actors) {
      const bool reads = actor->reads(k);
      read |= reads;
      reader.rate |= actor->reads_rate(k);
      reader.linear &= !reads || actor->linear_in(k);
      if (reads || together) reader.actors.push_back(actor.get());
    }
    if (read) readers_.push_back(reader);
    const std::vector<int> driven = driven_coordinates(model, k);
    for (const int coordinate : driven) efforts_.push_back({coordinate, column});
    if (reader.rate) forcing_rates_.push_back(column);
    if (read || !driven.empty()) forcing_.push_back(column);
  }
  for (const Body& body : model.bodies) {
    force_.emplace_back(size_t(body.family->n_points()), Vector6::Zero());
    own_.push_back(VectorX::Zero(body.n()));
  }
}

void InputForces::compute(const Model& model, const State& x, const Input& u, const double* a,
                          Workspace& ws) {
  B_.setZero();
  B_dot_.setZero();
  u_ = acting_input(model, u, ws);
  for (const Reader& reader : readers_) {
    differentiate(model, x, a, reader, &u_.u[reader.input], ws, B_.col(reader.column));
    if (reader.rate)
      differentiate(model, x, a, reader, &u_.u_dot[reader.input], ws, B_dot_.col(reader.column));
  }
  for (const Effort& effort : efforts_) B_(effort.coordinate, effort.column) += 1;
}

void InputForces::follow(std::span<const int> entries, const MatrixX& by_u) {
  for (size_t k = 0; k < entries.size(); ++k) {
    const auto row = by_u.row(Eigen::Index(k));
    if (!row.isZero(0)) B_.noalias() += B_.col(entries[k]) * row;
  }
  for (const int entry : entries) B_.col(entry).setZero();
}

void InputForces::differentiate(const Model& model, const State& x, const double* a,
                                const Reader& reader, double* entry, Workspace& ws, Column out) {
  for (size_t i = 0; i < force_.size(); ++i) {
    std::ranges::fill(force_[i], Vector6::Zero());
    own_[i].setZero();
  }
  const double value = *entry, h = std::max(kRelativeStep * std::abs(value), kLeastStep);
  const std::span<const DifferenceNode> central = kCentralNodes, two = kLinearNodes;
  for (const auto& [steps, weight] : reader.linear ? two : central) {
    *entry = value + steps * h;
    add_forces(model, x, a, reader, weight / (12 * h), ws);
  }
  *entry = value;
  project(model, ws, out);
}

void InputForces::add_forces(const Model& model, const State& x, const double* a,
                             const Reader& reader, double factor, Workspace& ws) {
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    BodyWork& b = ws.bodies[i];
    if (body.family->keeps_loads())  // takes them off
      body.family->kinematics(x.q.data() + body.q, x.v.data() + body.v,
                              a == nullptr ? nullptr : a + body.v, b);
    for (Point& point : b.points) point.load.setZero();
    std::fill(b.p_q.begin(), b.p_q.end(), Lanes(0));
  }
  for (const Actor* actor : reader.actors) actor->apply(model, x, u_, false, ws);
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    BodyWork& b = ws.bodies[i];
    const bool keeps = model.bodies[i].family->keeps_loads();
    if (keeps) model.bodies[i].family->forces(b.A_B, b);
    for (size_t k = 0; k < b.points.size(); ++k)
      force_[i][k] += factor * (keeps ? Vector6(-b.points[k].force) : b.points[k].load);
    own_[i] -= factor * Eigen::Map<const VectorX>(doubles(b.p_q.data()), b.n);
  }
}

void InputForces::project(const Model& model, Workspace& ws, Column out) {
  for (size_t i = 0; i < force_.size(); ++i) {
    BodyWork& b = ws.bodies[i];
    for (size_t k = 0; k < b.points.size(); ++k) b.points[k].force = force_[i][k];
    std::fill(b.p_q.begin(), b.p_q.end(), Lanes(0));
    Eigen::Map<VectorX>(doubles(b.p_q.data()), b.n) = own_[i];
  }
  project_forces(model, ws, projected_);
  out = projected_;
}

}  // namespace cuttle
