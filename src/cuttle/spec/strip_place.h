#pragma once

#include <string>

#include "cuttle/spec/spec.h"

namespace cuttle {

/// A place on a strip: `part` of the way along an edge.
struct StripPlace {
  int strip = 0, edge = 0;
  double part = 0;
};

/// What a place such as leg.3, leg.last or leg.2.5 (half way from node 2 to node 3) means on a net,
/// or why it means nothing, and a way out. A node is the end of the edge before it; the first one
/// is the start of the edge behind it.
struct FoundStripPlace {
  StripPlace place;
  std::string fault, hint;
};
FoundStripPlace find_strip_place(const NetBodySpec& net, const std::string& name,
                                 const BodyPlaceSpec& at);

}  // namespace cuttle
