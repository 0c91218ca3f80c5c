#include "cuttle/spec/part_copy.h"

#include <cmath>
#include <numbers>

#include "cuttle/signal/expression_parts.h"
#include "cuttle/spec/spec_place.h"
#include "cuttle/spec/spec_walk.h"

namespace cuttle {

namespace {

/// finger.angle is a column of the probe finger.
std::string probe_of(const std::string& column) { return column.substr(0, column.find('.')); }

/// Formulas of a copy read the probes of the same copy.
std::string with_own_columns(const std::string& text, const PartCopy& copy) {
  return rename_columns(text, [&copy](const std::string& column) {
    const std::string probe = probe_of(column);
    if (!copy.group.has("probes", probe)) return column;
    return copy.name(probe) + column.substr(probe.size());
  });
}

}  // namespace

Matrix3 PartCopy::turn() const {
  const RepeatSpec& repeat = *group.root.repeat;
  const double angle =
      repeat.step ? *repeat.step * (index.k - 1) : 2 * std::numbers::pi * (index.k - 1) / index.n;
  return Eigen::AngleAxisd(angle, repeat.about).toRotationMatrix();
}

Pose PartCopy::parent_frame(const BodyPlaceSpec& at) const {
  const std::optional<BodySpec>& parent = group.parent;
  const PoseSpec* const frame = parent && parent->rigid ? named_frame(*parent->rigid, at) : nullptr;
  return frame ? Pose{frame->rotation, frame->position} : Pose::identity();
}

Vector3 PartCopy::turned(const BodyPlaceSpec& at, const Vector3& offset) const {
  if (group.parent && group.parent->rod)
    return turns_about_rod() ? Vector3(turn() * offset) : offset;
  // mount frame F of the copies and frame G of the place on the rigid parent: G^-1 F turn F^-1 G p
  const Pose F = parent_frame(group.root.at), G = parent_frame(at);
  const Vector3 p_mount = F.inverse() * (G * offset);
  return G.inverse() * (F * Vector3(turn() * p_mount));
}

bool PartCopy::turns_about_rod() const {
  return std::abs(std::abs(group.root.repeat->about.x()) - 1) <= 1e-9;
}

bool is_copied(Value part, const RepeatGroup& group) {
  bool copied = false;
  for_each_reference(part, [&](const std::string& list, const std::string& name) {
    copied = copied || group.has(list, name);
  });
  for_each_expression(part, [&](const ExpressionUse& use) {
    if (!use.columns) return;
    for (const std::string& column : column_names(use.text))
      copied = copied || group.has("probes", probe_of(column));
  });
  return copied;
}

void make_copy(Value part, std::string& name, const PartCopy& copy) {
  name = copy.name(name);
  for_each_reference(part, [&copy](const std::string& list, std::string& other) {
    if (copy.group.has(list, other)) other = copy.name(other);
  });
  number_copy(part, copy);
}

bool is_for(const Origin& origin, const RepeatGroup& group, int k) {
  return origin.only == 0 || origin.only == k || origin.repeat != group.root.origin.path;
}

bool are_siblings(const Origin& a, const Origin& b) {
  return a.only > 0 && b.only > 0 && a.path == b.path && a.copy.k == b.copy.k;
}

void number_copy(Value part, const PartCopy& copy) {
  const CopyIndex index = copy.index;
  for_each_expression(part, [&](const ExpressionUse& use) {
    use.copy = index;
    if (use.columns) use.text = with_own_columns(use.text, copy);
  });
  for_each_origin(part, [&](Origin& origin) {
    const CopyIndex outer = origin.copy.n > 0 ? origin.copy : CopyIndex{1, 1};
    origin.copy = {(outer.k - 1) * index.n + index.k, outer.n * index.n};
  });
  // what is for one copy of another repeat waits for that one
  Origin& own = part.type->origin(part.at);
  const std::string& repeat = copy.group.root.origin.path;
  if (own.only > 0 && own.repeat != repeat) return;
  own.repeat = repeat;
  own.only = 0;
}

}  // namespace cuttle
