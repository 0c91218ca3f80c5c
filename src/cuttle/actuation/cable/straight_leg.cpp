#include "cuttle/actuation/cable/straight_leg.h"

#include <cmath>

namespace cuttle {
namespace {

/// Smoothed length and the gradient of it with respect to the far end, in world axes.
struct Chord {
  double length;
  Vector3 e;
};

Chord span_of(const StraightLeg& leg, const Workspace& ws) {
  const Vector3 d = world_position(leg.to, ws) - world_position(leg.from, ws);
  const double length = std::sqrt(d.squaredNorm() + kLegSmoothing * kLegSmoothing);
  return {length, d / length};
}

/// Ends that cannot move against each other.
bool is_rigid(const StraightLeg& leg, const Model& model) {
  if (leg.from.body != leg.to.body) return false;
  return !leg.from.on_body() || leg.from.point == leg.to.point ||
         model.bodies[size_t(leg.from.body)].n() == 0;
}

/// Adds a force in world axes to the load of an end, and what its constant direction there means
/// for the tangent.
void pull_end(const BodyPlace& end, const PlaceRows& rows, const Vector3& force_W,
              bool with_tangent, Workspace& ws) {
  BodyWork& b = ws.bodies[size_t(end.body)];
  Point& point = b.points[size_t(end.point)];
  const Vector6 wrench = rows.transpose() * force_W;
  point.load += wrench;
  if (!with_tangent) return;
  const Vector3 x = point.X_BP * end.offset;
  b.tangents.push_back({.point = end.point,
                        .K = world_load_stiffness(x, wrench.tail<3>(), Vector3::Zero()),
                        .D = Matrix6::Zero()});
}

}  // namespace

double leg_length(const StraightLeg& leg, const Workspace& ws) { return span_of(leg, ws).length; }

double leg_rate(const StraightLeg& leg, const Workspace& ws) {
  return span_of(leg, ws).e.dot(world_velocity(leg.to, ws) - world_velocity(leg.from, ws));
}

void add_leg_gradient(const StraightLeg& leg, const Model& model, const Workspace& ws,
                      double factor, VectorX& gradient) {
  if (is_rigid(leg, model)) return;
  const Vector3 pull = factor * span_of(leg, ws).e;
  if (leg.to.on_body())
    add_generalized_force(model, ws, leg.to.body, leg.to.point,
                          place_rows(leg.to, ws).transpose() * pull, gradient);
  if (leg.from.on_body())
    add_generalized_force(model, ws, leg.from.body, leg.from.point,
                          -(place_rows(leg.from, ws).transpose() * pull), gradient);
}

void pull_leg(const StraightLeg& leg, const Model& model, double tension, bool with_tangent,
              Workspace& ws) {
  if (is_rigid(leg, model)) return;
  const Chord span = span_of(leg, ws);
  const Vector3 pull = tension * span.e;
  const bool from = leg.from.on_body(), to = leg.to.on_body();
  PlaceRows rows_from = PlaceRows::Zero(), rows_to = PlaceRows::Zero();
  if (from) {
    rows_from = place_rows(leg.from, ws);
    pull_end(leg.from, rows_from, pull, with_tangent, ws);
  }
  if (to) {
    rows_to = place_rows(leg.to, ws);
    pull_end(leg.to, rows_to, -pull, with_tangent, ws);
  }
  if (!with_tangent) return;

  // the direction turns with the ends: d(pull) = C d(x_to - x_from)
  const Matrix3 C = tension / span.length * (Matrix3::Identity() - span.e * span.e.transpose());
  if (from && to) {
    Coupling coupling;
    coupling.ends[0] = {leg.from.body, leg.from.point, rows_from};
    coupling.ends[1] = {leg.to.body, leg.to.point, -rows_to};
    coupling.C = C;
    ws.couplings.push_back(coupling);
  } else {
    const BodyPlace& end = from ? leg.from : leg.to;
    const PlaceRows& rows = from ? rows_from : rows_to;
    ws.bodies[size_t(end.body)].tangents.back().K += rows.transpose() * C * rows;
  }
}

}  // namespace cuttle
