#pragma once

#include <functional>
#include <vector>

#include "cuttle/core/net_state.h"
#include "cuttle/math/types.h"
#include "cuttle/net/banded_lu.h"
#include "cuttle/net/net.h"

namespace cuttle {

/// The ground under a place x: its height and the first two derivatives.
struct GroundPoint {
  double height = 0, slope = 0, bend = 0;
};

/// How a net touches the ground. Every node that is not held may touch it.
struct NetGround {
  std::function<GroundPoint(double x)> profile;  // empty: there is no ground
  double mu_static = 0, mu_kinetic = 0;

  // the smooth law: a spring below the ground, friction that grows out of zero velocity
  double stiffness = 1e4;         // [N/m] per node
  double smooth_depth = 1e-5;     // over which the spring sets in [m]
  double smooth_velocity = 1e-3;  // over which friction sets in [m/s]
  double stribeck = 1e-2;         // over which it falls from static to kinetic [m/s]
};

/// Straight ground through the origin, rising with x by this angle [rad].
std::function<GroundPoint(double x)> straight_ground(double angle = 0);

/// A node held in x or y never touches.
bool may_touch(const NetData& net, int node);

/// The ground seen from a node: unit tangent (towards +x) and normal, and the height above it.
struct GroundFrame {
  Vector2 tangent, normal;
  double gap, slope, bend;
};
GroundFrame ground_frame(const NetGround& ground, const VectorX& x, int node);

/// Puts the rows of the contacts into a Newton system. On the way in `residual` is what the ground
/// has to give, R(x), with its derivative; on the way out the rows of a touching node say
/// gap = 0, and t.(x - x_start) = 0 if it sticks, R_t + direction mu_k R_n = 0 if it slips.
void replace_contact_rows(const NetData& net, const NetGround& ground,
                          const std::vector<NodeContact>& contact, const VectorX& x,
                          const VectorX& x_start, BandMatrix& A, VectorX& residual);

/// What the statuses must become, once Newton has converged with the present ones.
/// Returns the number of changes; `node` is the last node that changed.
struct ContactChange {
  int count = 0;
  int node = -1;
};
ContactChange update_contacts(const NetData& net, const NetGround& ground,
                              const std::vector<NodeContact>& at_start, const VectorX& x,
                              const VectorX& x_start, const VectorX& residual, double force_scale,
                              std::vector<NodeContact>& contact);

/// Adds the smooth law to residual and matrix (if given): forces enter with a minus sign.
void add_penalty(const NetData& net, const NetGround& ground, double step, const VectorX& x,
                 const VectorX& x_start, VectorX& residual, BandMatrix* A);

/// Force and mode of one node under the smooth law.
NodeForce penalty_force(const NetGround& ground, double step, const VectorX& x,
                        const VectorX& x_start, int node);

}  // namespace cuttle
