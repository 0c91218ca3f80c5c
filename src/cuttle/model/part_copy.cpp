#include "cuttle/model/part_copy.h"

#include <numbers>

#include "cuttle/model/references.h"
#include "cuttle/model/spec_place.h"
#include "cuttle/model/spec_walk.h"

namespace cuttle {

Matrix3 PartCopy::turn() const {
  const double angle = 2 * std::numbers::pi * (index.k - 1) / index.n;
  return Eigen::AngleAxisd(angle, group.root.repeat->about).toRotationMatrix();
}

Pose PartCopy::parent_frame(const MountSpec& at) const {
  const std::optional<BodySpec>& parent = group.parent;
  const PoseSpec* const frame = parent && parent->rigid ? named_frame(*parent->rigid, at) : nullptr;
  return frame ? Pose{frame->rotation, frame->position} : Pose::identity();
}

bool is_copied(Value part, const RepeatGroup& group) {
  bool copied = false;
  for_each_reference(part, [&](const std::string& list, const std::string& name) {
    copied = copied || group.has(list, name);
  });
  return copied;
}

void make_copy(Value part, std::string& name, const PartCopy& copy) {
  name = copy.name(name);
  for_each_reference(part, [&copy](const std::string& list, std::string& other) {
    if (copy.group.has(list, other)) other = copy.name(other);
  });
  for_each_expression(part, [&copy](const ExpressionUse& use) { use.copy = copy.index; });
}

}  // namespace cuttle
