#pragma once
// What the tests of actors share: trees with rods, derivatives along retractions, forces.

#include <memory>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>

#include "cuttle/actuation/cable/cable.h"
#include "cuttle/actuation/load/point_load.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/se3.h"
#include "support/robots.h"

namespace cuttle::testing {

/// What a cable sees of a rod with smooth bases: one piece per division.
inline StrainField strain_field(const Rod& rod) {
  StrainField field;
  for (size_t i = 0; i < rod.data().divisions.size(); ++i) {
    const RodDivision& division = rod.data().divisions[i];
    const double start = rod.data().division_start[i];
    field.pieces.push_back({start, start + division.length, division.quadrature});
  }
  field.basis = [&rod](double X) { return rod.basis(X); };
  field.rest_strain = [&rod](double X) { return rod.rest_strain(X); };
  return field;
}

inline const Rod* as_rod(const Model& model, int body) {
  return dynamic_cast<const Rod*>(model.bodies[size_t(body)].family.get());
}

inline int random_index(std::mt19937_64& random, int count) {
  return std::uniform_int_distribution<int>(0, count - 1)(random);
}

inline double random_number(std::mt19937_64& random) {
  return std::uniform_real_distribution<double>(-1, 1)(random);
}

inline Vector3 random_vector3(std::mt19937_64& random, double size) {
  const double x = random_number(random), y = random_number(random), z = random_number(random);
  return size * Vector3(x, y, z);
}

inline VectorX random_direction(std::mt19937_64& random, const Model& model) {
  VectorX d(model.nv);
  for (double& entry : d) entry = random_number(random);
  return d;
}

/// Some place on a body.
inline BodyPlace random_place(std::mt19937_64& random, const Model& model, int body) {
  const int points = model.bodies[size_t(body)].family->n_points();
  return {
      .body = body, .point = random_index(random, points), .offset = random_vector3(random, 0.05)};
}

/// The same model with one actor that takes `inputs` inputs.
inline Model with_actor(Model model, std::shared_ptr<const Actor> actor, int inputs) {
  model.actors.push_back(std::move(actor));
  model.inputs.resize(size_t(inputs));
  return model;
}

inline Input input_of(const VectorX& values) {
  const VectorX zero = VectorX::Zero(values.size());
  return {values, zero, zero};
}

/// The state moved by h along d.
inline State moved(const Model& model, const State& x, const VectorX& d, double h) {
  State y = x;
  retract(model, x.q, h * d, y.q);
  return y;
}

/// Derivative of f(h) at 0 by central differences of order 6.
template <class F>
auto slope(const F& f, double h = 4e-3) {
  using Value = std::decay_t<decltype(f(0.0))>;
  const Value a = f(h) - f(-h), b = f(2 * h) - f(-2 * h), c = f(3 * h) - f(-3 * h);
  return Value((45 * a - 9 * b + c) / (60 * h));
}

/// Generalised forces that hold the robot at (x, u) without acceleration.
inline VectorX holding_force(const Model& model, const State& x, const Input& u) {
  Workspace ws(model);
  inverse_dynamics(model, x, u, nullptr, ws);
  return ws.tau;
}

/// Displacement twist of a point for a motion along d, in base coordinates: from poses alone.
inline Vector6 displacement(const Model& model, const State& x, const Input& u, const VectorX& d,
                            int body, int point) {
  const auto pose = [&](double h) {
    Workspace ws(model);
    update_kinematics(model, moved(model, x, d, h), u, nullptr, ws);
    return std::pair(ws.bodies[size_t(body)].points[size_t(point)].X_BP,
                     point_pose(ws, body, point));
  };
  const auto [X_BP, X_WP] = pose(0);
  const Pose start = X_WP;
  const Vector6 zeta_P =
      slope([&](double h) -> Vector6 { return log_se3(start.inverse() * pose(h).second); });
  return Ad_apply(X_BP, zeta_P);
}

/// What the tangents that actors left in ws say about the change of the holding force along d:
/// the sum of J^T (K zeta) over points and J^T D^T C d over couplings.
inline VectorX tangent_force(const Model& model, const State& x, const Input& u, const VectorX& d,
                             const Workspace& ws) {
  VectorX force = VectorX::Zero(model.nv);
  for (size_t i = 0; i < ws.bodies.size(); ++i)
    for (const PointTangent& t : ws.bodies[i].tangents)
      add_generalized_force(model, ws, int(i), t.point,
                            t.K * displacement(model, x, u, d, int(i), t.point), force);
  for (const Coupling& c : ws.couplings) {
    Vector3 stretch = Vector3::Zero();
    for (const Coupling::End& end : c.used())
      stretch += end.D * displacement(model, x, u, d, end.body, end.point);
    for (const Coupling::End& end : c.used())
      add_generalized_force(model, ws, end.body, end.point, end.D.transpose() * (c.C * stretch),
                            force);
  }
  return force;
}

}  // namespace cuttle::testing
