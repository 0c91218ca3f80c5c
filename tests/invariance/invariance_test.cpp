// The laws of mechanics know no axes, no origin and no order of words. Every model is turned by
// three random rotations, moved by up to 100 m, and written in another order, and must give the
// same series; so must its free bodies where they are put elsewhere by their coordinates, and its
// nets where their planes have other axes.
//
// In ctest the motions are short and every model goes by its own method, some by all of them.
// CUTTLE_INVARIANCE=full runs every method that a model allows, the motions as far as a second of
// computing leads (CUTTLE_INVARIANCE=whole: to their end), and prints a table:
//   CUTTLE_INVARIANCE=full build/release/bin/cuttle_tests --gtest_filter='*Invariance*'

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "cuttle/base/error.h"
#include "cuttle/io/read_scenario.h"
#include "support/invariance_bounds.h"
#include "support/invariance_cases.h"
#include "support/invariance_variants.h"
#include "support/part_of_run.h"
#include "support/same_series.h"

namespace cuttle::testing {
namespace {

// A variant that takes so many times as long as the model itself does not do the same.
constexpr double kMuchSlower = 10;

// -------------------------------------------------------------------------------------- the runs

/// Adds probes of all there is: a model looks only at what it is about.
void watch_everything(ScenarioSpec& spec) {
  const auto watch = [&](const BodySpec& body, const char* end, BodyPlaceSpec::Kind kind) {
    ProbeSpec probe;
    probe.name = "watch_" + body.name + "_" + end;
    probe.look_at("frame", body.name);
    probe.at.kind = kind;
    probe.record = {Record::position, Record::rotation, Record::velocity};
    // a net has nodes
    if (body.net) probe.at.frame = body.net->strips.front().name + "." + end;
    spec.probes.push_back(probe);
  };
  for (const BodySpec& body : spec.bodies) {
    if (body.net) {
      watch(body, "last", BodyPlaceSpec::Kind::frame);
      continue;
    }
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

// -------------------------------------------------------------------------------- the comparison

// shapes of modes have no sign, and those of equal frequencies no order: the row shows one of many
bool counts(const ScenarioSpec& spec, const Difference& difference) {
  if (spec.study.type != StudyType::modes) return true;
  return difference.columns == "frequency" || difference.columns == "growth" ||
         difference.columns == "damping";
}

// By bdf the ladder may stall in one of some 90 singular positions, and says so: it is compared up
// to there.
bool may_stall(const ScenarioSpec& spec, const Status& status) {
  return full_size() && spec.name == "four_bar_ladder" && spec.study.method == Method::bdf &&
         status.code == Status::Code::stalled;
}

bool adaptive(const ScenarioSpec& spec) {
  return spec.study.type == StudyType::dynamics && spec.study.step == 0;
}

struct Judged {
  Difference difference;
  double bound = kRoundOff;
  double share() const { return difference.relative() / bound; }
};

/// A model as it is, computed in one way.
struct Reference {
  ScenarioSpec spec;
  PartOfRun run;

  /// How far its variants go: as far as it did. One that takes many times as long is a failure.
  EarlyEnd end() const {
    EarlyEnd end;
    if (full_size()) end.seconds = kMuchSlower * run.seconds + 1;
    if (run.too_slow) end.t = run.last();
    return end;
  }
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

  /// What differs most, in parts of its bound. After a comparison by `coarser` steps the bound is
  /// at least the one of these, and forces by springs may differ by what places of the length L
  /// may: k L / F in parts of the largest force; energies by F L / E; velocities by which baumgarte
  /// closes gaps by r L / V; rotations, half an angle each, by what angular velocities do in the
  /// time; angular velocities of what touches by V / (l W), since a contact sees the velocities of
  /// points at an arm l; velocities of what has turned by the angle A by kRoundOff of A.
  Judged judge(const Reference& reference, Variant variant, const ScenarioSpec* coarser = nullptr) {
    const ScenarioSpec& spec = reference.spec;
    const MadeOfPlaces made = coarser != nullptr ? made_of_places(*coarser) : MadeOfPlaces{};
    const RunResult& first = reference.run.result;
    const PartOfRun part = run_part(changed(spec, variant), reference.end());
    const RunResult& second = part.result;
    by_other_steps_ =
        other_steps(spec, variant) || (adaptive(spec) && took_other_steps(first, second));
    Judged most;
    const bool stalls = may_stall(spec, second.status);
    EXPECT_TRUE(second.status.ok() || stalls) << to_string(second.status);
    EXPECT_FALSE(part.too_slow) << "takes more than " << part.seconds << " s instead of "
                                << reference.run.seconds << " s";
    EXPECT_EQ(first.limit_loads.size(), second.limit_loads.size());
    if (!(second.status.ok() || stalls) || part.too_slow ||
        first.limit_loads.size() != second.limit_loads.size())
      return most;
    for (std::size_t i = 0; i < first.limit_loads.size(); ++i)
      EXPECT_NEAR(second.limit_loads[i] / first.limit_loads[i], 1, kRoundOff);
    // whoever goes on to a given time may get there a row later
    std::size_t rows = second.trajectory.rows(), rows_before = first.trajectory.rows();
    if (reference.run.too_slow) rows = std::min(rows, rows_before);
    if (stalls) rows = rows_before = std::min(rows, rows_before);
    const auto all = differences(first_rows(first.trajectory, rows_before),
                                 first_rows(second.trajectory, rows), variant.elsewhere);
    const auto size = [&](const char* unit) {
      const auto found = std::ranges::find(all, unit, &Difference::unit);
      return found != all.end() ? found->scale : 0;
    };
    for (const Difference& d : all) {
      if (!counts(spec, d)) continue;
      Judged own{d, invariance_bound(spec, variant, first.trajectory, d.unit, by_other_steps_)};
      double times = made.of(d.unit, size("N")) * size("m") / d.scale;
      if (d.unit == "quaternion") times = made.angle * size("rad/s") * reference.run.last();
      if (d.unit == "rad/s" && made.lever > 0) times = size("m/s") / (made.lever * d.scale);
      own.bound = std::max(own.bound, std::min(kMostOfForces, own.bound * times));
      if (d.unit == "m/s")
        own.bound = std::max(own.bound, std::min(kMostOfSteps, made.turn * size("rad")));
      if (coarser != nullptr)
        own.bound = std::max(own.bound, invariance_bound(*coarser, variant, first.trajectory,
                                                         d.unit, by_other_steps_));
      if (own.share() > most.share()) most = own;
      if (own.share() > 1) note_beyond(own);
    }
    return most;
  }

  /// The same by a hundredth of its tolerance, or by that whose error is the most that is forgiven.
  static Reference finer(const Reference& reference) {
    Reference again{reference.spec, {}};
    StudySpec& study = again.spec.study;
    const double share = std::min(0.01, kMostOfSteps / (kErrorOverRtol * study.rtol));
    study.rtol *= share;
    study.atol *= share;
    again.run = run_part(again.spec, {.t = reference.end().t});
    again.run.too_slow = reference.run.too_slow;
    if (Status& status = again.run.result.status; may_stall(again.spec, status)) {
      status = {};
      again.run.too_slow = true;
    }
    return again;
  }

  /// Where other steps differ by more than the bound, that must be the error of the steps: by finer
  /// ones it is within. These are computed once for all variants.
  void compare(const Reference& reference, const Variant& variant,
               std::optional<Reference>& again) {
    beyond_.clear();
    Judged worst = judge(reference, variant);
    const char* remark = "";
    if (worst.share() > 1 && by_other_steps_) {
      if (!again) again = finer(reference);
      const Status& status = again->run.result.status;
      ASSERT_TRUE(status.ok()) << to_string(status);
      beyond_.clear();
      worst = judge(*again, variant, &reference.spec);
      remark = " | by finer steps";
    }
    EXPECT_LE(worst.share(), 1) << beyond();
    if (full_size())
      fmt::print("{:.0e} | {:.0e} | {}{}\n", worst.difference.relative(), worst.bound,
                 worst.difference.columns, remark);
  }

  /// Of all variants with one way to compute the model.
  void compare_all(const Reference& reference, const InvarianceCase& way) {
    std::optional<Reference> again;
    const bool joined = full_size() && !way.own;
    for (const Variant& variant :
         joined ? joined_changes(reference.spec, 16) : single_changes(reference.spec, 16)) {
      SCOPED_TRACE(fmt::format("{}, {}", way.name, variant.name));
      if (full_size()) fmt::print("{} | {} | {} | ", GetParam(), way.name, variant.name);
      compare(reference, variant, again);
      if (full_size()) std::fflush(stdout);
    }
  }

  /// Of each unit the worst.
  void note_beyond(const Judged& one) {
    const auto unit = [&](const Judged& other) {
      return other.difference.unit == one.difference.unit;
    };
    const auto known = std::ranges::find_if(beyond_, unit);
    if (known == beyond_.end())
      beyond_.push_back(one);
    else if (one.share() > known->share())
      *known = one;
  }

  /// What differs by more than its bound, in words.
  std::string beyond() const {
    std::string text;
    for (const Judged& one : beyond_)
      text += fmt::format(
          "{} differs by {:.2g} where others of its unit are {:.2g}: {:.1e} of {:.1e}\n",
          one.difference.columns, one.difference.largest, one.difference.scale,
          one.difference.relative(), one.bound);
    return text;
  }

  ScenarioSpec original_;
  std::vector<Judged> beyond_;   // its bound, in the last comparison
  bool by_other_steps_ = false;  // likewise
};

/// What a motion is cut to, in words.
std::string extent(const Reference& reference) {
  if (!reference.run.too_slow) return "whole";
  return fmt::format("{:.3g} of {:.3g} s, {} rows", reference.run.last(),
                     reference.spec.study.duration, reference.run.result.trajectory.rows());
}

TEST_P(Invariance, OfTheModel) {
  int compared = 0;
  for (const InvarianceCase& way : invariance_cases(GetParam(), original_)) {
    Reference reference{original_, {}};
    reference.spec.study = way.study;
    try {
      reference.run = run_part(reference.spec, {.seconds = seconds_of_a_run()});
    } catch (const InputError& error) {
      // a method that the model does not allow
      ASSERT_GT(compared, 0) << error.what();
      continue;
    }
    const Status& status = reference.run.result.status;
    // whole motions by methods that are not made for the model
    if (!status.ok() && full_size() && compared > 0) {
      fmt::print("{} | {} | fails: {}\n", GetParam(), way.name, to_string(status));
      continue;
    }
    ASSERT_TRUE(status.ok()) << way.name << ": " << to_string(status);
    if (reference.run.too_slow && reference.run.result.trajectory.rows() < 2) {
      fmt::print("{} | {} | not compared: no row in {:.0f} s of computing\n", GetParam(), way.name,
                 reference.run.seconds);
      continue;
    }
    ASSERT_GT(reference.run.result.trajectory.rows(), 0U);
    if (full_size())
      fmt::print("{} | {} | as it is | {:.2f} s of computing | {}\n", GetParam(), way.name,
                 reference.run.seconds, extent(reference));
    compare_all(reference, way);
    ++compared;
  }
}

INSTANTIATE_TEST_SUITE_P(Models, Invariance, ::testing::ValuesIn(model_names()),
                         [](const auto& model) { return model.param; });

}  // namespace
}  // namespace cuttle::testing
