#include "cuttle/actuation/spring/spring.h"

#include <algorithm>
#include <cmath>

#include "cuttle/base/error.h"

namespace cuttle {
namespace {

/// Below it the line between the ends has no direction [m].
constexpr double kNoDirection = 1e-12;

/// The line from a to b, in world axes.
struct SpringLine {
  double length = 0, rate = 0;
  Vector3 e = Vector3::Zero();       // unit vector, zero where the ends meet
  Vector3 across = Vector3::Zero();  // part of the relative velocity across it [m/s]
};

SpringLine line_of(const BodyPlace& a, const BodyPlace& b, const Workspace& ws) {
  SpringLine line;
  const Vector3 d = world_position(b, ws) - world_position(a, ws);
  const Vector3 velocity = world_velocity(b, ws) - world_velocity(a, ws);
  line.length = d.norm();
  if (line.length < kNoDirection) return line;
  line.e = d / line.length;
  line.rate = line.e.dot(velocity);
  line.across = velocity - line.rate * line.e;
  return line;
}

SpringLaw::Force force_on(const SpringLine& line, const SpringLaw& law) {
  return line.e.isZero(0) ? SpringLaw::Force() : law.force(line.length, line.rate);
}

/// One end that is on a body, with what it adds to d = x_b - x_a and to its rate.
struct SpringEnd {
  int body = 0, point = 0;
  PlaceRows D = PlaceRows::Zero();  // d(x_b - x_a) = D zeta
  /// The velocity of the end turns with it: d(rate) has turn . zeta besides e D dV.
  Vector6 turn = Vector6::Zero();
};

/// Adds the pull to the load of an end, and what its constant direction in the world means there.
SpringEnd pull(const BodyPlace& at, double sign, const Vector3& force, const Vector3& e,
               bool with_tangent, Workspace& ws) {
  BodyWork& b = ws.bodies[size_t(at.body)];
  SpringEnd end{at.body, at.point, sign * place_rows(at, ws), Vector6::Zero()};
  const Vector6 wrench = -(end.D.transpose() * force);
  b.points[size_t(at.point)].load += wrench;
  if (!with_tangent) return end;
  end.turn.head<3>() = sign * (b.X_WB.R.transpose() * world_velocity(at, ws).cross(e));
  const Vector3 x = b.points[size_t(at.point)].X_BP * at.offset;
  b.tangents.push_back({.point = at.point,
                        .K = world_load_stiffness(x, wrench.tail<3>(), Vector3::Zero()),
                        .D = Matrix6::Zero()});
  return end;
}

/// d(force) = C d(x_b - x_a) + B (its rate, but for the turning of the ends).
struct SpringTangent {
  Matrix3 C = Matrix3::Zero(), B = Matrix3::Zero();
};

SpringTangent tangent_of(const SpringLine& line, const SpringLaw& law,
                         const SpringLaw::Force& force) {
  SpringTangent t;
  if (line.e.isZero(0)) {
    // k d has no corner where the ends meet
    const bool smooth = law.rest == 0 && law.pretension == 0 && law.acts != SpringActs::compression;
    if (smooth) t.C = law.stiffness * Matrix3::Identity();
    return t;
  }
  const Matrix3 along = line.e * line.e.transpose();
  t.C = force.per_length * along + force.total() / line.length * (Matrix3::Identity() - along) +
        force.per_rate / line.length * line.e * line.across.transpose();
  t.B = force.per_rate * along;
  return t;
}

/// Both ends are on bodies. The turning of the ends changes only the force along the line: a second
/// coupling, whose first row is that line and whose second row is the turning.
void couple(const SpringEnd& a, const SpringEnd& b, const SpringTangent& t, const Vector3& e,
            double per_rate, Workspace& ws) {
  Coupling coupling, turning;
  for (size_t i = 0; i < 2; ++i) {
    const SpringEnd& end = i == 0 ? a : b;
    coupling.ends[i] = {end.body, end.point, end.D};
    turning.ends[i] = {end.body, end.point, PlaceRows::Zero()};
    turning.ends[i].D.row(0) = e.transpose() * end.D;
    turning.ends[i].D.row(1) = end.turn.transpose();
  }
  coupling.C = t.C;
  coupling.B = t.B;
  ws.couplings.push_back(coupling);
  if (per_rate == 0) return;
  turning.C(0, 1) = per_rate;
  ws.couplings.push_back(turning);
}

/// The force F at b, towards a, and its opposite at a.
void pull_together(const BodyPlace& place_a, const BodyPlace& place_b, const SpringLine& line,
                   const Vector3& F, const SpringTangent& t, double per_rate, bool with_tangent,
                   Workspace& ws) {
  const bool on_a = place_a.on_body(), on_b = place_b.on_body();
  SpringEnd a, b;
  if (on_a) a = pull(place_a, -1, F, line.e, with_tangent, ws);
  if (on_b) b = pull(place_b, 1, F, line.e, with_tangent, ws);
  if (!with_tangent || (t.C.isZero(0) && t.B.isZero(0))) return;
  if (on_a && on_b) {
    couple(a, b, t, line.e, per_rate, ws);
    return;
  }
  const SpringEnd& end = on_a ? a : b;
  PointTangent& point = ws.bodies[size_t(end.body)].tangents.back();
  point.K += end.D.transpose() * t.C * end.D;
  point.K += per_rate * (end.D.transpose() * line.e) * end.turn.transpose();
  point.D += end.D.transpose() * t.B * end.D;
}

}  // namespace

SpringLaw::Force SpringLaw::force(double length, double rate) const {
  Force f{.elastic = pretension + stiffness * (length - rest),
          .damper = damping * rate,
          .per_length = stiffness,
          .per_rate = damping};
  if (acts == SpringActs::both) return f;
  // what is no number is handed on
  const bool slack = acts == SpringActs::tension ? f.elastic <= 0 : f.elastic >= 0;
  if (slack) return {};
  const double most = std::abs(f.elastic);
  if (!(std::abs(f.damper) > most)) return f;
  // the damper is as strong as the spring: helps it (T = 2 E) or cancels it (T = 0)
  const bool helps = f.damper * f.elastic > 0;
  f.damper = helps ? f.elastic : -f.elastic;
  f.per_length = helps ? 2 * stiffness : 0;
  f.per_rate = 0;
  return f;
}

double SpringLaw::potential(double length) const {
  double stretch = length - rest;
  // slack: what it has where the slack begins
  if (acts != SpringActs::both && stiffness > 0) {
    const double edge = -pretension / stiffness;
    stretch = acts == SpringActs::tension ? std::max(stretch, edge) : std::min(stretch, edge);
  } else if (acts != SpringActs::both && force(length, 0).elastic == 0) {
    return 0;
  }
  return (pretension + 0.5 * stiffness * stretch) * stretch;
}

Spring::Spring(const Data& data) : data_(data) {
  expects(data_.a.on_body() || data_.b.on_body(), "a spring acts on a body");
  expects(data_.law.stiffness >= 0 && data_.law.damping >= 0, "a spring gives no energy");
}

Spring::Reading Spring::read(const Workspace& ws) const {
  const SpringLine line = line_of(data_.a, data_.b, ws);
  return {line.length, line.rate, force_on(line, data_.law)};
}

void Spring::apply(const Model& model, const State&, const Input&, bool with_tangent,
                   Workspace& ws) const {
  if (is_rigid(model, data_.a, data_.b)) return;
  const SpringLine line = line_of(data_.a, data_.b, ws);
  const SpringLaw::Force force = force_on(line, data_.law);
  const Vector3 F = force.total() * line.e;
  SpringTangent tangent;
  if (with_tangent) tangent = tangent_of(line, data_.law, force);
  pull_together(data_.a, data_.b, line, F, tangent, force.per_rate, with_tangent, ws);
}

EnergyBooks Spring::books(const Model& model, const State&, const Input&,
                          const Workspace& ws) const {
  if (is_rigid(model, data_.a, data_.b)) return {};
  const Reading now = read(ws);
  return {.potential = data_.law.potential(now.length), .power = -now.force.damper * now.rate};
}

void SpringPull::apply(const Model& model, const State&, const Input& u, bool with_tangent,
                       Workspace& ws) const {
  const double force = u.u[data_.input];
  if (force == 0 || is_rigid(model, data_.a, data_.b)) return;
  const SpringLine line = line_of(data_.a, data_.b, ws);
  if (line.e.isZero(0)) return;
  SpringTangent tangent;
  tangent.C = force / line.length * (Matrix3::Identity() - line.e * line.e.transpose());
  pull_together(data_.a, data_.b, line, force * line.e, tangent, 0, with_tangent, ws);
}

EnergyBooks SpringPull::books(const Model&, const State&, const Input& u,
                              const Workspace& ws) const {
  return {.potential = 0, .power = -u.u[data_.input] * line_of(data_.a, data_.b, ws).rate};
}

bool is_rigid(const Model& model, const BodyPlace& a, const BodyPlace& b) {
  if (a.body != b.body) return false;
  return !a.on_body() || a.point == b.point || model.bodies[size_t(a.body)].n() == 0;
}

}  // namespace cuttle
