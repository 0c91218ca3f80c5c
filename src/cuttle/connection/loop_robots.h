#pragma once
// What closed loops tie together, and the drives among it. Connections do not count turns, and
// close in more than one way: it matters how drives came to where they are.

#include <string>
#include <vector>

#include "cuttle/core/model.h"
#include "cuttle/core/state.h"

namespace cuttle {

/// The loops of one robot of several.
struct LoopRobot {
  std::size_t island = 0;                // as `islands` counts them
  std::vector<std::size_t> connections;  // that are closed
  std::vector<JointStep> drives;         // prescribed joints in the loops
  std::vector<int> free;                 // velocities there that are not prescribed
  std::vector<int> q;                    // coordinates of both, in State::q
};

/// All of a state, whether they are driven or not.
std::vector<LoopRobot> loop_robots(const Model& model, const State& x);

/// Of these, the loops whose shape follows from their drives alone: nothing in them can move while
/// the drives stand still, whatever the forces. Reads positions alone; loops of x are closed.
std::vector<LoopRobot> driven_linkages(const Model& model, const State& x);

/// How far the drives of a robot are from where u has them [rad, sizes of the robot], in sum.
double way_of_drives(const Model& model, const LoopRobot& robot, const VectorX& q, const Input& u);
/// ... and how far they go at a time. From half a turn on, connections would be closed the shorter
/// way; long before, a linkage may fold to the other side.
inline constexpr double kLongestWay = 0.5;
/// What may have to be corrected of a step along the tangent, as a part of it: where it is more,
/// the step may have come down on another branch.
inline constexpr double kMostCorrected = 0.25;

/// The drive that has the longest way, and where u has it: "crank at 28.9 rad", or "crank (robot
/// hull) at 28.9 rad" where its tree has another root.
std::string farthest_drive(const Model& model, const LoopRobot& robot, const VectorX& q,
                           const Input& u);

/// True if one of its drives stands at more than half a turn, so that connections could be closed
/// the shorter way.
bool is_far(const LoopRobot& robot, const VectorX& q);
/// Takes whole turns from such drives: the loops stay closed.
void unwind(const LoopRobot& robot, VectorX& q);

}  // namespace cuttle
