#include "cuttle/control/task_space/part.h"

#include <cmath>

#include "cuttle/control/controller/law_kind.h"
#include "cuttle/control/numbers.h"
#include "cuttle/control/task_space/task_space.h"
#include "cuttle/spec/describe.h"

namespace cuttle {

void TaskSpaceSpec::describe(Fields& v) {
  v.about("task space",
          "inverse dynamics of a frame: the commands, within their bounds, that make its error "
          "decay like e'' + kd e' + kp e = 0");
  describe_controlled_frame(v, controlled_frame);
  v.field("kp", kp).unit("1/s^2").above(0).doc("pulls the error to zero");
  v.field("kd", kd).unit("1/s").at_least(0).otherwise("2 sqrt(kp), critical").doc("damps it");
  v.field("weight", weight)
      .at_least(0)
      .otherwise("1")
      .doc(
          "weight of the errors: one number for all, or six, about x, y, z and along x, y, z of "
          "the frame");
}

namespace {

void check(const ControllerSpec& controller, Diagnostics& diagnostics) {
  const TaskSpaceSpec& law = *controller.law<TaskSpaceSpec>();
  check_frame_goal(law.controlled_frame, law.origin, diagnostics);
  require(law.kp > 0, law.origin, "kp", law.kp, "> 0 1/s^2", diagnostics);
  if (law.kd) require(*law.kd >= 0, law.origin, "kd", *law.kd, ">= 0 1/s", diagnostics);
  check_list(law.weight, 0, law.origin, "weight", diagnostics);
  check_list_size(law.weight.size(), 6, "number", "error", law.origin, "weight", diagnostics);
  if ((law.weight.size() == 1 || law.weight.size() == 6) &&
      goal_weight(law.controlled_frame.goal, law.weight).isZero(0))
    diagnostics.add(law.origin.error(
        "weight", "all weights of the components given in its goal are zero: nothing is controlled",
        "the first three weigh the rotation, the last three the position"));
}

std::vector<ControllerColumn> columns(const ControllerPlan&) { return controlled_frame_columns(); }

std::unique_ptr<Controller> make(const ControllerPlan& plan, const LawDesk& desk) {
  const TaskSpaceSpec& law = *plan.spec->law<TaskSpaceSpec>();
  return steer_to_goal(plan, desk, [&](FrameGoalFunction goal) -> std::unique_ptr<Controller> {
    const TaskSpaceOptions options{.kp = law.kp,
                                   .kd = law.kd.value_or(2 * std::sqrt(law.kp)),
                                   .weight = goal_weight(law.controlled_frame.goal, law.weight)};
    return std::make_unique<TaskSpace>(desk.model(), plan.controlled_frame, plan.inputs,
                                       std::move(goal), options, plan.bounds);
  });
}

}  // namespace

extern constinit const LawKind kTaskSpaceLaw{.field = "task_space",
                                             .doc = "makes a frame follow its goal",
                                             .type = &kLawOf<TaskSpaceSpec>,
                                             .controlled_frame = controlled_frame_of<TaskSpaceSpec>,
                                             .origin = law_origin<TaskSpaceSpec>,
                                             .check = check,
                                             .columns = columns,
                                             .make = make};

}  // namespace cuttle
