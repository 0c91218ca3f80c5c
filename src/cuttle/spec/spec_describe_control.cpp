#include "cuttle/spec/describe.h"
#include "cuttle/spec/spec_choices.h"
#include "cuttle/spec/spec_control.h"

namespace cuttle {

// Fields of sensors and controllers; see spec/describe.h.

void SensorSpec::describe(Fields& v) {
  v.about("sensor",
          "samples columns of a probe, with errors, and reports them with a delay; its own columns "
          "are sensor.x for probe.x");
  v.field("name", name).identifier().required().doc("prefix of the column names, unique");
  v.field("probe", probe).required().doc("name of a probe");
  v.field("columns", columns)
      .otherwise("all columns of the probe")
      .doc("columns of the probe, such as [hull.gx] or [gx]");
  v.field("rate", rate).unit("Hz").above(0).at_most(1e6).doc("readings per second");
  v.field("delay", delay).unit("s").at_least(0).doc("time until a reading is available");
  v.field("noise", noise)
      .unit("*")
      .at_least(0)
      .otherwise("none")
      .doc("standard deviation of each reading: one number for all columns, or one for each");
  v.field("bias", bias)
      .unit("*")
      .otherwise("none")
      .doc("constant error: one number for all columns, or one for each");
  v.field("seed", seed)
      .at_least(0)
      .at_most(1e9)
      .doc("seed of the noise: the same seed gives the same noise");
}

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

namespace {

// Where the led frame is and shall be; these fields stand beside those of the law.
void describe_led_frame(Fields& v, LedFrameSpec& led) {
  v.field("body", led.body).required().doc("body whose frame is controlled");
  v.field("at", led.at)
      .unit("m")
      .otherwise("tip of a rod, base frame of other bodies")
      .doc("abscissa, base, tip, edge, or a frame");
  v.field("point", led.point).unit("m").doc("offset in the mount frame");
  v.field("goal", led.goal).required().doc("where it should be");
}

}  // namespace

void PidSpec::describe(Fields& v) {
  v.about("pid",
          "command = kp e + ki (integral of e) + kd (rate of e) with the error e = goal - measure");
  v.field("measure", measure)
      .required()
      .doc("column of a sensor or of a probe, such as hinge.angle");
  v.field("goal", goal).unit("*").doc("desired value of that column, a signal");
  v.field("kp", kp).unit("*").doc("input per unit of the column");
  v.field("ki", ki).unit("*").doc("input per integral of it");
  v.field("kd", kd).unit("*").doc("input per rate of it");
}

void TaskSpaceSpec::describe(Fields& v) {
  v.about("task space",
          "inverse dynamics of a frame: the commands, within their bounds, that make its error "
          "decay like e'' + kd e' + kp e = 0");
  describe_led_frame(v, led);
  v.field("kp", kp).unit("1/s^2").above(0).doc("pulls the error to zero");
  v.field("kd", kd).unit("1/s").at_least(0).otherwise("2 sqrt(kp), critical").doc("damps it");
  v.field("weight", weight)
      .at_least(0)
      .otherwise("1")
      .doc(
          "weight of the errors: one number for all, or six, about x, y, z and along x, y, z of "
          "the frame");
}

void QuasiStaticSpec::describe(Fields& v) {
  v.about("quasi static",
          "the inputs, within their bounds, that would hold a frame at its goal if nothing moved");
  describe_led_frame(v, led);
}

void LqrSpec::describe(Fields& v) {
  v.about("lqr",
          "linear quadratic regulator about a state at rest: it minimises the integral of "
          "position_cost dq^2 + velocity_cost dv^2 + input_cost du^2");
  v.field("about", about).doc("the state that it holds");
  v.field("position_cost", position_cost)
      .at_least(0)
      .otherwise("1")
      .doc("one number for all coordinates, or one for each velocity");
  v.field("velocity_cost", velocity_cost).at_least(0).otherwise("1").doc("likewise");
  v.field("input_cost", input_cost)
      .above(0)
      .otherwise("1")
      .doc("one number for all inputs, or one for each");
}

void OpenLoopSpec::describe(Fields& v) {
  v.about("open loop", "commands known in advance, held between the samples");
  v.field("signals", signals)
      .unit("*")
      .required()
      .doc("one for each input in order, or one for all");
}

void ControllerSpec::describe(Fields& v) {
  v.about("controller", "computes inputs at its sample times and holds them in between");
  v.field("name", name).identifier().required().doc("prefix of the column names, unique");
  v.field("inputs", inputs)
      .required()
      .doc(
          "what it drives: cables.c1.tension, or a shorter name if it is unambiguous: c1; the "
          "effort of a joint needs `effort: 0` there");
  v.field("sample_time", sample_time).unit("s").at_least(1e-6).doc("time between two decisions");
  v.field("delay", delay).unit("s").at_least(0).doc("time until a command takes effect");
  v.field("start", start)
      .unit("s")
      .at_least(0)
      .doc("time of the first decision; until then, the signals of the file act");
  v.field("min", min)
      .unit("*")
      .otherwise("none; 0 for tensions")
      .doc("smallest command; tensions are never below 0");
  v.field("max", max).unit("*").otherwise("none").doc("largest command");
  v.one_of({"pid", "task_space", "quasi_static", "lqr", "open_loop"});
  v.field("pid", pid).doc("drives one column to its goal with one input");
  v.field("task_space", task_space).doc("makes a frame follow its goal");
  v.field("quasi_static", quasi_static).doc("moves a frame slowly, without feedback");
  v.field("lqr", lqr).doc("holds the whole robot at a state of rest");
  v.field("open_loop", open_loop).doc("plays signals");
}

}  // namespace cuttle
