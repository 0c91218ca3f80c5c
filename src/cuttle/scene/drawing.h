#pragma once
// How a scenario is drawn: the scene without frames, and where each number of a frame comes from.

#include <utility>

#include "cuttle/actuation/attachment.h"
#include "cuttle/scene/scene.h"
#include "cuttle/sim/build.h"

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

struct Drawing {
  Scene still;
  Model model;  // the robot, with more points to look at
  std::vector<SectionSource> sections;
  std::vector<Attachment> cable_points;
  std::vector<int> tensions;  // inputs
  std::vector<ArrowSource> arrows;
  std::vector<Attachment> points;
};

Drawing make_drawing(const Scenario& scenario);

}  // namespace cuttle
