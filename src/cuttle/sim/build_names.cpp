#include "cuttle/sim/build_names.h"

#include <fmt/format.h>

#include "cuttle/rod/rod.h"
#include "cuttle/shell/shell.h"

namespace cuttle {

namespace {

constexpr const char* kAxes[] = {"x", "y", "z"};

void add_screw(const JointStep& step, std::string_view name, JointCoordinates& list) {
  const bool turns = !step.S.head<3>().isZero(0);
  list.q.push_back({std::string(name), turns ? "rad" : "m"});
  list.v.push_back({fmt::format("{}_rate", name), turns ? "rad/s" : "m/s"});
  list.effort.push_back({fmt::format("{}_effort", name), turns ? "N m" : "N"});
}

void add_rotation(JointCoordinates& list) {
  list.q.push_back({"quaternion.w", "-"});
  for (const char* axis : kAxes) {
    list.q.push_back({fmt::format("quaternion.{}", axis), "-"});
    list.v.push_back({fmt::format("angular_velocity.{}", axis), "rad/s"});
    list.effort.push_back({fmt::format("moment.{}", axis), "N m"});
  }
}

void add_position(JointCoordinates& list) {
  for (const char* axis : kAxes) {
    list.q.push_back({fmt::format("position.{}", axis), "m"});
    list.v.push_back({fmt::format("velocity.{}", axis), "m/s"});
    list.effort.push_back({fmt::format("force.{}", axis), "N"});
  }
}

void name_strains(const Body& body, const Rod& rod, Model& model) {
  const auto& divisions = rod.data().divisions;
  for (size_t d = 0; d < divisions.size(); ++d) {
    const std::string head =
        divisions.size() == 1 ? body.name : fmt::format("{}.division_{}", body.name, d + 1);
    for (size_t mode = 0; mode < divisions[d].modes.size(); ++mode) {
      int index = 0;
      for (const StrainBasis& basis : divisions[d].modes[mode])
        for (int i = 0; i < basis.size(); ++i, ++index) {
          model.q_names.push_back(fmt::format("{}.{}[{}]", head, kStrainModes[mode], index));
          model.v_names.push_back(fmt::format("{}.{}_rate[{}]", head, kStrainModes[mode], index));
        }
    }
  }
}

void name_strains(const Body& body, const Shell& shell, Model& model) {
  const std::vector<ShellDivision>& divisions = shell.data().divisions;
  for (size_t d = 0; d < divisions.size(); ++d) {
    const std::string head =
        divisions.size() == 1 ? body.name : fmt::format("{}.division_{}", body.name, d + 1);
    const ShellModes& modes = divisions[d].modes;
    for (const auto& [strain, count] :
         {std::pair("curvature", modes.curvature), std::pair("stretch", modes.stretch),
          std::pair("shear", modes.shear)})
      for (int i = 0; i < count; ++i) {
        model.q_names.push_back(fmt::format("{}.{}[{}]", head, strain, i));
        model.v_names.push_back(fmt::format("{}.{}_rate[{}]", head, strain, i));
      }
  }
}

}  // namespace

JointCoordinates joint_coordinates(const Body& body) {
  const JointKind* const kind = find_joint_kind(body.joint_kind);
  JointCoordinates list;
  for (size_t s = 0; s < body.steps.size(); ++s) {
    const JointStep& step = body.steps[s];
    if (step.kind == StepKind::screw) add_screw(step, kind->steps[s].coordinate, list);
    if (step.kind == StepKind::rotation || step.kind == StepKind::motion) add_rotation(list);
    if (step.kind == StepKind::motion) add_position(list);
  }
  return list;
}

void name_coordinates(Model& model) {
  model.q_names.clear();
  model.v_names.clear();
  for (const Body& body : model.bodies) {
    const JointCoordinates names = joint_coordinates(body);
    for (const Coordinate& q : names.q) model.q_names.push_back(body.name + "." + q.name);
    for (const Coordinate& v : names.v) model.v_names.push_back(body.name + "." + v.name);
    if (const auto* rod = dynamic_cast<const Rod*>(body.family.get()))
      name_strains(body, *rod, model);
    if (const auto* shell = dynamic_cast<const Shell*>(body.family.get()))
      name_strains(body, *shell, model);
  }
}

}  // namespace cuttle
