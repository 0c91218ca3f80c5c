#include "cuttle/core/coordinate_names.h"

#include <fmt/format.h>

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
    for (const StrainCoordinate& c : body.family->coordinates()) {
      if (c.place) {
        model.q_names.push_back(fmt::format("{}.{}", body.name, c.strain));
        model.v_names.push_back(fmt::format("{}.{}_rate", body.name, c.strain));
        continue;
      }
      const std::string head =
          c.division == 0 ? body.name : fmt::format("{}.division_{}", body.name, c.division);
      model.q_names.push_back(fmt::format("{}.{}[{}]", head, c.strain, c.index));
      model.v_names.push_back(fmt::format("{}.{}_rate[{}]", head, c.strain, c.index));
    }
  }
}

}  // namespace cuttle
