#include "cuttle/rigid/rigid_draft.h"

#include <algorithm>

#include "cuttle/rigid/mass_properties.h"

namespace cuttle {

void RigidDraft::begin(Diagnostics& diagnostics) { mass_ = mass_properties(spec_, diagnostics); }

std::shared_ptr<const BodyFamily> RigidDraft::finish() {
  std::vector<Pose> frames;
  for (const auto& [name, pose] : spec_.frames) frames.push_back({pose.rotation, pose.position});
  return std::make_shared<const Rigid>(mass_, std::move(frames), added_mass);
}

double RigidDraft::reach() const {
  double size = spec_.center ? spec_.center->norm() : 0;
  for (const auto& [name, frame] : spec_.frames) size = std::max(size, frame.position.norm());
  for (const ShapeSpec& shape : spec_.shapes)
    size = std::max(size, shape.pose.position.norm() + size_of(shape));
  return size;
}

}  // namespace cuttle
