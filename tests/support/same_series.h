#pragma once
// Two runs of one robot, the second elsewhere or in other words: are they the same?

#include <map>
#include <string>
#include <vector>

#include "cuttle/math/pose.h"
#include "cuttle/record/trajectory.h"

namespace cuttle::testing {

using Vector2 = Eigen::Vector2d;

/// How the second run differs by its words.
struct Elsewhere {
  Pose X = Pose::identity();  // the whole world
  double angle = 0;           // nets in their own planes, those of the probes below
  Vector2 shift = Vector2::Zero();
  std::vector<std::string> net_probes = {};
};

struct Difference {
  std::string columns;  // such as tip.x (and the two that follow)
  double largest = 0;   // in units of the column
  double scale = 1;     // the largest number of that unit in the first run
  std::string unit = {};
  double relative() const { return largest / scale; }
};

/// Column by column, vectors turned back. Columns that are measured from the world's origin by
/// definition are compared only where X keeps it. Throws if rows or columns are missing.
std::vector<Difference> differences(const Trajectory& first, const Trajectory& second,
                                    const Elsewhere&);

}  // namespace cuttle::testing
