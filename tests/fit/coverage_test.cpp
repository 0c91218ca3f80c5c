// Standard errors keep their word: over many seeds the truth lies within two of them in 95 of 100
// fits, and the squares of (fitted - truth) / error have the mean one.

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "cuttle/fit/curve_fit.h"
#include "cuttle/fit/fit.h"

namespace cuttle {
namespace {

constexpr int kSeeds = 200;

struct Coverage {
  std::vector<double> within;        // share of the seeds with the truth within two errors
  std::vector<double> mean_squares;  // of (fitted - truth) / error
  double r_squared = 0;              // mean
};

Coverage coverage_of(const std::shared_ptr<const Curve>& curve, const std::vector<double>& x,
                     const VectorX& truth, double sigma, bool sigma_known, int seeds) {
  const auto n = std::size_t(truth.size());
  Coverage result{std::vector<double>(n), std::vector<double>(n)};
  const VectorX exact = curve->values(x, truth, nullptr);
  for (int seed = 1; seed <= seeds; ++seed) {
    std::mt19937 random{unsigned(seed)};
    std::normal_distribution<double> noise(0, sigma);
    ObservationGroup points;
    points.name = "y", points.x_name = "x", points.x = x;
    for (const double y : exact) points.y.push_back(y + noise(random));
    if (sigma_known) points.sigma.assign(x.size(), sigma);
    const FitResult fit = solve_fit(curve_problem(curve, points));
    EXPECT_EQ(fit.end, FitResult::End::converged) << seed;
    result.r_squared += fit.r_squared / seeds;
    for (std::size_t k = 0; k < n; ++k) {
      const double z = (fit.parameters[k].value - truth[Eigen::Index(k)]) / fit.parameters[k].error;
      result.within[k] += (std::abs(z) < 2) / double(seeds);
      result.mean_squares[k] += z * z / seeds;
    }
  }
  return result;
}

// four standard deviations of the counts themselves: one test in ten thousand fails by chance
void expect_honest(const Coverage& coverage, int seeds) {
  const double expected = 0.9545;
  for (std::size_t k = 0; k < coverage.within.size(); ++k) {
    EXPECT_GT(coverage.within[k], expected - 4 * std::sqrt(expected * (1 - expected) / seeds)) << k;
    EXPECT_NEAR(coverage.mean_squares[k], 1, 4 * std::sqrt(2.0 / seeds) + 0.05) << k;
  }
}

TEST(FitCoverage, thruster) {
  // as tools/make_study_data.py: two vehicles, noise for an expected R^2 of 0.992
  std::vector<double> x;
  for (int vehicle = 0; vehicle < 2; ++vehicle)
    for (int n = 0; n <= 200; n += 10) x.push_back(n);
  const auto curve = std::shared_ptr<const Curve>(make_thruster());
  for (const bool known : {false, true}) {
    const Coverage coverage =
        coverage_of(curve, x, VectorX{{3.123e-2, 2.52e-4}}, 0.4612, known, kSeeds);
    expect_honest(coverage, kSeeds);  // measured 0.945, 0.950; sigma known: 0.975, 0.975
    EXPECT_NEAR(coverage.r_squared, 0.992, 0.0005);
  }
}

TEST(FitCoverage, free_decay) {
  // the pair of modules of [Nielsen16] Table I as one body; 0.01 rad of noise, angle and rate of
  // the release unknown
  std::vector<double> x;
  for (int i = 0; i <= 150; ++i) x.push_back(0.2 * i);
  const auto curve = std::shared_ptr<const Curve>(make_free_decay());
  expect_honest(
      coverage_of(curve, x, VectorX{{0.0537, 0.0544, 0.5535, -0.7854, 0, 0}}, 0.01, false, 100),
      100);
}

TEST(FitCoverage, logistic) {
  std::vector<double> x;
  for (int i = 0; i < 850; ++i) x.push_back(i / 240.0);
  const auto curve = std::shared_ptr<const Curve>(make_logistic());
  expect_honest(
      coverage_of(curve, x, VectorX{{-110.2231, 88.9733, 0.8676, 0.3023}}, 1.5, false, 100), 100);
}

}  // namespace
}  // namespace cuttle
