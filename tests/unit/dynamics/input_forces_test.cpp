// What inputs do, column by column: M (a(u + e) - a(u)) = B e, whatever the other forces are.

#include "cuttle/dynamics/input_forces.h"

#include <gtest/gtest.h>

#include "cuttle/dynamics/dense.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/shell/load/shell_load.h"
#include "support/allocation_counter.h"
#include "support/cable_manipulator.h"
#include "support/random.h"
#include "support/robots.h"
#include "support/shells.h"

namespace cuttle::testing {
namespace {

double worst_column(const Model& model, const State& x, const Input& u,
                    const std::vector<int>& inputs) {
  Workspace ws(model);
  const MatrixX M = mass_matrix(model, x, u, ws);
  forward_dynamics(model, x, u, ws);
  const VectorX before = ws.a;
  InputForces forces(model, inputs);
  forces.compute(model, x, u, nullptr, ws);
  const MatrixX& B = forces.B();
  double worst = 0;
  for (size_t k = 0; k < inputs.size(); ++k) {
    Input more = u;
    more.u[inputs[k]] += 1;
    forward_dynamics(model, x, more, ws);
    const VectorX column = M * (ws.a - before);
    EXPECT_GT(column.norm(), 0);
    worst = std::max(worst, (column - B.col(Eigen::Index(k))).norm() / column.norm());
  }
  return worst;
}

TEST(InputForces, CablesInAnyOrder) {
  Random random(1);
  Model model = cable_manipulator().model;
  model.gravity = Vector3(0, 0, -9.81);
  State x = rest_state(model);
  x.q = random.vector(model.nq, 2);
  x.v = random.vector(model.nv, 2);
  Input u = zero_input(model);
  u.u = random.vector(6, 3);
  EXPECT_LT(worst_column(model, x, u, {4, 0, 2}), 1e-10);
}

// a shell keeps the loads of its wall to itself
TEST(InputForces, LoadsOnAShell) {
  Random random(2);
  Model model;
  const std::shared_ptr<const Shell> shell = make_shell(mantle());
  add_body(model, shell, "free");
  model.inputs.resize(2);
  for (int k = 0; k < 2; ++k)
    model.actors.push_back(std::make_shared<ShellLoad>(
        ShellLoad::Data{.body = 0,
                        .kind = k == 0 ? ShellLoad::Kind::radial : ShellLoad::Kind::pressure,
                        .per_input = even_load(shell->data(), 0, 0.05, [](double) { return 1; }),
                        .input = k}));
  State x = rest_state(model);
  x.v = random.vector(model.nv, 0.1);
  Input u = zero_input(model);
  u.u << 7, -3;
  EXPECT_LT(worst_column(model, x, u, {1, 0}), 1e-8);
}

// efforts of joints are columns, too
TEST(InputForces, SomeColumnsAreThoseOfAll) {
  Random random(3);
  Model model = swimmer(2);
  model.bodies[0].steps[0].effort_input = 1;
  model.inputs.resize(8);
  State x = rest_state(model);
  x.v = random.vector(model.nv, 0.1);
  const Input u = zero_input(model);
  Workspace ws(model);
  const MatrixX all = actuation_matrix(model, x, u, ws);
  const std::vector<int> inputs = {5, 0, 1};
  InputForces some(model, inputs);
  some.compute(model, x, u, nullptr, ws);
  for (size_t k = 0; k < inputs.size(); ++k)
    EXPECT_EQ(some.B().col(Eigen::Index(k)), all.col(inputs[k]));
  EXPECT_EQ(all.sum(), 6);
  EXPECT_EQ(some.forcing(), (std::vector<int>{0, 2}));
}

TEST(InputForces, NeverAllocates) {
  const CableManipulator arm = cable_manipulator();
  const State x = rest_state(arm.model);
  const Input u = zero_input(arm.model);
  Workspace ws(arm.model);
  forward_dynamics(arm.model, x, u, ws);
  InputForces forces(arm.model, arm.inputs);
  forces.compute(arm.model, x, u, nullptr, ws);
  AllocationCounter counter;
  forces.compute(arm.model, x, u, nullptr, ws);
  EXPECT_EQ(counter.count(), 0);
}

}  // namespace
}  // namespace cuttle::testing
