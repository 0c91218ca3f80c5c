#pragma once
// A scenario under construction, shared by the stages of compile().

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cuttle/part/draft.h"
#include "cuttle/rod/rod.h"
#include "cuttle/shell/shell.h"
#include "cuttle/water/water_loads.h"

namespace cuttle {

/// What parts see of it (Draft), and what bodies and water need besides.
struct ScenarioDraft final : Draft {
  using Draft::Draft;

  std::vector<std::vector<RodDivision>> divisions;      // (bodies) empty: not a rod
  std::vector<std::optional<ShellDescription>> shells;  // (bodies) empty: not a shell
  WaterLoads::Data water;                               // of wet bodies
  std::vector<std::string> not_followed;                // Scenario::not_followed
  bool whole = true;                                    // false: parts are missing (sound_rest.h)

  /// All that a robot is made of is there.
  bool sound() const { return whole && diagnostics.empty(); }

  int point_of(int body, const MountSpec& at) const override;
};

// The stages of compile(), in the order in which it calls them. All report into draft.diagnostics.

/// Bodies of the model with their joints, parents first; rods get all points that anything in the
/// file holds on to. Does nothing if something was reported (build_body.cpp).
void make_bodies(ScenarioDraft& draft);

/// Drives of the joints: efforts and prescribed coordinates (build_joint.cpp).
void add_drives(ScenarioDraft& draft);

/// Initial joint coordinates and velocities (build_joint.cpp).
void set_initial_joint(const JointSpec& joint, const Body& body, State& x);

/// Steps of a joint with springs and dampers (build_joint.cpp).
std::vector<JointStep> make_joint(const JointSpec& joint, Diagnostics& diagnostics);

/// Abscissas by shell where divisions end because parts do; then: places on shells must lie on
/// their profiles (build_shell_places.cpp).
std::map<std::string, std::vector<double>> shell_cuts(const ScenarioSpec& spec);
void check_shell_places(ScenarioDraft& draft);

/// Water before the bodies are made: rigid bodies in water, added mass of rods and shells; the
/// added mass of a rigid body; then the actor of water (build_water.cpp).
void prepare_water(ScenarioDraft& draft);
Matrix6 added_mass_of(const ScenarioDraft& draft, int body);
void add_water(ScenarioDraft& draft);

/// The state that closes all connections, next to the given one (close_connections.cpp).
void close_connections(ScenarioDraft& draft, const Input& u, State& x);

}  // namespace cuttle
