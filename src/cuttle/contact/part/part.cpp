#include "cuttle/contact/part/part.h"

#include <string>

#include "cuttle/spec/describe.h"

namespace cuttle {

// Fields; see spec/describe.h.

void PlaneSpec::describe(Fields& v) {
  v.about("plane", "a half-space, solid below its surface");
  v.shorthand("normal");
  v.field("normal", normal).direction().doc("x, y, z or a vector, pointing out of the solid");
  v.field("point", point).unit("m").doc("a point on the surface");
}

void ObstacleSpec::describe(Fields& v) {
  v.about("obstacle", "a shape fixed in the world; long axes along x");
  v.field("name", name).identifier().required().doc("name, unique among bodies and obstacles");
  v.one_of({"plane", "sphere", "capsule", "box", "ellipsoid", "cylinder", "cone", "hull", "mesh",
            "height_field"});
  v.field("plane", plane).doc("a half-space; {} is the ground z = 0");
  v.field("sphere", shape.sphere).unit("m").above(0).doc("radius");
  v.field("capsule", shape.capsule)
      .unit("m")
      .above(0)
      .doc("radius, length between the end centres");
  v.field("box", shape.box).unit("m").above(0).doc("full edge lengths along x, y, z");
  v.field("ellipsoid", shape.ellipsoid).unit("m").above(0).doc("semi-axes along x, y, z");
  v.field("cylinder", shape.cylinder).unit("m").above(0).doc("radius, length");
  v.field("cone", shape.cone).unit("m").above(0).doc("base radius, length; base at 0, apex at +x");
  v.field("hull", shape.hull).doc("convex hull of points");
  v.field("mesh", shape.mesh).doc("closed surface of triangles");
  v.field("height_field", height_field).doc("uneven ground");
  v.field("pose", shape.pose)
      .when(!plane, "all shapes but the plane")
      .doc("pose of the shape in the world");
}

void FrictionSpec::describe(Fields& v) {
  v.about("friction",
          "sticks by means of bristles, each a spring and a damper, until the force reaches static "
          "* normal force; then slides with kinetic * normal force");
  v.shorthand("static");
  v.field("static", static_coefficient).at_least(0).required().doc("coefficient; 0: no friction");
  v.field("kinetic", kinetic_coefficient)
      .at_least(0)
      .otherwise("static")
      .doc("coefficient while it slides, not above the static one");
  v.field("stiffness", stiffness)
      .unit("N/m")
      .above(0)
      .otherwise("K of the contact")
      .doc("stiffness of the bristles");
  v.field("damping", damping)
      .unit("N s/m")
      .at_least(0)
      .otherwise("0.6 sqrt(stiffness m)")
      .doc("damping of the bristles");
}

void ContactSpec::describe(Fields& v) {
  v.about(
      "contact",
      "two groups of shapes that push each other away with the force stiffness * depth^exponent + "
      "damping * rate of depth, never below 0. A pair that matches several contacts belongs to the "
      "first. Shapes of one rigid body, of a body and its parent, and places of a rod within a "
      "half "
      "turn of its radius never touch. A rod touches along its length, with the force "
      "line_stiffness "
      "* depth^exponent * (1 + line_damping * rate of depth) per length; a piece of it as long as "
      "thick counts as a place of other shapes. In the defaults m is the mass of the lightest "
      "moving body in it, r its smallest "
      "radius or half edge, g = 9.81 m/s^2, and K the slope of the force at a depth of 1 % of r");
  v.field("name", name).identifier().required().doc("name, unique");
  v.field("between", between)
      .required()
      .doc(
          "[one, other]: each a name or a list of names of bodies and obstacles, or `all`; a "
          "repeated body means all its copies; [arm, arm]: a rod with itself");
  v.field("exponent", exponent).at_least(1).at_most(3).doc("1: a spring; 1.5: Hertz");
  const bool whole = exponent == 1 || exponent == 2 || exponent == 3;
  const auto per_power = [&](int more) {
    const int power = int(exponent) + more;
    return !whole ? std::string("*") : power == 1 ? "N/m" : "N/m^" + std::to_string(power);
  };
  v.field("stiffness", stiffness)
      .unit(per_power(0))
      .above(0)
      .otherwise("m g / (r/100)^exponent: the weight m g sinks in by 1 % of r")
      .doc("SI, N/m^exponent");
  v.field("damping", damping)
      .unit("N s/m")
      .at_least(0)
      .otherwise("0.6 sqrt(K m)")
      .doc("damping along the normal");
  v.field("line_stiffness", line_stiffness)
      .unit(per_power(1))
      .above(0)
      .otherwise("stiffness / (2 r), r the smallest radius of a rod")
      .doc("of rods: SI, N/m^(exponent + 1)");
  v.field("line_damping", line_damping)
      .unit("s/m")
      .at_least(0)
      .otherwise("damping / (stiffness (r/10)^exponent): as `damping` at a depth of 10 % of r")
      .doc("of rods: their surface pushes more by this share per rate of depth, and never pulls");
  v.field("friction", friction).otherwise("0").doc("a coefficient, or all its fields");
}

}  // namespace cuttle
