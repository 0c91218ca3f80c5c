#include "cuttle/spec/describe.h"
#include "cuttle/spec/spec_choices.h"
#include "cuttle/spec/spec_net.h"

namespace cuttle {

// Fields of planar nets; see spec/describe.h.

void NetPlaneSpec::describe(Fields& v) {
  v.about("net plane", "where the plane of a net is in the world");
  v.field("position", position).unit("m").doc("of its origin");
  v.field("x", x).direction().doc("its x axis: x, y, z or a vector");
  v.field("y", y).direction().otherwise("up").doc("its y axis, at a right angle to x");
}

void SmaSpec::describe(Fields& v) {
  v.about("shape memory",
          "a strip that pulses of current heat: the resting curvature goes to rest_curvature + "
          "amplitude (1 - L), the stiffness to 1 + (hot_stiffness - 1)(1 - L), with L = 1 / (1 + "
          "exp(-(time since the pulse - t0) / tau)); each pulse starts anew");
  v.field("rest_curvature", rest_curvature).unit("1/m").required().doc("without current");
  v.field("amplitude", amplitude).unit("1/m").required().doc("change of the curvature");
  v.field("t0", t0).unit("s").required().doc("when it is half way back");
  v.field("tau", tau).unit("s").above(0).required().doc("how fast it goes back");
  v.field("hot_stiffness", hot_stiffness).above(0).doc("factor of young");
  v.field("period", period).unit("s").at_least(0).doc("between pulses; 0: a single one");
  v.field("phase", phase)
      .unit("s")
      .at_least(0)
      .otherwise("0")
      .doc("time of the first pulse; a list: copies take its entries in turn");
  v.field("rise", rise)
      .unit("s")
      .at_least(0)
      .doc("a pulse takes hold linearly over this time; 0: at once");
}

void NetRepeatSpec::describe(Fields& v) {
  v.about("net repeat", "copies of a segment: name_1, name_2, ...");
  v.shorthand("count");
  v.field("count", count).at_least(1).at_most(10000).required().doc("how many");
  v.field("bond", bond)
      .at_least(0)
      .at_most(100000)
      .otherwise("none")
      .doc("[a, b]: edge a of each copy is glued onto edge b of the next");
  v.field("antiparallel", antiparallel)
      .when(bond.has_value(), "bond")
      .doc("the glued edges run against each other");
}

void NetSegmentSpec::describe(Fields& v) {
  v.about("net segment",
          "an elastic strip: a chain of edges that resist stretching, with nodes between them that "
          "resist bending; a curvature is positive where the strip turns to the left");
  v.field("name", name).identifier().required().doc("name, unique in the net");
  v.field("length", length).unit("m").above(0).required().doc("of its equal edges together");
  v.field("edges", edges).at_least(1).at_most(100000).required().doc("it is cut into");
  v.field("start_edge", start_edge)
      .unit("m")
      .at_least(0)
      .doc("length of one more edge before the others; 0: none");
  v.field("end_edge", end_edge).unit("m").at_least(0).doc("likewise behind them");
  v.field("closed", closed).doc("true: a ring, its last edge ends at the first node");
  v.field("young", young).unit("Pa").above(0).required().doc("Young's modulus");
  v.field("width", width).unit("m").above(0).doc("of its rectangle, across the plane");
  v.field("thickness", thickness).unit("m").above(0).doc("of its rectangle, in the plane");
  v.field("area", area).unit("m^2").above(0).otherwise("width * thickness").doc("of its section");
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
  v.field("mass", mass).unit("kg").above(0).doc("of the whole segment, instead of density");
  v.field("node_mass", node_mass).unit("kg").at_least(0).doc("on top of that, of every node");
  v.field("viscosity", viscosity)
      .unit("Pa s")
      .at_least(0)
      .doc("Kelvin-Voigt damping of stretching and bending");
  v.field("drag", drag)
      .unit("N s/m")
      .at_least(0)
      .doc(
          "force on each node per velocity; a node that segments share counts once, with the "
          "largest value of theirs");
  v.field("drag_per_length", drag_per_length)
      .unit("N s/m^2")
      .at_least(0)
      .doc(
          "force per velocity and length of the strip, the same however finely it is cut; strips "
          "that are bonded count each");
  v.field("rest_curvature", rest_curvature).unit("1/m").otherwise("0").doc("a signal");
  v.field("stiffness", stiffness).above(0).otherwise("1").doc("factor of young, a signal");
  v.field("sma", sma).doc("shape memory, instead of rest_curvature and stiffness");
  v.field("start", start)
      .unit("m")
      .otherwise("where a bond puts it; the origin if there is none")
      .doc("place of its first node");
  v.field("angle", angle).unit("rad").doc("direction of its first edge");
  v.field("placed_curvature", placed_curvature)
      .unit("1/m")
      .otherwise("that at rest")
      .doc("of the shape in which it is placed; not of a ring");
  v.field("repeat", repeat).doc("copies");
}

void NetBondSpec::describe(Fields& v) {
  v.about("net bond", "an edge glued onto another edge of the same length");
  v.field("edges", edges).required().doc("two edges, such as [a.7, b.0] or [a.last, b.0]");
  v.field("antiparallel", antiparallel).doc("they run against each other");
}

void NetWeldSpec::describe(Fields& v) {
  v.about("net weld", "two nodes made one: a hinge");
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
  v.field("order", order).doc("of the error in the length of the edges");
}

void NetLoadSpec::describe(Fields& v) {
  v.about("net load", "a force on a node");
  v.field("node", node).required().doc("a node, such as a.last");
  v.field("force", force).unit("N").required().doc("two signals, along x and y");
}

void NetGroundSpec::describe(Fields& v) {
  v.about("net ground", "a line under the net that every node may touch that is not held");
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
      .doc("of the spring under every node");
}

void NetSpec::describe(Fields& v) {
  v.about("net", "a planar net of elastic strips; it touches its own ground, and no body");
  v.field("name", name).identifier().required().doc("name, unique");
  v.field("plane", plane).otherwise("x along x, y up").doc("where it lies in the world");
  v.field("segments", segments).required().doc("its strips");
  v.field("bonds", bonds).doc("edges glued together");
  v.field("welds", welds).doc("hinges");
  v.field("supports", supports).doc("nodes that are held");
  v.field("clamps", clamps).doc("ends that are held with their direction");
  v.field("loads", loads).doc("forces on nodes");
  v.field("ground", ground).otherwise("none").doc("what it stands on");
  v.field("level", level)
      .doc("two nodes: the net is placed turned about its first node, until they are level");
  v.field("clearance", clearance)
      .unit("m")
      .at_least(0)
      .when(ground.has_value(), "ground")
      .otherwise("as placed")
      .doc("the net is lifted until its lowest node is placed this high over the ground");
  v.field("start", start).doc("how a motion starts");
  v.field("settle_time", settle_time)
      .unit("s")
      .above(0)
      .at_most(1000)
      .when(start == NetStart::settled, "start: settled")
      .doc("time for that, before t = 0");
  v.field("velocity", velocity)
      .unit("m/s|rad/s")
      .doc("[vx, vy, turn] at the start, about the centre of mass");
}

}  // namespace cuttle
