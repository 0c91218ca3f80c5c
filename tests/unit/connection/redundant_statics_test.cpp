// Equilibria of linkages that move only because a row of theirs is redundant: off the loop it is
// not.

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/compile/compile.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/study/run.h"

namespace cuttle {
namespace {

TEST(RedundantStatics, bricards_linkage_finds_its_rest_in_few_iterations) {
  ScenarioSpec spec = read_scenario(CUTTLE_MODELS "/bricard.yaml");
  // a spring instead of the drive
  spec.bodies[0].joint.prescribed.clear();
  spec.bodies[0].joint.stiffness = {3};
  spec.bodies[0].joint.rest = {0.3};
  spec.figures.clear();
  spec.expect.clear();
  spec.study = {};
  spec.study.type = StudyType::statics;
  const RunResult result = run(spec);
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  EXPECT_LT(result.solver.iterations, 200);  // measured 71
  // [Chen05]: cos a + cos b + cos a cos b = 0, a and b from a right angle on
  const double a = result.trajectory.column("drive.angle").back();
  const double b = result.trajectory.column("j1.angle").back();
  const double ca = -std::sin(a), cb = -std::sin(b);
  EXPECT_NEAR(ca + cb + ca * cb, 0, 1e-9);
}

TEST(RedundantStatics, combinations_span_what_the_rows_do) {
  MatrixX A = MatrixX::Random(5, 7);
  A.row(3) = 2 * A.row(0) - A.row(2);
  A.row(4).setConstant(1e-17);
  const MatrixX Q = independent_combinations(A, 1e-9);
  ASSERT_EQ(Q.cols(), 3);
  EXPECT_LT((Q.transpose() * Q - MatrixX::Identity(3, 3)).norm(), 1e-14);
  EXPECT_LT((A - Q * (Q.transpose() * A)).norm(), 1e-14);
  EXPECT_TRUE(independent_combinations(A.topRows(3), 1e-9).isIdentity(0));
}

}  // namespace
}  // namespace cuttle
