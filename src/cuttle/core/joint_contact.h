#pragma once
// What one coordinate of a joint runs into inside of the joint: stops at both ends of its way, and
// dry friction. No shapes touch here: those that do are contacts (core/contact.h).

#include <limits>
#include <string>

#include "cuttle/core/bristles.h"

namespace cuttle {

/// Stops push back by N = k d (1 + c d') while the coordinate is beyond them by d, and never pull:
/// the damping begins at zero, so that N does not jump [Hunt75]. Units [N] and [m], or [N m]
/// and [rad].
struct JointContact {
  int body = 0, step = 0;  // of the model: a screw step that is not prescribed
  int q = 0, v = 0;        // entries of State::q, State::v
  std::string name;        // "arm.angle"
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  double stiffness = 0;  // k [N/m]
  double damping = 0;    // c [s/m]
  BristleRule friction;

  bool stops() const { return low > -kFar || high < kFar; }

  static constexpr double kFar = std::numeric_limits<double>::max();
};

/// What it carries from one step to the next; part of the state.
struct JointContactMemory : BristleMemory {
  double q = 0;         // of the coordinate
  bool pushed = false;  // a stop did
  double deepest = 0;   // how far beyond a stop it has been so far
};

/// What it does now. Forces are those on the coordinate.
struct JointTouch {
  Bristles bristles;
  double depth = 0, depth_rate = 0;   // beyond the stop that is nearer; below zero: before it
  double inwards = 1;                 // direction in which that stop pushes
  double push = 0;                    // N
  double stiffness = 0, damping = 0;  // dN/dd, dN/dd'

  double force() const { return inwards * push + bristles.tangential[0]; }
};

}  // namespace cuttle
