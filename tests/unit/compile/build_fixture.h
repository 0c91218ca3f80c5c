#pragma once
// Models from text, for the tests of build().

#include <string>

#include "cuttle/compile/compile.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/io/read_scenario.h"

namespace cuttle::testing {

/// A scenario as if it stood in model.yaml.
inline Scenario build_text(const std::string& text) {
  return build(parse_scenario(text, "model.yaml"));
}

/// The full message of the InputError that building this text gives; empty if there is none.
inline std::string error_of(const std::string& text) {
  try {
    build_text(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// A scenario with its inputs and kinematics at one time and the initial state.
struct Posed {
  explicit Posed(const std::string& text, double t = 0)
      : scenario(build_text(text)), ws(scenario.model) {
    status = scenario.inputs.evaluate(t, u);
    update_kinematics(scenario.model, scenario.initial, u, nullptr, ws);
  }
  const Model& model() const { return scenario.model; }
  int body(const std::string& name) const { return scenario.model.find_body(name); }
  const Pose& pose(const std::string& name) const { return ws.bodies[size_t(body(name))].X_WB; }

  Scenario scenario;
  Workspace ws;
  Input u;
  Status status;
};

/// A steel-like material, so that rods in tests need one word.
// (one for each object: constants of tests are made of it while the program starts)
const std::string kMaterials =
    "materials: {m: {young: 1 MPa, poisson: 0.5, density: 1000}}\n";

}  // namespace cuttle::testing
