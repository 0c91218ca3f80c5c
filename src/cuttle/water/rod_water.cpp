#include "cuttle/water/rod_water.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuttle/base/error.h"
#include "cuttle/math/se3.h"
#include "cuttle/math/so3.h"

namespace cuttle {
namespace {

/// What all stations of a rod see alike, in base axes.
struct BaseView {
  Vector3 up;
  double height = 0;  // of the base over the surface
  Flow flow;          // if uniform, in world axes
  Vector3 velocity = Vector3::Zero(), acceleration = Vector3::Zero();  // the same in base axes
  bool still = true, uniform = true;
  double drag_factor = 1;
};

BaseView base_view(const RodWater& rod, const Medium& medium, const WaterWorld& world, double t,
                   const Input& u, const BodyWork& b) {
  BaseView view;
  view.drag_factor = entry_or(u, rod.drag_input, 1);
  view.up = b.X_WB.R.transpose() * world.up;
  view.height = world.up.dot(b.X_WB.p) - world.level;
  view.still = medium.current.still();
  view.uniform = medium.current.uniform();
  if (!view.still && view.uniform) {
    view.flow = medium.current.at(b.X_WB.p, t, u);
    view.velocity = b.X_WB.R.transpose() * view.flow.velocity;
    view.acceleration = b.X_WB.R.transpose() * view.flow.acceleration;
  }
  return view;
}

/// Twist of a point in its own frame.
Vector6 local_twist(const BodyWork& b, const Point& point) {
  return Ad_inv_apply(point.X_BP, b.V_B + point.r);
}

/// Adds the load of a section wholly under water with diagonal added mass, in a uniform flow: the
/// same as the general way, with everything known to be diagonal.
void add_lean_load(const RodWater& rod, const RodStationWater& s, const WaterWorld& world,
                   const BaseView& base, const Vector6& V_B, Point& point) {
  const Matrix3& R = point.X_BP.R;
  const Vector3& p = point.X_BP.p;
  const Vector6 V = V_B + point.r;
  const Vector3 mass = s.added_mass.tail<3>();
  const Vector3 v = R.transpose() * (V.tail<3>() - p.cross(V.head<3>()));
  const double displaced = world.density * s.volume;
  Vector3 v_r = v, lift = world.gravity * base.up, moment = Vector3::Zero();
  Vector3 force = Vector3::Zero();
  if (!base.still) {
    const Vector3 w = R.transpose() * V.head<3>(), c = R.transpose() * base.velocity;
    v_r -= c;
    lift += base.acceleration;
    force = w.cross(mass.cwiseProduct(c)) - mass.cwiseProduct(w.cross(c));
    moment = v.cross(mass.cwiseProduct(v)) - v_r.cross(mass.cwiseProduct(v_r));
  }
  // displaced water and added mass are lifted alike
  force += (mass.array() + displaced).matrix().cwiseProduct(R.transpose() * lift) -
           s.drag.cwiseProduct(base.drag_factor * quadratic(rod.form, v_r));
  if (rod.viscous) force -= s.linear.cwiseProduct(base.drag_factor * v_r);
  const Vector3 force_B = R * force;
  point.load.head<3>() += p.cross(force_B);
  if (!base.still) point.load.head<3>() += R * moment;
  point.load.tail<3>() += force_B;
}

/// Any section, anywhere, with tangents.
WaterLoad general_load(const RodWater& rod, size_t i, const WaterWorld& world,
                       const LocalFlow& flow, const Pose& X_WS, const Vector6& V,
                       double drag_factor, bool with_tangent) {
  const RodStationWater& s = rod.stations[i];
  VolumeElement element;
  element.volume = s.volume;
  element.half = s.half.asDiagonal();
  element.shape = VolumeShape::cylinder;
  WaterVolume volume;
  volume.volume = s.volume;
  volume.reach = s.reach;
  volume.elements = std::span(&element, 1);
  volume.added_mass.diagonal() = s.added_mass;
  if (!rod.full_added_mass.empty()) volume.added_mass = rod.full_added_mass[i];

  Submersion under;
  WaterLoad load = volume_load(volume, world, flow, X_WS, V, with_tangent, under);
  const double share = world.has_surface && s.volume > 0 ? under.volume / s.volume : 1;
  load.share = share;
  const Vector3 v_r = V.tail<3>() - flow.velocity;
  Vector3 drag = s.drag.cwiseProduct(drag_factor * quadratic(rod.form, v_r));
  if (rod.viscous) drag += s.linear.cwiseProduct(drag_factor * v_r);
  load.powered.tail<3>() -= share * drag;
  if (!with_tangent) return load;
  const double part = drag_factor * share;
  Matrix3 D = part * (s.drag.asDiagonal() * quadratic_derivative(rod.form, v_r));
  if (rod.viscous) D.diagonal() += part * s.linear;
  load.D.bottomRightCorner<3, 3>() += D;
  load.K.bottomRows<3>() -= D * current_displacement(flow, Vector3::Zero()).bottomRows<3>();
  if (world.has_surface && s.volume > 0)
    load.K.bottomRows<3>() += drag * under.volume_gradient.transpose() / s.volume;
  return load;
}

/// True if a station may take the lean way.
bool is_simple(const RodWater& rod, const RodStationWater& s, const WaterWorld& world,
               const BaseView& base, const Point& point) {
  if (!base.uniform || !rod.full_added_mass.empty()) return false;
  return !world.has_surface || base.height + base.up.dot(point.X_BP.p) <= -s.reach;
}

/// Load of one station in its frame; V is its twist there.
WaterLoad station_load(const RodWater& rod, size_t i, const Medium& medium, const WaterWorld& world,
                       const BaseView& base, double t, const Input& u, const BodyWork& b,
                       const Vector6& V, bool with_tangent) {
  const Pose X_WS = b.X_WB * b.points[size_t(rod.stations[i].point)].X_BP;
  const Flow flow = base.uniform ? base.flow : medium.current.at(X_WS.p, t, u);
  return general_load(rod, i, world, local_flow(flow, X_WS.R), X_WS, V, base.drag_factor,
                      with_tangent);
}

/// Linear drag as implicit stages know it: -wrench = D twist, D = L^T c L with L = (-[p], 1).
void add_damper(const RodStationWater& s, double share, BodyWork& b) {
  const Pose& X = b.points[size_t(s.point)].X_BP;
  const Matrix3 c = share * (X.R * s.linear.asDiagonal() * X.R.transpose());
  const Matrix3 arm = hat(X.p);
  PointDamper& damper = b.dampers.emplace_back();
  damper.point = s.point;
  damper.D << -arm * c * arm, arm * c, -c * arm, c;
}

/// Takes a load in the frame of a point to the base, and adds it there.
void add_to_point(const WaterLoad& load, int index, bool with_tangent, BodyWork& b) {
  Point& point = b.points[size_t(index)];
  point.load += Ad_invT_apply(point.X_BP, load.sum());
  if (!with_tangent) return;
  const Matrix6 T = Ad(point.X_BP.inverse());
  b.tangents.push_back(
      {.point = index, .K = T.transpose() * load.K * T, .D = T.transpose() * load.D * T});
}

/// Force on the tail end, scaled by the share of its section under water; the station next to it
/// lends its size.
WaterLoad tail_load(const RodWater& rod, const Medium& medium, const WaterWorld& world, double t,
                    const Input& u, const BodyWork& b, const Vector6& V, bool with_tangent) {
  const TailShedding& tail = *rod.tail;
  const Pose X_WS = b.X_WB * b.points[size_t(tail.point)].X_BP;
  const LocalFlow flow = local_flow(medium.current.at(X_WS.p, t, u), X_WS.R);
  WaterLoad load;
  double share = 1;
  Vector6 gradient = Vector6::Zero();
  if (world.has_surface) {
    VolumeElement section;
    section.volume = 1;
    section.half =
        (tail.forward < 0 ? rod.stations.back() : rod.stations.front()).half.asDiagonal();
    section.shape = VolumeShape::cylinder;
    const Submersion under = submersion(std::span(&section, 1), X_WS.R.transpose() * world.up,
                                        world.up.dot(X_WS.p) - world.level, with_tangent);
    share = under.volume;
    gradient = under.volume_gradient;
  }
  const Vector3 v_r = V.tail<3>() - flow.velocity, force = tail_force(tail, v_r);
  load.powered.tail<3>() = share * force;
  if (!with_tangent) return load;
  const Matrix3 D = -share * tail_force_derivative(tail, v_r);
  load.D.bottomRightCorner<3, 3>() = D;
  load.K.bottomRows<3>() = -D * current_displacement(flow, Vector3::Zero()).bottomRows<3>() -
                           force * gradient.transpose();
  return load;
}

}  // namespace

SectionWater section_water(double semi_y, double semi_z, const Vector3& coefficients) {
  const double mean = 0.5 * (semi_y + semi_z);
  return {.area = std::numbers::pi * semi_y * semi_z,
          .half_y = semi_y,
          .half_z = semi_z,
          .drag = Vector3(0.5 * std::numbers::pi * coefficients[0] * mean, coefficients[1] * semi_z,
                          coefficients[2] * semi_y)};
}

Matrix6 section_added_mass(double density, double semi_y, double semi_z, double B_y, double B_z) {
  Matrix6 M = Matrix6::Zero();
  M(4, 4) = density * std::numbers::pi * semi_z * semi_z * B_y;
  M(5, 5) = density * std::numbers::pi * semi_y * semi_y * B_z;
  return M;
}

void add_rod_water(const RodWater& rod, const Medium& medium, const WaterWorld& world, double t,
                   const Input& u, bool with_tangent, BodyWork& b) {
  const BaseView base = base_view(rod, medium, world, t, u, b);
  for (size_t i = 0; i < rod.stations.size(); ++i) {
    const RodStationWater& s = rod.stations[i];
    Point& point = b.points[size_t(s.point)];
    if (!with_tangent && is_simple(rod, s, world, base, point)) {
      add_lean_load(rod, s, world, base, b.V_B, point);
      if (rod.viscous) add_damper(s, base.drag_factor, b);
      continue;
    }
    const Vector6 V = local_twist(b, point);
    const WaterLoad load = station_load(rod, i, medium, world, base, t, u, b, V, with_tangent);
    add_to_point(load, s.point, with_tangent, b);
    if (rod.viscous) add_damper(s, base.drag_factor * load.share, b);
  }
  if (!rod.tail) return;
  const Vector6 V = local_twist(b, b.points[size_t(rod.tail->point)]);
  add_to_point(tail_load(rod, medium, world, t, u, b, V, with_tangent), rod.tail->point,
               with_tangent, b);
}

EnergyBooks rod_water_books(const RodWater& rod, const Medium& medium, const WaterWorld& world,
                            double t, const Input& u, const BodyWork& b) {
  const BaseView base = base_view(rod, medium, world, t, u, b);
  EnergyBooks books;
  for (size_t i = 0; i < rod.stations.size(); ++i) {
    const Vector6 V = local_twist(b, b.points[size_t(rod.stations[i].point)]);
    const WaterLoad load = station_load(rod, i, medium, world, base, t, u, b, V, false);
    books.potential += load.potential;
    books.power += load.powered.dot(V);
  }
  if (rod.tail) {
    const Vector6 V = local_twist(b, b.points[size_t(rod.tail->point)]);
    books.power += tail_load(rod, medium, world, t, u, b, V, false).powered.dot(V);
  }
  return books;
}

double volume_under_water(const RodWater& rod, const WaterWorld& world, const BodyWork& b) {
  double volume = 0;
  for (const RodStationWater& s : rod.stations) {
    const Pose X_WS = b.X_WB * b.points[size_t(s.point)].X_BP;
    VolumeElement element;
    element.volume = s.volume;
    element.half = s.half.asDiagonal();
    element.shape = VolumeShape::cylinder;
    volume += world.has_surface ? submersion(std::span(&element, 1), X_WS.R.transpose() * world.up,
                                             world.up.dot(X_WS.p) - world.level, false)
                                      .volume
                                : s.volume;
  }
  return volume;
}

RodWater rod_water(int body, const Rod& rod, double density, QuadraticForm form,
                   const std::function<SectionWater(double X)>& section) {
  RodWater water{.body = body, .form = form, .stations = {}, .full_added_mass = {}, .tail = {}};
  const RodData& data = rod.data();
  bool diagonal = true;
  for (int k : data.stations) {
    const double X = data.abscissa[size_t(k)], weight = data.weight[size_t(k)];
    const SectionWater s = section(X);
    // no slice reaches beyond the rod
    const double half = std::min({weight / 2, X, data.length - X});
    const Matrix6& M = data.added_mass[size_t(k)];
    RodStationWater station{.point = k,
                            .volume = weight * s.area,
                            .half = Vector3(half, s.half_y, s.half_z),
                            .drag = weight * density * s.drag,
                            .linear = weight * s.linear,
                            .added_mass = M.diagonal()};
    station.reach = reach_from(Vector3::Zero(), {.half = station.half.asDiagonal()});
    water.viscous = water.viscous || !s.linear.isZero(0);
    water.stations.push_back(station);
    water.full_added_mass.push_back(M);
    diagonal = diagonal && M.isDiagonal(1e-14);
  }
  if (diagonal) water.full_added_mass.clear();
  return water;
}

TailShedding tail_shedding(const Rod& rod, RodHead head) {
  const RodData& data = rod.data();
  TailShedding tail;
  if (head == RodHead::base) {
    const auto at_tip = [&](double X) { return std::abs(X - data.length) <= 1e-10 * data.length; };
    const auto point = std::find_if(data.abscissa.begin(), data.abscissa.end(), at_tip);
    expects(point != data.abscissa.end(), "a rod has a point at its tip");
    tail.point = int(point - data.abscissa.begin());
    tail.forward = -1;
    tail.added_mass = data.divisions.back()
                          .section(data.divisions.back().length)
                          .added_mass.bottomRightCorner<3, 3>();
  } else {
    tail.point = 0;
    tail.forward = 1;
    tail.added_mass = data.divisions.front().section(0).added_mass.bottomRightCorner<3, 3>();
  }
  return tail;
}

}  // namespace cuttle
