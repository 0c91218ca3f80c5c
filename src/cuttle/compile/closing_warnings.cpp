#include "cuttle/compile/closing_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/compile/build_draft.h"
#include "cuttle/compile/close_built.h"
#include "cuttle/core/coordinate_names.h"

namespace cuttle {
namespace {

constexpr double kSameVelocity = 1e-6;  // of the largest one that is given, or that is usual
constexpr double kNearPosition = 0.5;   // of its scale: what is given is a guess, and a good one
constexpr std::size_t kMostNames = 3;

struct Change {
  const Origin* origin;  // of the joint
  std::string name, unit;
  double given = 0, closed = 0;
};

/// The first of them, and how many there are besides.
std::string list(std::vector<std::string> parts) {
  if (parts.size() > kMostNames) {
    const std::size_t more = parts.size() - kMostNames;
    parts.resize(kMostNames);
    parts.push_back(fmt::format("{} more", more));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// "crank.rate from 6 to 2.576 rad/s, rocker.rate from ..."
std::string list(const std::vector<Change>& changes) {
  std::vector<std::string> parts;
  for (const Change& change : changes)
    parts.push_back(fmt::format("{} from {:.4g} to {:.4g} {}", change.name, change.given,
                                change.closed, change.unit));
  return list(std::move(parts));
}

/// Joints of the file with the bodies of the model.
template <class Use>
void for_each_joint(const Scenario& scenario, const Use& use) {
  const BodyIndex index(scenario.spec);
  for (const Body& body : scenario.model.bodies)
    if (const BodySpec* spec = index.find(body.name)) use(spec->joint, body);
}

std::vector<Change> changed_velocities(const Scenario& scenario, const State& given) {
  std::vector<Change> changes;
  // turns and slides are compared in their scales; round-off is none where all shall stand still
  double size = 1;
  for (Eigen::Index i = 0; i < given.v.size(); ++i)
    size = std::max(size, std::abs(given.v[i]) / scenario.model.v_scale[i]);
  for_each_joint(scenario, [&](const JointSpec& joint, const Body& body) {
    if (joint.velocity.empty()) return;
    const auto columns = joint_coordinates(body).v;
    std::size_t next = 0;
    for (const JointStep& step : body.steps)
      for (int k = 0; k < step.nv(); ++k, ++next) {
        const double before = given.v[step.v + k], after = scenario.initial.v[step.v + k];
        const double scale = scenario.model.v_scale[step.v + k];
        if (step.prescribed() || std::abs(after - before) <= kSameVelocity * size * scale) continue;
        changes.push_back({&joint.origin, body.name + "." + columns[next].name, columns[next].unit,
                           before, after});
      }
  });
  return changes;
}

std::vector<Change> changed_positions(const Scenario& scenario, const State& given) {
  std::vector<Change> changes;
  for_each_joint(scenario, [&](const JointSpec& joint, const Body& body) {
    if (joint.initial.values.empty()) return;
    const auto columns = joint_coordinates(body).q;
    std::size_t next = 0;
    for (const JointStep& step : body.steps) {
      if (step.kind == StepKind::screw && !step.prescribed()) {
        const double before = given.q[step.q], after = scenario.initial.q[step.q];
        if (std::abs(after - before) > kNearPosition * scenario.model.q_scale[step.q])
          changes.push_back({&joint.origin, body.name + "." + columns[next].name,
                             columns[next].unit, before, after});
      }
      next += std::size_t(step.nv());
    }
  });
  return changes;
}

/// Prescribed joints that stand at more than half a turn, or far away, and were not moved there.
void warn_of_turns(const Scenario& scenario, Diagnostics& warnings) {
  if (const std::string body = turns_given(scenario.spec, scenario.model, scenario.initial);
      !body.empty())
    warnings.add(find_body(scenario.spec, body)
                     ->joint.origin.warning(
                         "initial", fmt::format("a prescribed joint is at more than half a turn, "
                                                "and initial coordinates of {} are given: the "
                                                "connections were closed as near to them as "
                                                "possible, whatever the number of turns",
                                                body)));
  if (const auto& joints = scenario.not_followed; !joints.empty())
    warnings.add(scenario.spec.origin.warning(
        "connections",
        fmt::format("{} could not be moved all the way from zero: {}; connections were closed the "
                    "shorter way; begin nearer to zero, or give initial coordinates",
                    joints.size() == 1 ? "a prescribed joint" : "prescribed joints",
                    list(joints))));
}

}  // namespace

void add_closing_warnings(const Scenario& scenario, Diagnostics& warnings) {
  if (scenario.model.connections.empty()) return;
  warn_of_turns(scenario, warnings);
  State given = rest_state(scenario.model);
  for_each_joint(scenario, [&](const JointSpec& joint, const Body& body) {
    set_initial_joint(joint, body, given);
  });
  if (const auto changes = changed_velocities(scenario, given); !changes.empty())
    warnings.add(changes.front().origin->warning(
        "velocity",
        fmt::format("the loops change the given initial velocities: {}; give all joints of a loop "
                    "consistent velocities, or drive one of them with prescribed",
                    list(changes))));
  if (const auto changes = changed_positions(scenario, given); !changes.empty())
    warnings.add(changes.front().origin->warning(
        "initial",
        fmt::format("the loops close far from the given initial coordinates: {}; give coordinates "
                    "nearer to the intended closed shape",
                    list(changes))));
}

}  // namespace cuttle
