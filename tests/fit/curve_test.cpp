#include "cuttle/fit/curve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "cuttle/fit/curve_fit.h"
#include "cuttle/fit/fit.h"
#include "cuttle/math/linalg/lu.h"

namespace cuttle {
namespace {

std::vector<double> even(double from, double to, int count) {
  std::vector<double> x;
  for (int i = 0; i < count; ++i) x.push_back(from + (to - from) * i / (count - 1));
  return x;
}

ObservationGroup points_of(const Curve& curve, const std::vector<double>& x, const VectorX& p) {
  ObservationGroup points;
  points.name = "y", points.x_name = "x", points.x_unit = "s", points.unit = "-";
  points.x = x;
  const VectorX y = curve.values(x, p, nullptr);
  points.y.assign(y.begin(), y.end());
  return points;
}

void expect_slopes(const Curve& curve, const std::vector<double>& x, const VectorX& p,
                   double tolerance) {
  MatrixX slopes;
  curve.values(x, p, &slopes);
  for (Eigen::Index k = 0; k < p.size(); ++k) {
    const double h = 1e-5 * (1 + std::abs(p[k]));
    VectorX up = p, down = p;
    up[k] += h, down[k] -= h;
    const VectorX numeric =
        (curve.values(x, up, nullptr) - curve.values(x, down, nullptr)) / (2 * h);
    const double size = 1 + numeric.cwiseAbs().maxCoeff();
    EXPECT_LT((numeric - slopes.col(k)).cwiseAbs().maxCoeff(), tolerance * size)
        << curve.names()[std::size_t(k)];
  }
}

const VectorX kLogistic{{-110.2231, 88.9733, 0.8676, 0.3023}};  // Table 1 of [Goldberg19]

TEST(Curve, logistic_begins_straight_and_comes_back_to_rest) {
  const auto curve = make_logistic();
  const VectorX y = curve->values({-10, 0.8676, 20}, kLogistic, nullptr);
  EXPECT_NEAR(y[0], -110.2231 + 88.9733, 1e-9);
  EXPECT_NEAR(y[1], -110.2231 + 0.5 * 88.9733, 1e-12);
  EXPECT_NEAR(y[2], -110.2231, 1e-9);
  expect_slopes(*curve, even(0, 3.54, 40), kLogistic, 1e-7);
}

TEST(Curve, logistic_is_found_from_its_own_guess) {
  const auto curve = std::shared_ptr<const Curve>(make_logistic());
  // also upside down
  for (const double sign : {1.0, -1.0}) {
    const VectorX truth = VectorX{{-110.2231, sign * 88.9733, 0.8676, 0.3023}};
    const FitResult result =
        solve_fit(curve_problem(curve, points_of(*curve, even(0, 3.54, 850), truth)));
    for (int k = 0; k < 4; ++k)
      EXPECT_NEAR(result.parameters[std::size_t(k)].value, truth[k], 1e-8 * std::abs(truth[k]));
  }
}

TEST(Curve, thruster_pushes_back_when_it_turns_back) {
  const auto curve = make_thruster();
  const VectorX y = curve->values({100, -100}, VectorX{{3.123e-2, 2.52e-4}}, nullptr);
  EXPECT_NEAR(y[0], 5.643, 1e-12);  // notes on [Nielsen16]: 5.643 N at 100
  EXPECT_EQ(y[1], -y[0]);
  expect_slopes(*curve, even(-200, 200, 9), VectorX{{0.03, 2.5e-4}}, 1e-7);
}

TEST(Curve, linear_curves_give_the_normal_equations) {
  // data that no thruster makes: the fit is the solution of (X^T X) k = X^T y
  const auto curve = std::shared_ptr<const Curve>(make_thruster());
  ObservationGroup points;
  points.name = "f";
  points.x = {-50, 0, 20, 40, 90, 150, 200};
  points.y = {-3, 0.5, 1, 0.2, 7, 9, 21};
  MatrixX X(7, 2);
  VectorX y(7);
  for (int i = 0; i < 7; ++i) {
    const double n = points.x[std::size_t(i)];
    X.row(i) << n, n * std::abs(n);
    y[i] = points.y[std::size_t(i)];
  }
  const VectorX exact = Cholesky(X.transpose() * X).solve(VectorX(X.transpose() * y));
  const double s2 = (X * exact - y).squaredNorm() / (7 - 2);
  const MatrixX covariance =
      s2 * Cholesky(X.transpose() * X).solve(MatrixX(MatrixX::Identity(2, 2)));
  const FitResult result = solve_fit(curve_problem(curve, points));
  for (int k = 0; k < 2; ++k) {
    const FittedParameter& p = result.parameters[std::size_t(k)];
    EXPECT_NEAR(p.value, exact[k], 1e-4 * p.error);
    EXPECT_NEAR(p.error, std::sqrt(covariance(k, k)), 1e-6 * p.error);
  }
  EXPECT_NEAR(result.correlation(0, 1),
              covariance(0, 1) / std::sqrt(covariance(0, 0) * covariance(1, 1)), 1e-9);
}

TEST(Curve, free_decay_without_quadratic_damping_is_the_damped_cosine) {
  // small angles: e^(-c t / 2) cos(w t + ...), w^2 = k - c^2 / 4
  const auto curve = make_free_decay();
  const double c = 0.3, k = 4, a = 1e-4;
  const std::vector<double> x = even(1, 11, 101);  // the motion begins at the first time
  const VectorX y = curve->values(x, VectorX{{c, 0, k, 0.2, 0.2 + a, 0}}, nullptr);
  const double w = std::sqrt(k - c * c / 4);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double t = x[i] - 1;
    const double exact =
        a * std::exp(-c * t / 2) * (std::cos(w * t) + c / (2 * w) * std::sin(w * t));
    EXPECT_NEAR(y[Eigen::Index(i)] - 0.2, exact, 1e-4 * a) << t;  // sin(a) = a (1 - a^2/6)
  }
}

TEST(Curve, free_decay_loses_the_energy_of_its_quadratic_drag) {
  // half swings of pure quadratic drag: v^2 as a function of the angle is linear, so for small
  // angles (1 + 2 q a1) e^(-2 q a1) = (1 - 2 q a2) e^(2 q a2) between neighbouring extremes
  const auto curve = make_free_decay();
  const double q = 0.8, k = 9, a1 = 1e-2 / q;
  const std::vector<double> x = even(0, 1.3, 2601);
  const VectorX y = curve->values(x, VectorX{{0, q, k, 0, a1, 0}}, nullptr);
  const double a2 = -y.minCoeff();
  EXPECT_LT(a2, a1);
  const double left = (1 + 2 * q * a1) * std::exp(-2 * q * a1);
  const double right = (1 - 2 * q * a2) * std::exp(2 * q * a2);
  // both are 1 - 2 (q a)^2 ...: compare what is lost
  EXPECT_NEAR((1 - left) / (1 - right), 1, 1e-4);
}

TEST(Curve, free_decay_has_exact_slopes) {
  expect_slopes(*make_free_decay(), even(0.5, 9, 60), VectorX{{0.12, 0.4, 2.3, -0.7, 0.6, 0.3}},
                2e-6);
}

TEST(Curve, free_decay_is_found_from_its_own_guess) {
  const auto curve = std::shared_ptr<const Curve>(make_free_decay());
  // the pair of modules of [Nielsen16]: from 0 about -45 degrees; a stiff one; one with a push
  const std::vector<VectorX> truths = {VectorX{{0.0537, 0.0544, 0.5535, -0.7854, 0, 0}},
                                       VectorX{{1.5, 0.3, 400, 0.1, 0.9, 0}},
                                       VectorX{{0.1, 0.05, 2, 0, 0.2, 1}}};
  const std::vector<double> lengths = {30, 1.5, 20};
  for (std::size_t i = 0; i < truths.size(); ++i) {
    const FitResult result =
        solve_fit(curve_problem(curve, points_of(*curve, even(0, lengths[i], 300), truths[i])));
    for (std::size_t k = 0; k < 6; ++k)
      EXPECT_NEAR(result.parameters[k].value, truths[i][Eigen::Index(k)], 1e-6)
          << i << " " << curve->names()[k];
  }
}

TEST(Curve, polynomial_of_high_degree_is_found) {
  const auto curve = std::shared_ptr<const Curve>(make_polynomial(6));
  const VectorX truth{{1, -2, 0.5, 0, 3, -1, 0.25}};
  const FitResult result =
      solve_fit(curve_problem(curve, points_of(*curve, even(-1, 2, 50), truth)));
  for (std::size_t k = 0; k < 7; ++k)
    EXPECT_NEAR(result.parameters[k].value, truth[Eigen::Index(k)], 1e-8) << k;
}

TEST(Curve, formula_of_x_and_its_parameters) {
  const auto curve =
      std::shared_ptr<const Curve>(make_formula("a * exp(-x / b) + x^2", {"a", "b"}, {}));
  const VectorX truth{{3, 0.7}};
  expect_slopes(*curve, even(0, 2, 9), truth, 1e-8);
  FitProblem problem = curve_problem(curve, points_of(*curve, even(0, 2, 30), truth));
  EXPECT_TRUE(std::isnan(problem.parameters[0].start));  // nobody can guess them
  problem.parameters[0].start = 1, problem.parameters[1].start = 2;
  const FitResult result = solve_fit(problem);
  EXPECT_NEAR(result.parameters[0].value, 3, 1e-8);
  EXPECT_NEAR(result.parameters[1].value, 0.7, 1e-8);
  EXPECT_THROW(make_formula("a * x", {"a", "b"}, {}), InputError);
  EXPECT_THROW(make_formula("a * y", {"a"}, {}), InputError);
}

}  // namespace
}  // namespace cuttle
