#include <fmt/format.h>

#include "cuttle/compile/build_draft.h"
#include "cuttle/core/coordinate_names.h"
#include "cuttle/core/joint.h"
#include "cuttle/math/so3.h"

namespace cuttle {

namespace {

bool is_group(const JointStep& step) {
  return step.kind == StepKind::rotation || step.kind == StepKind::motion;
}

// value i of a list where one value stands for all
double entry(const std::vector<double>& list, int i, double otherwise) {
  if (list.empty()) return otherwise;
  return list.size() == 1 ? list[0] : list[size_t(i)];
}

// spherical and free joints: isotropic springs about the identity, no prescribed coordinate
void check_group_joint(const JointSpec& joint, Diagnostics& diagnostics) {
  const auto refuse = [&](const char* field, const std::string& message, const char* hint) {
    diagnostics.add(joint.origin.error(field, message, hint));
  };
  const std::string kind = "a " + joint.type + " joint ";
  if (joint.stiffness.size() > 1)
    refuse("stiffness", kind + "has one stiffness for all directions", "give one number");
  if (joint.damping.size() > 1)
    refuse("damping", kind + "has one damping for all directions", "give one number");
  if (!joint.rest.empty())
    refuse("rest", kind + "has its spring relaxed in the joint frame",
           "rotate the frame with pose");
  if (!joint.prescribed.empty())
    refuse("prescribed", kind + "cannot be prescribed",
           "use joints of one coordinate in series, with bodies of mass 0 between them");
  if (joint.type == "spherical" && joint.initial.pose && !joint.initial.pose->position.isZero(0))
    refuse("initial", kind + "does not move its centre", "give rotation only");
}

// the entries of Input::u for one step of a joint: the first of them
int add_step_inputs(ScenarioDraft& draft, const BodySpec& spec, const Body& body,
                    const JointStep& step, size_t first, const SignalList& list, InputRole role) {
  const JointCoordinates names = joint_coordinates(body);
  const bool prescribed = role == InputRole::prescribed;
  const std::string what = prescribed ? "prescribed" : "effort";
  const int start = draft.inputs.size();
  for (size_t i = first; i < first + size_t(step.nv()); ++i) {
    // "joints.base.effort", with several coordinates "joints.base.effort.travel"
    const std::string which = is_group(step) ? names.effort[i].name : names.q[i].name;
    const bool alone = names.v.size() == 1;
    const InputInfo info{"joints." + spec.name + "." + what + (alone ? "" : "." + which),
                         prescribed ? names.q[i].unit : names.effort[i].unit};
    const std::string label = "joint " + spec.name + ": " + what + (alone ? "" : " " + which);
    const int signal = draft.add_signal(list[i].value_or(SignalSpec()));
    draft.add_input(signal, 0, role, info, label);
  }
  return start;
}

void add_drive(ScenarioDraft& draft, const BodySpec& spec, Body& body) {
  size_t first = 0;
  for (JointStep& step : body.steps) {
    const auto given = [&](const SignalList& list) {
      for (size_t i = first; i < first + size_t(step.nv()); ++i)
        if (i < list.size() && list[i]) return true;
      return false;
    };
    const auto inputs = [&](const SignalList& list, InputRole role) {
      return given(list) ? add_step_inputs(draft, spec, body, step, first, list, role) : -1;
    };
    step.effort_input = inputs(spec.joint.effort, InputRole::plain);
    step.prescribed_input = inputs(spec.joint.prescribed, InputRole::prescribed);
    first += size_t(step.nv());
  }
}

}  // namespace

std::vector<JointStep> make_joint(const JointSpec& joint, Diagnostics& diagnostics) {
  const JointKind* const kind = find_joint_kind(joint.type);
  if (!kind) {
    diagnostics.add(joint.origin.error("type", "unknown joint '" + joint.type + "'"));
    return {};
  }
  std::vector<JointStep> steps = make_steps(*kind, joint.axis, joint.axis2, joint.pitch);
  if (is_group(steps.front())) check_group_joint(joint, diagnostics);
  int coordinate = 0;
  for (JointStep& step : steps) {
    step.stiffness = entry(joint.stiffness, coordinate, 0);
    step.damping = entry(joint.damping, coordinate, 0);
    if (step.kind == StepKind::screw) step.rest = entry(joint.rest, coordinate, 0);
    coordinate += step.nv();
  }
  return steps;
}

void add_drives(ScenarioDraft& draft) {
  for (size_t i = 0; i < draft.order.size(); ++i)
    add_drive(draft, *draft.order[i], draft.model.bodies[i]);
}

void set_initial_joint(const JointSpec& joint, const Body& body, State& x) {
  int coordinate = 0;
  for (const JointStep& step : body.steps) {
    if (is_group(step) && joint.initial.pose) {
      x.q.segment<4>(step.q) = rotation_to_quaternion(joint.initial.pose->rotation);
      if (step.kind == StepKind::motion) x.q.segment<3>(step.q + 4) = joint.initial.pose->position;
    }
    if (step.kind == StepKind::screw)
      x.q[step.q] = entry(joint.initial.values, coordinate, x.q[step.q]);
    for (int i = 0; i < step.nv(); ++i)
      if (!joint.velocity.empty()) x.v[step.v + i] = joint.velocity[size_t(coordinate + i)];
    coordinate += step.nv();
  }
}

}  // namespace cuttle
