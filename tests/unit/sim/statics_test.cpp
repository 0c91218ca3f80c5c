#include "cuttle/sim/statics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/dynamics/inverse.h"
#include "cuttle/rigid/rigid.h"
#include "support/robots.h"

namespace cuttle {
namespace {

double imbalance(const Model& model, const State& x) {
  Workspace ws(model);
  inverse_dynamics(model, x, testing::zero_input(model), nullptr, ws);
  return ws.tau.norm();
}

// Newton with the exact tangent: few iterations, forces in balance
TEST(Statics, ChainOfRodsComesToRest) {
  const Model model = testing::rod_chain(4);
  State x = rest_state(model);
  StaticsSolver solver(model);
  const double before = imbalance(model, x);
  const StaticsResult result = solver.solve(testing::zero_input(model), {}, x);
  ASSERT_TRUE(result.status.ok()) << result.status.message;
  EXPECT_LT(imbalance(model, x), 1e-10 * before);
  EXPECT_GT(x.q.norm(), 1);
  EXPECT_LT(result.iterations, 50);  // measured 35: the chain falls from the horizontal

  // from the answer there is nothing left to do
  const VectorX q = x.q;
  const StaticsResult again = solver.solve(testing::zero_input(model), {}, x);
  EXPECT_LE(again.iterations, 2);
  EXPECT_LT((x.q - q).norm(), 1e-7 * q.norm());
}

TEST(Statics, PartsOfTheLoadLeadToTheSameRest) {
  Model model = testing::rod_chain(1);
  State one = rest_state(model), ten = rest_state(model);
  StaticsSolver solver(model);
  ASSERT_TRUE(solver.solve(testing::zero_input(model), {.tolerance = 1e-12}, one).status.ok());
  const StaticsResult parts =
      solver.solve(testing::zero_input(model), {.tolerance = 1e-12, .load_steps = 10}, ten);
  ASSERT_TRUE(parts.status.ok());
  EXPECT_EQ(parts.load_steps, 10);
  EXPECT_LT((one.q - ten.q).norm(), 1e-9 * one.q.norm());
}

TEST(Statics, SaysWhichBodyNothingHolds) {
  Model model;
  model.gravity.setZero();
  const auto box =
      std::make_shared<Rigid>(solid_box(1, Vector3(0.1, 0.2, 0.3)), std::vector<Pose>{});
  testing::add_body(model, box, "fixed");
  testing::add_body(model, box, "revolute", 0, 0);
  model.bodies[1].name = "wheel";
  model.bodies[1].steps[0].effort_input = 0;
  model.inputs.resize(1);
  Input u = testing::zero_input(model);
  u.u[0] = 1;
  State x = rest_state(model);
  StaticsSolver solver(model);
  const StaticsResult result = solver.solve(u, {}, x);
  EXPECT_EQ(result.status.code, Status::Code::diverged);
  EXPECT_NE(result.status.message.find("'wheel'"), std::string::npos) << result.status.message;
}

}  // namespace
}  // namespace cuttle
