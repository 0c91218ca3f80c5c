// Soft swimmers: what their model files cannot say.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuttle/io/read_scenario.h"
#include "cuttle/study/run.h"
#include "support/runs.h"

namespace cuttle {
namespace {

double figure(const RunResult& result, const std::string& name) {
  const auto found = std::find_if(result.figures.begin(), result.figures.end(),
                                  [&](const Figure& f) { return f.name == name; });
  EXPECT_NE(found, result.figures.end()) << name;
  return found == result.figures.end() ? 0 : found->value;
}

// ------------------------------------------------------------------------------------ flagellate

/// Angle [deg] of a place about the shaft behind the place where its filament is fixed.
double lag(const RunResult& result, const std::string& place, int filament) {
  const std::string name = fmt::format("{}_{}", place, filament);
  const double angle =
      std::atan2(testing::last_of(result, name + ".y"), testing::last_of(result, name + ".z"));
  // the shaft has turned by whole turns; its x axis points astern
  const double root = 2 * std::numbers::pi / 3 * (filament - 1);
  return std::remainder(root - angle, 2 * std::numbers::pi) * 180 / std::numbers::pi;
}

TEST(Flagellate, FilamentsAreHelicesThatTrailTheShaft) {
  const RunResult result = testing::good_model_run("flagellate");
  EXPECT_NEAR(std::remainder(testing::last_of(result, "shaft.angle"), 2 * std::numbers::pi), 0,
              1e-9);
  for (int filament : {1, 2, 3}) {
    // the angle grows evenly along the filament
    const double middle = lag(result, "middle", filament), tip = lag(result, "tip", filament);
    EXPECT_GT(middle, 50) << filament;
    EXPECT_LT(middle, 90) << filament;
    EXPECT_GT(tip, 130) << filament;
    EXPECT_LT(tip, 180) << filament;
  }
  // the water pushes, from the first turn on
  EXPECT_GT(result.trajectory.column("shell.distance")[100], 0.1);
}

TEST(Flagellate, TheOtherSenseOfRotationSwimsTheSameWay) {
  const RunResult one = testing::good_model_run("flagellate");
  const RunResult other =
      testing::good_model_run("flagellate", {"bodies.shaft.joint.prescribed=-2*pi*t"});
  EXPECT_NEAR(figure(other, "speed") / figure(one, "speed"), 1, 1e-9);  // measured 2e-15
  // the mirrored motion: filament 1 swings to the other side, 2 and 3 change places
  EXPECT_NEAR(testing::last_of(other, "tip_1.y"), -testing::last_of(one, "tip_1.y"), 1e-5);
  EXPECT_NEAR(testing::last_of(other, "tip_2.z"), testing::last_of(one, "tip_3.z"), 1e-5);
  EXPECT_GT(std::abs(testing::last_of(one, "tip_1.y")), 0.05);
}

TEST(Flagellate, SpeedStandsWhenToleranceAndBasisAreRefined) {
  const double speed = figure(testing::good_model_run("flagellate"), "speed");
  const double finer = figure(
      testing::good_model_run("flagellate", {"study.rtol=5e-7", "study.atol=5e-9"}), "speed");
  EXPECT_NEAR(finer / speed, 1, 1e-6);  // measured 2e-14
  std::vector<std::string> richer = {"bodies.filament.rod.quadrature=10", "study.rtol=1e-5"};
  for (const char* mode : {"torsion", "bend_y", "bend_z"})
    richer.push_back(fmt::format("bodies.filament.rod.strain.{}=3", mode));
  EXPECT_NEAR(figure(testing::good_model_run("flagellate", richer), "speed") / speed, 1,
              0.01);  // 6e-4
}

// ------------------------------------------------------------------------------------------- eel

TEST(Eel, ReactiveModelSwimsFasterAndCheaper) {
  const RunResult resistive = testing::good_model_run("eel");
  const RunResult reactive = testing::good_model_run("eel", {"bodies.eel.rod.water.reactive=true"});
  for (const RunResult* result : {&resistive, &reactive}) {
    EXPECT_GT(testing::last_of(*result, "head.distance"), 1);  // head first
    EXPECT_GT(figure(*result, "efficiency"), 0.5);
    EXPECT_LT(figure(*result, "efficiency"), 1);
    EXPECT_LT(figure(*result, "speed"), 1);  // the wave runs at 1 m/s along the body
  }
  EXPECT_NEAR(figure(reactive, "speed"), 0.583, 0.003);
  EXPECT_GT(figure(reactive, "speed"), 2 * figure(resistive, "speed"));
  EXPECT_LT(figure(reactive, "cost"), 0.5 * figure(resistive, "cost"));
  EXPECT_LT(figure(reactive, "strouhal"), 0.5 * figure(resistive, "strouhal"));
}

// the muscles alone cannot move it: without water it wriggles on the spot
TEST(Eel, MusclesPushOnNothingButTheBody) {
  const std::vector<std::string> dry = {"bodies.eel.rod.water=none", "gravity=[0, 0, 0]"};
  ScenarioSpec spec = read_scenario(CUTTLE_MODELS "/eel.yaml", dry);
  spec.study.duration = 2;
  spec.figures.clear();
  spec.expect.clear();
  const RunResult result = run(spec);
  EXPECT_TRUE(result.status.ok()) << to_string(result.status);
  EXPECT_LT(testing::largest_of(result, "momentum.Px"), 1e-9);  // measured 2e-10
  EXPECT_LT(testing::largest_of(result, "momentum.Py"), 1e-9);
  EXPECT_LT(testing::largest_of(result, "momentum.Lz"), 1e-9);
  EXPECT_GT(testing::largest_of(result, "middle.bend_z"), 1);
}

}  // namespace
}  // namespace cuttle
