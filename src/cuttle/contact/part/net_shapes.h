#pragma once

#include <vector>

#include "cuttle/part/draft.h"

namespace cuttle {

/// Nodes of a net that is a body, as small spheres; without rules.
std::vector<ContactShape> node_shapes(const Draft& draft, int body, double radius);

/// The ground of a net that is a body: a rule and a plane, against its nodes.
struct NetGroundContact {
  int body = 0;
  ContactRule rule;
  ContactShape plane;
  double radius = 0;  // [m] of its nodes, which touch where their centres are on the ground
};

/// Of all nets that are bodies and have a ground. Reports one that is not straight.
std::vector<NetGroundContact> net_grounds(Draft& draft);

/// Radius of the nodes of a net that takes part in contacts [m]: half of the thinnest strip.
double node_radius(const BodySpec& net);

}  // namespace cuttle
