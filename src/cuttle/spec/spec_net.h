#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cuttle/math/types.h"

namespace cuttle {

// What probes, studies and bodies say about nets; what nets are stands in net/part.h.

/// A node or an edge of a segment: `leg.3`, `leg.last`; negative numbers count from the end.
struct NetPlaceSpec {
  std::string segment;
  int index = 0;
};

/// How nets go through time.
enum class NetMethod { euler, midpoint };

struct NetSpec;

/// What a net needs to know of the model around it.
struct NetSurroundings {
  Vector3 gravity = Vector3::Zero();  // [m/s^2]
  Vector3 up = Vector3::UnitZ();      // y of its plane, if the file does not say
  double t0 = 0;                      // [s] of the initial state
};

/// A net that something holds on to, and that is a body of the tree for it: no file has such a
/// body, compile/tie_nets.h makes it.
struct NetBodySpec {
  struct Strip {
    std::string name;
    int edges = 0;
    bool closed = false;  // a ring
  };
  std::vector<Strip> strips;  // its segments, copies written out
  std::shared_ptr<const NetSpec> net;
  NetSurroundings surroundings;
};

}  // namespace cuttle
