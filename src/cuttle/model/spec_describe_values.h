#pragma once

#include "cuttle/model/describe.h"
#include "cuttle/model/spec_forms.h"
#include "cuttle/model/spec_values.h"

namespace cuttle {

// Fields of the small values: poses and signals; see model/spec_describe.h.

template <class V>
void describe(V& v, RotationForm& s) {
  v.about("rotation",
          "one of four forms; a list of {axis, angle} turns in order, each about the "
          "axes turned so far");
  v.one_of({"axis", "quaternion", "rpy", "matrix"});
  v.field("axis", s.axis).direction().doc("x, y, z or a vector");
  constexpr double kMostAngle = 12.6;  // two turns; beyond, somebody wrote degrees
  v.field("angle", s.angle)
      .unit("rad")
      .at_least(-kMostAngle)
      .at_most(kMostAngle)
      .required(s.axis.has_value())
      .doc("right-handed, with axis");
  v.field("quaternion", s.quaternion).doc("w, x, y, z; of length one");
  v.field("rpy", s.rpy)
      .unit("rad")
      .at_least(-kMostAngle)
      .at_most(kMostAngle)
      .doc("roll, pitch, yaw: Rz(yaw) Ry(pitch) Rx(roll)");
  v.field("matrix", s.matrix)
      .doc("9 numbers row by row, the inner axes as columns; taken to the last digit");
}

template <class V>
void describe(V& v, PoseSpec& s) {
  v.about("pose", "where a frame sits in another");
  v.field("position", s.position).unit("m").doc("of its origin");
  v.field("rotation", s.rotation).doc("of its axes");
}

template <class V>
void describe(V& v, SignalSpec::Pulse& s) {
  v.about("pulse", "a train of trapezoids");
  v.field("period", s.period).unit("s").above(0).required().doc("from start to start");
  v.field("width", s.width)
      .unit("s")
      .above(0)
      .required()
      .doc("from the start of the rise to the start of the fall");
  v.field("amplitude", s.amplitude).unit("*").doc("height, in the unit of the signal");
  v.field("phase", s.phase).unit("s").doc("start of a pulse");
  v.field("rise", s.rise).unit("s").at_least(0).doc("duration of the rise and of the fall");
}

template <class V>
void describe(V& v, TriangleForm& s) {
  v.about("triangle", "a train of triangles: up from zero in half a period, and down again");
  v.one_of({"period", "frequency"});
  v.field("period", s.period).unit("s").above(0).doc("from start to start");
  v.field("frequency", s.frequency).unit("Hz").above(0).doc("1 / period");
  v.field("amplitude", s.amplitude).unit("*").doc("height, in the unit of the signal");
  v.field("phase", s.phase).unit("s").doc("start of a triangle");
}

template <class V>
void describe(V& v, SignalForm& s) {
  v.about("signal", "a number, an expression in t such as \"5*sin(2*pi*t)\", or one of these maps");
  v.one_of({"csv", "table", "pulse", "triangle", "value"});
  v.field("csv", s.csv).doc("CSV file beside the model file");
  v.field("column", s.column)
      .when(s.csv.has_value(), "csv")
      .required()
      .doc("column that holds the values (SI)");
  v.field("time_column", s.time_column)
      .when(s.csv.has_value(), "csv")
      .otherwise("first column")
      .doc("column that holds the times (s)");
  v.field("table", s.table).unit("*").doc("list of [time, value]; times rise");
  v.field("interpolation", s.interpolation)
      .when(!s.pulse && !s.triangle && !s.value, "csv or table")
      .doc("between the knots; outside the end values hold");
  v.field("pulse", s.pulse).doc("a train of trapezoids");
  v.field("triangle", s.triangle).doc("a train of triangles");
  v.field("value", s.value).doc("a number or an expression, where a lag shall follow it");
  v.field("lag", s.lag)
      .unit("s")
      .at_least(0)
      .at_most(1e9)
      .doc(
          "time constant T of a first-order lag: the signal z follows the above, x, with "
          "T z' = x - z from t = 0 on");
  v.field("initial", s.initial)
      .unit("*")
      .when(s.lag > 0, "lag")
      .otherwise("the value without lag")
      .doc("value at t = 0");
}

}  // namespace cuttle
