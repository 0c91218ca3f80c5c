#pragma once

#include <functional>
#include <vector>

#include "cuttle/base/status.h"
#include "cuttle/core/net_state.h"
#include "cuttle/math/types.h"
#include "cuttle/net/banded_lu.h"
#include "cuttle/net/net.h"
#include "cuttle/net/net_contact.h"
#include "cuttle/net/net_energy.h"

namespace cuttle {

/// As placed, at rest, touching nothing.
NetState placed_state(const NetData& net);

/// Sets the input for a time. Called several times in a step, also for times inside it.
using NetDrive = std::function<void(double t, NetInput& input)>;

enum class NetScheme {
  euler,    // backward Euler, [Goldberg19] (7.2): damps, robust
  midpoint  // implicit midpoint: keeps momentum and energy
};

enum class NetContactLaw {
  exact,   // no node below the ground, Coulomb's law to the letter; needs the Euler scheme
  penalty  // springs and smoothed friction
};

struct NetStepOptions {
  NetScheme scheme = NetScheme::euler;
  NetContactLaw law = NetContactLaw::exact;
  double tolerance = 1e-6;  // Newton: last correction over the shortest edge (then squared)
  int max_iterations = 30;  // Newton, for one set of contact statuses
  int max_rounds = 30;      // sets of statuses tried before the step is halved
  int max_halvings = 8;
};

/// All that moves with the net but is not its state.
struct NetWorld {
  const NetData* net = nullptr;
  NetGround ground;
  NetDrive drive;  // empty: at rest
  NetStepOptions options;
};

struct NetStepReport {
  Status status;
  int iterations = 0;          // of Newton's method, all together
  int rounds = 0;              // sets of contact statuses
  int substeps = 0;            // 1 unless the step was halved
  int unresolved = 0;          // substeps without a solution; they were ended with the smooth law
  double unresolved_time = 0;  // of the last of them
  int unresolved_node = -1;
  // What flowed in. What the scheme itself damps is not among it, nor what the drive has changed
  // between the last step and this one: stored_first less the stored_last of that step.
  NetBooks books;
  double stored_first = 0;  // [J] elastic energy at the start, with the drive of the first substep
  double stored_last = 0;   // at the end, with that of the last one
};

/// All memory of a step; results do not depend on what it held before.
struct NetWorkspace {
  explicit NetWorkspace(const NetData& net);

  NetInput input;                    // at the end of the substep
  std::vector<NodeForce> force;      // (nodes) from the ground, at the end of the step
  VectorX x, x_start, residual, dx;  // (2 nodes)
  VectorX end;                       // (2 nodes) of the substep, beyond x for the midpoint rule
  NetStrain before, strain;          // at the start; where energies are asked for
  double stored = 0;                 // [J] elastic energy at the start
  std::vector<NodeContact> contact;
  BandMatrix A;
  BandedLu lu;
};

/// Advances the state from t to t + h. A step whose contacts find no consistent set of statuses is
/// halved, again and again; at the limit the smooth law ends it, and the report counts it.
/// Writes state, ws.force. Never allocates (a failure message excepted).
NetStepReport net_step(const NetWorld& world, double t, double h, NetState& state,
                       NetWorkspace& ws);

}  // namespace cuttle
