#pragma once
// All memory that a step needs. Results never depend on what it held before.

#include <vector>

#include "cuttle/core/model.h"

namespace cuttle {

/// One step of a joint. The first step starts at the base frame of the parent.
struct StepWork {
  Pose X;     // moved frame in the frame before it                      by update_kinematics
  Vector6 V;  // twist of the moved frame, in it                         by update_kinematics
  Vector6 c;  // bias acceleration ad(V) S v (+ S a when prescribed)      by update_kinematics
  Vector6 A;  // acceleration of the moved frame                          by solve
  Vector6 F;  // wrench across the step, in the moved frame               by inverse_dynamics,
              //                                          prescribed steps also by solve
  Matrix6 M;  // articulated inertia behind a prescribed step             by eliminate
  Vector6 p;  // articulated bias behind a prescribed step                by eliminate
  Eigen::Matrix<double, 6, 6> U;      // (6 x nv) M S                       by eliminate
  Eigen::Matrix<double, 6, 6> D_inv;  // (nv x nv) (S^T M S + effective)^-1 by eliminate
  Vector6 e;                          // (nv) effort - S^T p, or a prescribed acceleration
  // of an actor on a screw step, by Actor::apply: effort, and its -d/dq and -d/dv
  double load = 0, K = 0, D = 0;
};

struct Workspace {
  explicit Workspace(const Model&);

  /// Leaves out points that are only looked at: for solvers, which do not look.
  void skip_passive_points() {
    for (BodyWork& b : bodies) b.passive_points = false;
  }

  std::vector<BodyWork> bodies;
  std::vector<std::vector<StepWork>> steps;  // (bodies x steps)
  std::vector<Coupling> couplings;           // by Actor::apply with tangent
  int singular_body = -1;                    // body without positive inertia, by factor_tree
  ContactWork contact;                       // by ContactForces
  std::vector<JointTouch> joint_touches;     // by JointForces
  VectorX a;                                 // (nv) accelerations, by forward_dynamics
  VectorX lambda;                            // forces of the connections' rows, by ConstraintSolver
  VectorX tau;                               // (nv) generalised forces, by inverse_dynamics
  std::vector<NetReading> nets;              // by Subsystem::read, for records
  Input acting;                              // by update_kinematics, if the model has a law
  std::unique_ptr<InputLawScratch> law;      // of Model::law
};

/// What acts at the state last given to update_kinematics: the input u from outside that it was
/// given with, and the entries that follow the state.
inline const Input& acting_input(const Model& model, const Input& u, const Workspace& ws) {
  return model.law ? ws.acting : u;
}

}  // namespace cuttle
