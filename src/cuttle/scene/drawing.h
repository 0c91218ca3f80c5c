#pragma once
// How a scenario is drawn: the scene without frames, and where each number of a frame comes from.

#include <functional>
#include <utility>

#include "cuttle/compile/compile.h"
#include "cuttle/core/body_place.h"
#include "cuttle/part/canvas.h"
#include "cuttle/scene/scene.h"

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

  BodyPlace at;
  Axes axes = Axes::world;
  int step = 0;  // of the joint of at.body, for Axes::step
  std::vector<std::pair<int, Vector3>> parts;
};

/// The wall of a shell: how many rings it has, and where they are.
struct WallSource {
  int body = 0;
  std::size_t rings = 0;
  std::function<RingMotion(const BodyWork&, std::size_t ring)> motion;
};

/// A strip: its sections lie in the channels behind those of all rods.
struct StripSource {
  std::size_t sections = 0;
  std::function<SectionMotion(const Snapshot&, std::size_t section)> motion;
};

struct Drawing {
  Scene still;
  Model model;  // the robot, with more points to look at
  std::vector<SectionSource> sections;
  std::vector<WallSource> walls;
  std::vector<BodyPlace> cable_points;
  std::vector<std::function<double(const Snapshot&)>> tensions;  // of lines
  std::vector<ArrowSource> arrows;
  std::vector<std::function<FittingMotion(const Snapshot&)>> fittings;  // arrows behind those
  std::vector<ContactArrow> contacts;                                   // and behind those,
  std::vector<ForceArrow> forces;                                       // and last
  std::vector<Mount> mounts;                                            // of connections, two each
  std::vector<BodyPlace> points;
  std::vector<std::function<Vector3(const Snapshot&)>> moving_points;  // behind those
  std::vector<StripSource> strips;
  std::vector<GroundProfile> grounds;
  DrawnWater water;
};

}  // namespace cuttle
