#pragma once
// What a state and a record hold of nets: plain data. What a net is, net/ knows.

#include <vector>

#include "cuttle/math/types.h"

namespace cuttle {

/// How a node touches the ground.
struct NodeContact {
  enum class Mode : char { free, stick, slip };
  Mode mode = Mode::free;
  signed char direction = 1;  // of a slip, along the tangent

  bool operator==(const NodeContact&) const = default;
};

/// What a restart needs, with the time.
struct NetState {
  VectorX x, v;                      // (2 nodes) [m], [m/s]
  std::vector<NodeContact> contact;  // (nodes)
};

/// What changes with time, for every segment.
struct NetInput {
  VectorX rest_curvature;    // [1/m]
  VectorX stiffness_factor;  // times the Young's modulus
};

/// Force of the ground on a node.
struct NodeForce {
  double normal = 0, tangential = 0;
};

/// What drives a net at one time, and the forces of its ground.
struct NetReading {
  NetInput input;
  std::vector<NodeForce> force;  // (nodes)
};

}  // namespace cuttle
