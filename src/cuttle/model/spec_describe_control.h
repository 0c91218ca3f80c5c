#pragma once

#include "cuttle/model/describe.h"
#include "cuttle/model/spec_control.h"

namespace cuttle {

// Fields of sensors and controllers; see model/spec_describe.h.

template <class V>
void describe(V& v, SensorSpec& s) {
  v.about("sensor",
          "looks at columns of a probe now and then, with errors, and tells of it later; its own "
          "columns are sensor.x for probe.x");
  v.field("name", s.name).identifier().required().doc("head of the column names, unique");
  v.field("probe", s.probe).required().doc("name of a probe");
  v.field("columns", s.columns)
      .otherwise("all of the probe")
      .doc("columns of the probe, such as [hull.gx] or [gx]");
  v.field("rate", s.rate).unit("Hz").above(0).at_most(1e6).doc("readings per second");
  v.field("delay", s.delay).unit("s").at_least(0).doc("until a reading is known");
  v.field("noise", s.noise)
      .unit("*")
      .at_least(0)
      .otherwise("none")
      .doc("standard deviation of each reading: one number for all columns, or one for each");
  v.field("bias", s.bias)
      .unit("*")
      .otherwise("none")
      .doc("constant error: one number for all columns, or one for each");
  v.field("seed", s.seed)
      .at_least(0)
      .at_most(1e9)
      .doc("of the noise: the same seed gives the same noise");
}

template <class V>
void describe(V& v, FrameGoalSpec& s) {
  v.about("frame goal", "a pose that may move, or where the frame rests under given inputs");
  v.field("position", s.position)
      .unit("m")
      .otherwise("free")
      .doc("of the point in the world, three signals");
  v.field("rotation", s.rotation)
      .unit("rad")
      .otherwise("free")
      .doc("of the frame in the world, a rotation vector (axis times angle), three signals");
  v.field("equilibrium", s.equilibrium)
      .unit("*")
      .doc("instead of a pose: inputs by name, such as {c1: 40 N}; all others are zero");
}

/// Where the led frame is and shall be; these fields stand beside those of the law.
template <class V>
void describe_led_frame(V& v, LedFrameSpec& s) {
  v.field("body", s.body).required().doc("body whose frame is led");
  v.field("at", s.at)
      .unit("m")
      .otherwise("tip of a rod, base frame of other bodies")
      .doc("abscissa, base, tip, edge, or a frame");
  v.field("point", s.point).unit("m").doc("offset in the mount frame");
  v.field("goal", s.goal).required().doc("where it shall be");
}

template <class V>
void describe(V& v, PidSpec& s) {
  v.about("pid",
          "command = kp e + ki (integral of e) + kd (rate of e) with the error e = goal - measure");
  v.field("measure", s.measure).required().doc("column of a sensor or of a probe, hinge.angle");
  v.field("goal", s.goal).unit("*").doc("of that column, a signal");
  v.field("kp", s.kp).unit("*").doc("input per unit of the column");
  v.field("ki", s.ki).unit("*").doc("input per integral of it");
  v.field("kd", s.kd).unit("*").doc("input per rate of it");
}

template <class V>
void describe(V& v, TaskSpaceSpec& s) {
  v.about("task space",
          "inverse dynamics of a frame: the commands, within their bounds, that make its error die "
          "out like e'' + kd e' + kp e = 0");
  describe_led_frame(v, s.led);
  v.field("kp", s.kp).unit("1/s^2").above(0).doc("pulls the error to zero");
  v.field("kd", s.kd).unit("1/s").at_least(0).otherwise("2 sqrt(kp), critical").doc("damps it");
  v.field("weight", s.weight)
      .at_least(0)
      .otherwise("1")
      .doc(
          "of the errors: one number for all, or six, about x, y, z and along x, y, z of the "
          "frame");
}

template <class V>
void describe(V& v, QuasiStaticSpec& s) {
  v.about("quasi static",
          "the inputs, within their bounds, that would hold a frame at its goal if nothing moved");
  describe_led_frame(v, s.led);
}

template <class V>
void describe(V& v, LqrSpec& s) {
  v.about("lqr",
          "linear quadratic regulator about a state at rest: the least integral of position_cost "
          "dq^2 + velocity_cost dv^2 + input_cost du^2");
  v.field("about", s.about).doc("the state that it holds");
  v.field("position_cost", s.position_cost)
      .at_least(0)
      .otherwise("1")
      .doc("one number for all coordinates, or one for each velocity");
  v.field("velocity_cost", s.velocity_cost).at_least(0).otherwise("1").doc("likewise");
  v.field("input_cost", s.input_cost)
      .above(0)
      .otherwise("1")
      .doc("one number for all inputs, or one for each");
}

template <class V>
void describe(V& v, OpenLoopSpec& s) {
  v.about("open loop", "commands that are known beforehand, held between the samples");
  v.field("signals", s.signals)
      .unit("*")
      .required()
      .doc("one for each input in order, or one for all");
}

template <class V>
void describe(V& v, ControllerSpec& s) {
  v.about("controller", "decides on inputs at its sample times and holds them in between");
  v.field("name", s.name).identifier().required().doc("head of the column names, unique");
  v.field("inputs", s.inputs)
      .required()
      .doc(
          "what it drives: cables.c1.tension, or shorter where that is clear: c1; an effort of a "
          "joint needs `effort: 0` there");
  v.field("sample_time", s.sample_time).unit("s").at_least(1e-6).doc("between two decisions");
  v.field("delay", s.delay).unit("s").at_least(0).doc("until a command acts");
  v.field("start", s.start)
      .unit("s")
      .at_least(0)
      .doc("first decision; before it, the signals of the file act");
  v.field("min", s.min)
      .unit("*")
      .otherwise("none; 0 for tensions")
      .doc("least command; tensions are never below 0");
  v.field("max", s.max).unit("*").otherwise("none").doc("greatest command");
  v.one_of({"pid", "task_space", "quasi_static", "lqr", "open_loop"});
  v.field("pid", s.pid).doc("leads one column to its goal by one input");
  v.field("task_space", s.task_space).doc("leads a frame along its goal");
  v.field("quasi_static", s.quasi_static).doc("leads a frame slowly, without feedback");
  v.field("lqr", s.lqr).doc("holds the whole robot where it is at rest");
  v.field("open_loop", s.open_loop).doc("plays signals");
}

}  // namespace cuttle
