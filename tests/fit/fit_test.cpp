#include "cuttle/fit/fit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "cuttle/fit/curve_fit.h"
#include "cuttle/fit/report.h"
#include "cuttle/fit/warnings.h"

namespace cuttle {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

// y = a + b x in two groups that may have noise of different sizes
struct Line {
  std::vector<ObservationGroup> groups;

  void add(const std::string& name, int count, double a, double b, double noise, int seed) {
    std::mt19937 random{unsigned(seed)};
    std::normal_distribution<double> normal(0, 1);
    ObservationGroup g;
    g.name = name, g.x_name = "t", g.x_unit = "s", g.unit = "m";
    for (int i = 0; i < count; ++i) {
      g.x.push_back(i), g.y.push_back(a + b * i + noise * normal(random));
    }
    groups.push_back(g);
  }

  FitProblem problem() const {
    FitProblem problem;
    problem.groups = groups;
    problem.parameters.resize(2);
    problem.parameters[0].name = "a", problem.parameters[1].name = "b";
    problem.parameters[0].start = 1, problem.parameters[1].start = 1;
    problem.predict = [all = groups](const VectorX& p, bool) {
      Prediction result;
      Eigen::Index rows = 0;
      for (const ObservationGroup& g : all) rows += Eigen::Index(g.x.size());
      result.values.resize(rows), result.slopes.resize(rows, 2);
      Eigen::Index row = 0;
      for (const ObservationGroup& g : all)
        for (const double x : g.x) {
          result.values[row] = p[0] + p[1] * x;
          result.slopes.row(row++) << 1, x;
        }
      return result;
    };
    return problem;
  }
};

TEST(Fit, given_sigmas_make_the_errors_and_chi_squared) {
  Line line;
  line.add("y", 10, 2, 3, 0, 1);
  for (std::size_t i = 0; i < 10; ++i) line.groups[0].y[i] += i % 2 ? 0.5 : -0.5;
  line.groups[0].sigma.assign(10, 2.0);
  const FitResult result = solve_fit(line.problem());
  // var(b) = s^2 / Sxx with the given s, whatever the residuals are
  EXPECT_NEAR(result.parameters[1].error, 2 / std::sqrt(82.5), 1e-9);
  EXPECT_LT(result.chi2_dof, 0.1);
  EXPECT_EQ(result.degrees_of_freedom, 8);
}

TEST(Fit, sigmas_of_each_column_are_found_and_weigh_them) {
  // 2000 values with noise 0.01 and 0.4: a fit that weighs them alike is ten times worse
  Line line;
  line.add("sharp", 1000, 2, 3, 0.01, 1);
  line.add("blurred", 1000, 2, 3, 0.4, 2);
  const FitResult result = solve_fit(line.problem());
  EXPECT_NEAR(result.groups[0].sigma[0], 0.01, 0.001);
  EXPECT_NEAR(result.groups[1].sigma[0], 0.4, 0.04);
  Line alone;
  alone.add("sharp", 1000, 2, 3, 0.01, 1);
  const FitResult sharp = solve_fit(alone.problem());
  EXPECT_NEAR(result.parameters[0].error, sharp.parameters[0].error,
              0.05 * sharp.parameters[0].error);
  EXPECT_TRUE(std::isnan(result.chi2_dof));  // nothing was given to compare with
}

TEST(Fit, a_prior_is_one_more_measurement) {
  // the mean of n values with sigma s and a prior with s0: weights n / s^2 and 1 / s0^2
  FitProblem problem;
  ObservationGroup g;
  g.name = "y", g.x = {0, 1, 2, 3}, g.y = {4, 6, 5, 5}, g.sigma = {1, 1, 1, 1};
  problem.groups = {g};
  problem.parameters.resize(1);
  problem.parameters[0].name = "mean", problem.parameters[0].start = 1;
  problem.parameters[0].prior = {{9, 0.5}};
  problem.predict = [](const VectorX& p, bool) {
    Prediction result;
    result.values = VectorX::Constant(4, p[0]);
    result.slopes = MatrixX::Ones(4, 1);
    return result;
  };
  const FitResult result = solve_fit(problem);
  EXPECT_NEAR(result.parameters[0].value, (20 + 4 * 9) / 8.0, 1e-6);
  EXPECT_NEAR(result.parameters[0].error, std::sqrt(1 / 8.0), 1e-9);
}

TEST(Fit, numbers_that_mean_nothing_are_told) {
  // noise without a slope: 0.01 +- 0.1
  Line line;
  line.add("y", 12, 5, 0, 0, 1);
  for (std::size_t i = 0; i < 12; ++i) line.groups[0].y[i] += i % 2 ? 1 : -1;
  EXPECT_THAT(solve_fit(line.problem()).warnings,
              Contains(HasSubstr("the data hardly determine b: its standard error ")));
  FitProblem bounded = line.problem();
  bounded.parameters[0].lower = 4.7, bounded.parameters[0].upper = 5;
  bounded.parameters[0].start = 4.9;
  EXPECT_THAT(solve_fit(bounded).warnings,
              Contains(HasSubstr("the data hardly determine a: its standard error ")));
  // what is zero in truth is known well enough, if it is known to a part of its range
  FitProblem flat = line.problem();
  flat.parameters[1].lower = -10, flat.parameters[1].upper = 10;
  EXPECT_THAT(solve_fit(flat).warnings, Not(Contains(HasSubstr("hardly determine"))));

  // a model that has nothing to do with the data
  FitProblem constant = line.problem();
  constant.parameters.resize(1);
  constant.parameters[0].start = 100;
  constant.predict = [](const VectorX& p, bool) {
    Prediction result;
    result.values = VectorX::Constant(12, 100);
    result.slopes = MatrixX::Constant(12, 1, 1e-12 * p[0]);
    return result;
  };
  const std::vector<std::string> warnings = solve_fit(constant).warnings;
  EXPECT_THAT(warnings, Contains(HasSubstr("the fit explains nothing")));
  EXPECT_THAT(warnings, Contains(HasSubstr("no closer to the data than the start values")));
}

TEST(Fit, robust_losses_hardly_see_outliers) {
  Line line;
  line.add("y", 100, 2, 3, 0.1, 3);
  for (std::size_t i = 0; i < 100; i += 10) line.groups[0].y[i] += 50;
  FitProblem problem = line.problem();
  EXPECT_GT(std::abs(solve_fit(problem).parameters[0].value - 2), 3);
  for (const Loss loss : {Loss::huber, Loss::soft_l1, Loss::cauchy}) {
    problem.loss = loss;
    problem.iterations = 200;
    const FitResult result = solve_fit(problem);
    EXPECT_NEAR(result.parameters[0].value, 2, 0.1) << int(loss);
    EXPECT_NEAR(result.parameters[1].value, 3, 0.002) << int(loss);
    EXPECT_LT(result.parameters[0].error, 0.06) << int(loss);
  }
}

TEST(Fit, robust_errors_are_those_of_many_repetitions) {
  // 300 lines with normal noise: the spread of the fitted values is the standard error
  for (const Loss loss : {Loss::huber, Loss::cauchy}) {
    double sum = 0, squares = 0, error = 0;
    constexpr int kCount = 300;
    for (int seed = 1; seed <= kCount; ++seed) {
      Line line;
      line.add("y", 60, 2, 3, 0.1, seed);
      FitProblem problem = line.problem();
      problem.loss = loss;
      const FitResult result = solve_fit(problem);
      const double d = result.parameters[0].value - 2;
      sum += d, squares += d * d, error += result.parameters[0].error;
    }
    const double spread = std::sqrt(squares / kCount - std::pow(sum / kCount, 2));
    EXPECT_NEAR(error / kCount / spread, 1, 0.15) << int(loss);
  }
}

TEST(Fit, names_a_parameter_at_its_bound) {
  Line line;
  line.add("y", 20, 2, 3, 0.1, 1);
  FitProblem problem = line.problem();
  problem.parameters[1].lower = 0, problem.parameters[1].upper = 2.5;
  const FitResult result = solve_fit(problem);
  EXPECT_TRUE(result.parameters[1].at_bound);
  EXPECT_EQ(result.parameters[1].value, 2.5);
  EXPECT_TRUE(std::isnan(result.parameters[1].error));
  EXPECT_THAT(result.warnings, Contains(HasSubstr("b ended at its bound 2.5")));
  // the other one is the best for this slope: the mean of y - 2.5 x
  double mean = 0;
  for (std::size_t i = 0; i < 20; ++i) mean += (line.groups[0].y[i] - 2.5 * double(i)) / 20;
  EXPECT_NEAR(result.parameters[0].value, mean, 1e-7);
}

TEST(Fit, says_what_the_data_do_not_tell) {
  // y = a b x
  FitProblem problem;
  ObservationGroup g;
  g.name = "y", g.x_name = "x", g.x = {1, 2, 3, 4}, g.y = {6.1, 11.9, 18, 24.1};
  problem.groups = {g};
  problem.parameters.resize(2);
  problem.parameters[0].name = "young", problem.parameters[1].name = "thickness";
  problem.parameters[0].start = 1, problem.parameters[1].start = 1;
  problem.predict = [x = g.x](const VectorX& p, bool) {
    Prediction result;
    result.values.resize(4), result.slopes.resize(4, 2);
    for (Eigen::Index i = 0; i < 4; ++i) {
      result.values[i] = p[0] * p[1] * x[std::size_t(i)];
      result.slopes.row(i) << p[1] * x[std::size_t(i)], p[0] * x[std::size_t(i)];
    }
    return result;
  };
  const FitResult result = solve_fit(problem);
  EXPECT_NEAR(result.parameters[0].value * result.parameters[1].value, 6.01, 1e-6);
  EXPECT_THAT(result.warnings, Contains(HasSubstr("the data do not determine all parameters")));
  EXPECT_THAT(result.warnings, Contains(HasSubstr("thickness by ")));
  EXPECT_TRUE(std::isinf(result.parameters[0].error));
}

TEST(Fit, says_that_the_given_noise_is_not_that_of_the_residuals) {
  Line line;
  line.add("y", 200, 2, 3, 0.5, 1);
  line.groups[0].sigma.assign(200, 0.1);
  EXPECT_THAT(solve_fit(line.problem()).warnings, Contains(HasSubstr("chi^2 per degree")));
  line.groups[0].sigma.assign(200, 0.5);
  EXPECT_TRUE(solve_fit(line.problem()).warnings.empty());
}

// data every 0.01 s cannot be compared with a record of every 0.1 s
TEST(Fit, warns_of_data_that_are_denser_than_the_record) {
  Readout readout;
  readout.series = {{"tip.x", {0, 0.01, 0.02, 0.03, 1}, {}}, {"tip.y", {0, 0.1, 0.2, 0.3}, {}}};
  StudySpec study;
  study.output_step = 0.1;
  const std::vector<std::string> warnings = record_warnings(readout, study);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("tip.x"), std::string::npos);
  EXPECT_NE(warnings[0].find("study.output_step=0.01"), std::string::npos);
  study.output_step = 0.01;
  EXPECT_TRUE(record_warnings(readout, study).empty());
}

TEST(Fit, failures_are_told_with_their_reasons) {
  Line line;
  line.add("y", 5, 2, 3, 0.1, 1);
  FitProblem problem = line.problem();
  problem.predict = [](const VectorX&, bool) { return Prediction::fail("no equilibrium"); };
  const FitResult failed = solve_fit(problem);
  EXPECT_EQ(failed.end, FitResult::End::failed);
  EXPECT_EQ(failed.reason, "at the start values: no equilibrium");
  problem.predict = [](const VectorX&, bool) {
    return Prediction{Prediction::Kind::interrupted, "", {}, {}, 0};
  };
  EXPECT_EQ(solve_fit(problem).end, FitResult::End::interrupted);
}

TEST(Fit, two_points_for_two_parameters_have_no_errors) {
  Line line;
  line.add("y", 2, 2, 3, 0, 1);
  const FitResult result = solve_fit(line.problem());
  EXPECT_NEAR(result.parameters[0].value, 2, 1e-9);
  EXPECT_TRUE(std::isnan(result.parameters[0].error));
  EXPECT_THAT(result.warnings, Contains(HasSubstr("too few data")));
}

TEST(FitReport, digits_follow_the_error) {
  EXPECT_EQ(with_error(0.031234567, 0.00041), "0.03123 ± 0.00041");
  EXPECT_EQ(with_error(2.958612e6, 1234), "2.9586e+06 ± 1.2e+03");
  EXPECT_EQ(with_error(-11.4, 0.02), "-11.400 ± 0.020");
  EXPECT_EQ(with_error(1.5, std::nan("")), "1.5 (no standard error)");
}

TEST(FitReport, figures_are_those_that_can_be_told) {
  Line line;
  line.add("y", 10, 2, 3, 0.1, 1);
  const auto names_of = [](const FitResult& result) {
    std::vector<std::string> names;
    for (const Figure& f : fit_figures(result)) names.push_back(f.name);
    return names;
  };
  EXPECT_EQ(names_of(solve_fit(line.problem())),
            (std::vector<std::string>{"a", "a.error", "b", "b.error", "r_squared", "rms"}));
  line.add("z", 10, 2, 3, 0.1, 2);
  for (ObservationGroup& g : line.groups) g.sigma.assign(10, 0.1);
  EXPECT_EQ(names_of(solve_fit(line.problem())),
            (std::vector<std::string>{"a", "a.error", "b", "b.error", "r_squared", "chi2_dof",
                                      "y.r_squared", "y.rms", "z.r_squared", "z.rms"}));
}

TEST(FitReport, tables_hold_all_that_was_compared) {
  Line line;
  line.add("y", 3, 2, 3, 0, 1);
  line.groups[0].sigma = {1, 1, 1};
  FitProblem problem = line.problem();
  problem.parameters[1].upper = 10;
  const FitResult result = solve_fit(problem);
  EXPECT_THAT(parameters_csv(result), HasSubstr("parameter,unit,value,error,start,lower,upper"));
  EXPECT_THAT(residuals_csv(result), HasSubstr("name,unit,x,measured,sigma,before,fitted"));
  EXPECT_THAT(residuals_csv(result), HasSubstr("\ny,m,2,8,1,3,"));
}

}  // namespace
}  // namespace cuttle
