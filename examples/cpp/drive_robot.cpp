// Drives a robot step by step: a linear regulator designed here brings a swinging soft arm to rest.
#include <cstdio>

#include "cuttle/cuttle.h"

int main(int argc, char** argv) {
  const char* const file = argc > 1 ? argv[1] : "models/arm_lqr.yaml";
  const cuttle::Scenario arm = cuttle::build(cuttle::read_scenario(file, {"controllers=[]"}));
  const int nv = arm.model.nv, nu = arm.model.nu();

  // the equilibrium under 10 N in each cable, and gains about it
  cuttle::LqrTask task;
  task.position_cost = task.velocity_cost = cuttle::VectorX::Ones(nv);
  task.input_cost = cuttle::VectorX::Constant(nu, 0.1);
  for (int i = 0; i < nu; ++i) task.inputs.push_back(i);
  task.bounds = {cuttle::VectorX::Zero(nu), cuttle::VectorX::Constant(nu, 60)};
  const cuttle::Input u{cuttle::VectorX::Constant(nu, 10), cuttle::VectorX::Zero(nu),
                        cuttle::VectorX::Zero(nu)};
  cuttle::LqrDesign design;
  if (const auto status = cuttle::design_lqr(arm, task, arm.initial, u, design); !status.ok()) {
    std::fprintf(stderr, "%s\n", status.message.c_str());
    return 1;
  }

  // the loop, every 10 ms
  cuttle::Stepper stepper(arm);
  cuttle::Status status = stepper.reset();
  cuttle::VectorX z(2 * nv), command(nu);
  for (int k = 0; k < 300 && status.ok(); ++k) {
    const cuttle::State& x = stepper.state();
    cuttle::difference(arm.model, design.x0.q, x.q, z.head(nv));
    z.tail(nv) = x.v;
    command = (design.u0 - design.K_x * z).cwiseMax(task.bounds.low).cwiseMin(task.bounds.high);
    status = stepper.step({command.data(), std::size_t(nu)}, 0.01);
  }
  std::printf("after 3 s the arm moves with |v| = %.4f\n", stepper.state().v.norm());
  return status.ok() && stepper.state().v.norm() < 0.05 ? 0 : 1;
}
