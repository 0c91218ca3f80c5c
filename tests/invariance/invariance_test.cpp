// The laws of mechanics know no axes, no origin and no order of words. Every model is turned by
// three random rotations, moved by up to 100 m, and written in another order, and must give the
// same series; so must its free bodies where they are put elsewhere by their coordinates, and its
// nets where their planes have other axes.
//
// In ctest the motions are short and every model goes by its own method, some by all of them.
// CUTTLE_INVARIANCE=full runs whole motions by every method that a model allows, and prints a table:
//   CUTTLE_INVARIANCE=full build/release/bin/cuttle_tests --gtest_filter='*Invariance*'

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>

#include "cuttle/base/error.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/model/spec_choices.h"
#include "cuttle/sim/run.h"
#include "cuttle/solve/table.h"
#include "support/random.h"
#include "support/same_series.h"
#include "support/turned.h"

namespace cuttle::testing {
namespace {

bool full_size() {
  const char* size = std::getenv("CUTTLE_INVARIANCE");
  return size != nullptr && std::string_view(size) == "full";
}

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

std::vector<Variant> variants(const ScenarioSpec& spec, unsigned seed) {
  Random random(seed);
  const auto motion = [&](double distance) {
    return Pose{random.rotation(), distance * random.unit_vector()};
  };
  std::vector<Variant> all = {{.name = "turned", .elsewhere = {motion(0)}},
                              {.name = "turned, moved by 1 m", .elsewhere = {motion(1)}},
                              {.name = "turned, moved by 100 m", .elsewhere = {motion(100)}},
                              {.name = "in another order", .elsewhere = {}, .order = seed}};
  if (has_free_body(spec))
    all.push_back({.name = "started elsewhere",
                   .elsewhere = {motion(1)},
                   .free_bodies = FreeBodies::started_elsewhere});
  if (!spec.nets.empty())
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
  for (NetSpec& net : spec.nets)
    if (turn_in_plane(net, default_net_up(spec), variant.elsewhere.angle, variant.elsewhere.shift))
      nets.insert(net.name);
  for (const ProbeSpec& probe : spec.probes)
    if (nets.contains(probe.net)) variant.elsewhere.net_probes.push_back(probe.name);
  return spec;
}

/// Adds probes of all there is: a model looks only at what it is about.
void watch_everything(ScenarioSpec& spec) {
  const auto watch = [&](const BodySpec& body, const char* end, MountSpec::Kind kind) {
    ProbeSpec probe;
    probe.name = "watch_" + body.name + "_" + end;
    probe.frame = body.name;
    probe.at.kind = kind;
    probe.record = {Record::position, Record::rotation, Record::velocity};
    spec.probes.push_back(probe);
  };
  for (const BodySpec& body : spec.bodies) {
    watch(body, "base", MountSpec::Kind::base);
    if (body.rod) watch(body, "tip", MountSpec::Kind::tip);
  }
}

// ------------------------------------------------------------------------------------ the studies

/// A study of a model, and how well it must agree with itself.
struct Case {
  std::string name;
  StudySpec study;
};

// Motions as long as their story needs: what is docked docks, what falls touches the ground.
const std::map<std::string, double> kShort = {};
constexpr double kRows = 20;

void shorten(const std::string& model, StudySpec& study) {
  if (full_size()) return;
  const auto own = kShort.find(model);
  if (study.type == StudyType::dynamics) {
    study.duration =
        std::min(study.duration, own != kShort.end() ? own->second : kRows * study.output_step);
    study.output_step = study.duration / kRows;
  }
}

std::vector<Case> cases(const std::string& model, const ScenarioSpec& spec) {
  StudySpec study = spec.study;
  shorten(model, study);
  return {{"", study}};
}

std::vector<std::string> model_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(CUTTLE_MODELS))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem());
  std::ranges::sort(names);
  return names;
}

double tolerance(const StudySpec&) { return 1e-8; }

class Invariance : public ::testing::TestWithParam<std::string> {};

TEST_P(Invariance, OfEveryModel) {
  ScenarioSpec original =
      read_scenario(std::filesystem::path(CUTTLE_MODELS) / (GetParam() + ".yaml"));
  original.figures.clear();
  original.expect.clear();
  watch_everything(original);
  for (const Case& the_case : cases(GetParam(), original)) {
    ScenarioSpec spec = original;
    spec.study = the_case.study;
    const RunResult first = run(spec);
    ASSERT_TRUE(first.status.ok()) << to_string(first.status);
    for (Variant variant : variants(spec, 16)) {
      SCOPED_TRACE(variant.name + " " + the_case.name);
      const RunResult second = run(changed(spec, variant));
      ASSERT_TRUE(second.status.ok()) << to_string(second.status);
      EXPECT_EQ(first.limit_loads.size(), second.limit_loads.size());
      double worst = 0;
      std::string where;
      for (const Difference& d :
           differences(first.trajectory, second.trajectory, variant.elsewhere)) {
        if (spec.study.type == StudyType::modes && !d.columns.starts_with("freq") &&
            !d.columns.starts_with("growth") && !d.columns.starts_with("damping"))
          continue;
        if (!(d.relative() <= worst)) {
          worst = d.relative();
          where = fmt::format("{} differs by {:.2g} of {:.2g}", d.columns, d.largest, d.scale);
        }
      }
      EXPECT_LE(worst, tolerance(spec.study)) << where;
      fmt::print("| {} | {} | {:.1e} | {} | {:.2f} s |\n", GetParam(), variant.name, worst, where,
                 second.wall_seconds);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, Invariance, ::testing::ValuesIn(model_names()),
                         [](const auto& model) { return model.param; });

}  // namespace
}  // namespace cuttle::testing
