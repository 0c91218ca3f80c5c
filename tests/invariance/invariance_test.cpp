// The laws of mechanics know no axes, no origin and no order of words. Every model is turned by
// three random rotations, moved by up to 100 m, and written in another order, and must give the
// same series; so must its free bodies where they are put elsewhere by their coordinates, and its
// nets where their planes have other axes.
//
// In ctest the motions are short and every model goes by its own method, some by all of them.
// CUTTLE_INVARIANCE=full runs whole motions by every method that a model allows, and prints a
// table:
//   CUTTLE_INVARIANCE=full build/release/bin/cuttle_tests --gtest_filter='*Invariance*'

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "cuttle/base/error.h"
#include "cuttle/compile/compile.h"
#include "cuttle/connection/part/part.h"
#include "cuttle/contact/part/part.h"
#include "cuttle/control/frame/controlled_frame.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/spec/spec_choices.h"
#include "cuttle/study/run.h"
#include "support/invariance_cases.h"
#include "support/random.h"
#include "support/same_series.h"
#include "support/turned.h"

namespace cuttle::testing {
namespace {

// -------------------------------------------------------------------------------------- the runs

/// What changes from one run of a model to the next.
struct Variant {
  std::string name;
  Elsewhere elsewhere;
  FreeBodies free_bodies = FreeBodies::mounted_elsewhere;
  unsigned order = 0;  // seed; 0: as in the file
};

bool has_free_body(const ScenarioSpec& spec) {
  return std::ranges::any_of(spec.bodies, [](const BodySpec& body) {
    return body.parent == "world" && body.joint.type == "free";
  });
}

// Very stiff contacts of very light things make round-off of places, 100 m away, a noise that the
// error estimates of adaptive methods take for motion: docs/theory/invariance.md.
bool stays_near(const ScenarioSpec& spec) { return spec.name == "capstan" && spec.study.step == 0; }

std::vector<Variant> variants(const ScenarioSpec& spec, unsigned seed) {
  Random random(seed);
  const auto motion = [&](double distance) {
    return Pose{random.rotation(), distance * random.unit_vector()};
  };
  const double far = stays_near(spec) ? 2 : 100;
  std::vector<Variant> all = {
      {.name = "turned", .elsewhere = {motion(0)}},
      {.name = "turned, moved by 1 m", .elsewhere = {motion(1)}},
      {.name = fmt::format("turned, moved by {} m", far), .elsewhere = {motion(far)}},
      {.name = "in another order", .elsewhere = {}, .order = seed}};
  if (has_free_body(spec))
    all.push_back({.name = "started elsewhere",
                   .elsewhere = {motion(1)},
                   .free_bodies = FreeBodies::started_elsewhere});
  if (!spec.of<NetSpec>().empty())
    all.push_back({.name = "other axes in the plane",
                   .elsewhere = {Pose::identity(), random.uniform(-3, 3),
                                 Vector2(random.uniform(-1, 1), random.uniform(-1, 1))}});
  return all;
}

ScenarioSpec changed(const ScenarioSpec& original, Variant& variant) {
  ScenarioSpec spec = turned(original, variant.elsewhere.X, variant.free_bodies);
  if (variant.order != 0) spec = reordered(spec, variant.order);
  if (variant.elsewhere.angle == 0) return spec;
  std::set<std::string> nets;
  for (NetSpec& net : spec.of<NetSpec>())
    if (turn_in_plane(net, default_net_up(spec), variant.elsewhere.angle, variant.elsewhere.shift))
      nets.insert(net.name);
  for (const ProbeSpec& probe : spec.probes)
    if (probe.is("net") && nets.contains(probe.target()))
      variant.elsewhere.net_probes.push_back(probe.name);
  return spec;
}

/// Adds probes of all there is: a model looks only at what it is about.
void watch_everything(ScenarioSpec& spec) {
  const auto watch = [&](const BodySpec& body, const char* end, BodyPlaceSpec::Kind kind) {
    ProbeSpec probe;
    probe.name = "watch_" + body.name + "_" + end;
    probe.look_at("frame", body.name);
    probe.at.kind = kind;
    probe.record = {Record::position, Record::rotation, Record::velocity};
    spec.probes.push_back(probe);
  };
  for (const BodySpec& body : spec.bodies) {
    watch(body, "base", BodyPlaceSpec::Kind::base);
    if (body.rod) watch(body, "tip", BodyPlaceSpec::Kind::tip);
  }
}

// The ball of the grippers is placed to touch its post by 0 m. The last digit says whether it does,
// and so whether the first step is one over an impact: two discretisations of one motion, and a
// run takes either. Here the ball starts well above.
void lift_what_just_touches(ScenarioSpec& spec) {
  if (spec.name != "gripper" && spec.name != "gripper_friction") return;
  for (BodySpec& body : spec.bodies)
    if (body.name == "ball") body.pose.position -= 1e-4 * spec.gravity.normalized();
}

std::vector<std::string> model_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(CUTTLE_MODELS))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem());
  std::ranges::sort(names);
  return names;
}

// ------------------------------------------------------------------------------------- the bounds

// Relative to the largest number of the same unit; docs/theory/invariance.md tells why. Measured in
// ctest: 3e-9 at most, without contact and by the same steps.
constexpr double kRoundOff = 1e-8;
// Methods that choose their order, or when to renew a matrix, or whose stages are iterated, take
// other steps after the last digit changed: equal to the error of the method, which adds up to
// this many times rtol in a run. Nothing is forgiven beyond kMostOfSteps, whatever rtol says.
constexpr double kErrorOverRtol = 100, kMostOfSteps = 1e-5;
// Shapes that touch are springs of up to 1e8 N/m. They feel round-off of places: 1e-16 m near the
// origin, 1e-14 m at a distance of 100 m, which are 1e-6 N.
constexpr double kContact = 1e-7, kContactFarAway = 1e-5;
// Loops are closed by differences of places, too.
constexpr double kLoopFarAway = 100 * kRoundOff;
// Springs of contacts and of baumgarte make much of differences of places; no more than this, and
// only by the finest steps.
constexpr double kMostOfForces = 1e-3;
// A goal that turns is a spline after it was turned (support/turned_signals.h).
constexpr double kTurnedGoal = 1e-5;

/// What no rule covers: motions that make much of the last digit.
struct Sensitive {
  std::string_view model;
  std::string_view unit;  // of the columns; empty: all
  double bound;
  // a column of angles: where its cosine is zero these are not determined, and the bound is over
  // the least that a row has
  std::string_view angle = "";
};
constexpr Sensitive kSensitive[] = {
    // Driven straight ahead is unstable (modules_stability.yaml): what should be zero grows like
    // exp(0.7 t), by 1.2e6 in 20 s, from 1e-16 rad/s to 1e-10 rad/s, where nothing else turns.
    {"modules_straight", "", 1e-6},
    {"modules_docking", "", 1e-6},
    // All cranks in one line: there the forces depend on a matrix that is nearly singular, and
    // differ by as much as the states of two dopri5 runs do (they go down with rtol).
    {"four_bar_ladder", "", 1e-6},
    // ... and forces along the line grow with the inverse of the distance from it.
    {"four_bar_ladder", "N", 1e-6, "first.angle"},
    // Its damper makes the force jump inside a step at each impact, and the last digit decides
    // which steps are refused there (dopri5: 217 steps or 222): the ball meets the floor by other
    // steps, with every method. 1.5e-6 m/s differ with rtol 1e-9, 9e-9 with 1e-11.
    {"bouncing_ball", "", 1e-6},
    // While it touches, a place is a force by k = 1 MN/m, a velocity by k V / F (F^2 / k is m V^2)
    // and an energy by F. Places that differ by 100 rtol = 1e-7 of L = 1.1 m make k L / F = 490
    // times that of the largest force F = 2250 N and of the largest velocity V, and F L / E = 460
    // times that of the largest energy E = 5.4 J.
    {"bouncing_ball", "N", 4.9e-5},
    {"bouncing_ball", "m/s", 4.9e-5},
    {"bouncing_ball", "J", 4.6e-5},
    // Its force has a corner where it becomes taut, and the last digit decides which steps are
    // refused there. Places that differ by 100 rtol = 1e-8 of L = 1 m make k L / F = 7.1 times that
    // of the largest force F = 113 N (k = 800 N/m) and of the largest velocity, and F L / E = 19
    // times that of the largest energy E = 6 J. (1e-8 m are 1.25e-8 of 0.8 m, the longest of the
    // recorded lengths.)
    {"spring_tether", "m", 1.25e-8},
    {"spring_tether", "N", 7.1e-8},
    {"spring_tether", "m/s", 7.1e-8},
    {"spring_tether", "J", 1.9e-7},
    // Pulled together by baumgarte, with r = 20 1/s, a gap g is a force m r^2 g, m = 2/3 kg being
    // the mass of one module against the other. By bdf and adams places differ by rtol of 1.1 m;
    // at a hundredth of the model's, 1e-12, these are 3e-10 N of the largest force, 2.1 mN.
    // (Round-off of places 100 m away, 1.4e-14 m, makes 4e-12 N: 2e-9 of it.)
    {"docking", "N", 1.4e-7},
};

bool other_steps(const StudySpec& study, const Variant& variant) {
  const bool adaptive = study.type == StudyType::dynamics && study.step == 0;
  // other coordinates are a different problem for every method that judges errors by them
  const bool other_coordinates = variant.free_bodies == FreeBodies::started_elsewhere;
  return adaptive && (other_coordinates || study.method != Method::dopri5);
}

double bound(const Sensitive& one, const Trajectory& series) {
  if (one.angle.empty()) return one.bound;
  double least = 1;
  for (const double angle : series.column(std::string(one.angle)))
    least = std::min(least, std::abs(std::cos(angle)));
  return std::min(one.bound / least, kMostOfForces);
}

double bound(const ScenarioSpec& spec, const Variant& variant, const Trajectory& series,
             const std::string& unit) {
  const bool far_away = variant.elsewhere.X.p.norm() > 10;
  double most = kRoundOff;
  if (other_steps(spec.study, variant))
    most = std::max(most, std::min(kErrorOverRtol * spec.study.rtol, kMostOfSteps));
  if (!spec.of<ContactSpec>().empty()) most = std::max(most, far_away ? kContactFarAway : kContact);
  if (!spec.of<ConnectionSpec>().empty() && far_away) most = std::max(most, kLoopFarAway);
  for (const ControllerSpec& controller : spec.of<ControllerSpec>())
    if (controller.controlled_frame() && controller.controlled_frame()->goal.rotation)
      most = std::max(most, kTurnedGoal);
  for (const Sensitive& one : kSensitive)
    if (one.model == spec.name && (one.unit.empty() || one.unit == unit))
      most = std::max(most, bound(one, series));
  return most;
}

/// The stiffest spring that places act on [N/m].
double stiffest(const ScenarioSpec& spec) {
  double most = 0;
  for (const ContactSpec& contact : spec.of<ContactSpec>())
    most = std::max(most, contact.stiffness.value_or(0));
  if (spec.of<ConnectionSpec>().empty() || spec.study.constraints != ConstraintMethod::baumgarte)
    return most;
  double mass = 0;
  for (const Body& body : build(spec).model.bodies) mass += body.family->mass();
  return std::max(most, mass * spec.study.baumgarte_rate * spec.study.baumgarte_rate);
}

// shapes of modes have no sign, and those of equal frequencies no order: the row shows one of many
bool counts(const ScenarioSpec& spec, const Difference& difference) {
  if (spec.study.type != StudyType::modes) return true;
  return difference.columns == "frequency" || difference.columns == "growth" ||
         difference.columns == "damping";
}

/// By methods that are not the model's own, in its whole size.
bool may_fail_by_finer_steps(const ScenarioSpec& spec) {
  // passes singular positions some 90 times
  return full_size() && spec.name == "four_bar_ladder" && spec.study.method == Method::bdf;
}

struct Judged {
  Difference difference;
  double bound = kRoundOff;
  double share() const { return difference.relative() / bound; }
};

// -------------------------------------------------------------------------------------- the suite

class Invariance : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    original_ = read_scenario(std::filesystem::path(CUTTLE_MODELS) / (GetParam() + ".yaml"));
    original_.figures.clear();
    original_.expect.clear();
    watch_everything(original_);
    lift_what_just_touches(original_);
  }

  /// What differs most, in parts of its bound. Forces by springs may differ by what places of the
  /// length L may: k L / F in parts of the largest force.
  Judged judge(const ScenarioSpec& spec, const RunResult& first, Variant variant,
               double stiffness = 0) {
    const RunResult second = run(changed(spec, variant));
    EXPECT_TRUE(second.status.ok()) << to_string(second.status);
    EXPECT_EQ(first.limit_loads.size(), second.limit_loads.size());
    Judged most;
    if (!second.status.ok() || first.limit_loads.size() != second.limit_loads.size()) return most;
    for (std::size_t i = 0; i < first.limit_loads.size(); ++i)
      EXPECT_NEAR(second.limit_loads[i] / first.limit_loads[i], 1, kRoundOff);
    const auto all = differences(first.trajectory, second.trajectory, variant.elsewhere);
    const auto length = std::ranges::find(all, "m", &Difference::unit);
    for (const Difference& d : all) {
      Judged own{d, bound(spec, variant, first.trajectory, d.unit)};
      if (d.unit == "N" && length != all.end())
        own.bound = std::max(
            own.bound, std::min(kMostOfForces, own.bound * stiffness * length->scale / d.scale));
      if (counts(spec, d) && own.share() > most.share()) most = own;
    }
    return most;
  }

  /// Where other steps differ by more than the bound, that must be the error of the steps: by a
  /// hundredth of the tolerance it is within, or by that whose error is the most that is forgiven.
  void compare(const ScenarioSpec& spec, const RunResult& first, const Variant& variant, bool own) {
    Judged worst = judge(spec, first, variant);
    const char* remark = "";
    if (worst.share() > 1 && other_steps(spec.study, variant)) {
      ScenarioSpec finer = spec;
      const double share =
          std::min(0.01, kMostOfSteps / (kErrorOverRtol * spec.study.rtol));  // of the tolerances
      finer.study.rtol *= share;
      finer.study.atol *= share;
      const RunResult again = run(finer);
      if (!again.status.ok() && !own && may_fail_by_finer_steps(finer))
        return fmt::print("{:.0e}; finer steps fail: {}\n", worst.difference.relative(),
                          to_string(again.status));
      ASSERT_TRUE(again.status.ok()) << to_string(again.status);
      const double bound = worst.bound;
      worst = judge(finer, again, variant, stiffest(spec));
      worst.bound = std::max(worst.bound, bound);
      remark = " | by finer steps";
    }
    EXPECT_LE(worst.share(), 1) << worst.difference.columns << " differs by "
                                << worst.difference.largest << " where others of its unit are "
                                << worst.difference.scale;
    if (full_size())
      fmt::print("{:.0e} | {:.0e} | {}{}\n", worst.difference.relative(), worst.bound,
                 worst.difference.columns, remark);
  }

  ScenarioSpec original_;
};

TEST_P(Invariance, OfTheModel) {
  int compared = 0;
  for (const InvarianceCase& way : invariance_cases(GetParam(), original_)) {
    ScenarioSpec spec = original_;
    spec.study = way.study;
    RunResult first;
    try {
      first = run(spec);
    } catch (const InputError& error) {
      // a method that the model does not allow
      ASSERT_GT(compared, 0) << error.what();
      continue;
    }
    // whole motions by methods that are not made for the model
    if (!first.status.ok() && full_size() && compared > 0) {
      fmt::print("{} | {} | fails: {}\n", GetParam(), way.name, to_string(first.status));
      continue;
    }
    ASSERT_TRUE(first.status.ok()) << way.name << ": " << to_string(first.status);
    for (const Variant& variant : variants(spec, 16)) {
      SCOPED_TRACE(fmt::format("{}, {}", way.name, variant.name));
      if (full_size()) fmt::print("{} | {} | {} | ", GetParam(), way.name, variant.name);
      compare(spec, first, variant, way.own);
      ++compared;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, Invariance, ::testing::ValuesIn(model_names()),
                         [](const auto& model) { return model.param; });

}  // namespace
}  // namespace cuttle::testing
