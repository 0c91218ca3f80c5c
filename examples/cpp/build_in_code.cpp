// Builds a robot without a model file, a floating hub with a soft arm, and evaluates its dynamics.
#include <cmath>
#include <cstdio>

#include "cuttle/cuttle.h"

int main() {
  // the structs of the model language, with the same names and defaults
  cuttle::BodySpec hub;
  hub.name = "hub";
  hub.joint.type = "free";
  cuttle::ShapeSpec ball;
  ball.sphere = 0.05;
  ball.mass = 0.5;
  hub.rigid.emplace().shapes = {ball};

  cuttle::DivisionSpec soft;
  soft.length = 0.3;
  soft.section.radius = 0.01;
  soft.material.spec.young = 1e6;
  soft.material.spec.density = 1000;
  soft.strain.modes[1].emplace().order = 3;  // bend_y
  soft.strain.modes[2].emplace().order = 3;  // bend_z
  cuttle::BodySpec arm;
  arm.name = "arm";
  arm.parent = "hub";
  arm.rod.emplace().divisions = {soft};

  cuttle::ScenarioSpec spec;
  spec.bodies = {hub, arm};
  const cuttle::Scenario scenario = cuttle::build(spec);  // checked once, then constant
  const cuttle::Model& model = scenario.model;

  // accelerations of the bent robot at rest, in time linear in the bodies
  cuttle::State x = scenario.initial;
  const cuttle::VectorX none = cuttle::VectorX::Zero(model.nu());
  const cuttle::Input u{none, none, none};
  cuttle::Workspace ws(model);
  x.q[7] = 2;  // first coordinate of the arm: curvature about y [1/m]; 0 .. 6 are the hub's pose
  cuttle::forward_dynamics(model, x, u, ws);
  const cuttle::VectorX a = ws.a;

  // the same equations as full matrices: M a + bias = 0, and M contains the mass of the robot
  const cuttle::MatrixX M = cuttle::mass_matrix(model, x, u, ws);
  const double residual = (M * a + cuttle::bias(model, x, u, ws)).norm();
  const double mass = 0.5 + 1000 * std::acos(-1.0) * 0.01 * 0.01 * 0.3;
  std::printf("%d coordinates, |M a + bias| = %.1e, mass %.6f kg\n", model.nv, residual, M(3, 3));
  return residual < 1e-10 && std::abs(M(3, 3) - mass) < 1e-12 ? 0 : 1;
}
