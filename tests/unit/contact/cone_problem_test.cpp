// Coulomb's law in contact space: whatever the method, the answer must obey the law, and a second
// method must find the same one.

#include "cuttle/contact/cone_problem.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "cuttle/math/linalg/lu.h"
#include "support/random.h"

namespace cuttle {
namespace {

using testing::Random;

/// Places with friction and without in random order; S as of springs between moving bodies.
ConeProblem random_problem(Random& random, int places, double friction, double condition,
                           bool joints = false) {
  ConeProblem problem;
  int row = 0;
  for (int i = 0; i < places; ++i) {
    // friction inside of a joint
    if (joints && i % 4 == 3) {
      problem.blocks.push_back({.row = row++, .dry = true, .limit = random.uniform(0, 10)});
      continue;
    }
    const bool rough = friction > 0 && random.uniform(0, 1) < 0.8;
    problem.blocks.push_back(
        {.row = row, .rough = rough, .friction = rough ? friction * random.uniform(0.5, 1) : 0});
    row += rough ? 3 : 1;
  }
  // compliances down to those of springs that are as good as rigid
  problem.S = random.spd(row, condition);
  for (int i = 0; i < row; ++i) problem.S(i, i) += std::pow(10, random.uniform(-9, -1));
  problem.r = random.vector(row, 3);
  return problem;
}

/// Largest violation of the law, in forces and in accelerations.
double violation(const ConeProblem& problem, const VectorX& lambda) {
  const VectorX y = problem.S * lambda + problem.r;
  double worst = 0;
  for (const ConeBlock& block : problem.blocks) {
    const double N = lambda[block.row], y_n = y[block.row];
    if (block.dry) {
      worst = std::max({worst, std::abs(N) - block.limit,
                        std::min(std::abs(y_n), std::abs(N + std::copysign(block.limit, y_n)))});
      continue;
    }
    worst = std::max({worst, -N, -y_n, std::min(N, std::abs(y_n))});
    if (!block.rough) continue;
    const Eigen::Vector2d T = lambda.segment<2>(block.row + 1), y_t = y.segment<2>(block.row + 1);
    const double limit = block.friction * std::max(N, 0.0);
    worst = std::max(worst, T.norm() - limit);
    // sticks, or pushes with all it has against the sliding
    const double slides = (T + limit * y_t.normalized()).norm();
    worst = std::max(worst, std::min(y_t.norm(), slides));
  }
  return worst;
}

/// One place after the other, in small steps: the answer of a second method.
VectorX projected_gauss_seidel(const ConeProblem& problem, int sweeps) {
  VectorX lambda = VectorX::Zero(problem.r.size());
  for (int k = 0; k < sweeps; ++k)
    for (const ConeBlock& block : problem.blocks) {
      const int n = block.row;
      const double y_n = problem.S.row(n).dot(lambda) + problem.r[n];
      if (block.dry) {
        lambda[n] = std::clamp(lambda[n] - y_n / problem.S(n, n), -block.limit, block.limit);
        continue;
      }
      lambda[n] = std::max(0.0, lambda[n] - y_n / problem.S(n, n));
      if (!block.rough) continue;
      const double step = 1 / problem.S.block<2, 2>(n + 1, n + 1).norm();
      Eigen::Vector2d T = lambda.segment<2>(n + 1);
      T -= step * (problem.S.middleRows<2>(n + 1) * lambda + problem.r.segment<2>(n + 1));
      const double limit = block.friction * lambda[n];
      lambda.segment<2>(n + 1) = T.norm() > limit ? Eigen::Vector2d(T * (limit / T.norm())) : T;
    }
  return lambda;
}

struct States {
  int open = 0, sticking = 0, sliding = 0;
  int held = 0, rubbing = 0;  // of dry friction
};
void count_states(const ConeProblem& problem, const VectorX& lambda, States& states) {
  for (const ConeBlock& block : problem.blocks) {
    if (block.dry) {
      ++(std::abs(lambda[block.row]) < 0.999999 * block.limit ? states.held : states.rubbing);
      continue;
    }
    if (lambda[block.row] <= 0) {
      ++states.open;
    } else if (block.rough) {
      const double share = lambda.segment<2>(block.row + 1).norm() / lambda[block.row];
      ++(share < 0.999999 * block.friction ? states.sticking : states.sliding);
    }
  }
}

TEST(ConeProblem, obeys_the_law_of_coulomb) {
  Random random(11);
  double worst = 0;
  States states;
  for (int trial = 0; trial < 500; ++trial) {
    ConeProblem problem = random_problem(random, random.integer(1, 12), 0.8, 100, true);
    VectorX lambda = VectorX::Zero(problem.r.size());
    ASSERT_TRUE(problem.solve(lambda)) << trial;
    worst = std::max(worst, violation(problem, lambda) / (1 + lambda.cwiseAbs().maxCoeff()));
    count_states(problem, lambda, states);
  }
  EXPECT_LT(worst, 1e-9);  // measured 8e-12
  // all of the law was asked for
  EXPECT_GT(states.open, 100);
  EXPECT_GT(states.sticking, 100);
  EXPECT_GT(states.sliding, 100);
  EXPECT_GT(states.held, 100);
  EXPECT_GT(states.rubbing, 100);
}

TEST(ConeProblem, equals_a_projected_gauss_seidel) {
  Random random(12);
  double worst = 0;
  for (int trial = 0; trial < 60; ++trial) {
    ConeProblem problem = random_problem(random, random.integer(1, 8), 0.5, 10, true);
    VectorX lambda = VectorX::Zero(problem.r.size());
    ASSERT_TRUE(problem.solve(lambda));
    const VectorX second = projected_gauss_seidel(problem, 3000);
    EXPECT_LT(violation(problem, second), 1e-9) << trial;
    worst = std::max(worst, (lambda - second).norm() / (1 + second.norm()));
  }
  EXPECT_LT(worst, 1e-8);  // measured 7e-13
}

TEST(ConeProblem, does_not_depend_on_the_guess) {
  Random random(13);
  for (int trial = 0; trial < 60; ++trial) {
    ConeProblem problem = random_problem(random, 5, 0.5, 10, true);
    VectorX cold = VectorX::Zero(problem.r.size()), warm = random.vector(int(cold.size()), 20);
    ASSERT_TRUE(problem.solve(cold));
    ASSERT_TRUE(problem.solve(warm));
    EXPECT_LT((cold - warm).norm(), 1e-9 * (1 + cold.norm())) << trial;
  }
}

// without friction the law is a quadratic program: of all active sets the one that fits
TEST(ConeProblem, smooth_places_are_a_linear_complementarity_problem) {
  Random random(14);
  for (int trial = 0; trial < 50; ++trial) {
    ConeProblem problem = random_problem(random, 6, 0, 50);
    VectorX lambda = VectorX::Zero(6);
    ASSERT_TRUE(problem.solve(lambda));
    int found = 0;
    for (int set = 0; set < 64; ++set) {
      std::vector<int> active;
      for (int i = 0; i < 6; ++i)
        if (set >> i & 1) active.push_back(i);
      VectorX truth = VectorX::Zero(6);
      if (!active.empty())
        truth(active) = Cholesky(problem.S(active, active)).solve(VectorX(-problem.r(active)));
      const VectorX y = problem.S * truth + problem.r;
      if (truth.minCoeff() < -1e-12 || y.minCoeff() < -1e-10) continue;
      ++found;
      EXPECT_LT((lambda - truth).norm(), 1e-9 * (1 + truth.norm())) << trial;
    }
    EXPECT_EQ(found, 1) << trial;
  }
}

TEST(ConeProblem, places_that_move_apart_stay_open) {
  Random random(15);
  ConeProblem problem = random_problem(random, 6, 0.5, 10);
  for (const ConeBlock& block : problem.blocks) problem.r[block.row] = random.uniform(0.1, 3);
  VectorX lambda = random.vector(int(problem.r.size()), 1);
  ASSERT_TRUE(problem.solve(lambda));
  EXPECT_LT(lambda.cwiseAbs().maxCoeff(), 1e-14);
}

TEST(ConeProblem, rough_places_with_no_friction_are_smooth) {
  Random random(16);
  ConeProblem rough = random_problem(random, 5, 0.5, 10), smooth;
  std::vector<int> normals;
  for (ConeBlock& block : rough.blocks) {
    block.friction = 0;
    smooth.blocks.push_back({int(normals.size()), false, 0});
    normals.push_back(block.row);
  }
  smooth.S = rough.S(normals, normals);
  smooth.r = rough.r(normals);
  VectorX all = VectorX::Zero(rough.r.size()), few = VectorX::Zero(smooth.r.size());
  ASSERT_TRUE(rough.solve(all));
  ASSERT_TRUE(smooth.solve(few));
  EXPECT_LT((all(normals) - few).norm(), 1e-12);
  for (const ConeBlock& block : rough.blocks) {
    if (block.rough) {
      EXPECT_EQ(all.segment<2>(block.row + 1).norm(), 0);
    }
  }
}

// a ball on the ground: N = -r_n / S_nn, and T from the law in closed form
TEST(ConeProblem, one_place_in_closed_form) {
  ConeProblem problem;
  problem.blocks = {{.row = 0, .rough = true, .friction = 0.4}};
  problem.S = Vector3(0.5, 0.2, 0.2).asDiagonal();
  for (const double pull : {0.1, 0.5, 5.0}) {
    problem.r = Vector3(-2, 0.6 * pull, -0.8 * pull);
    VectorX lambda = VectorX::Zero(3);
    ASSERT_TRUE(problem.solve(lambda));
    EXPECT_NEAR(lambda[0], 4, 1e-12);
    const double size = std::min(pull / 0.2, 0.4 * 4);
    EXPECT_NEAR(lambda[1], -0.6 * size, 1e-12);
    EXPECT_NEAR(lambda[2], 0.8 * size, 1e-12);
  }
}

TEST(ConeProblem, nothing_to_solve_is_solved) {
  ConeProblem problem;
  problem.S.resize(0, 0);
  problem.r.resize(0);
  VectorX lambda(0);
  EXPECT_TRUE(problem.solve(lambda));
}

}  // namespace
}  // namespace cuttle
