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

/// What has flowed into a net since its motion began [J]; what it loses is negative.
struct NetBooks {
  double drive = 0;    // by changes of resting curvatures and stiffnesses
  double load = 0;     // by loads on nodes
  double viscous = 0;  // Kelvin-Voigt damping
  double drag = 0;
  double ground = 0;  // friction; under the smooth law also what its springs hold
  double impact = 0;  // landings, and feet that slide to a halt within a step

  double total() const { return drive + load + viscous + drag + ground + impact; }

  NetBooks& operator+=(const NetBooks& more) {
    drive += more.drive;
    load += more.load;
    viscous += more.viscous;
    drag += more.drag;
    ground += more.ground;
    impact += more.impact;
    return *this;
  }
};

/// What drives a net at one time, the forces of its ground, and its books.
struct NetReading {
  NetInput input;
  std::vector<NodeForce> force;  // (nodes)
  NetBooks books = {};
};

}  // namespace cuttle
