// A scene shows what the mechanics say: known shapes, turned loads, recorded probes.

#include "cuttle/scene/scene_sampler.h"

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/io/read_scenario.h"
#include "cuttle/rod/rod.h"
#include "cuttle/study/run.h"
#include "support/runs.h"
#include "unit/scene/one_frame.h"

namespace cuttle {
namespace {

using testing::one_frame;

Vector3 place(const Channel& channel, int index, std::size_t frame = 0) {
  const float* p = channel.frame(frame) + 3 * index;
  return {p[0], p[1], p[2]};
}

const std::string kRod = R"(
name: rod
gravity: [0, 0, 0]
bodies:
  - name: rod
    rod:
      length: 2
      section: {shape: rectangle, width: 0.1, height: [0.2, 0.1]}
      material: {young: 1 MPa, density: 1000}
      strain: {bend_y: 0}
)";

TEST(SceneSampler, a_bent_rod_is_a_circle_and_knows_its_curvature) {
  const Scenario scenario = testing::scenario_of(kRod);
  State x = scenario.initial;
  const double kappa = 1.3, rate = 0.7;
  x.q[0] = kappa;
  x.v[0] = rate;
  const Scene scene = one_frame(scenario, x);
  ASSERT_EQ(scene.rods.size(), 1u);
  const SceneRod& rod = scene.rods[0];
  ASSERT_GT(rod.sections(), 20);
  for (int i = 0; i < rod.sections(); ++i) {
    // a positive turn about y takes x towards -z
    const double X = rod.abscissa[size_t(i)], s = std::sin(kappa * X), c = std::cos(kappa * X);
    const Vector3 truth(s / kappa, 0, -(1 - c) / kappa);
    EXPECT_LT((place(scene.section_position, i) - truth).norm(), 1e-6) << X;
    EXPECT_NEAR(scene.curvature.data[size_t(i)], kappa, 1e-6);
    EXPECT_EQ(scene.stretch.data[size_t(i)], 1);
    EXPECT_EQ(scene.torsion.data[size_t(i)], 0);
    // the derivative of the circle by its curvature
    const Vector3 slope(X * c / kappa - s / (kappa * kappa), 0,
                        (1 - c) / (kappa * kappa) - X * s / kappa);
    EXPECT_NEAR(scene.speed.data[size_t(i)], rate * slope.norm(), 1e-6);
    EXPECT_NEAR(rod.half_y[size_t(i)], 0.05, 1e-12);
    EXPECT_NEAR(rod.half_z[size_t(i)], 0.1 - 0.05 * X / 2, 1e-12);
  }
  EXPECT_EQ(rod.abscissa.front(), 0);
  EXPECT_EQ(rod.abscissa.back(), 2);
}

TEST(SceneSampler, loads_turn_with_their_body_or_stay_in_the_world) {
  const Scenario scenario = testing::scenario_of(R"(
name: arm
bodies:
  - name: arm
    joint: {type: revolute, axis: y, effort: 5}
    rigid: {shapes: [{box: [1, 0.1, 0.1], density: 100}], frames: {end: {position: [0.5, 0, 0]}}}
loads:
  - {name: dead, body: arm, at: end, force: [0, 0, 3]}
  - {name: follower, body: arm, at: end, moment: [2, 0, 0], frame: body}
)");
  State x = scenario.initial;
  x.q[0] = std::acos(-1.0) / 2;  // the x axis of the arm points down
  const Scene scene = one_frame(scenario, x);
  ASSERT_EQ(scene.arrows.size(), 3u);
  EXPECT_EQ(scene.arrows[0].name, "loads.dead.force");
  EXPECT_LT((place(scene.arrow_vector, 0) - Vector3(0, 0, 3)).norm(), 1e-6);
  EXPECT_LT((place(scene.arrow_position, 0) - Vector3(0, 0, -0.5)).norm(), 1e-6);
  EXPECT_EQ(scene.arrows[1].kind, ArrowKind::moment);
  EXPECT_LT((place(scene.arrow_vector, 1) - Vector3(0, 0, -2)).norm(), 1e-6);
  EXPECT_EQ(scene.arrows[2].name, "joints.arm.effort");
  EXPECT_LT((place(scene.arrow_vector, 2) - Vector3(0, 5, 0)).norm(), 1e-6);
}

TEST(SceneSampler, a_cable_keeps_its_offset_and_runs_on_to_the_world) {
  const Scenario scenario = testing::scenario_of(kRod + R"(
cables:
  - {name: c, tension: 4, path: [{body: rod, from: base, to: tip, y: 0.02, z: [0.03, 0.01]}, {body: world, point: [3, 0, 1]}]}
)");
  const Scene scene = one_frame(scenario, scenario.initial);
  ASSERT_EQ(scene.cables.size(), 1u);
  const int count = scene.cables[0].points;
  for (int i = 0; i + 1 < count; ++i) {
    const double X = 2.0 * i / (count - 2);
    const Vector3 truth(X, 0.02, 0.03 + 0.01 * X);  // a polynomial in X
    EXPECT_LT((place(scene.cable_position, i) - truth).norm(), 1e-6);
  }
  EXPECT_LT((place(scene.cable_position, count - 1) - Vector3(3, 0, 1)).norm(), 1e-6);
  EXPECT_EQ(scene.tension.data[0], 4);
}

TEST(SceneSampler, a_mass_without_a_shape_is_drawn_where_it_is) {
  const Scenario scenario = testing::scenario_of(R"(
name: pendulum
bodies:
  - {name: bob, joint: {type: revolute, axis: y}, rigid: {mass: 1, center: [0, 0, -1], inertia: [1e-12, 1e-12, 1e-12]}}
)");
  const Scene scene = one_frame(scenario, scenario.initial);
  ASSERT_EQ(scene.solids.size(), 2u);  // the bob and its stick
  EXPECT_EQ(scene.solids[0].pose.p, Vector3(0, 0, -1));
  EXPECT_EQ(scene.solids[1].pose.p, Vector3(0, 0, -0.5));
  EXPECT_LT((scene.solids[1].pose.R.col(0) - Vector3(0, 0, -1)).norm(), 1e-12);
}

TEST(MakeScene, points_are_where_the_probes_were_recorded) {
  const ScenarioSpec spec = read_scenario(CUTTLE_MODELS "/hybrid_arm.yaml",
                                          {"study.duration=0.5", "study.output_step=0.1"});
  const Scenario scenario = build(spec);
  const RunResult result = run(scenario);
  const Scene scene = make_scene(scenario, result.trajectory);
  ASSERT_EQ(scene.frames(), 6u);
  ASSERT_GT(scene.points.size(), 5u);
  for (std::size_t frame = 0; frame < scene.frames(); ++frame)
    for (std::size_t i = 0; i < scene.points.size(); ++i) {
      const Vector3 p = place(scene.point_position, int(i), frame);
      const char* axes[] = {".x", ".y", ".z"};
      for (int k = 0; k < 3; ++k)
        EXPECT_NEAR(p[k], result.trajectory.column(scene.points[i].name + axes[k])[frame], 1e-6);
    }

  // and the last section of the arm is the hand
  const auto arm = std::ranges::find(scene.bodies, "arm", &SceneBody::name) - scene.bodies.begin();
  int tip = -1;
  for (const SceneRod& rod : scene.rods)
    if (rod.body == arm) tip = rod.first + rod.sections() - 1;
  ASSERT_GE(tip, 0);
  EXPECT_NEAR(place(scene.section_position, tip, 5).x(), result.trajectory.column("hand.x")[5],
              1e-6);
}

TEST(MakeScene, a_long_run_is_thinned_evenly) {
  const Scenario scenario = build(read_scenario(CUTTLE_MODELS "/pendulum.yaml"));
  const RunResult result = run(scenario);
  const Scene whole = make_scene(scenario, result.trajectory);
  EXPECT_EQ(whole.stride, 1u);
  EXPECT_EQ(whole.frames(), result.trajectory.rows());
  const Scene thin = make_scene(scenario, result.trajectory, 2000);
  ASSERT_GT(thin.stride, 1u);
  for (std::size_t i = 0; i + 1 < thin.frames(); ++i)
    EXPECT_EQ(thin.axis[i], whole.axis[i * thin.stride]);
  EXPECT_EQ(thin.axis.back(), whole.axis.back());
  EXPECT_LE(4 * (thin.body_position.data.size() + thin.body_rotation.data.size()), 2100u);
}

TEST(MakeScene, modes_swing_about_the_middle) {
  const Scenario scenario = build(read_scenario(CUTTLE_MODELS "/rod_modes.yaml"));
  const RunResult result = run(scenario);
  const Scene scene = make_scene(scenario, result.trajectory);
  ASSERT_EQ(scene.modes.size(), result.trajectory.rows());
  const std::size_t each = scene.frames() / scene.modes.size();
  ASSERT_EQ(each % 2, 1u);
  const Scene rest = one_frame(scenario, scenario.initial);
  const int tip = scene.rods[0].first + scene.rods[0].sections() - 1;
  for (std::size_t mode = 0; mode < scene.modes.size(); ++mode) {
    const Vector3 middle = place(scene.section_position, tip, mode * each + each / 2);
    EXPECT_LT((middle - place(rest.section_position, tip)).norm(), 1e-6);
    const Vector3 low = place(scene.section_position, tip, mode * each);
    const Vector3 high = place(scene.section_position, tip, mode * each + each - 1);
    // seen with the naked eye, but not torn
    const double way = (high - low).norm() / scenario.spec.bodies[0].rod->length();
    EXPECT_GT(way, 0.05) << mode;
    EXPECT_LT(way, 0.5) << mode;
  }
}

TEST(RodBuilderAgain, more_points_leave_the_rod_as_it_is) {
  const Scenario scenario = testing::scenario_of(kRod);
  const auto& rod = dynamic_cast<const Rod&>(*scenario.model.bodies[0].family);
  RodBuilder builder(rod);
  const int point = builder.point_at(0.777, true);
  EXPECT_EQ(point, rod.n_points());
  const auto more = builder.finish();
  EXPECT_EQ(more->mass(), rod.mass());
  EXPECT_EQ(more->data().K, rod.data().K);
  for (int i = 0; i < rod.n_points(); ++i)
    EXPECT_EQ(more->data().abscissa[size_t(i)], rod.data().abscissa[size_t(i)]);
}

}  // namespace
}  // namespace cuttle
