#include "cuttle/control/quasi_static/part.h"

#include "cuttle/control/controller/law_kind.h"
#include "cuttle/spec/describe.h"

namespace cuttle {

void QuasiStaticSpec::describe(Fields& v) {
  v.about("quasi static",
          "the inputs, within their bounds, that would hold a frame at its goal if nothing moved");
  describe_controlled_frame(v, controlled_frame);
}

namespace {

void check(const ControllerSpec& controller, Diagnostics& diagnostics) {
  const QuasiStaticSpec& law = *controller.law<QuasiStaticSpec>();
  check_frame_goal(law.controlled_frame, law.origin, diagnostics);
}

std::vector<ControllerColumn> columns(const ControllerPlan&) { return controlled_frame_columns(); }

std::unique_ptr<Controller> make(const ControllerPlan& plan, const LawDesk& desk) {
  const QuasiStaticSpec& law = *plan.spec->law<QuasiStaticSpec>();
  return steer_to_goal(plan, desk, [&](FrameGoalFunction goal) {
    return desk.hold_by_statics(plan, std::move(goal), goal_weight(law.controlled_frame.goal, {}));
  });
}

}  // namespace

extern constinit const LawKind kQuasiStaticLaw{
    .field = "quasi_static",
    .doc = "moves a frame slowly, without feedback",
    .type = &kLawOf<QuasiStaticSpec>,
    .controlled_frame = controlled_frame_of<QuasiStaticSpec>,
    .origin = law_origin<QuasiStaticSpec>,
    .check = check,
    .columns = columns,
    .make = make};

}  // namespace cuttle
