#pragma once

#include "cuttle/core/workspace.h"
#include "cuttle/net/body/net_body.h"

namespace cuttle {

/// Where the nodes of a net are, and how fast, whether it moves by itself or as a body.
struct NetView {
  const VectorX& x;  // (2 nodes)
  const VectorX& v;
};

inline NetView view_of(const NetModel& net, const State& x, const Workspace& ws) {
  if (net.body < 0) return {x.nets[size_t(net.index)].x, x.nets[size_t(net.index)].v};
  const NetScratch& s = NetBody::scratch(ws.bodies[size_t(net.body)]);
  return {s.x, s.v};
}

}  // namespace cuttle
