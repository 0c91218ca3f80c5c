#pragma once
// The nets of a scenario: built and checked, immutable, shared by runs.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cuttle/net/net.h"
#include "cuttle/net/net_step.h"
#include "cuttle/net/part.h"
#include "cuttle/net/sma.h"
#include "cuttle/part/scene_words.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

struct NetModel {
  std::string name;
  NetSpec spec;  // copies of segments written out; segment i is segment i of the data
  NetData data;
  std::vector<std::string> node_names;  // (nodes) segment.number of the first that owns it
  Vector3 position, x, y;               // plane in the world: origin [m] and unit vectors
  int body = -1;                        // of the tree, if something holds on to it; else
  int index = -1;                       // among the nets that move by themselves

  Vector3 in_world(const Vector2& p) const { return position + p.x() * x + p.y() * y; }
  /// Coordinates of nodes that nothing holds.
  int free_count() const;
  int segment(const std::string& segment_name) const;  // -1 if there is none
  /// Of the data; the place must exist.
  int node(const NetPlaceSpec& place) const;
};

/// "leg_0", "leg_last".
std::string node_label(const NetPlaceSpec& place);

NetSurroundings surroundings_of(const ScenarioSpec& scenario);

/// Reports what is wrong and returns nullptr then.
std::shared_ptr<NetModel> build_net_model(const NetSurroundings& around, const NetSpec& spec,
                                          Diagnostics& diagnostics);

/// The ground of a net for one run (formulas are not shared between threads); empty: none.
std::function<GroundPoint(double)> ground_profile(const NetSpec& spec);

/// Of a net that is a body: name of the rule of contact between its nodes and its ground.
inline std::string ground_rule(const std::string& net) { return net + ".ground"; }

/// The law of a shape-memory strip.
SmaLaw sma_law(const SmaSpec& spec);

/// The initial state: placed, with its velocities.
NetState initial_net_state(const NetModel& net);

/// How a node touches the ground, as records and pictures show it.
ContactState contact_state(const NodeContact& contact);

/// The nets of a scenario, beside the tree.
using NetList = std::vector<std::shared_ptr<const NetModel>>;

}  // namespace cuttle
