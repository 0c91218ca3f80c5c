#include "cuttle/model/connection.h"
#include "cuttle/model/describe.h"
#include "cuttle/model/joint.h"
#include "cuttle/model/spec.h"
#include "cuttle/model/spec_choices.h"

namespace cuttle {

// Fields of the model file itself, of loads, cables, connections and probes; see
// model/describe.h.

void LoadSpec::describe(Fields& v) {
  v.about("load", "force and moment at a point, or per length along a rod (from, to)");
  v.field("name", name).identifier().otherwise("load_1, load_2, ...").doc("name, unique");
  v.field("body", body).required().doc("where it acts");
  v.field("from", from).unit("m").doc("start abscissa of a load per length");
  v.field("to", to).unit("m").doc("end abscissa of a load per length");
  const bool along = distributed();
  v.field("at", at)
      .unit("m")
      .when(!along, "points, without from and to")
      .otherwise("tip of a rod, base frame of other bodies")
      .doc("abscissa, base, tip, edge, or a frame");
  v.field("point", point)
      .unit("m")
      .when(!along, "points, without from and to")
      .doc("offset in the mount frame");
  v.field("force", force)
      .unit(along ? "N/m" : "N")
      .variables(along ? "X, t" : "t")
      .otherwise("0")
      .doc("three signals; per length they may use X (metres from the rod's base)");
  v.field("moment", moment)
      .unit(along ? "N" : "N m")
      .variables(along ? "X, t" : "t")
      .otherwise("0")
      .doc("three signals, likewise");
  v.field("frame", frame).doc("axes of the components");
}

void CablePathSpec::describe(Fields& v) {
  v.about("cable piece", "a point of a body, or a run along a rod (from, to)");
  v.field("body", body).required().doc("body it passes");
  v.field("from", from).unit("m").doc("start abscissa of a run");
  v.field("to", to).unit("m").doc("end abscissa of a run");
  v.field("at", at)
      .unit("m")
      .when(!run(), "points, without from and to")
      .otherwise("tip of a rod, base frame of other bodies")
      .doc("abscissa, base, tip, edge, or a frame");
  v.field("point", point)
      .unit("m")
      .when(!run(), "points, without from and to")
      .otherwise("0")
      .doc("in the mount frame");
  v.field("y", y)
      .unit("m")
      .variables("X")
      .polynomial()
      .when(run(), "runs, with from and to")
      .otherwise("0")
      .doc("offset: number, [c0, c1, c2, ...] or expression; X in metres from `from`");
  v.field("z", z)
      .unit("m")
      .variables("X")
      .polynomial()
      .when(run(), "runs, with from and to")
      .otherwise("0")
      .doc("offset, likewise");
}

void CableSpec::describe(Fields& v) {
  v.about("cable", "a string of given tension that runs through bodies");
  v.field("name", name).identifier().required().doc("name, unique");
  v.field("tension", tension).unit("N").at_least(0).required().doc("pulling force, a signal");
  v.field("path", path).required().doc("pieces in order");
}

void ConnectionEndSpec::describe(Fields& v) {
  v.about("connection end", "a frame on a body, or in the world");
  v.field("body", body).doc("a body, or world");
  v.field("at", at)
      .unit("m")
      .otherwise("tip of a rod, base frame of other bodies")
      .doc("abscissa, base, tip, edge, or a frame");
  v.field("pose", pose).doc("of the connection's frame in that mount frame");
}

void CloseSpec::describe(Fields& v) {
  v.about("docking", "when an open connection closes; the parts then stay as they met");
  v.field("time", time).unit("s").at_least(0).doc("at this time");
  v.field("distance", distance).unit("m").above(0).doc("when the frames are as near as this");
  v.field("when", when)
      .doc("when this holds: a comparison of columns of probes (and t), such as tip.x > 0.2");
  v.one_of({"time", "distance", "when"});
  v.field("angle", angle)
      .unit("rad")
      .above(0)
      .at_most(3.2)
      .when(distance.has_value(), "docking by distance")
      .otherwise("any")
      .doc("and turned against each other by less than this");
}

void ConnectionSpec::describe(Fields& v) {
  v.about("connection", "a joint between two bodies of the tree: it closes a loop");
  v.field("name", name).identifier().required().doc("name, unique");
  v.field("type", type).choices(rows_of(joint_table())).doc("kind of joint");
  const ConnectionKind* const kind = find_connection_kind(type);
  const bool has_axis =
      kind && (kind->turns == HeldTurns::off_axis || kind->turns == HeldTurns::cardan ||
               kind->slides == HeldSlides::off_axis);
  v.field("axis", axis)
      .direction()
      .when(has_axis, "joints with an axis")
      .doc("x, y, z or a vector, in both frames");
  v.field("axis2", axis2)
      .direction()
      .when(type == "universal", "type: universal")
      .otherwise("perpendicular to axis")
      .doc("turns about axis2 x axis of a, then about axis2 of b");
  v.field("pitch", pitch)
      .unit("m/rad")
      .when(type == "helical", "type: helical")
      .required()
      .doc("advance per angle");
  v.field("a", a).otherwise("the world").doc("one end");
  v.field("b", b).required().doc("the other end");
  v.field("closes", closes).doc("open at the start; closes (docks) during a run, with an impact");
  v.field("opens", opens).unit("s").at_least(0).doc("time when it opens for good (undocks)");
}

void ProbeSpec::describe(Fields& v) {
  v.about("probe", "what is recorded");
  v.field("name", name).identifier().required().doc("head of the column names");
  v.field("frame", frame).doc("body whose frame is recorded");
  v.field("strain", strain).doc("rod whose six strains are recorded");
  v.field("joint", joint).doc("body whose joint coordinates, rates and efforts are recorded");
  v.field("reaction", reaction)
      .doc("body whose joint bears force and moment: those that the body puts on its carrier");
  v.field("cable", cable).doc("cable whose length and tension are recorded");
  v.field("muscle", muscle).doc("muscle whose strength, recruited length and power are recorded");
  v.field("connection", connection).doc("connection whose gap, force and moment are recorded");
  v.field("contact", contact).doc("contact whose places, depth and forces are recorded");
  v.field("momentum", momentum)
      .choices({{"all", "the whole robot"}})
      .doc("linear and angular momentum, that of the added mass of water included");
  v.field("thruster", thruster).doc("thruster whose command, n, force and power are recorded");
  v.field("fin", fin).doc("fin whose angle of attack, lift, drag and power are recorded");
  v.field("swimmer", swimmer)
      .doc("body whose way, speed and turn are recorded, with the power that the robot spends");
  v.field("shell", shell).doc("shell whose volume, radii, thrust and drag are recorded");
  v.field("jet", jet).doc("jet whose thrust and power are recorded");
  v.field("net", net).doc("net whose nodes, curvatures, momentum and energies are recorded");
  v.one_of({"frame", "strain", "joint", "cable", "muscle", "connection", "contact", "momentum",
            "thruster", "fin", "swimmer", "shell", "jet", "reaction", "net"});
  const bool of_frame = !frame.empty(), of_swimmer = !swimmer.empty();
  if (!shell.empty())
    v.field("at", abscissas).unit("m").at_least(0).doc("abscissas whose radius is recorded");
  else
    v.field("at", at)
        .unit("m")
        .when(of_frame || !strain.empty() || of_swimmer, "frame, strain, swimmer and shell probes")
        .otherwise("tip of a rod, base frame of other bodies")
        .doc("abscissa, base, tip, edge, or a frame; of shell probes one abscissa or a list");
  v.field("point", point)
      .unit("m")
      .when(of_frame || of_swimmer, "frame and swimmer probes")
      .doc("offset in the mount frame");
  v.field("forward", forward)
      .direction()
      .when(of_swimmer, "swimmer probes")
      .doc("x, y, z or a vector in the mount frame: where it swims");
  v.field("record", record).when(of_frame, "frame probes").doc("list of what is recorded");
  v.field("of", of)
      .when(!contact.empty(), "contact probes")
      .otherwise("all of it, force on the second side")
      .doc("body or obstacle: only its places, and the force on it");
  v.field("nodes", nodes)
      .when(!net.empty(), "net probes")
      .doc("nodes whose places are recorded, such as [leg.0, leg.last]");
  v.field("segments", segments)
      .when(!net.empty(), "net probes")
      .doc("segments whose mean curvatures are recorded");
}

void ScenarioSpec::describe(Fields& v) {
  v.about("model file", "a robot, what acts on it, what is computed and what must come out");
  v.field("name", name).identifier().otherwise("name of the file").doc("names the results");
  v.field("title", title).doc("one line of text");
  v.field("frame", frame).doc("axes of the world");
  v.field("gravity", gravity)
      .unit("m/s^2")
      .doc("acceleration of free fall; in frame ned [0, 0, 9.81] unless it is given");
  v.field("materials", materials).doc("materials by name");
  v.field("bodies", bodies).doc("the tree, in any order");
  v.field("nets", nets).doc("planar nets of elastic strips");
  v.field("parameters", parameters)
      .unit("*")
      .doc("numbers by name (SI), for $(...) anywhere in the file, such as $(length / 8)");
  v.field("loads", loads).doc("forces and moments");
  v.field("cables", cables).doc("strings under tension");
  v.field("muscles", muscles).doc("moments and forces inside rods");
  v.field("shell_loads", shell_loads).doc("what squeezes or inflates shells");
  v.field("jets", jets).doc("water that shells push out");
  v.field("connections", connections).doc("joints that close loops");
  v.field("obstacles", obstacles).doc("shapes that stand in the world");
  v.field("contacts", contacts).doc("who pushes whom away, the first that fits a pair");
  v.field("water", water).doc("water around all bodies");
  v.field("thrusters", thrusters).doc("propellers");
  v.field("fins", fins).doc("flat plates with lift and drag");
  v.field("probes", probes).doc("what is recorded");
  v.field("sensors", sensors).doc("what controllers know of probes");
  v.field("controllers", controllers).doc("who decides on inputs while the robot moves");
  v.field("study", study).doc("what is computed");
  v.field("figures", figures).doc("numbers drawn from the result");
  v.field("expect", expect).doc("what must come out");
}

}  // namespace cuttle
