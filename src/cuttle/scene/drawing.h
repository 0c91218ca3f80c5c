#pragma once
// How a scenario is drawn: the scene without frames, and where each number of a frame comes from.

#include <array>
#include <functional>
#include <utility>

#include "cuttle/compile/compile.h"
#include "cuttle/core/attachment.h"
#include "cuttle/part/canvas.h"
#include "cuttle/scene/scene.h"
#include "cuttle/shell/load/shell_load.h"
#include "cuttle/signal/signal.h"
#include "cuttle/water/current.h"

namespace cuttle {

/// A section of a rod: its point, and the strain there.
struct SectionSource {
  int body = 0, point = 0;
  Vector6 rest = Vector6::Zero();
  MatrixX basis;  // (6 x n)
};

/// A vector made of inputs: the sum of u[input] times axis.
struct ArrowSource {
  enum class Axes { world, point, step };

  Attachment at;
  Axes axes = Axes::world;
  int step = 0;  // of the joint of at.body, for Axes::step
  std::vector<std::pair<int, Vector3>> parts;
};

/// Neighbours among the contact shapes that are drawn as one arrow.
struct ContactGroup {
  int first = 0, count = 1;  // in the contacts of a record
};

/// A thruster or a fin: its force is asked of the actor itself.
struct FittingSource {
  Attachment at;
  Matrix3 R_PF = Matrix3::Identity();  // in the frame of the point, undeflected
  int deflection_input = -1;
  Vector3 hinge = Vector3::UnitY();  // in its own axes
  const Actor* actor = nullptr;      // one of Model::actors, which keeps it alive
};

/// A ring of a shell.
struct RingSource {
  int body = 0;
  MeridianRow row;
};

/// The jet of a shell, at the middle of its edge.
struct JetSource {
  int body = 0;
  const Jet* jet = nullptr;  // of one of Model::actors, which keeps it alive
};

/// A dead force on a node of a net.
struct NetLoadSource {
  int node = 0;
  std::array<Signal, 2> force;
};

/// A net; its numbers are the last ones of all channels.
struct NetSource {
  std::shared_ptr<const NetModel> net;
  int first = 0;                              // its first node in the nets of a record
  std::function<GroundPoint(double)> ground;  // empty: none, and no arrows of contacts
  std::vector<NetLoadSource> loads;
  std::vector<int> points;  // nodes that probes watch
};

struct Drawing {
  Scene still;
  Model model;  // the robot, with more points to look at
  std::vector<SectionSource> sections;
  std::vector<RingSource> rings;
  std::vector<Attachment> cable_points;
  std::vector<std::function<double(const Snapshot&)>> tensions;  // of lines
  std::vector<ArrowSource> arrows;
  std::vector<FittingSource> fittings;  // arrows behind those
  std::vector<JetSource> jets;          // fittings and arrows behind those
  std::vector<ContactGroup> contacts;   // and behind those
  std::vector<Mount> mounts;            // of connections, two each
  std::vector<Attachment> points;
  std::vector<NetSource> nets;
  Current current;
};

}  // namespace cuttle
