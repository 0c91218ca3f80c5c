#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cuttle/compile/check_scenario.h"
#include "cuttle/compile/family_table.h"
#include "cuttle/core/joint.h"

namespace cuttle {

namespace {

struct Coordinates {
  int count = 0;
  bool group = false;  // spherical or free: initial values are a pose
};

Coordinates coordinates_of(const JointSpec& joint) {
  Coordinates result;
  const JointKind* const kind = find_joint_kind(joint.type);
  if (!kind) return result;
  for (const StepRow& step : kind->steps) {
    result.count += step_nv(step.kind);
    result.group = result.group || step.kind == StepKind::rotation || step.kind == StepKind::motion;
  }
  return result;
}

// A prescribed coordinate begins where its signal does. Beside free ones it needs a number in their
// list, which may be zero.
void check_driven(const JointSpec& joint, Diagnostics& diagnostics) {
  const std::vector<std::optional<SignalSpec>>& driven = joint.prescribed;
  const bool all = !driven.empty() &&
                   std::ranges::all_of(driven, [](const auto& signal) { return bool(signal); });
  const auto check = [&](const char* field, const std::vector<double>& values, const char* what) {
    // one value for all is that of the free ones
    if (!all && values.size() == 1 && driven.size() > 1) return;
    for (std::size_t i = 0; i < std::min(values.size(), driven.size()); ++i) {
      if (!driven[i] || (!all && values[i] == 0)) continue;
      diagnostics.add(joint.origin.error(
          field, fmt::format("has no effect: coordinate {} is prescribed", i + 1),
          fmt::format("its signal gives the {} at the start: {}", what,
                      all ? "leave it out" : "write 0 there")));
      return;
    }
  };
  check("initial", joint.initial.values, "position");
  check("velocity", joint.velocity, "velocity");
}

bool is_prescribed(const JointSpec& joint, std::size_t i) {
  return i < joint.prescribed.size() && joint.prescribed[i];
}

void check_limits(const JointSpec& joint, Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < joint.limits.size(); ++i) {
    if (!joint.limits[i]) continue;
    const auto [low, high] = *joint.limits[i];
    if (!(low < high))
      diagnostics.add(joint.origin.error(
          "limits",
          fmt::format("the lower limit {:.6g} is not below the upper one {:.6g}", low, high),
          "write [low, high]"));
    if (is_prescribed(joint, i))
      diagnostics.add(joint.origin.error(
          "limits", fmt::format("coordinate {} is prescribed: its drive passes any stop", i + 1),
          "leave the limits out, or write null there"));
  }
}

void check_friction(const JointSpec& joint, Diagnostics& diagnostics) {
  const auto value = [](const std::vector<double>& list, std::size_t i) {
    return list.size() == 1 ? list[0] : i < list.size() ? list[i] : 0;
  };
  const std::size_t count = std::max(joint.friction.size(), joint.kinetic_friction.size());
  bool told = false;
  for (std::size_t i = 0; i < count; ++i) {
    const double most = value(joint.friction, i), kinetic = value(joint.kinetic_friction, i);
    // one number for all is that of the coordinates with friction
    const bool meant = joint.kinetic_friction.size() > 1 || most > 0 || joint.friction.size() < 2;
    if (!told && meant && kinetic > most) {
      diagnostics.add(joint.origin.error(
          "kinetic_friction", fmt::format("must be <= friction = {}, got {}", most, kinetic)));
      told = joint.kinetic_friction.size() == 1;
    }
    // one number for all is that of the free coordinates
    if (joint.friction.size() > 1 && most > 0 && is_prescribed(joint, i))
      diagnostics.add(joint.origin.error(
          "friction", fmt::format("has no effect: coordinate {} is prescribed", i + 1),
          "write 0 there"));
  }
  const bool all = !joint.prescribed.empty() &&
                   std::ranges::all_of(joint.prescribed, [](const auto& one) { return bool(one); });
  if (all && joint.friction.size() == 1 && joint.friction[0] > 0)
    diagnostics.add(joint.origin.error("friction", "has no effect: the joint is prescribed",
                                       "leave it out: the drive bears it"));
}

void check_joint(const JointSpec& joint, Diagnostics& diagnostics) {
  const Coordinates c = coordinates_of(joint);
  const auto check_count = [&](const char* field, std::size_t given, bool one_for_all) {
    const auto count = static_cast<int>(given);
    if (count == 0 || count == c.count || (one_for_all && count == 1)) return;
    diagnostics.add(joint.origin.error(
        field, fmt::format("a {} joint has {} coordinate{}, got {} value{}", joint.type, c.count,
                           c.count == 1 ? "" : "s", count, count == 1 ? "" : "s")));
  };
  check_count("stiffness", joint.stiffness.size(), true);
  check_count("damping", joint.damping.size(), true);
  check_count("rest", joint.rest.size(), true);
  check_count("limits", joint.limits.size(), false);
  check_count("stop_stiffness", joint.stop_stiffness.size(), true);
  check_count("stop_damping", joint.stop_damping.size(), true);
  check_count("friction", joint.friction.size(), true);
  check_count("kinetic_friction", joint.kinetic_friction.size(), true);
  check_count("friction_stiffness", joint.friction_stiffness.size(), true);
  check_count("friction_damping", joint.friction_damping.size(), true);
  check_count("velocity", joint.velocity.size(), false);
  check_count("effort", joint.effort.size(), false);
  check_count("prescribed", joint.prescribed.size(), false);
  if (c.group && !joint.initial.values.empty())
    diagnostics.add(joint.origin.error("initial", "expected a pose",
                                       "write {position: [x, y, z], rotation: {...}}"));
  else if (!c.group && joint.initial.pose)
    diagnostics.add(joint.origin.error("initial", "expected numbers, got a pose"));
  else
    check_count("initial", joint.initial.values.size(), true);

  // a coordinate cannot be driven twice
  for (std::size_t i = 0; i < std::min(joint.effort.size(), joint.prescribed.size()); ++i)
    if (joint.effort[i] && joint.prescribed[i])
      diagnostics.add(joint.origin.error(
          "effort", fmt::format("coordinate {} is already prescribed", i + 1), "use null there"));
  check_driven(joint, diagnostics);
  check_limits(joint, diagnostics);
  check_friction(joint, diagnostics);
  if (joint.axis2 && joint.axis.cross(*joint.axis2).norm() < 1e-6)
    diagnostics.add(joint.origin.error("axis2", "is parallel to axis"));
}

}  // namespace

void check_body(const BodySpec& body, Diagnostics& diagnostics) {
  check_joint(body.joint, diagnostics);
  for (const FamilyKind* family : family_table())
    if (family->check && family->is(body)) family->check(body, diagnostics);
}

void check_families(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (const FamilyKind* family : family_table())
    if (!family->of_parts) names.emplace_back(family->field);
  for (const BodySpec& body : scenario.bodies)
    if (std::ranges::count_if(family_table(),
                              [&](const auto* family) { return family->is(body); }) != 1)
      diagnostics.add(
          body.origin.error("", fmt::format("give exactly one of {}", fmt::join(names, ", "))));
}

void check_bodies_in_model(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  for (const BodySpec& body : scenario.bodies)
    for (const FamilyKind* family : family_table())
      if (family->check_in_model && family->is(body))
        family->check_in_model(scenario, body, diagnostics);
}

}  // namespace cuttle
