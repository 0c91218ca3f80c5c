#include "cuttle/control/frame/controlled_frame.h"

#include <fmt/format.h>

#include <algorithm>

#include "cuttle/control/controller/law_kind.h"
#include "cuttle/control/numbers.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/constants.h"
#include "cuttle/spec/describe.h"

namespace cuttle {

// ---------------------------------------------------------------------------------------- fields

void FrameGoalSpec::describe(Fields& v) {
  v.about("frame goal",
          "a pose that may move, or the pose in which the frame rests under given inputs");
  v.field("position", position)
      .unit("m")
      .otherwise("free")
      .doc("position of the point in the world, three signals");
  v.field("rotation", rotation)
      .unit("rad")
      .otherwise("free")
      .doc(
          "rotation of the frame in the world as a rotation vector (axis times angle), three "
          "signals");
  v.field("equilibrium", equilibrium)
      .unit("*")
      .doc("instead of a pose: inputs by name, such as {c1: 40 N}; all others are zero");
}

void describe_controlled_frame(Fields& v, ControlledFrameSpec& frame) {
  v.field("body", frame.body).required().doc("body whose frame is controlled");
  v.field("at", frame.at)
      .unit("m")
      .otherwise("tip of a rod, base frame of other bodies")
      .doc("abscissa, base, tip, edge, a frame, or a node of a net (leg.3)");
  v.field("point", frame.point).unit("m").doc("offset in the mount frame");
  v.field("goal", frame.goal).required().doc("where it should be");
}

// ---------------------------------------------------------------------------------------- checks

void check_frame_goal(const ControlledFrameSpec& frame, const Origin& origin,
                      Diagnostics& diagnostics) {
  // a goal that is missing in a file has been reported
  if (!origin.path.empty() && !origin.given("goal")) return;
  const FrameGoalSpec& goal = frame.goal;
  const auto given = [&goal](const char* field, bool has) {
    return has || goal.origin.given(field);
  };
  const bool pose =
      given("position", goal.position.has_value()) || given("rotation", goal.rotation.has_value());
  const bool rest = given("equilibrium", !goal.equilibrium.empty());
  if (pose && rest)
    diagnostics.add(goal.origin.error("equilibrium", "cannot be combined with a pose",
                                      "give position, rotation or both, or equilibrium alone"));
  else if (!pose && !rest)
    diagnostics.add(goal.origin.error("",
                                      "one of these must be given: position, rotation, "
                                      "equilibrium"));
}

void check_controlled_frame(const ControlledFrameSpec& frame, const Origin& origin,
                            const Checker& checker) {
  if (frame.body.empty())
    checker.diagnostics.add(origin.error("body", "unknown body ''",
                                         suggest(frame.body, checker.body_names(), "bodies")));
  checker.mount(frame.at, checker.body(frame.body, origin, "body"), origin, "at");
}

// ---------------------------------------------------------------------------------------- plan

namespace {

VectorX equilibrium_inputs(const ControlDesk& desk, const FrameGoalSpec& goal) {
  if (goal.equilibrium.empty() && !goal.origin.given("equilibrium")) return {};
  Draft& draft = desk.draft;
  VectorX u = VectorX::Zero(draft.model.nu());
  // rods stay as they are at the start
  for (int i = 0; i < draft.model.nu(); ++i)
    if (const InputRole role = draft.inputs.role(i);
        role == InputRole::rest || role == InputRole::positive)
      u[i] = draft.initial_input.u[i];
  for (const auto& [name, value] : goal.equilibrium) {
    const int input = desk.names.find(name, goal.origin, "equilibrium");
    if (input < 0) continue;
    u[input] = value;
    if (draft.inputs.role(input) == InputRole::tension && value < 0)
      draft.diagnostics.add(goal.origin.error(
          "equilibrium", fmt::format("{} is {:.6g} N, but cables only pull", name, value)));
    if (draft.inputs.role(input) == InputRole::positive && !(value > 0))
      draft.diagnostics.add(goal.origin.error(
          "equilibrium", fmt::format("{} is {:.6g}, but must be > 0", name, value)));
  }
  return u;
}

}  // namespace

void plan_controlled_frame(const ControlDesk& desk, const ControlledFrameSpec& frame,
                           ControllerPlan& plan) {
  plan.controlled_frame =
      desk.draft.attach(desk.draft.body_index(frame.body), frame.at, frame.point);
  plan.equilibrium = equilibrium_inputs(desk, frame.goal);
}

std::vector<ControllerColumn> controlled_frame_columns() {
  return {{"position_error", "m", "distance from the goal"},
          {"rotation_error", "rad", "angle to the goal"},
          {"saturated", "1", "inputs at their bounds"}};
}

// ---------------------------------------------------------------------------------------- laws

namespace {

/// Says at its first sample why it cannot start. Records have the columns that they would have.
class RefusedController final : public Controller {
 public:
  RefusedController(Status why, std::vector<ControllerColumn> columns)
      : why_(std::move(why)), columns_(std::move(columns)) {}

  Status command(const Observation&, std::span<double>) override { return why_; }
  std::vector<ControllerColumn> columns() const override { return columns_; }
  void tell(std::span<double> values) const override { std::ranges::fill(values, kNaN); }

 private:
  Status why_;
  std::vector<ControllerColumn> columns_;
};

/// Where the controlled frame rests under the inputs of its goal.
Status rest_pose(const ControllerPlan& plan, const LawDesk& desk, Pose& X_WF) {
  const Model& model = desk.model();
  const VectorX none = VectorX::Zero(model.nu());
  const Input u{plan.equilibrium, none, none};
  State x;
  if (Status status = desk.settle(u, x); !status.ok()) return status;
  Workspace ws(model);
  update_kinematics(model, x, u, nullptr, ws);
  const BodyWork& body = ws.bodies[size_t(plan.controlled_frame.body)];
  X_WF = body.X_WB * body.points[size_t(plan.controlled_frame.point)].X_BP;
  X_WF.p += X_WF.R * plan.controlled_frame.offset;
  return {};
}

std::array<Signal, 3> signals(const std::optional<std::array<SignalSpec, 3>>& specs) {
  if (!specs) return {};
  return {Signal((*specs)[0]), Signal((*specs)[1]), Signal((*specs)[2])};
}

}  // namespace

Vector6 goal_weight(const FrameGoalSpec& goal, const std::vector<double>& given) {
  Vector6 weight = Vector6::Ones();
  if (!given.empty()) weight = spread(given, 6);
  if (goal.position && !goal.rotation) weight.head<3>().setZero();
  if (goal.rotation && !goal.position) weight.tail<3>().setZero();
  return weight;
}

std::unique_ptr<Controller> steer_to_goal(
    const ControllerPlan& plan, const LawDesk& desk,
    const std::function<std::unique_ptr<Controller>(FrameGoalFunction)>& make) {
  const FrameGoalSpec& spec = plan.spec->controlled_frame()->goal;
  if (plan.equilibrium.size() == 0)
    return make(FrameGoal(signals(spec.position), signals(spec.rotation)));
  Pose X_WF = Pose::identity();
  if (Status status = rest_pose(plan, desk, X_WF); !status.ok()) {
    status.message = "its goal, an equilibrium: " + status.message;
    return std::make_unique<RefusedController>(std::move(status), controlled_frame_columns());
  }
  return make(FrameGoal(X_WF));
}

}  // namespace cuttle
