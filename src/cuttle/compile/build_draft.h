#pragma once
// A scenario under construction, shared by the stages of compile().

#include <string>
#include <vector>

#include "cuttle/part/draft.h"
#include "cuttle/water/water_loads.h"

namespace cuttle {

/// What parts and bodies see of it (Draft), and what water needs besides.
struct ScenarioDraft final : Draft {
  using Draft::Draft;

  WaterLoads::Data water;                 // of wet bodies
  std::vector<std::string> not_followed;  // Scenario::not_followed
  bool whole = true;                      // false: parts are missing (sound_rest.h)

  /// All that a robot is made of is there.
  bool sound() const { return whole && diagnostics.empty(); }

  int point_of(int body, const BodyPlaceSpec& at) const override;
};

// The stages of compile(), in the order in which it calls them. All report into draft.diagnostics.

/// Bodies of the model with their joints, parents first, by the rows of their families; they get
/// all points that anything in the file holds on to. Does nothing if something was reported
/// (build_body.cpp).
void make_bodies(ScenarioDraft& draft);

/// Drives of the joints: efforts and prescribed coordinates (build_joint.cpp).
void add_drives(ScenarioDraft& draft);

/// Initial joint coordinates and velocities (build_joint.cpp).
void set_initial_joint(const JointSpec& joint, const Body& body, State& x);

/// Steps of a joint with springs and dampers (build_joint.cpp).
std::vector<JointStep> make_joint(const JointSpec& joint, Diagnostics& diagnostics);

/// Tells bodies where parts want divisions to end; then, that all places lie on them; then, where
/// they need points (build_places.cpp).
void cut_bodies(ScenarioDraft& draft);
void check_places(ScenarioDraft& draft);
void hold_places(ScenarioDraft& draft);

/// The state that closes all connections, next to the given one (close_connections.cpp).
void close_connections(ScenarioDraft& draft, const Input& u, State& x);

/// Stops and friction of joints, which take their defaults from the inertia at the start
/// (build_joint_contacts.cpp).
bool has_joint_contacts(const ScenarioSpec& spec);
void add_joint_contacts(ScenarioDraft& draft);

}  // namespace cuttle
