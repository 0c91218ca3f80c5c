// Pulls a cable and asks where the tip of the rod goes. A cable parallel to the axis at the offset
// d bends an inextensible rod into an arc of curvature T d / EI, so the answer is known.
#include <cmath>
#include <cstdio>

#include "cuttle/cuttle.h"

constexpr const char* kModel = R"(
gravity: [0, 0, 0]
bodies:
  - name: rod
    rod:
      length: 0.5
      section: {shape: circle, radius: 10 mm}
      material: {young: 1 MPa, density: 1000}
      strain: {bend_y: 2, bend_z: 2}
cables:
  - {name: pull, tension: 0, path: [{body: rod, from: base, to: tip, z: 8 mm}]}
probes:
  - {name: tip, frame: rod, at: tip}
)";

int main() {
  const cuttle::Scenario scenario = cuttle::build(cuttle::parse_scenario(kModel, "arc.yaml"));
  const cuttle::Model& model = scenario.model;
  cuttle::StaticsSolver statics(model);
  cuttle::Workspace ws(model);
  cuttle::State x = scenario.initial;
  const cuttle::VectorX none = cuttle::VectorX::Zero(model.nu());
  cuttle::Input u{none, none, none};
  const double EI = 1e6 * std::acos(-1.0) * std::pow(0.01, 4) / 4;

  // each solve starts from the previous equilibrium
  double worst = 0;
  for (double tension = 1; tension <= 4; ++tension) {
    u.u[0] = tension;  // model.inputs[0] is "cables.pull.tension"
    if (!statics.solve(u, {}, x).status.ok()) return 1;
    cuttle::update_kinematics(model, x, u, nullptr, ws);
    cuttle::Vector3 p;
    scenario.probes[0].evaluate(model, x, u, ws, {p.data(), 3});

    const double kappa = tension * 0.008 / EI;
    const cuttle::Vector3 arc(std::sin(0.5 * kappa) / kappa, 0,
                              (1 - std::cos(0.5 * kappa)) / kappa);
    worst = std::fmax(worst, (p - arc).norm());
    std::printf("%g N: tip at (%.6f, %.6f) m, %.1e m off the arc\n", tension, p.x(), p.z(),
                (p - arc).norm());
  }
  return worst < 1e-9 ? 0 : 1;
}
