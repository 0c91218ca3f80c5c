#pragma once
// Models that touch, for tests of contact forces.

#include <fmt/format.h>

#include <string>
#include <vector>

#include "cuttle/base/error.h"
#include "cuttle/compile/compile.h"
#include "cuttle/compile/scenario.h"
#include "cuttle/contact/contact_forces.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/io/read_scenario.h"
#include "support/robots.h"

namespace cuttle::testing {

/// A model with contact at a state, and its forces.
struct Touching {
  explicit Touching(const std::string& text)
      : scenario(build(parse_scenario(text, "x.yaml"))),
        model(scenario.model),
        x(scenario.initial),
        u(zero_input(model)),
        ws(model) {
    InputSource inputs = scenario.inputs;
    expects(inputs.evaluate(0, u).ok(), "the inputs of the test can be had");
  }

  const std::vector<Contact>& update() {
    update_kinematics(model, x, u, nullptr, ws);
    update_contacts(model, x, ws);
    return ws.contact.contacts;
  }

  /// Generalised forces of the contacts alone.
  VectorX forces() {
    Model bare = model;
    bare.actors.clear();
    Workspace other(bare);
    inverse_dynamics(bare, x, u, nullptr, other);
    inverse_dynamics(model, x, u, nullptr, ws);
    return other.tau - ws.tau;
  }

  EnergyBooks books() {
    inverse_dynamics(model, x, u, nullptr, ws);
    return model.actors.back()->books(model, x, u, ws);
  }

  /// The step ends here: contacts remember. At rest, unless the clock of the test moves, too.
  bool accept(bool at_rest = true) { return renew_memory(model, u, x, ws, at_rest); }

  void move(const VectorX& d) {
    VectorX q = x.q;
    retract(model, q, d, x.q);
  }

  Scenario scenario;
  const Model& model;
  State x;
  Input u;
  Workspace ws;
};

inline const char* const kFloor = "obstacles: [{name: floor, plane: {normal: [0, 0, 1]}}]\n";
inline const char* const kStudy = "study: {type: dynamics, duration: 1}\n";

/// A ball of radius 0.1 whose lowest point is `depth` below the floor.
inline std::string ball_on_floor(double depth, const std::string& rule) {
  return fmt::format(
             "name: ball\n"
             "bodies: [{{name: ball, joint: {{type: free, initial: {{position: [0, 0, "
             "{:.17g}]}}}}, "
             "rigid: {{shapes: [{{sphere: 0.1, mass: 2}}]}}}}]\n",
             0.1 - depth) +
         kFloor + "contacts: [{name: c, between: [floor, ball], " + rule + "}]\n" + kStudy;
}

}  // namespace cuttle::testing
