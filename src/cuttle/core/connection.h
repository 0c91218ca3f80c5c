#pragma once
// Connections close loops: joints between two frames that the tree carries already. Each is a few
// rows that hold the relative motion of its frames.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cuttle/math/pose.h"

namespace cuttle {

/// Which relative rotations a connection holds: all, those off one axis, the one about it (of
/// frames that keep the axis anyhow), the one that would make two axes leave their right angle, or
/// none.
enum class HeldTurns { all, off_axis, about_axis, cardan, none };

/// Which relative displacements it holds: all, those off an axis, along an axis only, or none.
/// screw: off the axis, and along it to the pitch times the angle.
enum class HeldSlides { all, off_axis, along_axis, screw, none };

/// A kind of connection, as the user names it; the names are those of the joints.
struct ConnectionKind {
  std::string_view name;
  HeldTurns turns;
  HeldSlides slides;

  int rows() const;
};
std::span<const ConnectionKind> connection_table();
const ConnectionKind* find_connection_kind(std::string_view name);

/// A frame on a body, or in the world.
struct Mount {
  int body = -1;  // -1: the world
  int point = 0;
  Pose X_PM = Pose::identity();  // in the point's frame, or in the world
};

struct Connection {
  std::string name;
  const ConnectionKind* kind = nullptr;  // a row of the table, or what is left of one in a plane
  Mount a, b;
  Vector3 axis = Vector3::UnitZ();   // in both frames; cardan: in A
  Vector3 axis2 = Vector3::UnitX();  // cardan: in B
  double pitch = 0;                  // [m/rad] of a screw

  int rows() const { return kind->rows(); }
};

/// What a connection is doing: part of the state.
struct ConnectionState {
  bool closed = true;
  Pose X_latch = Pose::identity();  // frame A is moved by it: where the parts met
};

}  // namespace cuttle
