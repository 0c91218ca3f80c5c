#include "cuttle/spec/describe.h"
#include "cuttle/spec/spec_choices.h"
#include "cuttle/spec/spec_forms.h"
#include "cuttle/spec/spec_values.h"

namespace cuttle {

// Fields of the small values: poses and signals; see spec/describe.h.

void RotationForm::describe(Fields& v) {
  v.about("rotation",
          "one of four forms; the turns of a list of {axis, angle} apply in order, each about the "
          "axes as turned so far");
  v.one_of({"axis", "quaternion", "rpy", "matrix"});
  v.field("axis", axis).direction().doc("x, y, z or a vector");
  constexpr double kMostAngle = 12.6;  // two turns; beyond, somebody wrote degrees
  v.field("angle", angle)
      .unit("rad")
      .at_least(-kMostAngle)
      .at_most(kMostAngle)
      .required(axis.has_value())
      .doc("right-handed, with axis");
  v.field("quaternion", quaternion).doc("w, x, y, z; of length one");
  v.field("rpy", rpy)
      .unit("rad")
      .at_least(-kMostAngle)
      .at_most(kMostAngle)
      .doc("roll, pitch, yaw: Rz(yaw) Ry(pitch) Rx(roll)");
  v.field("matrix", matrix)
      .doc("9 numbers row by row, the axes of the inner frame as columns; used exactly as given");
}

void PoseSpec::describe(Fields& v) {
  v.about("pose", "position and rotation of a frame in another");
  v.field("position", position).unit("m").doc("position of its origin");
  v.field("rotation", rotation).doc("rotation of its axes");
}

void SignalSpec::Pulse::describe(Fields& v) {
  v.about("pulse", "a train of trapezoids");
  v.field("period", period).unit("s").above(0).required().doc("time from start to start");
  v.field("width", width)
      .unit("s")
      .above(0)
      .required()
      .doc("from the start of the rise to the start of the fall");
  v.field("amplitude", amplitude).unit("*").doc("height, in the unit of the signal");
  v.field("phase", phase).unit("s").doc("start of a pulse");
  v.field("rise", rise).unit("s").at_least(0).doc("duration of the rise and of the fall");
}

void TriangleForm::describe(Fields& v) {
  v.about("triangle", "a train of triangles: up from zero in half a period, and down again");
  v.one_of({"period", "frequency"});
  v.field("period", period).unit("s").above(0).doc("time from start to start");
  v.field("frequency", frequency).unit("Hz").above(0).doc("1 / period");
  v.field("amplitude", amplitude).unit("*").doc("height, in the unit of the signal");
  v.field("phase", phase).unit("s").doc("start of a triangle");
}

void SignalForm::describe(Fields& v) {
  v.about("signal", "a number, an expression in t such as \"5*sin(2*pi*t)\", or one of these maps");
  v.one_of({"csv", "table", "pulse", "triangle", "value"});
  v.field("csv", csv).doc("CSV file beside the model file");
  v.field("column", column)
      .when(csv.has_value(), "csv")
      .required()
      .doc("column that holds the values (SI)");
  v.field("time_column", time_column)
      .when(csv.has_value(), "csv")
      .otherwise("first column")
      .doc("column that holds the times (s)");
  v.field("table", table).unit("*").doc("list of [time, value]; times must increase");
  v.field("interpolation", interpolation)
      .when(csv || table, "csv or table")
      .doc("between the knots; outside them, the end values hold");
  v.field("delay", delay)
      .unit("s")
      .when(csv || table, "csv or table")
      .doc("added to all times; $(0.5*(k-1)) lets copies follow each other");
  v.field("pulse", pulse).doc("a train of trapezoids");
  v.field("triangle", triangle).doc("a train of triangles");
  v.field("value", value).doc("a number or an expression, to be used with a lag");
  v.field("lag", lag)
      .unit("s")
      .at_least(0)
      .at_most(1e9)
      .doc(
          "time constant T of a first-order lag: the signal z follows the value x given above by T "
          "z' = x - z from t = 0 on");
  v.field("initial", initial)
      .unit("*")
      .when(lag > 0, "lag")
      .otherwise("the value without lag")
      .doc("value at t = 0");
}

}  // namespace cuttle
