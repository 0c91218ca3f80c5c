#include "cuttle/model/describe.h"
#include "cuttle/model/spec_choices.h"
#include "cuttle/model/spec_water.h"

namespace cuttle {

// Fields of water, thrusters and fins; see model/describe.h.

void CurrentSpec::describe(Fields& v) {
  v.about(
      "current",
      "velocity of the water in world axes: three signals (the bare list is `uniform`), a table "
      "over height or depth, or a field of formulas");
  v.one_of({"uniform", "profile", "field"});
  v.field("uniform", uniform)
      .unit("m/s")
      .doc(
          "the same everywhere: numbers, expressions in t, "
          "tables, CSV columns, which cover the whole run");
  v.field("profile", profile)
      .doc("list of [height or depth in m, [ux, uy, uz] in m/s]; the ends hold beyond them");
  v.field("over", over)
      .when(profile.has_value(), "profile")
      .otherwise("height, in frame ned depth")
      .doc("what the first number of a row counts");
  v.field("interpolation", interpolation)
      .when(profile.has_value(), "profile")
      .doc("linear or cubic");
  v.field("field", field)
      .unit("m/s")
      .variables("x, y, z, t")
      .doc("three formulas in x, y, z and t such as \"0.1*exp(z)\"");
}

void WaterSpec::describe(Fields& v) {
  v.about("water", "water around all bodies but those with `water: none`");
  v.field("density", density)
      .unit("kg/m^3")
      .above(0)
      .at_most(1e5)
      .required()
      .doc("fresh water 1000, sea water 1025");
  v.field("level", level)
      .unit("m")
      .otherwise("far above: no surface")
      .doc("height of the surface over the world's origin, against gravity");
  v.field("current", current).otherwise("still water").doc("how the water flows");
}

void RigidWaterSpec::describe(Fields& v) {
  v.about("rigid water",
          "what water does to a rigid body; `none` alone makes it dry. Six components are in the "
          "order that `order` says, in the axes of `at`; added mass and damping are SI");
  v.shorthand("from");
  v.field("from", from).doc("where that which is not given comes from");
  v.field("volume", volume)
      .unit("m^3")
      .at_least(0)
      .otherwise("of the shapes")
      .doc("displaced volume");
  v.field("center", center)
      .unit("m")
      .otherwise("of the shapes; the origin if there are none")
      .doc("centre of buoyancy in the body frame");
  v.field("added_mass", added_mass)
      .otherwise("of the shapes")
      .doc("6 numbers (diagonal) or 6 x 6, symmetric, no negative eigenvalue");
  v.field("linear", linear)
      .otherwise("0")
      .doc("damping per velocity: 6 numbers (diagonal) or 6 x 6");
  v.field("quadratic", quadratic)
      .otherwise("of the shapes; 0 if linear is given")
      .doc("damping per v abs(v): 6 numbers (diagonal) or 6 x 6");
  v.field("order", order).doc("of the six components");
  v.field("form", form).when(quadratic.has_value(), "quadratic damping").doc("of v abs(v)");
  v.field("at", at)
      .unit("m")
      .otherwise("the body frame")
      .doc(
          "name of a frame of the body, or a place [x, y, z] in it: where added_mass, linear and "
          "quadratic hold");
}

void RodWaterSpec::describe(Fields& v) {
  v.about(
      "rod water",
      "what water does to a rod: per length, -density D |v| v with D = (pi/2 C_x, C_y, C_z) times "
      "the half size across, and added mass density B pi (half size across)^2; `none` alone "
      "makes it dry");
  v.shorthand("from");
  v.field("from", from).doc("where that which is not given comes from; none: no buoyancy either");
  v.field("drag", drag)
      .at_least(0)
      .otherwise("[0.01, 1.1, 1.1]")
      .doc("C_x, C_y, C_z in the axes of the section");
  v.field("added_mass", added_mass)
      .at_least(0)
      .otherwise("[1, 1]")
      .doc("B_y, B_z; 1 is exact for circle and ellipse");
  v.field("form", form).doc("of v abs(v)");
  v.field("reactive", reactive)
      .doc("the added mass of water leaves at the tail (large-amplitude elongated-body theory)");
  v.field("head", head)
      .when(reactive, "reactive: true")
      .doc("the end that swims ahead; the other is the tail");
}

void ThrusterSpec::describe(Fields& v) {
  v.about("thruster",
          "a force f = linear n + quadratic |n| n along an axis; n is the command, or "
          "what a table makes of it");
  v.field("name", name).identifier().required().doc("name, unique");
  v.field("body", body).required().doc("body that it pushes");
  v.field("at", at)
      .unit("m")
      .otherwise("tip of a rod, base frame of other bodies")
      .doc("abscissa, base, tip, edge, or a frame");
  v.field("point", point).unit("m").doc("offset in the mount frame");
  v.field("axis", axis).direction().doc("x, y, z or a vector in the mount frame");
  v.field("command", command).unit("*").required().doc("a signal, such as a difference of PWM");
  v.field("linear", linear).unit("N|N s").doc("force per n");
  v.field("quadratic", quadratic).unit("N|N s^2").doc("force per n abs(n)");
  v.field("dead_band", dead_band).unit("*").at_least(0).doc("n up to this size gives no force");
  v.field("limits", limits).unit("*").otherwise("none").doc("[smallest, largest] n");
  v.field("table", table).unit("*").doc("list of [command, n]; commands rise, the ends hold");
  v.field("csv", csv).doc("the same from a CSV file beside the model file");
  const bool file = !csv.empty();
  v.field("csv_speed", csv_speed).when(file, "csv").required().doc("column that holds n");
  v.field("csv_command", csv_command)
      .when(file, "csv")
      .otherwise("first column")
      .doc("column that holds the commands");
  v.field("torque", torque)
      .unit("m")
      .doc("reaction torque about the axis per force, signed by the handedness");
}

void FinSpec::describe(Fields& v) {
  v.about("fin",
          "a flat plate with lift and drag by its angle of attack; x points to its leading "
          "edge, z stands across it");
  v.field("name", name).identifier().required().doc("name, unique");
  v.field("body", body).required().doc("body that carries it");
  v.field("at", at)
      .unit("m")
      .otherwise("tip of a rod, base frame of other bodies")
      .doc("abscissa, base, tip, edge, or a frame");
  v.field("pose", pose).doc("of the fin in that mount frame; the force acts at its origin");
  v.field("area", area).unit("m^2").above(0).required().doc("of one side");
  v.field("aspect_ratio", aspect_ratio).above(0).at_most(1000).doc("span^2 / area");
  v.field("deflection", deflection)
      .unit("rad")
      .otherwise("0")
      .doc("angle by which it is turned about its hinge, a signal");
  v.field("hinge", hinge).direction().doc("x, y, z or a vector in the fin's axes");
  v.field("drag_zero", drag_zero).at_least(0).doc("drag coefficient without lift");
  v.field("efficiency", efficiency).above(0).at_most(1).doc("e of the induced drag");
  v.field("stall", stall).unit("rad").above(0).at_most(1.5).doc("angle of attack where it stalls");
  v.field("stall_width", stall_width)
      .unit("rad")
      .above(0)
      .at_most(1.5)
      .doc("stall sets in so much earlier and is complete so much later");
}

}  // namespace cuttle
