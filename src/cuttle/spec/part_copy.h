#pragma once
// What `repeat` copies: a body with all that hangs on it, and the parts that name one of these.

#include <map>
#include <optional>
#include <set>
#include <string>

#include "cuttle/math/pose.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// A body with `repeat`, and what is copied with it.
struct RepeatGroup {
  BodySpec root;
  std::optional<BodySpec> parent;                       // empty: world
  std::map<std::string, std::set<std::string>> copied;  // names by their list: "bodies", ...

  bool has(const std::string& list, const std::string& name) const {
    const auto found = copied.find(list);
    return found != copied.end() && found->second.count(name) > 0;
  }
  bool has_body(const std::string& name) const { return has("bodies", name); }
  int count() const { return root.repeat->count; }
  std::string parent_name() const { return parent ? parent->name : "world"; }
};

/// One copy: its number, and the turn about the axis of the mount frame.
struct PartCopy {
  const RepeatGroup& group;
  CopyIndex index;

  Matrix3 turn() const;
  /// The mount frame of a place on the parent; only frames of rigid bodies differ from its base.
  Pose parent_frame(const BodyPlaceSpec& at) const;
  /// A place on the parent, turned about the same axis: its offset in its mount frame [m]. On a rod
  /// this can be done only about its own x axis; another axis leaves the place where it is.
  Vector3 turned(const BodyPlaceSpec& at, const Vector3& offset) const;
  /// Of a parent that is a rod: is the axis its own?
  bool turns_about_rod() const;
  std::string name(const std::string& old) const { return old + "_" + std::to_string(index.k); }
};

/// True if a part is copied for the copy k of a group: it may have been read for one of them alone.
bool is_for(const Origin& origin, const RepeatGroup& group, int k);
/// True if b was read for another copy of what a was read for.
bool are_siblings(const Origin& a, const Origin& b);

/// True if a part names something that is copied; its formulas may name columns of copied probes.
bool is_copied(Value part, const RepeatGroup& group);

/// Gives a part the names of a copy, and its number.
void make_copy(Value part, std::string& name, const PartCopy& copy);

/// The number of a copy for its expressions (k and n), and for messages about it. Its formulas read
/// columns of its own probes.
void number_copy(Value part, const PartCopy& copy);

}  // namespace cuttle
