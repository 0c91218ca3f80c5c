#pragma once

#include <string>

#include "cuttle/model/describe.h"
#include "cuttle/model/joint.h"
#include "cuttle/model/spec.h"
#include "cuttle/model/spec_describe_contact.h"
#include "cuttle/model/spec_describe_shell.h"
#include "cuttle/model/spec_describe_values.h"
#include "cuttle/model/spec_describe_water.h"
#include "cuttle/model/strain_basis.h"

namespace cuttle {

// Fields of bodies; see model/spec_describe.h.

template <class V>
void describe(V& v, MaterialSpec& s) {
  v.about("material", "an elastic material with Kelvin-Voigt damping");
  v.field("young", s.young).unit("Pa").above(0).at_most(1e13).required().doc("Young's modulus");
  v.field("poisson", s.poisson).above(-1).at_most(0.5).doc("Poisson's ratio");
  v.field("shear", s.shear)
      .unit("Pa")
      .above(0)
      .at_most(1e13)
      .otherwise("young / (2 (1 + poisson))")
      .doc("shear modulus");
  v.field("density", s.density)
      .unit("kg/m^3")
      .above(0)
      .at_most(1e5)
      .doc("mass density; required but for shells that give their mass");
  v.field("viscosity", s.viscosity).unit("Pa s").at_least(0).doc("shear viscosity");
}

template <class V>
void describe(V& v, SectionSpec& s) {
  using Shape = SectionShape;
  const auto is = [&s](Shape shape) { return s.shape == shape; };
  v.about("section",
          "cross-section of a rod; lengths are numbers, [base, tip], or expressions in X");
  v.field("shape", s.shape).doc("kind of section");
  const bool custom = is(Shape::custom);
  v.field("radius", s.radius)
      .unit("m")
      .above(0)
      .variables("X")
      .when(is(Shape::circle) || custom, "shape: circle or custom")
      .required(is(Shape::circle))
      .doc("radius of the section (custom: for drawing only)");
  v.field("height", s.height)
      .unit("m")
      .above(0)
      .variables("X")
      .when(is(Shape::rectangle), "shape: rectangle")
      .required()
      .doc("size along z");
  v.field("width", s.width)
      .unit("m")
      .above(0)
      .variables("X")
      .when(is(Shape::rectangle), "shape: rectangle")
      .required()
      .doc("size along y");
  v.field("semi_y", s.semi_y)
      .unit("m")
      .above(0)
      .variables("X")
      .when(is(Shape::ellipse), "shape: ellipse")
      .required()
      .doc("semi axis along y");
  v.field("semi_z", s.semi_z)
      .unit("m")
      .above(0)
      .variables("X")
      .when(is(Shape::ellipse), "shape: ellipse")
      .required()
      .doc("semi axis along z");
  v.field("shear_factor", s.shear_factor)
      .above(0)
      .at_most(2)
      .when(!custom, "shape: circle, rectangle or ellipse")
      .doc("factor of the shear stiffness G A");
  v.field("torsion_constant", s.torsion_constant)
      .when(!custom, "shape: circle, rectangle or ellipse")
      .doc("what resists torsion");
  v.field("stiffness", s.stiffness)
      .diagonal()
      .when(custom, "shape: custom")
      .required()
      .doc("SI, of the strains (torsion, bend_y, bend_z, stretch, shear_y, shear_z)");
  v.field("inertia", s.inertia)
      .diagonal()
      .when(custom, "shape: custom")
      .required()
      .doc("SI, per length, same order");
  v.field("damping", s.damping)
      .diagonal()
      .when(custom, "shape: custom")
      .otherwise("0")
      .doc("SI, same order");
}

template <class V>
void describe(V& v, ModeSpec& s) {
  v.about("mode", "basis of one strain; a bare number is the order of a Legendre basis");
  v.shorthand("order");
  v.field("basis", s.basis).choices(rows_of(strain_basis_table())).doc("family of functions");
  const bool piecewise = s.basis == "linear" || s.basis == "hermite";
  const bool table = s.basis == "table";
  v.field("order", s.order)
      .at_least(0)
      .at_most(30)
      .when(!piecewise && !table, "basis: legendre, monomial, chebyshev or fourier")
      .required()
      .doc("highest degree, or number of harmonics");
  v.field("elements", s.elements)
      .at_least(1)
      .at_most(200)
      .when(piecewise, "basis: linear or hermite")
      .required()
      .doc("number of pieces");
  v.field("table", s.table)
      .when(table, "basis: table")
      .doc("rows [X, phi1, phi2, ...] (X in metres from the division's start); or give csv");
  v.field("csv", s.csv)
      .when(table, "basis: table")
      .doc("CSV file beside the model file with columns X, phi1, phi2, ...");
  if (table) v.one_of({"table", "csv"});
}

template <class V>
void describe(V& v, StrainSpec& s) {
  v.about("strain", "active strains of a rod; one left out keeps its rest value");
  const char* docs[kModes] = {"about x", "curvature about y", "curvature about z",
                              "along x", "along y",           "along z"};
  for (int i = 0; i < kModes; ++i) v.field(kModeNames[i], s.modes[i]).doc(docs[i]);
}

template <class V>
void describe(V& v, RestStrainSpec& s) {
  v.about("rest strain", "strain of the stress-free rod");
  for (int i = 0; i < kModes; ++i)
    v.field(kModeNames[i], s.modes[i])
        .unit(i < 3 ? "1/m" : "")
        .variables("X")
        .doc(i < 3 ? "number or expression in X"
                   : "number or expression in X (straight: stretch 1)");
}

template <class V>
void describe(V& v, StrainStateSpec& s) {
  v.about("strain coordinates", "coefficients of the basis functions, per mode");
  for (int i = 0; i < kModes; ++i)
    v.field(kModeNames[i], s.modes[i]).otherwise("0").doc("SI; those left out at the end are 0");
}

template <class V>
void describe(V& v, DivisionSpec& s) {
  v.about("division", "a piece of a rod with one section, material and basis");
  v.field("length", s.length).unit("m").above(0).at_most(1e5).required().doc("stress-free length");
  v.field("section", s.section).required().doc("cross-section");
  v.field("material", s.material)
      .required(s.section.shape != SectionShape::custom)
      .doc("name of a material, or a material in place");
  v.field("strain", s.strain)
      .otherwise("none: this division is rigid")
      .doc("which strains are active, and their basis");
  v.field("rest", s.rest).doc("strain of the stress-free rod");
  v.field("initial", s.initial).doc("strain coordinates at the start");
  v.field("velocity", s.velocity).doc("their rates at the start");
  v.field("quadrature", s.quadrature)
      .at_least(1)
      .at_most(200)
      .otherwise("order + 3, more where it bends far")
      .doc("Gauss points");
}

template <class V>
void describe(V& v, RodSpec& s) {
  v.about("rod", "a soft rod along local x: the fields of one division, or a list of divisions");
  v.list_or_inline("divisions", s.divisions, "pieces from base to tip");
  v.field("capsules", s.capsules)
      .at_least(1)
      .at_most(1000)
      .otherwise("length / (2 mean radius), 4 to 60")
      .doc(
          "chain of capsules that touches in contacts, as thick as the rod; of rectangles and "
          "ellipses the mean of the half widths");
  v.field("water", s.water).otherwise("by its sections").doc("what water does to it");
}

template <class V>
void describe(V& v, ShapeSpec& s) {
  v.about("shape", "a solid with uniform density; long axes along x");
  v.one_of({"box", "sphere", "ellipsoid", "cylinder", "cone", "capsule"});
  v.field("box", s.box).unit("m").above(0).doc("full edges along x, y, z");
  v.field("sphere", s.sphere).unit("m").above(0).doc("radius");
  v.field("ellipsoid", s.ellipsoid).unit("m").above(0).doc("semi axes along x, y, z");
  v.field("cylinder", s.cylinder).unit("m").above(0).doc("radius, length");
  v.field("cone", s.cone).unit("m").above(0).doc("base radius, length; base at 0, apex at +x");
  v.field("capsule", s.capsule).unit("m").above(0).doc("radius, length between the end centres");
  v.field("density", s.density)
      .unit("kg/m^3")
      .at_least(0)
      .at_most(1e5)
      .doc("density, or give mass");
  v.field("mass", s.mass).unit("kg").at_least(0).doc("mass, or give density");
  v.field("pose", s.pose).doc("of the solid in the body frame");
}

template <class V>
void describe(V& v, RigidSpec& s) {
  v.about("rigid", "a rigid body: mass, centre and inertia, or the sum of shapes");
  v.field("mass", s.mass)
      .unit("kg")
      .at_least(0)
      .otherwise("sum of the shapes")
      .doc("mass of the body");
  v.field("center", s.center).unit("m").otherwise("of the shapes, or 0").doc("centre of mass");
  v.field("inertia", s.inertia)
      .unit("kg m^2")
      .otherwise("of the shapes, or 0")
      .doc("about the centre: [Ixx, Iyy, Izz] or [Ixx, Iyy, Izz, Ixy, Ixz, Iyz]");
  v.field("shapes", s.shapes).doc("solids, for inertia and drawing");
  v.field("touch", s.touch)
      .otherwise("spheres, capsules and boxes of `shapes`")
      .doc("shapes that touch in contacts ([]: none)");
  v.field("frames", s.frames).doc("named frames where children, cables and probes attach");
  v.field("water", s.water).otherwise("by its shapes").doc("what water does to it");
}

template <class V>
void describe(V& v, JointSpec& s) {
  v.about("joint", "how a body moves at its mount; a bare word is the type");
  v.shorthand("type");
  v.field("type", s.type).choices(rows_of(joint_table())).required().doc("kind of joint");
  const JointKind* const kind = find_joint_kind(s.type);
  const bool moves = kind && kind->steps.front().kind != StepKind::fixed;
  const bool axis = moves && kind->steps.front().kind == StepKind::screw;
  const std::string any = "joints that move", some = "joints with an axis";
  // the unit of angles or of lengths where all coordinates are of that sort, otherwise either
  bool turns = true, slides = true;
  for (const StepRow& step : kind ? kind->steps : std::vector<StepRow>{}) {
    turns &= step.turn != '-' || step.kind == StepKind::rotation;
    slides &= step.turn == '-' && step.kind == StepKind::screw;
  }
  const auto unit = [&](const char* angle, const char* length, const char* either) {
    return turns && !slides ? angle : slides && !turns ? length : either;
  };
  v.field("axis", s.axis).direction().when(axis, some).doc("x, y, z or a vector");
  v.field("axis2", s.axis2)
      .direction()
      .when(s.type == "universal", "type: universal")
      .otherwise("perpendicular to axis")
      .doc("second axis");
  v.field("pitch", s.pitch)
      .unit("m/rad")
      .when(s.type == "helical", "type: helical")
      .required()
      .doc("advance per angle");
  v.field("stiffness", s.stiffness)
      .unit(unit("N m/rad", "N/m", "N m/rad|N/m"))
      .at_least(0)
      .when(moves, any)
      .otherwise("0")
      .doc("spring, one number or one per coordinate");
  v.field("damping", s.damping)
      .unit(unit("N m s/rad", "N s/m", "N m s/rad|N s/m"))
      .at_least(0)
      .when(moves, any)
      .otherwise("0")
      .doc("damper, one number or one per coordinate");
  v.field("rest", s.rest)
      .unit(unit("rad", "m", "rad|m"))
      .when(axis, some)
      .otherwise("0")
      .doc("coordinates where the spring is slack");
  v.field("initial", s.initial)
      .unit(unit("rad", "m", "rad|m"))
      .when(moves, any)
      .otherwise("0")
      .doc("coordinates at the start; free, spherical: a pose");
  v.field("velocity", s.velocity)
      .unit(unit("rad/s", "m/s", "rad/s|m/s"))
      .when(moves, any)
      .otherwise("0")
      .doc("rates at the start; free: 6 numbers (angular; linear) in the body frame");
  v.field("effort", s.effort)
      .unit(unit("N m", "N", "N m|N"))
      .when(moves, any)
      .doc("torque or force that drives it: a signal, or one per coordinate");
  v.field("prescribed", s.prescribed)
      .unit(unit("rad", "m", "rad|m"))
      .when(axis, some)
      .doc("coordinates as signals (null: not prescribed)");
}

template <class V>
void describe(V& v, RepeatSpec& s) {
  v.about("repeat",
          "copies of a body with all that hangs on it, evenly about an axis; names get _1, "
          "_2, ...; expressions of the copies know k = 1..n and n");
  v.field("count", s.count).at_least(1).at_most(1000).required().doc("number of copies");
  v.field("about", s.about).direction().doc("axis in the parent's mount frame");
}

template <class V>
void describe(V& v, BodySpec& s) {
  v.about("body", "a rigid body, a rod or a shell, hung on its parent by a joint");
  v.field("name", s.name).identifier().required().doc("name of the body, unique");
  v.field("parent", s.parent).doc("another body, or world");
  v.field("at", s.at)
      .unit("m")
      .otherwise("tip of a rod, base frame of other bodies")
      .doc(
          "where on the parent: abscissa, base or tip of a rod; name of a frame of a rigid body; "
          "abscissa, base or edge of a shell (on its axis)");
  v.field("pose", s.pose).doc("of the joint frame in that mount frame");
  v.field("joint", s.joint).doc("how the body moves");
  v.field("rigid", s.rigid).doc("a rigid body");
  v.field("rod", s.rod).doc("a soft rod");
  v.field("shell", s.shell).doc("a soft axisymmetric shell");
  v.one_of({"rigid", "rod", "shell"});
  v.field("repeat", s.repeat).doc("copies about an axis");
}

}  // namespace cuttle
