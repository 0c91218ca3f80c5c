#include "cuttle/spec/describe.h"

#include "cuttle/net/part.h"

namespace cuttle {

// Fields of planar nets; see spec/describe.h.

void NetPlaneSpec::describe(Fields& v) {
  v.about("net plane", "where the plane of a net is in the world");
  v.field("position", position).unit("m").doc("position of its origin");
  v.field("x", x).direction().doc("its x axis: x, y, z or a vector");
  v.field("y", y).direction().otherwise("up").doc("its y axis, at a right angle to x");
}

void SmaSpec::describe(Fields& v) {
  v.about("shape memory",
          "a strip heated by pulses of current: its rest curvature becomes rest_curvature + "
          "amplitude (1 - L), its stiffness factor 1 + (hot_stiffness - 1)(1 - L), with L = 1 / (1 "
          "+ exp(-(time since the pulse - t0) / tau)); each pulse starts anew");
  v.field("rest_curvature", rest_curvature).unit("1/m").required().doc("curvature without current");
  v.field("amplitude", amplitude).unit("1/m").required().doc("change of the curvature");
  v.field("t0", t0).unit("s").required().doc("time after a pulse when it is halfway back");
  v.field("tau", tau).unit("s").above(0).required().doc("time scale of the return");
  v.field("hot_stiffness", hot_stiffness).above(0).doc("factor on young when hot");
  v.field("period", period).unit("s").at_least(0).doc("time between pulses; 0: a single pulse");
  v.field("phase", phase)
      .unit("s")
      .at_least(0)
      .otherwise("0")
      .doc("time of the first pulse; from a list, copies take the entries in turn");
  v.field("rise", rise)
      .unit("s")
      .at_least(0)
      .doc("a pulse takes effect linearly over this time; 0: at once");
}

void NetRepeatSpec::describe(Fields& v) {
  v.about("net repeat", "copies of a segment: name_1, name_2, ...");
  v.shorthand("count");
  v.field("count", count).at_least(1).at_most(10000).required().doc("number of copies");
  v.field("bond", bond)
      .at_least(0)
      .at_most(100000)
      .otherwise("none")
      .doc("[a, b]: edge a of each copy is glued onto edge b of the next");
  v.field("antiparallel", antiparallel)
      .when(bond.has_value(), "bond")
      .doc("the glued edges run in opposite directions");
}

void NetSegmentSpec::describe(Fields& v) {
  v.about("net segment",
          "an elastic strip: a chain of edges that resist stretching, with nodes between them that "
          "resist bending; a curvature is positive where the strip turns to the left");
  v.field("name", name).identifier().required().doc("name, unique in the net");
  v.field("length", length).unit("m").above(0).required().doc("total length of its equal edges");
  v.field("edges", edges).at_least(1).at_most(100000).required().doc("number of equal edges");
  v.field("start_edge", start_edge)
      .unit("m")
      .at_least(0)
      .doc("length of one more edge before the others; 0: none");
  v.field("end_edge", end_edge).unit("m").at_least(0).doc("likewise after them");
  v.field("closed", closed).doc("true: a ring whose last edge ends at the first node");
  v.field("young", young).unit("Pa").above(0).required().doc("Young's modulus");
  v.field("width", width)
      .unit("m")
      .above(0)
      .doc("width of its rectangular section, across the plane");
  v.field("thickness", thickness)
      .unit("m")
      .above(0)
      .doc("thickness of its rectangular section, in the plane");
  v.field("area", area)
      .unit("m^2")
      .above(0)
      .otherwise("width * thickness")
      .doc("area of its section");
  v.field("inertia", inertia)
      .unit("m^4")
      .at_least(0)
      .otherwise("width * thickness^3 / 12")
      .doc("second moment of area");
  v.field("density", density).unit("kg/m^3").above(0).doc("mass per volume");
  v.field("linear_density", linear_density)
      .unit("kg/m")
      .above(0)
      .doc("mass per length, instead of density");
  v.field("mass", mass).unit("kg").above(0).doc("mass of the whole segment, instead of density");
  v.field("node_mass", node_mass).unit("kg").at_least(0).doc("additional mass of every node");
  v.field("viscosity", viscosity)
      .unit("Pa s")
      .at_least(0)
      .doc("Kelvin-Voigt damping of stretching and bending");
  v.field("drag", drag)
      .unit("N s/m")
      .at_least(0)
      .doc(
          "force on each node per velocity; a node shared by several segments counts once, with "
          "the largest of their values");
  v.field("drag_per_length", drag_per_length)
      .unit("N s/m^2")
      .at_least(0)
      .doc(
          "force per velocity and length of the strip, independent of how finely it is divided; "
          "bonded strips each count");
  v.field("rest_curvature", rest_curvature)
      .unit("1/m")
      .otherwise("0")
      .doc("curvature at rest, a signal");
  v.field("stiffness", stiffness).above(0).otherwise("1").doc("factor on young, a signal");
  v.field("sma", sma).doc("shape memory, instead of rest_curvature and stiffness");
  v.field("start", start)
      .unit("m")
      .otherwise("where a bond puts it; the origin if there is none")
      .doc("place of its first node");
  v.field("angle", angle).unit("rad").doc("direction of its first edge");
  v.field("placed_curvature", placed_curvature)
      .unit("1/m")
      .otherwise("curvature at rest")
      .doc("curvature of the shape in which it is placed; not for rings");
  v.field("repeat", repeat).doc("copies");
}

void NetBondSpec::describe(Fields& v) {
  v.about("net bond", "an edge glued onto another edge of the same length");
  v.field("edges", edges).required().doc("two edges, such as [a.7, b.0] or [a.last, b.0]");
  v.field("antiparallel", antiparallel).doc("they run in opposite directions");
}

void NetWeldSpec::describe(Fields& v) {
  v.about("net weld", "two nodes joined into one: a hinge");
  v.field("nodes", nodes).required().doc("two nodes, such as [a.4, spine.0]");
}

void NetSupportSpec::describe(Fields& v) {
  v.about("net support", "a node held where it is placed");
  v.field("node", node).required().doc("a node, such as a.0");
  v.field("x", x).doc("held along x");
  v.field("y", y).doc("held along y");
}

void NetClampSpec::describe(Fields& v) {
  v.about("net clamp", "the first or last two nodes of a segment, held where they are placed");
  v.field("segment", segment).required().doc("a segment");
  v.field("end", end).doc("which end of it");
  v.field("order", order).doc("order of the error in the edge length");
}

void NetLoadSpec::describe(Fields& v) {
  v.about("net load", "a force on a node");
  v.field("node", node).required().doc("a node, such as a.last");
  v.field("force", force).unit("N").required().doc("two signals, along x and y");
}

void NetGroundSpec::describe(Fields& v) {
  v.about("net ground", "a line under the net that every node may touch unless it is held");
  v.field("height", height)
      .unit("m")
      .variables("X")
      .doc("y of the ground: a number, or an expression in X, the x of the plane");
  v.field("contact", contact).doc("how nodes touch it");
  v.field("static_friction", static_friction).at_least(0).at_most(100).doc("coefficient");
  v.field("kinetic_friction", kinetic_friction)
      .at_least(0)
      .at_most(100)
      .otherwise("static_friction")
      .doc("coefficient of a node that slides");
  v.field("stiffness", stiffness)
      .unit("N/m")
      .above(0)
      .when(contact == GroundContact::penalty, "contact: penalty")
      .doc("stiffness of the spring under every node");
}

void NetSpec::describe(Fields& v) {
  v.about("net",
          "a planar net of elastic strips on its own ground; what names its nodes (connections, "
          "springs, loads, probes of frames) makes a body of it");
  v.field("name", name).identifier().required().doc("name, unique");
  v.field("plane", plane).otherwise("x along x, y up").doc("where it lies in the world");
  v.field("segments", segments).required().doc("its strips");
  v.field("bonds", bonds).doc("edges glued together");
  v.field("welds", welds).doc("hinges");
  v.field("supports", supports).doc("nodes that are held");
  v.field("clamps", clamps).doc("ends held in position and direction");
  v.field("loads", loads).doc("forces on nodes");
  v.field("ground", ground).otherwise("none").doc("what it stands on");
  v.field("level", level)
      .doc("two nodes: when placed, the net is turned about its first node until they are level");
  v.field("clearance", clearance)
      .unit("m")
      .at_least(0)
      .when(ground.has_value(), "ground")
      .otherwise("as placed")
      .doc("the net is raised until its lowest node is placed this high above the ground");
  v.field("start", start).doc("how a motion starts");
  v.field("settle_time", settle_time)
      .unit("s")
      .above(0)
      .at_most(1000)
      .when(start == NetStart::settled, "start: settled")
      .doc("time for settling, before t = 0");
  v.field("velocity", velocity)
      .unit("m/s|rad/s")
      .doc("[vx, vy, turn] at the start, about the centre of mass");
}

}  // namespace cuttle
