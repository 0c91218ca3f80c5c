#include "cuttle/spec/describe.h"
#include "cuttle/spec/spec_choices.h"
#include "cuttle/spec/spec_water.h"

namespace cuttle {

// Fields of water; see spec/describe.h.

void CurrentSpec::describe(Fields& v) {
  v.about(
      "current",
      "velocity of the water in world axes: three signals (the bare list is `uniform`), a table "
      "over height or depth, or a field of formulas");
  v.one_of({"uniform", "profile", "field"});
  v.field("uniform", uniform)
      .unit("m/s")
      .doc(
          "the same everywhere: numbers, expressions in t, or tables and CSV columns that cover "
          "the whole run");
  v.field("profile", profile)
      .doc(
          "list of [height or depth in m, [ux, uy, uz] in m/s]; the end values hold beyond the "
          "ends");
  v.field("over", over)
      .when(profile.has_value(), "profile")
      .otherwise("height; depth in frame ned")
      .doc("what the first number of a row measures");
  v.field("interpolation", interpolation)
      .when(profile.has_value(), "profile")
      .doc("linear or cubic");
  v.field("field", field)
      .unit("m/s")
      .variables("x, y, z, t")
      .doc("three formulas in x, y, z and t such as \"0.1*exp(z)\"");
}

void WaterSpec::describe(Fields& v) {
  v.about("water", "water around all bodies except those with `water: none`");
  v.field("density", density)
      .unit("kg/m^3")
      .above(0)
      .at_most(1e5)
      .required()
      .doc("fresh water 1000, sea water 1025");
  v.field("level", level)
      .unit("m")
      .otherwise("far above: no surface")
      .doc("height of the surface above the world's origin, against gravity");
  v.field("current", current).otherwise("still water").doc("how the water flows");
}

void RigidWaterSpec::describe(Fields& v) {
  v.about("rigid water",
          "how water acts on a rigid body; `none` alone makes it dry. Six components are in the "
          "order given by `order`, in the axes of `at`; added mass and damping are in SI units");
  v.shorthand("from");
  v.field("from", from).doc("source of the values that are not given");
  v.field("volume", volume)
      .unit("m^3")
      .at_least(0)
      .otherwise("that of the shapes")
      .doc("displaced volume");
  v.field("center", center)
      .unit("m")
      .otherwise("that of the shapes; the origin if there are none")
      .doc("centre of buoyancy in the body frame");
  v.field("added_mass", added_mass)
      .otherwise("that of the shapes")
      .doc("6 numbers (diagonal) or 6 x 6, symmetric, no negative eigenvalue");
  v.field("linear", linear)
      .otherwise("0")
      .doc("damping per velocity: 6 numbers (diagonal) or 6 x 6");
  v.field("quadratic", quadratic)
      .otherwise("that of the shapes; 0 if linear is given")
      .doc("damping per v abs(v): 6 numbers (diagonal) or 6 x 6");
  v.field("order", order).doc("order of the six components");
  v.field("form", form).when(quadratic.has_value(), "quadratic damping").doc("form of v abs(v)");
  v.field("drag_factor", drag_factor)
      .at_least(0)
      .columns()
      .otherwise("1")
      .doc(
          "all drag is multiplied by it: a signal, such as how the coefficient changes with the "
          "Reynolds number");
  v.field("at", at)
      .unit("m")
      .otherwise("the body frame")
      .doc(
          "where added_mass, linear and quadratic apply: name of a frame of the body, or a place "
          "[x, y, z] in it");
}

void RodWaterSpec::describe(Fields& v) {
  v.about("rod water",
          "how water acts on a rod: per length, -density D |v| v with D = (pi/2 C_x, C_y, C_z) "
          "times the half size across, -linear v, and added mass density B pi (half size "
          "across)^2; `none` alone makes it dry");
  v.shorthand("from");
  v.field("from", from).doc("source of the values that are not given; none: no buoyancy either");
  v.field("drag", drag)
      .at_least(0)
      .otherwise("[0.01, 1.1, 1.1]; 0 if linear is given")
      .doc("C_x, C_y, C_z in the axes of the section");
  v.field("linear", linear)
      .unit("Pa s")
      .at_least(0)
      .otherwise("0")
      .doc(
          "force per length and velocity, along x, y, z of the section: slow motion in a viscous "
          "fluid (resistive-force theory)");
  v.field("drag_factor", drag_factor)
      .at_least(0)
      .columns()
      .otherwise("1")
      .doc(
          "all drag is multiplied by it: a signal, such as how the coefficient changes with the "
          "Reynolds number");
  v.field("added_mass", added_mass)
      .at_least(0)
      .otherwise("[1, 1]")
      .doc("B_y, B_z; 1 is exact for circle and ellipse");
  v.field("form", form).doc("form of v abs(v)");
  v.field("reactive", reactive)
      .doc("the added mass of water is shed at the tail (large-amplitude elongated-body theory)");
  v.field("head", head)
      .when(reactive, "reactive: true")
      .doc("the end that swims ahead; the other is the tail");
}

}  // namespace cuttle
