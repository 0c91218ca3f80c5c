#include "cuttle/rigid/mass_properties.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace cuttle {

namespace {

using std::numbers::pi;

MassProperties solid(const ShapeSpec& shape, double mass) {
  if (shape.box) return solid_box(mass, *shape.box);
  if (shape.sphere) return solid_ellipsoid(mass, Vector3::Constant(*shape.sphere));
  if (shape.ellipsoid) return solid_ellipsoid(mass, *shape.ellipsoid);
  if (shape.cylinder) return solid_cylinder(mass, (*shape.cylinder)[0], (*shape.cylinder)[1]);
  if (shape.cone) return solid_cone(mass, (*shape.cone)[0], (*shape.cone)[1]);
  if (const TriangleMesh* const mesh = mesh_of(shape)) {
    const VolumeMoments m = volume_moments(*mesh);
    return {mass, m.center, mass / m.volume * m.inertia};
  }
  return solid_capsule(mass, (*shape.capsule)[0], (*shape.capsule)[1]);
}

bool has_solid(const ShapeSpec& shape) {
  return shape.box || shape.sphere || shape.ellipsoid || shape.cylinder || shape.cone ||
         shape.capsule || mesh_of(shape);
}

// shapes without density and mass are alike in density; that fits only if all of them are
MassProperties sum_of_shapes(const RigidSpec& rigid, Diagnostics& diagnostics) {
  MassProperties sum;
  int open = 0;
  for (const ShapeSpec& shape : rigid.shapes) {
    if (!has_solid(shape)) {
      diagnostics.add(shape.origin.error("", "is not a solid", "give box, sphere, cylinder, ..."));
      continue;
    }
    const bool unknown = !shape.density && !shape.mass;
    open += unknown ? 1 : 0;
    const double density = unknown ? 1.0 : shape.density.value_or(0);
    const double mass = shape.mass.value_or(density * volume_of(shape));
    sum += solid(shape, mass).moved({shape.pose.rotation, shape.pose.position});
  }
  if (open > 0 && open < int(rigid.shapes.size()))
    diagnostics.add(rigid.origin.error(
        "shapes", "some have a density or mass and some do not",
        "give it to all or none of them; with none, the mass of the body is spread evenly"));
  return sum;
}

Matrix3 inertia_matrix(const std::vector<double>& I) {
  Matrix3 matrix = Vector3(I[0], I[1], I[2]).asDiagonal();
  if (I.size() == 6) {
    matrix(0, 1) = matrix(1, 0) = I[3];
    matrix(0, 2) = matrix(2, 0) = I[4];
    matrix(1, 2) = matrix(2, 1) = I[5];
  }
  return matrix;
}

}  // namespace

double volume_of(const ShapeSpec& shape) {
  const auto ball = [](double a, double b, double c) { return 4.0 / 3.0 * pi * a * b * c; };
  if (shape.box) return shape.box->prod();
  if (shape.sphere) return ball(*shape.sphere, *shape.sphere, *shape.sphere);
  if (shape.ellipsoid) return shape.ellipsoid->prod() * 4.0 / 3.0 * pi;
  if (const TriangleMesh* const mesh = mesh_of(shape)) return volume_moments(*mesh).volume;
  const auto [r, l] =
      shape.cylinder.value_or(shape.cone.value_or(shape.capsule.value_or(std::array{0.0, 0.0})));
  if (shape.cylinder) return pi * r * r * l;
  if (shape.cone) return pi * r * r * l / 3;
  return pi * r * r * l + ball(r, r, r);
}

double size_of(const ShapeSpec& shape) {
  if (shape.box) return shape.box->norm() / 2;
  if (shape.sphere) return *shape.sphere;
  if (shape.ellipsoid) return shape.ellipsoid->maxCoeff();
  if (const TriangleMesh* const mesh = mesh_of(shape)) {
    double size = 0;
    for (const Vector3& x : mesh->points) size = std::max(size, x.norm());
    return size;
  }
  const auto [r, l] =
      shape.cylinder.value_or(shape.cone.value_or(shape.capsule.value_or(std::array{0.0, 0.0})));
  if (shape.cylinder) return std::hypot(r, l / 2);
  return shape.cone ? std::max(r, l) : r + l / 2;
}

MassProperties mass_properties(const RigidSpec& rigid, Diagnostics& diagnostics) {
  MassProperties body = sum_of_shapes(rigid, diagnostics);
  if (rigid.mass) {
    if (body.mass > 0) body.inertia *= *rigid.mass / body.mass;
    body.mass = *rigid.mass;
  }
  if (rigid.center) body.center = *rigid.center;
  if (rigid.inertia) body.inertia = inertia_matrix(*rigid.inertia);
  return body;
}

}  // namespace cuttle
