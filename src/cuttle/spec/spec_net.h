#pragma once

#include <string>

namespace cuttle {

// What probes and studies say about nets; what nets are stands in net/part.h.

/// A node or an edge of a segment: `leg.3`, `leg.last`; negative numbers count from the end.
struct NetPlaceSpec {
  std::string segment;
  int index = 0;
};

/// How nets go through time.
enum class NetMethod { euler, midpoint };

}  // namespace cuttle
