#include "cuttle/water/shape_water.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "cuttle/math/se3.h"

namespace cuttle {
namespace {

using std::numbers::pi;

// drag coefficients of common tables, at Reynolds numbers of 1e4 to 1e5
constexpr double kSphereDrag = 0.47, kCylinderAcross = 1.1, kCylinderAlong = 0.8, kBoxDrag = 1.05;
constexpr double kConeAlong = 0.5;

/// Factors times the mass and the moments of inertia of the displaced water.
Matrix6 diagonal_mass(const AddedMassFactors& k, double mass, const Vector3& inertia) {
  Matrix6 M = Matrix6::Zero();
  M.diagonal() << k.angular.cwiseProduct(inertia), k.linear * mass;
  return M;
}

RigidDrag quadratic_drag(const Vector3& center, const Vector3& angular, const Vector3& linear) {
  RigidDrag drag;
  drag.X_BD.p = center;
  drag.quadratic.diagonal() << angular, linear;
  return drag;
}

/// Slices of a solid of revolution about x, as short cylinders: radius(x) between x0 and x1.
void add_slices(const std::function<double(double)>& radius, double x0, double x1, int count,
                std::vector<VolumeElement>& elements) {
  const double dx = (x1 - x0) / count;
  for (int i = 0; i < count; ++i) {
    // Simpson's rule is exact for cylinders, cones and balls
    const double a = x0 + i * dx, m = a + dx / 2, b = a + dx;
    const double A = std::pow(radius(a), 2), M = std::pow(radius(m), 2), B = std::pow(radius(b), 2);
    const double mean = (A + 4 * M + B) / 6, r = std::sqrt(mean);
    VolumeElement e;
    e.volume = pi * mean * dx;
    e.center[0] = (A * a + 4 * M * m + B * b) / (6 * mean);
    // the slice is as long as it fits between its faces
    e.half = Vector3(std::min(e.center[0] - a, b - e.center[0]), r, r).asDiagonal();
    e.shape = VolumeShape::cylinder;
    elements.push_back(e);
  }
}

constexpr int kSlices = 8;

}  // namespace

Matrix6 moved_added_mass(const Matrix6& M, const Pose& X) {
  const Matrix6 T = Ad(X.inverse());
  return T.transpose() * M * T;
}

ShapeWater& ShapeWater::operator+=(const ShapeWater& other) {
  const double total = volume + other.volume;
  if (total > 0) center = (volume * center + other.volume * other.center) / total;
  volume = total;
  added_mass += other.added_mass;
  drags.insert(drags.end(), other.drags.begin(), other.drags.end());
  elements.insert(elements.end(), other.elements.begin(), other.elements.end());
  return *this;
}

ShapeWater ShapeWater::moved(const Pose& X) const {
  ShapeWater out = *this;
  out.center = X * center;
  out.added_mass = moved_added_mass(added_mass, X);
  for (RigidDrag& drag : out.drags) drag.X_BD = X * drag.X_BD;
  for (VolumeElement& e : out.elements) {
    e.center = X * e.center;
    e.half = X.R * e.half;
  }
  return out;
}

ShapeWater sphere_water(double radius, double density) {
  return ellipsoid_water(Vector3::Constant(radius), density);
}

ShapeWater ellipsoid_water(const Vector3& s, double density) {
  ShapeWater water;
  water.volume = 4.0 / 3.0 * pi * s.prod();
  const double mass = density * water.volume;
  const Vector3 s2 = s.cwiseAbs2();
  const Vector3 inertia = Vector3(s2[1] + s2[2], s2[0] + s2[2], s2[0] + s2[1]) * mass / 5;
  water.added_mass = diagonal_mass(ellipsoid_factors(s), mass, inertia);

  // projected areas; rotation about i: strips across j and k, none for a body of revolution
  const double q = 0.5 * density * kSphereDrag;
  const Vector3 area = pi * Vector3(s[1] * s[2], s[0] * s[2], s[0] * s[1]);
  Vector3 angular;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    // int |x|^3 2 b sqrt(1 - x^2/a^2) dx = 8/15 a^4 b over the ellipse (a, b)
    const double strips = 8.0 / 15.0 * (s2[j] * s2[j] + s2[k] * s2[k]) * s[i];
    const double flatness = std::abs(s2[j] - s2[k]) / (s2[j] + s2[k]);
    angular[i] = q * strips * flatness;
  }
  water.drags = {quadratic_drag(Vector3::Zero(), angular, q * area)};
  water.elements = {{.volume = water.volume, .half = s.asDiagonal()}};
  return water;
}

ShapeWater cylinder_water(double radius, double length, double density) {
  ShapeWater water;
  const double r2 = radius * radius;
  water.volume = pi * r2 * length;
  const double mass = density * water.volume;
  const double across = mass * (3 * r2 + length * length) / 12;
  water.added_mass = diagonal_mass(ellipsoid_factors({length / 2, radius, radius}), mass,
                                   Vector3(mass * r2 / 2, across, across));
  const double q = 0.5 * density, strip = q * kCylinderAcross * 2 * radius;
  const double turn = strip * std::pow(length, 4) / 32;
  water.drags = {
      quadratic_drag(Vector3::Zero(), Vector3(0, turn, turn),
                     Vector3(q * kCylinderAlong * pi * r2, strip * length, strip * length))};
  add_slices([=](double) { return radius; }, -length / 2, length / 2, 1, water.elements);
  return water;
}

ShapeWater capsule_water(double radius, double length, double density) {
  ShapeWater water;
  const double r2 = radius * radius, half = length / 2 + radius;
  const double ball = 4.0 / 3.0 * pi * radius * r2, tube = pi * r2 * length;
  water.volume = ball + tube;
  // inertia of the water inside: a tube and two half balls
  const double mass = density * water.volume, m_tube = density * tube, m_ball = density * ball;
  const double arm = length / 2 + 3.0 / 8.0 * radius;
  const double across =
      m_tube * (3 * r2 + length * length) / 12 + m_ball * (83.0 / 320.0 * r2 + arm * arm);
  water.added_mass = diagonal_mass(ellipsoid_factors({half, radius, radius}), mass,
                                   Vector3(m_tube * r2 / 2 + 0.4 * m_ball * r2, across, across));
  const double q = 0.5 * density, side = 2 * radius * length + pi * r2;
  const double turn = q * kCylinderAcross * 2 * radius * 2 * std::pow(half, 4) / 4;
  water.drags = {quadratic_drag(
      Vector3::Zero(), Vector3(0, turn, turn),
      Vector3(q * kSphereDrag * pi * r2, q * kCylinderAcross * side, q * kCylinderAcross * side))};
  const auto radius_at = [=](double x) {
    const double out = std::max(0.0, std::abs(x) - length / 2);
    return std::sqrt(std::max(0.0, r2 - out * out));
  };
  add_slices(radius_at, -half, -length / 2, kSlices / 2, water.elements);
  if (length > 0) add_slices(radius_at, -length / 2, length / 2, 1, water.elements);
  add_slices(radius_at, length / 2, half, kSlices / 2, water.elements);
  return water;
}

ShapeWater cone_water(double radius, double length, double density) {
  ShapeWater water;
  const double r2 = radius * radius;
  water.volume = pi * r2 * length / 3;
  water.center = Vector3(length / 4, 0, 0);
  const double mass = density * water.volume;
  const double across = mass * (3 * r2 / 20 + 3 * length * length / 80);
  const Matrix6 M = diagonal_mass(ellipsoid_factors({length / 2, radius, radius}), mass,
                                  Vector3(0.3 * mass * r2, across, across));
  water.added_mass = moved_added_mass(M, {Matrix3::Identity(), water.center});
  // strips 2 r (1 - x/L) about the centre at L/4: int |x - L/4|^3 (1 - x/L) dx = 131/10240 L^4
  const double q = 0.5 * density, side = radius * length;
  const double turn = q * kCylinderAcross * 2 * radius * 131.0 / 10240.0 * std::pow(length, 4);
  water.drags = {quadratic_drag(
      water.center, Vector3(0, turn, turn),
      Vector3(q * kConeAlong * pi * r2, q * kCylinderAcross * side, q * kCylinderAcross * side))};
  add_slices([=](double x) { return radius * (1 - x / length); }, 0, length, kSlices,
             water.elements);
  return water;
}

ShapeWater box_water(const Vector3& edges, double density) {
  ShapeWater water;
  water.volume = edges.prod();
  const double mass = density * water.volume;
  const Vector3 e2 = edges.cwiseAbs2() * mass / 12;
  water.added_mass = diagonal_mass(ellipsoid_factors(edges / 2), mass,
                                   Vector3(e2[1] + e2[2], e2[0] + e2[2], e2[0] + e2[1]));
  const double q = 0.5 * density * kBoxDrag;
  Vector3 angular, linear;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    linear[i] = q * edges[j] * edges[k];
    // both pairs of faces that stand across the rotation: int |x|^3 dx = L^4 / 32
    angular[i] = q * edges[i] * (std::pow(edges[j], 4) + std::pow(edges[k], 4)) / 32;
  }
  water.drags = {quadratic_drag(Vector3::Zero(), angular, linear)};
  water.elements = {
      {.volume = water.volume, .half = Vector3(edges / 2).asDiagonal(), .shape = VolumeShape::box}};
  return water;
}

}  // namespace cuttle
