#include "cuttle/rigid/rigid_draft.h"

#include <algorithm>
#include <cmath>

#include "cuttle/math/linalg/eigen.h"
#include "cuttle/rigid/mass_properties.h"

namespace cuttle {

void RigidDraft::begin(Diagnostics& diagnostics) { mass_ = mass_properties(spec_, diagnostics); }

std::shared_ptr<const BodyFamily> RigidDraft::finish() {
  std::vector<Pose> frames;
  for (const auto& [name, pose] : spec_.frames) frames.push_back({pose.rotation, pose.position});
  return std::make_shared<const Rigid>(mass_, std::move(frames), added_mass);
}

namespace {

// a touching shape is a shape without a mass
double farthest(const TouchSpec& touch) {
  ShapeSpec shape;
  shape.sphere = touch.sphere;
  shape.capsule = touch.capsule;
  shape.box = touch.box;
  shape.ellipsoid = touch.ellipsoid;
  shape.cylinder = touch.cylinder;
  shape.cone = touch.cone;
  shape.hull = touch.hull;
  shape.mesh = touch.mesh;
  return touch.pose.position.norm() + size_of(shape);
}

}  // namespace

// What is given in numbers alone has a size, too: its largest radius of gyration, in any axes.
double RigidDraft::reach() const {
  double size = spec_.center ? spec_.center->norm() : 0;
  for (const auto& [name, frame] : spec_.frames) size = std::max(size, frame.position.norm());
  for (const ShapeSpec& shape : spec_.shapes)
    size = std::max(size, shape.pose.position.norm() + size_of(shape));
  if (spec_.touch)
    for (const TouchSpec& touch : *spec_.touch) size = std::max(size, farthest(touch));
  if (size > 0 || !(mass_.mass > 0)) return size;
  const double moment = symmetric_eigenvalues(mass_.inertia).maxCoeff();
  return moment > 0 ? std::sqrt(moment / mass_.mass) : 0;
}

}  // namespace cuttle
