#include "cuttle/spec/describe.h"
#include "cuttle/spec/spec_choices.h"
#include "cuttle/spec/spec_shell.h"

namespace cuttle {

// Fields of shells; see spec/describe.h.

void ProfilePieceSpec::describe(Fields& v) {
  v.about("profile piece",
          "a line or an arc that continues in the direction of the previous piece");
  v.one_of({"arc", "line"});
  v.field("arc", arc)
      .doc(
          "[radius of curvature [m], angle by which it turns [rad]], positive when turning from "
          "outwards to +x");
  v.field("line", line).unit("m").above(0).doc("its length");
}

void ProfileSpec::describe(Fields& v) {
  v.about("profile",
          "the meridian of a shell at rest: pieces from a start, formulas, or points for a spline; "
          "x along the axis, r away from it; only differences of x matter");
  v.one_of({"pieces", "r", "points", "file"});
  v.field("pieces", pieces).doc("arcs and lines, one after the other");
  const bool by_pieces = !pieces.empty();
  v.field("radius", radius)
      .unit("m")
      .at_least(0)
      .when(by_pieces, "pieces")
      .required()
      .doc("r at the start");
  v.field("angle", angle)
      .unit("rad")
      .when(by_pieces, "pieces")
      .required()
      .doc("direction at the start: 0 outwards, 90 deg along +x, -90 deg along -x");
  v.field("r", r).unit("m").variables("s").doc("formula in s, which runs from 0 to 1");
  v.field("x", x)
      .unit("m")
      .variables("s")
      .when(r.has_value(), "formulas, with r")
      .required()
      .doc("formula in s, likewise");
  v.field("samples", samples)
      .at_least(4)
      .at_most(10000)
      .when(r.has_value(), "formulas, with r")
      .doc("number of points of the spline through them");
  v.field("points", points).unit("m").doc("list of [r, x], at least four");
  v.field("file", file).doc("CSV file beside the model file with columns r and x");
}

void ShellModesSpec::describe(Fields& v) {
  v.about("shell modes", "number of coordinates of each strain (Legendre polynomials)");
  const char* const otherwise[] = {"5 at the held edge, 4 elsewhere",
                                   "3 at the held edge, 2 elsewhere"};
  v.field("curvature", curvature)
      .at_least(0)
      .at_most(30)
      .otherwise(otherwise[0])
      .doc("curvature of the meridian");
  v.field("stretch", stretch)
      .at_least(1)
      .at_most(30)
      .otherwise(otherwise[1])
      .doc("stretch along it");
  v.field("shear", shear).at_least(0).at_most(30).otherwise("0").doc("shear across the wall");
}

void ShellDivisionSpec::describe(Fields& v) {
  v.about("shell division", "a piece of a shell with its own coordinates");
  v.field("to", to).unit("m").above(0).required().doc("abscissa where it ends");
  v.field("curvature", curvature)
      .at_least(0)
      .at_most(30)
      .otherwise("as in modes")
      .doc("coordinates of the curvature");
  v.field("stretch", stretch)
      .at_least(1)
      .at_most(30)
      .otherwise("as in modes")
      .doc("coordinates of the stretch");
  v.field("shear", shear)
      .at_least(0)
      .at_most(30)
      .otherwise("as in modes")
      .doc("coordinates of the shear");
  v.field("quadrature", quadrature)
      .at_least(1)
      .at_most(200)
      .otherwise("9, or 4 more than the largest number of coordinates")
      .doc("Gauss points");
}

void ShellWaterSpec::describe(Fields& v) {
  v.about(
      "shell water",
      "how water acts on a shell: drag 1/2 density C A v abs(v) along its axis, with the area A of "
      "the widest ring, added mass, and the buoyancy of its wall; `none` alone makes it dry");
  v.shorthand("from");
  v.field("from", from).doc("none: no water at all");
  const bool wet = !dry();
  v.field("drag", drag).at_least(0).when(wet, "shells in water").doc("coefficient C");
  v.field("side_drag", side_drag)
      .at_least(0)
      .when(wet, "shells in water")
      .doc("coefficient across the axis, each ring taken as a cylinder; with coupling: full");
  v.field("drag_factor", drag_factor)
      .at_least(0)
      .columns()
      .when(wet, "shells in water")
      .otherwise("1")
      .doc(
          "all drag is multiplied by it: a signal, such as how the coefficient changes with the "
          "Reynolds number");
  v.field("added_mass", added_mass)
      .at_least(0)
      .when(wet, "shells in water")
      .doc("mass of water that moves with the wall, per mass of the wall");
  v.field("added_volume", added_volume)
      .at_least(0)
      .when(wet, "shells in water")
      .doc("added mass along the axis, per mass of the water inside");
  v.field("inside", inside)
      .when(wet, "shells in water")
      .doc("true: the water inside follows the base");
}

void ShellSpec::describe(Fields& v) {
  v.about("shell",
          "a soft axisymmetric shell about local x; the origin is in the plane of the held edge. "
          "Abscissas X are in metres along the profile from its start");
  v.field("profile", profile).required().doc("meridian at rest");
  v.field("held", held).doc("end of the profile that sits on the body frame");
  v.field("edge", edge).doc("the other end");
  v.field("thickness", thickness)
      .unit("m")
      .above(0)
      .variables("X")
      .table()
      .required()
      .doc("wall thickness: number, [start, end], expression in X or table [[X, thickness], ...]");
  v.field("material", material).required().doc("name of a material, or an inline material");
  v.field("mass", mass)
      .unit("kg")
      .above(0)
      .otherwise("from the density of the material")
      .doc("mass, spread evenly over the surface, for a material without density");
  v.field("modes", modes).doc("coordinates of every division");
  v.field("divisions", divisions)
      .otherwise("pieces of the profile, cut at the ends of loads and tables")
      .doc("pieces with their own coordinates, up to the end of the profile");
  v.field("coupling", coupling).doc("motions of its base that act on it");
  v.field("water", water)
      .otherwise("drag 1, side_drag 1.1, no added mass")
      .doc("how water acts on it");
}

}  // namespace cuttle
