// One point with friction under a normal force that is known, against the law itself: an ordinary
// differential equation for the velocity and the stretch of the bristles, without steps that end
// anywhere and without a memory.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/runs.h"

namespace cuttle {
namespace {

using testing::good_run;

constexpr double kStiffness = 1e4, kFriction = 0.5, kSpeed = 0.3, kEnd = 0.3, kRow = 2e-3;

double depth(double t) { return 1e-3 + 4e-4 * (1 - std::cos(37 * t)); }
double load(double t) { return 6 * std::sin(11 * t) + 3 * std::sin(91 * t); }

/// m v' = F - p, s' = (p - k s) / b, p = k s + b v up to mu N: the velocity in every row.
std::vector<double> law(double damping) {
  struct Rate {
    double v, s;
  };
  const auto rate = [&](double t, double v, double s) {
    const double most = kFriction * kStiffness * depth(t);
    const double pull = std::clamp(kStiffness * s + damping * v, -most, most);
    return Rate{load(t) - pull, (pull - kStiffness * s) / damping};
  };
  const int parts = 1000, rows = int(std::lround(kEnd / kRow));
  const double h = kRow / parts;
  double v = kSpeed, s = kFriction * depth(0);  // as after sliding for long
  std::vector<double> speeds = {v};
  for (int i = 0; i < rows * parts; ++i) {
    const double t = i * h;
    const Rate a = rate(t, v, s), b = rate(t + h / 2, v + h / 2 * a.v, s + h / 2 * a.s),
               c = rate(t + h / 2, v + h / 2 * b.v, s + h / 2 * b.s),
               d = rate(t + h, v + h * c.v, s + h * c.s);
    v += h / 6 * (a.v + 2 * b.v + 2 * c.v + d.v);
    s += h / 6 * (a.s + 2 * b.s + 2 * c.s + d.s);
    if ((i + 1) % parts == 0) speeds.push_back(v);
  }
  return speeds;
}

/// Slides while its normal force grows and falls, sticks, springs back and breaks loose.
RunResult shaken(double damping, const std::string& study) {
  return good_run(fmt::format(
      R"yaml(
name: shaken
gravity: [0, 0, 0]
bodies:
  - {{name: lift, joint: {{type: prismatic, axis: z, prescribed: "0.1-(0.001+0.0004*(1-cos(37*t)))"}}, rigid: {{mass: 1}}}}
  - {{name: b, parent: lift, joint: {{type: prismatic, axis: x, velocity: {}}}, rigid: {{shapes: [{{sphere: 0.1, mass: 1}}]}}}}
obstacles: [{{name: floor, plane: z}}]
contacts: [{{name: c, between: [floor, b], stiffness: {}, damping: 0, friction: {{static: {}, stiffness: {}, damping: {}}}}}]
loads: [{{name: pull, body: b, force: ["6*sin(11*t)+3*sin(91*t)", 0, 0]}}]
probes: [{{name: b, frame: b, record: [velocity]}}, {{name: c, contact: c}}]
study: {{type: dynamics, duration: {}, output_step: {}, {}}}
)yaml",
      kSpeed, kStiffness, kFriction, kStiffness, damping, kEnd, kRow, study));
}

double worst(const RunResult& result, const std::vector<double>& truth) {
  const auto speeds = result.trajectory.column("b.vx");
  EXPECT_EQ(speeds.size(), truth.size());
  double most = 0;
  for (std::size_t row = 0; row < truth.size(); ++row)
    most = std::max(most, std::abs(speeds[row] - truth[row]));
  return most;
}

class BristleLaw : public ::testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Damping, BristleLaw, ::testing::Values(20.0, 100.0),
                         [](const auto& b) { return fmt::format("{:.0f}", b.param); });

TEST_P(BristleLaw, is_met_by_every_method_as_close_as_it_is_asked_to) {
  const std::vector<double> truth = law(GetParam());
  for (const char* method : {"dopri5", "bdf", "adams", "implicit"}) {
    const auto error = [&](double rtol) {
      const RunResult result = shaken(
          GetParam(), fmt::format("method: {}, rtol: {}, atol: {}", method, rtol, 1e-3 * rtol));
      EXPECT_GT(testing::largest_of(result, "c.sliding"), 0);
      EXPECT_GT(testing::largest_of(result, "c.sticking"), 0);
      return worst(result, truth);
    };
    // measured 1.9e-5 at most, and 2.0e-6 (dopri5, whose steps are the longest)
    const double coarse = error(1e-6), fine = error(1e-9);
    EXPECT_LT(coarse, 5e-5) << method;
    EXPECT_LT(fine, 5e-6) << method;
    EXPECT_LT(fine, 0.3 * coarse) << method;
  }
}

TEST_P(BristleLaw, is_met_by_fixed_steps_as_they_get_shorter) {
  const std::vector<double> truth = law(GetParam());
  for (const char* method : {"implicit", "generalized_alpha"}) {
    const auto error = [&](const char* step) {
      return worst(shaken(GetParam(), fmt::format("method: {}, step: {}", method, step)), truth);
    };
    const double coarse = error("0.4 ms"), fine = error("0.1 ms");
    EXPECT_LT(fine, 0.15 * coarse) << method;  // measured 0.014 to 0.073
    EXPECT_LT(fine, 5e-6) << method;           // measured 2.1e-6 at most
  }
}

}  // namespace
}  // namespace cuttle
