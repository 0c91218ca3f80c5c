#include "cuttle/core/joint.h"
#include "cuttle/core/strain_basis.h"
#include "cuttle/spec/describe.h"
#include "cuttle/spec/spec.h"
#include "cuttle/spec/spec_choices.h"

namespace cuttle {

// Fields of bodies; see spec/describe.h.

void MaterialSpec::describe(Fields& v) {
  v.about("material", "an elastic material with Kelvin-Voigt damping");
  v.field("young", young).unit("Pa").above(0).at_most(1e13).required().doc("Young's modulus");
  v.field("poisson", poisson).above(-1).at_most(0.5).doc("Poisson's ratio");
  v.field("shear", shear)
      .unit("Pa")
      .above(0)
      .at_most(1e13)
      .otherwise("young / (2 (1 + poisson))")
      .doc("shear modulus");
  v.field("density", density)
      .unit("kg/m^3")
      .above(0)
      .at_most(1e5)
      .doc("mass density; required except for shells that give their mass");
  v.field("viscosity", viscosity).unit("Pa s").at_least(0).doc("shear viscosity");
}

void SectionSpec::describe(Fields& v) {
  using Shape = SectionShape;
  const auto is = [this](Shape kind) { return shape == kind; };
  v.about("section",
          "cross-section of a rod; lengths are numbers, [base, tip], or expressions in X");
  v.field("shape", shape).doc("kind of section");
  const bool custom = is(Shape::custom);
  v.field("radius", radius)
      .unit("m")
      .above(0)
      .variables("X")
      .when(is(Shape::circle) || custom, "shape: circle or custom")
      .required(is(Shape::circle))
      .doc("radius of the section (custom: for drawing only)");
  v.field("height", height)
      .unit("m")
      .above(0)
      .variables("X")
      .when(is(Shape::rectangle), "shape: rectangle")
      .required()
      .doc("size along z");
  v.field("width", width)
      .unit("m")
      .above(0)
      .variables("X")
      .when(is(Shape::rectangle), "shape: rectangle")
      .required()
      .doc("size along y");
  v.field("semi_y", semi_y)
      .unit("m")
      .above(0)
      .variables("X")
      .when(is(Shape::ellipse), "shape: ellipse")
      .required()
      .doc("semi-axis along y");
  v.field("semi_z", semi_z)
      .unit("m")
      .above(0)
      .variables("X")
      .when(is(Shape::ellipse), "shape: ellipse")
      .required()
      .doc("semi-axis along z");
  v.field("shear_factor", shear_factor)
      .above(0)
      .at_most(2)
      .when(!custom, "shape: circle, rectangle or ellipse")
      .doc("factor of the shear stiffness G A");
  v.field("torsion_constant", torsion_constant)
      .when(!custom, "shape: circle, rectangle or ellipse")
      .doc("how the torsional stiffness is computed");
  v.field("stiffness", stiffness)
      .diagonal()
      .when(custom, "shape: custom")
      .required()
      .doc("SI, for the strains (torsion, bend_y, bend_z, stretch, shear_y, shear_z)");
  v.field("inertia", inertia)
      .diagonal()
      .when(custom, "shape: custom")
      .required()
      .doc("SI, per length, same order");
  v.field("damping", damping)
      .diagonal()
      .when(custom, "shape: custom")
      .otherwise("0")
      .doc("SI, same order");
}

void ModeSpec::describe(Fields& v) {
  v.about("mode", "basis of one strain; a bare number is the order of a Legendre basis");
  v.shorthand("order");
  v.field("basis", basis).choices(rows_of(strain_basis_table())).doc("family of functions");
  const bool piecewise = basis == "linear" || basis == "hermite";
  const bool tabulated = basis == "table";
  v.field("order", order)
      .at_least(0)
      .at_most(30)
      .when(!piecewise && !tabulated, "basis: legendre, monomial, chebyshev or fourier")
      .required()
      .doc("highest degree, or number of harmonics");
  v.field("elements", elements)
      .at_least(1)
      .at_most(200)
      .when(piecewise, "basis: linear or hermite")
      .required()
      .doc("number of pieces");
  v.field("table", table)
      .when(tabulated, "basis: table")
      .doc("rows [X, phi1, phi2, ...] (X in metres from the division's start); or give csv");
  v.field("csv", csv)
      .when(tabulated, "basis: table")
      .doc("CSV file beside the model file with columns X, phi1, phi2, ...");
  if (tabulated) v.one_of({"table", "csv"});
}

void StrainSpec::describe(Fields& v) {
  v.about("strain", "active strains of a rod; a strain that is left out keeps its rest value");
  const char* docs[kModes] = {"about x", "curvature about y", "curvature about z",
                              "along x", "along y",           "along z"};
  for (int i = 0; i < kModes; ++i) v.field(kModeNames[i], modes[i]).doc(docs[i]);
}

void RestStrainSpec::describe(Fields& v) {
  v.about("rest strain",
          "strain of the stress-free rod; what depends on t (a formula with t, a table, pulses) "
          "drives an active strain, and the coordinates count from its value at the start");
  for (int i = 0; i < kModes; ++i)
    v.field(kModeNames[i], modes[i])
        .unit(i < 3 ? "1/m" : "")
        .variables("X, t")
        .doc(i < 3 ? "number, expression in X (metres from the division's start) and t, or signal"
                   : "number, expression in X and t, or signal (straight: stretch 1)");
}

void StrainStateSpec::describe(Fields& v) {
  v.about("strain coordinates", "coefficients of the basis functions, per mode");
  for (int i = 0; i < kModes; ++i)
    v.field(kModeNames[i], modes[i]).otherwise("0").doc("SI; those left out at the end are 0");
}

void DivisionSpec::describe(Fields& v) {
  v.about("division", "a piece of a rod with one section, material and basis");
  v.field("length", length).unit("m").above(0).at_most(1e5).required().doc("stress-free length");
  v.field("section", section).required().doc("cross-section");
  v.field("material", material)
      .required(section.shape != SectionShape::custom)
      .doc("name of a material, or an inline material");
  v.field("strain", strain)
      .otherwise("none: this division is rigid")
      .doc("which strains are active, and their basis");
  v.field("rest", rest).doc("strain of the stress-free rod");
  v.field("stiffness_factor", stiffness_factor)
      .above(0)
      .otherwise("1")
      .doc("signal times the stiffness of the section (not its damping)");
  v.field("initial", initial).doc("strain coordinates at the start");
  v.field("velocity", velocity).doc("their rates at the start");
  v.field("quadrature", quadrature)
      .at_least(1)
      .at_most(200)
      .otherwise("order + 3, more where it bends strongly")
      .doc("Gauss points");
}

void RodSpec::describe(Fields& v) {
  v.about("rod", "a soft rod along local x: the fields of one division, or a list of divisions");
  v.list_or_inline("divisions", divisions, "pieces from base to tip");
  v.field("panels", panels)
      .at_least(1)
      .at_most(1000)
      .otherwise("length / (2 mean radius), 4 to 60")
      .doc(
          "number of pieces along which contacts find where the rod touches and add up its force: "
          "a choice of accuracy, no longer than a patch of contact; it is smooth whatever their "
          "number. The rod is as thick as its radius; rectangles and ellipses: the mean of the "
          "half widths");
  v.field("water", water).otherwise("from its sections").doc("how water acts on it");
}

void ShapeSpec::describe(Fields& v) {
  v.about("shape", "a solid with uniform density; long axes along x");
  v.one_of({"box", "sphere", "ellipsoid", "cylinder", "cone", "capsule", "hull", "mesh"});
  v.field("box", box).unit("m").above(0).doc("full edge lengths along x, y, z");
  v.field("sphere", sphere).unit("m").above(0).doc("radius");
  v.field("ellipsoid", ellipsoid).unit("m").above(0).doc("semi-axes along x, y, z");
  v.field("cylinder", cylinder).unit("m").above(0).doc("radius, length");
  v.field("cone", cone).unit("m").above(0).doc("base radius, length; base at 0, apex at +x");
  v.field("capsule", capsule).unit("m").above(0).doc("radius, length between the end centres");
  v.field("hull", hull).doc("convex hull of points");
  v.field("mesh", mesh).doc("closed surface of triangles");
  v.field("density", density).unit("kg/m^3").at_least(0).at_most(1e5).doc("density, or give mass");
  v.field("mass", mass).unit("kg").at_least(0).doc("mass, or give density");
  v.field("pose", pose).doc("pose of the solid in the body frame");
}

void RigidSpec::describe(Fields& v) {
  v.about("rigid", "a rigid body: mass, centre and inertia, or the sum of shapes");
  v.field("mass", mass)
      .unit("kg")
      .at_least(0)
      .otherwise("sum over the shapes")
      .doc("mass of the body");
  v.field("center", center).unit("m").otherwise("that of the shapes, or 0").doc("centre of mass");
  v.field("inertia", inertia)
      .unit("kg m^2")
      .otherwise("that of the shapes, or 0")
      .doc("3 or 6 numbers, about the centre: [Ixx, Iyy, Izz] or [Ixx, Iyy, Izz, Ixy, Ixz, Iyz]");
  v.field("shapes", shapes).doc("solids, for inertia and drawing");
  v.field("touch", touch).otherwise("`shapes`").doc("shapes used in contacts ([]: none)");
  v.field("frames", frames).doc("named frames where children, cables and probes attach");
  v.field("water", water).otherwise("from its shapes").doc("how water acts on it");
}

void JointSpec::describe(Fields& v) {
  v.about("joint", "how a body moves at its mount; a bare word is the type");
  v.shorthand("type");
  v.field("type", type).choices(rows_of(joint_table())).required().doc("kind of joint");
  const JointKind* const kind = find_joint_kind(type);
  const bool moves = kind && kind->steps.front().kind != StepKind::fixed;
  const bool has_axis = moves && kind->steps.front().kind == StepKind::screw;
  const char *const any = "joints that move", *const some = "joints with an axis";
  // the unit of angles or of lengths where all coordinates are of that sort, otherwise either
  bool turns = true, slides = true;
  for (const StepRow& step : kind ? kind->steps : std::vector<StepRow>{}) {
    turns &= step.turn != '-' || step.kind == StepKind::rotation;
    slides &= step.turn == '-' && step.kind == StepKind::screw;
  }
  const auto unit = [&](const char* angle, const char* length, const char* either) {
    return turns && !slides ? angle : slides && !turns ? length : either;
  };
  v.field("axis", axis).direction().when(has_axis, some).doc("x, y, z or a vector");
  v.field("axis2", axis2)
      .direction()
      .when(type == "universal", "type: universal")
      .otherwise("perpendicular to axis")
      .doc("second axis");
  v.field("pitch", pitch)
      .unit("m/rad")
      .when(type == "helical", "type: helical")
      .required()
      .doc("advance per angle");
  v.field("stiffness", stiffness)
      .unit(unit("N m/rad", "N/m", "N m/rad|N/m"))
      .at_least(0)
      .when(moves, any)
      .otherwise("0")
      .doc("spring, one number or one per coordinate");
  v.field("damping", damping)
      .unit(unit("N m s/rad", "N s/m", "N m s/rad|N s/m"))
      .at_least(0)
      .when(moves, any)
      .otherwise("0")
      .doc("damper, one number or one per coordinate");
  v.field("rest", rest)
      .unit(unit("rad", "m", "rad|m"))
      .when(has_axis, some)
      .otherwise("0")
      .doc("coordinates at which the spring is relaxed");
  v.field("limits", limits)
      .unit(unit("rad", "m", "rad|m"))
      .when(has_axis, some)
      .otherwise("none")
      .doc(
          "[low, high] of the coordinate, or one such pair per coordinate (null: none); beyond "
          "them stops push back by stop_stiffness * depth * (1 + stop_damping * rate of depth), "
          "never below 0");
  v.field("stop_stiffness", stop_stiffness)
      .unit(unit("N m/rad", "N/m", "N m/rad|N/m"))
      .above(0)
      .when(!limits.empty(), "limits")
      .otherwise("I (pi / 10 ms)^2, I the inertia that the coordinate sees at the start")
      .doc("of the stops, one number or one per coordinate");
  v.field("stop_damping", stop_damping)
      .unit(unit("s/rad", "s/m", "s/rad|s/m"))
      .at_least(0)
      .when(!limits.empty(), "limits")
      .otherwise("1 / usual velocity of the coordinate: that rebounds with 0.6 of itself")
      .doc("of the stops, one number or one per coordinate");
  v.field("friction", friction)
      .unit(unit("N m", "N", "N m|N"))
      .at_least(0)
      .when(has_axis, some)
      .otherwise("0")
      .doc(
          "dry friction up to which the coordinate sticks, by bristles as in contacts, one number "
          "or one per coordinate; damping is the viscous part");
  v.field("kinetic_friction", kinetic_friction)
      .unit(unit("N m", "N", "N m|N"))
      .at_least(0)
      .when(!friction.empty(), "friction")
      .otherwise("friction")
      .doc("dry friction while it moves, not above the static one");
  v.field("friction_stiffness", friction_stiffness)
      .unit(unit("N m/rad", "N/m", "N m/rad|N/m"))
      .above(0)
      .when(!friction.empty(), "friction")
      .otherwise("I (pi / 10 ms)^2, as for stop_stiffness")
      .doc("of the bristles that stick");
  v.field("friction_damping", friction_damping)
      .unit(unit("N m s/rad", "N s/m", "N m s/rad|N s/m"))
      .at_least(0)
      .when(!friction.empty(), "friction")
      .otherwise("0.6 sqrt(friction_stiffness I)")
      .doc("of the bristles");
  v.field("initial", initial)
      .unit(unit("rad", "m", "rad|m"))
      .when(moves, any)
      .otherwise("0")
      .doc("coordinates at the start; free, spherical: a pose");
  v.field("velocity", velocity)
      .unit(unit("rad/s", "m/s", "rad/s|m/s"))
      .when(moves, any)
      .otherwise("0")
      .doc("rates at the start; free: 6 numbers (angular; linear) in the body frame");
  v.field("effort", effort)
      .unit(unit("N m", "N", "N m|N"))
      .columns()
      .when(moves, any)
      .doc("torque or force that drives it: a signal, or one per coordinate");
  v.field("prescribed", prescribed)
      .unit(unit("rad", "m", "rad|m"))
      .when(has_axis, some)
      .doc("coordinates as signals (null: not prescribed)");
}

void RepeatSpec::describe(Fields& v) {
  v.about("repeat",
          "copies of a body with everything attached to it, spaced evenly about an axis; their "
          "names end in _1, _2, ...; expressions in the copies may use k = 1..n and n, and so may "
          "any number of them as $(...): position: [$(0.1*k), 0, 0]");
  v.field("count", count).at_least(1).at_most(1000).required().doc("number of copies");
  v.field("about", about).direction().doc("axis in the parent's mount frame");
  v.field("step", step)
      .unit("rad")
      .otherwise("a full turn / count")
      .doc("turn from each copy to the next; 0 deg: they are not turned");
}

void BodySpec::describe(Fields& v) {
  v.about("body", "a rigid body, a rod or a shell, attached to its parent by a joint");
  v.field("name", name).identifier().required().doc("name of the body, unique");
  v.field("parent", parent).doc("another body, or world");
  v.field("at", at)
      .unit("m")
      .otherwise("tip of a rod, base frame of other bodies")
      .doc(
          "where on the parent: abscissa, base or tip of a rod; name of a frame of a rigid body; "
          "abscissa, base or edge of a shell (on its axis)");
  v.field("pose", pose).doc("pose of the joint frame in that mount frame");
  v.field("joint", joint).doc("how the body moves");
  v.field("rigid", rigid).doc("a rigid body");
  v.field("rod", rod).doc("a soft rod");
  v.field("shell", shell).doc("a soft axisymmetric shell");
  v.one_of({"rigid", "rod", "shell"});
  v.field("repeat", repeat).doc("copies about an axis");
}

}  // namespace cuttle
