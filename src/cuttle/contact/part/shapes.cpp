#include "cuttle/contact/part/shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "cuttle/contact/solid/solid.h"
#include "cuttle/math/turn_between.h"

namespace cuttle {

namespace {

constexpr std::size_t kMostNodes = 100'000;  // of a height field

std::shared_ptr<Solid> solid_of(const TouchSpec& touch) {
  if (touch.ellipsoid) return ellipsoid_solid(*touch.ellipsoid);
  if (touch.cylinder) return cylinder_solid((*touch.cylinder)[0], (*touch.cylinder)[1]);
  if (touch.cone) return cone_solid((*touch.cone)[0], (*touch.cone)[1]);
  if (touch.hull) return mesh_solid(*touch.hull->mesh, MeshKind::convex);
  return touch.mesh ? mesh_solid(*touch.mesh->mesh, MeshKind::any) : nullptr;
}

std::vector<double> nodes(const std::array<double, 2>& ends, std::size_t count) {
  std::vector<double> x(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double s = double(i) / double(count - 1);
    x[i] = (1 - s) * ends[0] + s * ends[1];
  }
  return x;
}

TriangleMesh mesh_of(const HeightFieldSpec& field) {
  const std::size_t columns = field.heights.size(), rows = field.heights.front().size();
  std::vector<std::vector<double>> heights(rows, std::vector<double>(columns));
  double low = std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < rows; ++j)
    for (std::size_t i = 0; i < columns; ++i) {
      heights[j][i] = field.heights[i][j];
      low = std::min(low, heights[j][i]);
    }
  const double side = std::max(field.x[1] - field.x[0], field.y[1] - field.y[0]);
  return height_mesh(nodes(field.x, columns), nodes(field.y, rows), heights,
                     field.bottom.value_or(low - side));
}

}  // namespace

bool is_one_shape(const TouchSpec& touch) {
  const auto has = [](const std::optional<MeshSpec>& mesh) { return mesh && mesh->mesh; };
  return int(touch.sphere.has_value()) + int(touch.capsule.has_value()) +
             int(touch.box.has_value()) + int(touch.ellipsoid.has_value()) +
             int(touch.cylinder.has_value()) + int(touch.cone.has_value()) + int(has(touch.hull)) +
             int(has(touch.mesh)) ==
         1;
}

ContactShape shape_of(const TouchSpec& touch) {
  ContactShape shape;
  shape.X_PS = {touch.pose.rotation, touch.pose.position};
  if (touch.box) {
    shape.kind = ContactShapeKind::box;
    shape.half = 0.5 * *touch.box;
  } else if (touch.sphere) {
    shape.radius = {*touch.sphere, *touch.sphere};
  } else if (touch.capsule) {
    shape.radius = {(*touch.capsule)[0], (*touch.capsule)[0]};
    shape.half_length = 0.5 * (*touch.capsule)[1];
  } else {
    shape.kind = ContactShapeKind::solid;
    const std::shared_ptr<Solid> solid = solid_of(touch);
    solid->drawn = std::make_shared<const ShapeSpec>(drawn_shape(touch));
    shape.solid = solid;
  }
  return shape;
}

ContactShape shape_of(const PlaneSpec& plane) {
  ContactShape shape;
  shape.kind = ContactShapeKind::plane;
  shape.X_PS.R = turn_between(Vector3::UnitZ(), plane.normal).toRotationMatrix();
  shape.X_PS.p = plane.point;
  return shape;
}

ContactShape shape_of(const HeightFieldSpec& field, const PoseSpec& pose) {
  ContactShape shape;
  shape.kind = ContactShapeKind::solid;
  shape.X_PS = {pose.rotation, pose.position};
  shape.solid = mesh_solid(mesh_of(field), MeshKind::height_field);
  return shape;
}

double least_radius(const ContactShape& shape) {
  switch (shape.kind) {
    case ContactShapeKind::box:
      return shape.half.minCoeff();
    case ContactShapeKind::capsule:
      return std::min(shape.radius[0], shape.radius[1]);
    case ContactShapeKind::solid:
      return shape.solid->features().thickness;
    case ContactShapeKind::plane:
      break;
  }
  return std::numeric_limits<double>::infinity();
}

ShapeSpec drawn_shape(const TouchSpec& touch) {
  ShapeSpec shape;
  shape.sphere = touch.sphere;
  shape.capsule = touch.capsule;
  shape.box = touch.box;
  shape.ellipsoid = touch.ellipsoid;
  shape.cylinder = touch.cylinder;
  shape.cone = touch.cone;
  shape.hull = touch.hull;
  shape.mesh = touch.mesh;
  return shape;
}

ShapeSpec drawn_shape(const HeightFieldSpec& field) {
  ShapeSpec shape;
  shape.mesh.emplace().mesh = std::make_shared<const TriangleMesh>(mesh_of(field));
  return shape;
}

ShapeSpec drawn_shape(const ContactShape& contact) {
  if (contact.kind == ContactShapeKind::solid) return *contact.solid->drawn;
  ShapeSpec shape;
  if (contact.kind == ContactShapeKind::box)
    shape.box = Vector3(2 * contact.half);
  else
    shape.capsule = {contact.radius[0], 2 * contact.half_length};
  return shape;
}

void check_heights(const HeightFieldSpec& field, Diagnostics& diagnostics) {
  if (field.heights.empty()) return;  // reported by the reader
  const std::size_t columns = field.heights.size(), rows = field.heights.front().size();
  for (const auto& [name, ends] : {std::pair("x", field.x), std::pair("y", field.y)})
    if (!(ends[0] < ends[1]))
      diagnostics.add(
          field.origin.error(name, fmt::format("must rise, got [{:g}, {:g}]", ends[0], ends[1])));
  if (columns < 2 || rows < 2 || columns * rows > kMostNodes) {
    diagnostics.add(field.origin.error(
        "heights", fmt::format("expected at least 2 rows of 2 and at most {} heights, got {} x {}",
                               kMostNodes, rows, columns)));
    return;
  }
  double low = std::numeric_limits<double>::infinity();
  for (const std::vector<double>& column : field.heights)
    low = std::min(low, *std::ranges::min_element(column));
  if (field.bottom && !(*field.bottom < low))
    diagnostics.add(field.origin.error(
        "bottom",
        fmt::format("must be below the lowest height {:g} m, got {:g} m", low, *field.bottom)));
}

}  // namespace cuttle
