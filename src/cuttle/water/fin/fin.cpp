#include "cuttle/water/fin/fin.h"

#include <cmath>
#include <numbers>
#include <utility>

#include "cuttle/base/error.h"
#include "cuttle/math/so3.h"
#include "cuttle/water/volume.h"

namespace cuttle {
namespace {

using std::numbers::pi;

/// A number and its derivative.
struct Jet {
  double x = 0, d = 0;
};

/// 0 below -1, 1 above 1, smooth between.
Jet smooth_step(double s, double ds) {
  if (s <= -1) return {0, 0};
  if (s >= 1) return {1, 0};
  const double y = 0.5 * (s + 1);
  return {y * y * (3 - 2 * y), 3 * y * (1 - y) * ds};
}

/// Coefficients for 0 <= alpha <= pi / 2.
FinCoefficients forward_coefficients(const FinLaw& law, double alpha) {
  const double slope = 2 * pi * law.aspect_ratio / (law.aspect_ratio + 2);
  const double induced = 1 / (pi * law.aspect_ratio * law.efficiency);
  const double sine = std::sin(alpha), cosine = std::cos(alpha);

  // attached, stalled, and how far stalled
  const double lift_a = slope * alpha, drag_a = induced * lift_a * lift_a;
  const double lift_s = 2 * sine * cosine, drag_s = 2 * sine * sine;
  const Jet stalled = smooth_step((alpha - law.stall) / law.stall_width, 1 / law.stall_width);

  FinCoefficients c;
  c.lift = (1 - stalled.x) * lift_a + stalled.x * lift_s;
  c.drag = law.drag_zero + (1 - stalled.x) * drag_a + stalled.x * drag_s;
  c.lift_slope = (1 - stalled.x) * slope + stalled.x * 2 * (cosine * cosine - sine * sine) +
                 stalled.d * (lift_s - lift_a);
  c.drag_slope = (1 - stalled.x) * 2 * induced * lift_a * slope + stalled.x * 4 * sine * cosine +
                 stalled.d * (drag_s - drag_a);
  return c;
}

}  // namespace

FinCoefficients fin_coefficients(const FinLaw& law, double alpha) {
  // mirrored in the plate, and front to back
  const double size = std::abs(alpha);
  const bool below = alpha < 0;
  const bool backwards = size > pi / 2;
  FinCoefficients c = forward_coefficients(law, backwards ? pi - size : size);
  if (backwards) {
    c.lift = -c.lift;
    c.drag_slope = -c.drag_slope;
  }
  if (below) {
    c.lift = -c.lift;
    c.drag_slope = -c.drag_slope;
  }
  return c;
}

FinForce fin_force(const FinLaw& law, double v_x, double v_z) {
  FinForce force;
  const double v2 = v_x * v_x + v_z * v_z;
  if (v2 == 0) return force;
  const double size = std::sqrt(v2);
  const FinCoefficients c = fin_coefficients(law, std::atan2(-v_z, v_x));

  // e along the motion, l across it; de/d alpha = -l, dl/d alpha = e
  const Eigen::Vector2d v(v_x, v_z), e = v / size, l(-e[1], e[0]);
  const double pressure = 0.5 * law.density * law.area * v2;
  const Eigen::Vector2d f = pressure * (c.lift * l - c.drag * e);
  const Eigen::Vector2d per_alpha =
      pressure * ((c.lift_slope + c.drag) * l + (c.lift - c.drag_slope) * e);
  const Eigen::RowVector2d d_alpha(v_z / v2, -v_x / v2);
  force.x = f[0];
  force.z = f[1];
  force.derivative = f * (2 / v2 * v.transpose()) + per_alpha * d_alpha;
  return force;
}

/// All in base axes.
struct Fin::Load {
  Vector3 place, force = Vector3::Zero();  // force already scaled by the share under water
  Matrix3 damping = Matrix3::Zero();       // -d force / d velocity
  Matrix3 gradient = Matrix3::Zero();      // of the current
  Vector3 current = Vector3::Zero();
  Vector3 full_force = Vector3::Zero();      // as if wholly under water
  Vector6 share_gradient = Vector6::Zero();  // of the share per displacement twist
};

Fin::Fin(Data data) : data_(std::move(data)) {
  expects(data_.at.on_body(), "a fin sits on a body");
}

Fin::Load Fin::load(const State& x, const Input& u, const Workspace& ws) const {
  const BodyWork& b = ws.bodies[size_t(data_.at.body)];
  const Point& point = b.points[size_t(data_.at.point)];
  Load load;
  load.place = point.X_BP * data_.at.offset;

  // velocity of the place through the water
  const Vector6 V = b.V_B + point.r;
  Vector3 v = V.tail<3>() + V.head<3>().cross(load.place);
  if (!data_.medium.current.still()) {
    const Flow flow = data_.medium.current.at(b.X_WB * load.place, x.t, u);
    load.current = b.X_WB.R.transpose() * flow.velocity;
    load.gradient = b.X_WB.R.transpose() * flow.gradient * b.X_WB.R;
    v -= load.current;
  }

  // in the fin's axes, turned about its hinge
  Matrix3 R_BF = point.X_BP.R * data_.R_PF;
  if (data_.deflection_input >= 0)
    R_BF = R_BF * exp_so3(Vector3(u.u[data_.deflection_input] * data_.hinge));
  const Vector3 v_F = R_BF.transpose() * v;
  const FinForce f = fin_force(data_.law, v_F[0], v_F[2]);
  load.full_force = R_BF * Vector3(f.x, 0, f.z);

  // a ball as large as the plate tells how far it is under water
  double share = 1;
  if (data_.medium.has_surface()) {
    VolumeElement ball;
    ball.center = load.place;
    ball.volume = 1;
    ball.half = std::sqrt(data_.law.area / pi) * Matrix3::Identity();
    const Vector3& up = data_.medium.up;
    const Submersion under = submersion(std::span(&ball, 1), b.X_WB.R.transpose() * up,
                                        up.dot(b.X_WB.p) - data_.medium.level, true);
    share = under.volume;
    load.share_gradient = under.volume_gradient;
  }
  load.force = share * load.full_force;
  Matrix3 derivative = Matrix3::Zero();
  derivative(0, 0) = f.derivative(0, 0);
  derivative(0, 2) = f.derivative(0, 1);
  derivative(2, 0) = f.derivative(1, 0);
  derivative(2, 2) = f.derivative(1, 1);
  load.damping = -share * R_BF * derivative * R_BF.transpose();
  return load;
}

void Fin::apply(const Model&, const State& x, const Input& u, bool with_tangent,
                Workspace& ws) const {
  const Load l = load(x, u, ws);
  BodyWork& b = ws.bodies[size_t(data_.at.body)];
  Point& point = b.points[size_t(data_.at.point)];
  point.load.head<3>() += l.place.cross(l.force);
  point.load.tail<3>() += l.force;
  if (!with_tangent) return;

  // J takes a twist to the velocity of the place
  Eigen::Matrix<double, 3, 6> J, d_current;
  J << -hat(l.place), Matrix3::Identity();
  d_current << hat(l.current) - l.gradient * hat(l.place), l.gradient;
  PointTangent tangent{.point = data_.at.point};
  tangent.D = J.transpose() * l.damping * J;
  tangent.K =
      -J.transpose() * (l.damping * d_current + l.full_force * l.share_gradient.transpose());
  b.tangents.push_back(tangent);
}

EnergyBooks Fin::books(const Model&, const State& x, const Input& u, const Workspace& ws) const {
  const Load l = load(x, u, ws);
  const BodyWork& b = ws.bodies[size_t(data_.at.body)];
  const Vector6 V = b.V_B + b.points[size_t(data_.at.point)].r;
  const Vector3 v = V.tail<3>() + V.head<3>().cross(l.place);
  return {.potential = 0, .power = l.force.dot(v)};
}

}  // namespace cuttle
