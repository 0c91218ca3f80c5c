#pragma once
// Joints. A joint is a few elementary steps in series, so a new kind is one row of a table.

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "cuttle/core/state.h"
#include "cuttle/math/pose.h"
#include "cuttle/math/types.h"

namespace cuttle {

/// What one step of a joint lets move: nothing, a constant screw (1 coordinate), the group of
/// rotations (unit quaternion) or the group of rigid motions (unit quaternion, position).
enum class StepKind { fixed, screw, rotation, motion };

/// Number of position coordinates and of velocities of a step.
constexpr int step_nq(StepKind kind) {
  constexpr int count[] = {0, 1, 4, 7};
  return count[int(kind)];
}
constexpr int step_nv(StepKind kind) {
  constexpr int count[] = {0, 1, 3, 6};
  return count[int(kind)];
}

/// One step of a row of the joint table: `turn` and `slide` are directions among the joint's own
/// axes x, y, z ('-' = none); a helical step slides by `pitch` per radian.
struct StepRow {
  StepKind kind = StepKind::screw;
  char turn = '-';
  char slide = '-';
  std::string_view coordinate;  // name of the coordinate, as in `joint.angle`
};

/// A kind of joint, as the user names it.
struct JointKind {
  std::string_view name;
  std::string_view doc;
  std::vector<StepRow> steps;
};

/// All joints that cuttle knows. `axis` in a model file turns the z axis of the row.
std::span<const JointKind> joint_table();
const JointKind* find_joint_kind(std::string_view name);

/// A step of a joint of a model.
struct JointStep {
  StepKind kind = StepKind::screw;
  Vector6 S = Vector6::Zero();  // twist of a unit velocity (screw only), in the step's frame
  int q = 0;                    // first coordinate in State::q
  int v = 0;                    // first velocity in State::v
  double stiffness = 0;         // [N m/rad or N/m]
  double damping = 0;           // [N m s/rad or N s/m]
  double rest = 0;              // where the spring is at ease (screw only)
  int effort_input = -1;        // first of step_nv entries of Input::u, or -1
  int prescribed_input = -1;    // entry of Input::u that gives the coordinate (screw only), or -1

  int nv() const { return step_nv(kind); }
  bool prescribed() const { return prescribed_input >= 0; }
};

/// Pose of a step's moved frame in its fixed frame.
Pose step_pose(const JointStep& step, const double* q);

/// S v: the twist across the step, in the moved frame.
Vector6 step_twist(const JointStep& step, const double* v);

/// A matrix with one row or column per velocity of a step, without heap memory.
using StepBasis = Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6>;
using StepMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>;
using StepVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 6, 1>;

/// The basis of the step's twists, in the moved frame: 6 x nv.
StepBasis step_basis(const JointStep& step);

/// q' = N(q) v and q ⊕ d (a body-frame group update) of a step.
void step_position_rate(const JointStep& step, const double* q, const double* v, double* q_dot);
void step_retract(const JointStep& step, const double* q, const double* d, double* out);

/// Spring of the step: energy, generalised force -dE/dq, and the derivative of dE/dq along the
/// group. Rotations: E = k |log R|^2 / 2; motions add k |p|^2 / 2.
double step_spring_energy(const JointStep& step, const double* q);
StepVector step_spring_force(const JointStep& step, const double* q);
StepMatrix step_spring_tangent(const JointStep& step, const double* q);

/// Effort of spring, damper and drive together.
StepVector step_effort(const JointStep& step, const State&, const Input&);

/// The steps of a joint whose z axis is `axis` and, for a universal joint, whose second axis y is
/// `axis2` (made perpendicular to z; default: some perpendicular). Coordinates are not numbered.
std::vector<JointStep> make_steps(const JointKind&, const Vector3& axis,
                                  const std::optional<Vector3>& axis2, double pitch);

}  // namespace cuttle
