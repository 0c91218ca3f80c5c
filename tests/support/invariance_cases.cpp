#include "support/invariance_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string_view>

#include "cuttle/connection/part/part.h"
#include "cuttle/net/part.h"
#include "cuttle/solve/table.h"
#include "cuttle/spec/spec_choices.h"

namespace cuttle::testing {

bool full_size() {
  const char* size = std::getenv("CUTTLE_INVARIANCE");
  return size != nullptr && std::string_view(size) == "full";
}

namespace {

// [s] Of long motions as much as their story needs: what is to dock docks, what falls touches the
// ground, what closes closes. All others are run to their end.
const std::map<std::string, double> kShort = {{"cable_manipulator", 2},
                                              {"cable_manipulator_open", 1.5},
                                              {"capstan", 0.02},
                                              {"caterpillar", 0.4},
                                              {"eel", 1},
                                              {"energy_cantilever", 0.2},
                                              {"flagellate", 1},
                                              {"four_bar", 10},
                                              {"four_bar_ladder", 0.5},
                                              {"free_body", 10},
                                              {"governor", 1},
                                              {"gripper", 2.6},
                                              {"gripper_friction", 2.6},
                                              {"hoop_ring", 0.4},
                                              {"hybrid_arm", 1},
                                              {"modules_turn", 20},
                                              {"monopus", 0.5},
                                              {"poseidrone", 0.3},
                                              {"quadropus", 0.5},
                                              {"quadropus_active", 0.5},
                                              {"shell_free", 0.2},
                                              {"slope_block", 2},
                                              {"sphere_on_plane", 0.6}};
constexpr double kRows = 20;

// In ctest these go by all methods, for a tenth of the motion.
const std::set<std::string> kByAllMethods = {"auv_turn",   "eel",         "four_bar",   "governor",
                                             "hybrid_arm", "l_beam",      "net_thrown", "pendulum",
                                             "shell_free", "snap_through"};

StudySpec shortened(const std::string& model, StudySpec study) {
  if (full_size() || study.type != StudyType::dynamics) return study;
  const auto own = kShort.find(model);
  if (own != kShort.end()) study.duration = std::min(study.duration, own->second);
  study.output_step = study.duration / kRows;
  return study;
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
    study.step = kind.fixed_step && own_step > 0 ? own_step : kind.adaptive ? 0 : 1e-3;
    if (study.step > 0) study.step = std::min(study.step, study.duration);
    for (const auto& constraints : kConstraintMethods) {
      if (spec.of<ConnectionSpec>().empty() && constraints.value != ConstraintMethod::projection)
        continue;
      study.constraints = constraints.value;
      all.push_back({fmt::format("{}, {}", choice.name, constraints.name), study});
    }
  }
}

}  // namespace

std::vector<InvarianceCase> invariance_cases(const std::string& model, const ScenarioSpec& spec) {
  const StudySpec study = shortened(model, spec.study);
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
