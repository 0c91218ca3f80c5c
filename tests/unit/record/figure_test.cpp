#include "cuttle/record/figure.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "cuttle/math/constants.h"

namespace cuttle {
namespace {

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

// x(t) on [0, t_end] in n equal steps, or in steps that grow when `uneven`
Trajectory sampled(const std::function<double(double)>& x, double t_end, int n,
                   bool uneven = false) {
  Trajectory trajectory({"t", "s", "", ""}, {{"x", "m", "", ""}}, {}, {});
  for (int i = 0; i <= n; ++i) {
    const double u = double(i) / n;
    const double t = t_end * (uneven ? u * (0.6 + 0.4 * u) : u);
    trajectory.append(t, std::array{x(t)}, {}, {});
  }
  return trajectory;
}

double measure(const Trajectory& trajectory, const std::string& name, double time = 0) {
  return evaluate_figure(trajectory, {"f", "x", name, time, {}}).value;
}

TEST(FigureMeasures, of_an_asymmetric_parabola) {
  // x = (t - 1)^2 - 0.5 on [0, 3]: every measure has its own value, so none can stand for another
  const auto x = [](double t) { return (t - 1) * (t - 1) - 0.5; };
  const Trajectory trajectory = sampled(x, 3, 3000);
  EXPECT_DOUBLE_EQ(measure(trajectory, "final"), 3.5);
  EXPECT_DOUBLE_EQ(measure(trajectory, "initial"), 0.5);
  EXPECT_NEAR(measure(trajectory, "min"), -0.5, 1e-15);
  EXPECT_DOUBLE_EQ(measure(trajectory, "max"), 3.5);
  EXPECT_NEAR(measure(trajectory, "amplitude"), 2, 1e-15);
  EXPECT_NEAR(measure(trajectory, "mean"), 0.5, 2e-7);             // measured 1.7e-7
  EXPECT_NEAR(measure(trajectory, "rms"), std::sqrt(1.45), 5e-7);  // measured 3.5e-7
  EXPECT_NEAR(measure(trajectory, "drift"), 6, 1e-14);
  EXPECT_NEAR(measure(trajectory, "at", 2.34567), x(2.34567), 1e-12);
}

// a load path may run from a large load to a small one: the rows are the same, the other way round
TEST(FigureMeasures, of_a_record_along_which_the_axis_falls) {
  const auto x = [](double t) { return (t - 1) * (t - 1) - 0.5; };
  const Trajectory rising = sampled(x, 3, 300);
  Trajectory falling({"t", "s", "", ""}, {{"x", "m", "", ""}}, {}, {});
  for (std::size_t i = rising.rows(); i-- > 0;)
    falling.append(rising.axis()[i], std::array{rising.column("x")[i]}, {}, {});
  const std::vector<double> times = {0.5, 2.5}, values = {0, 2};
  for (const char* name : {"mean", "rms", "min", "max", "amplitude", "at", "deviation"})
    for (const bool part : {false, true}) {
      FigureQuery query{"f", "x", name, 1.234, Samples{times, values}};
      if (part) query.from = 0.4, query.to = 2.6;
      const double expected = evaluate_figure(rising, query).value;
      ASSERT_TRUE(std::isfinite(expected)) << name;
      EXPECT_NEAR(evaluate_figure(falling, query).value, expected, 1e-13) << name;
    }
  EXPECT_DOUBLE_EQ(measure(falling, "final"), 0.5);
  EXPECT_DOUBLE_EQ(measure(falling, "initial"), 3.5);
}

TEST(FigureMeasures, mean_does_not_depend_on_where_the_rows_are) {
  // rows crowd at the start; a plain average of the rows would give 1.30
  const Trajectory trajectory = sampled([](double t) { return t; }, 3, 100, true);
  EXPECT_NEAR(measure(trajectory, "mean"), 1.5, 1e-14);
}

TEST(FigureMeasures, frequency_of_a_sine_off_zero) {
  // 7.3 periods with an offset: the record does not end on a whole period, its mean is off by 3 %
  const double f = 2.37;
  const auto x = [&](double t) { return 5 + 0.3 * std::sin(2 * kPi * f * t + 0.4); };
  for (bool uneven : {false, true}) {
    const Trajectory trajectory = sampled(x, 7.3 / f, 300, uneven);
    EXPECT_NEAR(measure(trajectory, "frequency") / f, 1, 2e-7);  // measured 1.4e-8, 5.7e-8
    EXPECT_NEAR(measure(trajectory, "period") * f, 1, 2e-7);
  }
}

TEST(FigureMeasures, frequency_counts_whole_waves_only) {
  // noise steep enough to cross the mean several times in one go: counted all, 2.7 Hz
  const auto wave = [](double t) {
    const double noise = 0.015 * std::sin(2 * kPi * 411.3 * t);
    return std::sin(2 * kPi * t) + 0.2 * std::sin(6 * kPi * t) + noise;
  };
  EXPECT_NEAR(measure(sampled(wave, 5.5, 22000), "frequency"), 1, 1e-3);  // measured 1.9e-4
}

TEST(FigureMeasures, frequency_needs_two_upward_crossings) {
  const auto x = [](double t) { return std::cos(2 * kPi * t); };
  EXPECT_TRUE(std::isnan(measure(sampled(x, 1.2, 100), "frequency")));
  EXPECT_NEAR(measure(sampled(x, 2.0, 100), "frequency"), 1, 1e-6);
  EXPECT_TRUE(std::isnan(measure(sampled([](double) { return 2.0; }, 1, 10), "period")));
}

TEST(FigureMeasures, drift_is_relative_to_the_start) {
  EXPECT_NEAR(measure(sampled([](double t) { return -4 + t * (1 - t); }, 1, 100), "drift"),
              0.25 / 4, 1e-15);
  EXPECT_EQ(measure(sampled([](double) { return 0.0; }, 1, 10), "drift"), 0);
  EXPECT_TRUE(std::isnan(measure(sampled([](double t) { return t; }, 1, 10), "drift")));
}

TEST(FigureMeasures, a_nan_in_the_record_is_never_hidden) {
  Trajectory trajectory({"t", "s", "", ""}, {{"x", "m", "", ""}}, {}, {});
  trajectory.append(0, std::array{1.0}, {}, {});
  trajectory.append(1, std::array{kNotANumber}, {}, {});
  trajectory.append(2, std::array{3.0}, {}, {});
  for (const char* name : {"min", "max", "mean", "rms", "amplitude", "frequency", "drift"})
    EXPECT_TRUE(std::isnan(measure(trajectory, name))) << name;
}

TEST(FigureMeasures, every_row_survives_an_empty_and_a_one_row_record) {
  const Trajectory empty({"t", "s", "", ""}, {{"x", "m", "", ""}}, {}, {});
  Trajectory one = empty;
  one.append(2, std::array{7.0}, {}, {});
  for (const MeasureRow& row : measures()) {
    EXPECT_TRUE(std::isnan(measure(empty, row.name))) << row.name;
    measure(one, row.name);
  }
  EXPECT_EQ(measure(one, "mean"), 7);
  EXPECT_EQ(measure(one, "rms"), 7);
  EXPECT_EQ(measure(one, "at", 2), 7);
}

TEST(FigureMeasures, units_follow_the_column_and_the_axis) {
  const Trajectory trajectory = sampled([](double t) { return t; }, 1, 4);
  const auto unit = [&](const char* name) {
    return evaluate_figure(trajectory, {"f", "x", name, 0, {}}).unit;
  };
  EXPECT_EQ(unit("final"), "m");
  EXPECT_EQ(unit("deviation"), "m");
  EXPECT_EQ(unit("frequency"), "Hz");
  EXPECT_EQ(unit("period"), "s");
  EXPECT_EQ(unit("drift"), "-");
}

TEST(FigureInterpolation, is_exact_for_cubics_and_fourth_order_beyond) {
  const auto cubic = [](double t) { return 1 - 2 * t + 3 * t * t - 4 * t * t * t; };
  const Trajectory exact = sampled(cubic, 2, 7, true);
  for (double t : {0.01, 0.5, 1.3, 1.99}) EXPECT_NEAR(measure(exact, "at", t), cubic(t), 1e-13);

  // halving the step must divide the error of a sine by 2^4
  const auto worst = [](int n) {
    const Trajectory s = sampled([](double t) { return std::sin(t); }, 6, n);
    double error = 0;
    for (int i = 0; i < 1000; ++i) {
      const double t = 6 * (i + 0.5) / 1000;
      error = std::max(error, std::abs(measure(s, "at", t) - std::sin(t)));
    }
    return error;
  };
  EXPECT_NEAR(std::log2(worst(40) / worst(80)), 4, 0.1);  // measured 4.001
}

TEST(FigureInterpolation, returns_samples_as_they_are_and_nothing_outside) {
  const Trajectory s = sampled([](double t) { return std::sin(t); }, 6, 60);
  EXPECT_EQ(measure(s, "at", s.axis()[17]), s.column("x")[17]);
  EXPECT_EQ(measure(s, "at", 6 + 1e-12), s.column("x")[60]);
  EXPECT_TRUE(std::isnan(measure(s, "at", 6.1)));
  EXPECT_TRUE(std::isnan(measure(s, "at", -0.1)));
  EXPECT_TRUE(std::isnan(measure(s, "at", kNotANumber)));
}

TEST(FigureInterpolation, does_not_smear_a_jump) {
  // two rows at t = 2: from 1 to 9
  const std::vector<double> t{0, 1, 2, 2, 3, 4}, x{1, 1, 1, 9, 9, 9};
  EXPECT_EQ(interpolate({t, x}, 1.75), 1);
  EXPECT_EQ(interpolate({t, x}, 2.25), 9);
}

TEST(FigureDeviation, is_the_largest_distance_at_the_times_of_the_reference) {
  const Trajectory s = sampled([](double t) { return std::sin(t); }, 6, 60);
  const std::vector<double> t{0.1, 0.33, 2.0, 5.01};
  std::vector<double> x;
  for (double time : t) x.push_back(std::sin(time));
  const auto value = [&] { return evaluate_figure(s, {"f", "x", "deviation", 0, {t, x}}).value; };
  EXPECT_LT(value(), 2e-6);  // measured 7.4e-7: the cubic between rows 0.1 apart
  x[2] -= 0.25;
  EXPECT_NEAR(value(), 0.25, 1e-12);
  x[1] = 3;
  EXPECT_NEAR(value(), 3 - std::sin(0.33), 3e-6);
}

TEST(FigureDeviation, does_not_pass_over_a_reference_that_goes_on) {
  const Trajectory s = sampled([](double t) { return t; }, 1, 10);
  const std::vector<double> t{0.5, 1.5}, x{0.5, 1.5};
  EXPECT_TRUE(std::isnan(deviation({s.axis(), s.column("x")}, {t, x})));
  EXPECT_TRUE(std::isnan(deviation({s.axis(), s.column("x")}, {})));
}

}  // namespace
}  // namespace cuttle
