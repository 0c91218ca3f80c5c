#include "support/invariance_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>
#include <set>
#include <string_view>

#include "cuttle/connection/part/part.h"
#include "cuttle/net/part.h"
#include "cuttle/solve/table.h"
#include "cuttle/spec/spec_choices.h"

namespace cuttle::testing {

namespace {

std::string_view wanted_size() {
  const char* size = std::getenv("CUTTLE_INVARIANCE");
  return size != nullptr ? size : "";
}

}  // namespace

bool full_size() { return wanted_size() == "full" || wanted_size() == "whole"; }

double seconds_of_a_run() {
  return wanted_size() == "full" ? 1 : std::numeric_limits<double>::infinity();
}

namespace {

// [s] Of long motions as much as their story needs: what is to dock docks, what falls touches the
// ground, what closes closes. All others are run to their end.
const std::map<std::string, double> kShort = {
    {"cable_manipulator", 2},   {"cable_manipulator_open", 1.5},
    {"capstan", 0.02},          {"caterpillar", 0.4},
    {"caterpillar_rods", 0.7},  {"eel", 1},
    {"energy_cantilever", 0.2}, {"flagellate", 1},
    {"four_bar", 10},           {"four_bar_ladder", 0.5},
    {"free_body", 10},          {"governor", 1},
    {"gripper", 2.6},           {"gripper_friction", 2.6},
    {"hoop_ring", 0.4},         {"hybrid_arm", 1},
    {"modules_turn", 20},       {"monopus", 0.5},
    {"poseidrone", 0.3},        {"quadropus", 0.5},
    {"quadropus_active", 0.5},  {"shell_free", 0.2},
    {"slope_block", 2},         {"sphere_on_plane", 0.6}};
constexpr double kRows = 20;
// Motions that end early shall have rows to compare.
constexpr double kRowsInFull = 200;

// [s] Until when the last digit does not decide a motion. All cranks of the ladder lie in one line
// at 0.1548 s, for the second time, where its rows leave two ways open: baumgarte, which does not
// close loops, takes either, and fixed steps come as near to such a position as it happens.
const std::map<std::string, double> kDetermined = {{"four_bar_ladder", 0.15}};

// In ctest these go by all methods, for a tenth of the motion.
const std::set<std::string> kByAllMethods = {"auv_turn",   "eel",         "four_bar",   "governor",
                                             "hybrid_arm", "l_beam",      "net_thrown", "pendulum",
                                             "shell_free", "snap_through"};

StudySpec shortened(const std::string& model, const ScenarioSpec& spec) {
  StudySpec study = spec.study;
  if (study.type != StudyType::dynamics) return study;
  if (full_size()) {
    // nets make their steps from row to row
    if (spec.of<NetSpec>().empty())
      study.output_step = std::min(study.output_step, study.duration / kRowsInFull);
    return study;
  }
  const auto own = kShort.find(model);
  if (own != kShort.end()) study.duration = std::min(study.duration, own->second);
  study.output_step = study.duration / kRows;
  return study;
}

// in full size its own way comes first, by the same tolerances
bool same_way(const StudySpec& a, const StudySpec& b) {
  return a.method == b.method && a.step == b.step && a.constraints == b.constraints;
}

void end_where_determined(const std::string& model, StudySpec& study) {
  const auto end = kDetermined.find(model);
  if (end == kDetermined.end()) return;
  study.output_step *= end->second / study.duration;
  study.duration = end->second;
  if (study.step > 0) study.step = std::min(study.step, study.duration);
}

void add_motions(const ScenarioSpec& spec, StudySpec study, std::vector<InvarianceCase>& all) {
  if (!full_size()) {
    study.duration *= 0.1;
    study.output_step *= 0.1;
  }
  study.max_steps = 1'000'000;
  if (!spec.of<NetSpec>().empty()) {
    for (const auto& choice : kNetMethods) {
      all.push_back({choice.name, study});
      all.back().study.net_method = choice.value;
    }
    return;
  }
  const double own_step = study.step;
  for (const auto& choice : kMethods) {
    study.method = choice.value;
    const IntegratorKind& kind = *find_integrator(choice.name);
    // the steps of an implicit method are too long for an explicit one where contacts are stiff
    const bool own_steps = kind.fixed_step && own_step > 0 && (kind.implicit || !kind.adaptive);
    study.step = own_steps ? own_step : kind.adaptive ? 0 : 1e-3;
    if (study.step > 0) study.step = std::min(study.step, study.duration);
    for (const auto& constraints : kConstraintMethods) {
      if (spec.of<ConnectionSpec>().empty() && constraints.value != ConstraintMethod::projection)
        continue;
      study.constraints = constraints.value;
      if (full_size() && same_way(study, spec.study)) continue;
      all.push_back({fmt::format("{}, {}", choice.name, constraints.name), study});
      if (constraints.value == ConstraintMethod::baumgarte || study.step > 0)
        end_where_determined(spec.name, all.back().study);
    }
  }
}

}  // namespace

std::vector<InvarianceCase> invariance_cases(const std::string& model, const ScenarioSpec& spec) {
  const StudySpec study = shortened(model, spec);
  std::vector<InvarianceCase> all = {{"its own way", study, true}};
  if (!full_size() && !kByAllMethods.contains(model)) return all;
  if (study.type == StudyType::dynamics) add_motions(spec, study, all);
  if (study.type == StudyType::load_path) {
    for (const auto& choice : kPathControls) {
      all.push_back({choice.name, study});
      all.back().study.control = choice.value;
    }
    all.push_back({"statics", study});
    all.back().study.type = StudyType::statics;
  }
  return all;
}

}  // namespace cuttle::testing
