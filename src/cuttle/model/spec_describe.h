#pragma once

#include <string>

#include "cuttle/model/connection.h"
#include "cuttle/model/describe.h"
#include "cuttle/model/spec.h"
#include "cuttle/model/spec_describe_body.h"
#include "cuttle/model/spec_describe_control.h"
#include "cuttle/model/spec_describe_muscle.h"
#include "cuttle/model/spec_describe_net.h"

namespace cuttle {

// Every field of the model language, once: name, unit, range, text. Defaults are those of the
// structs. From here come the reader, the range checks and the reference (cuttle schema).
//
// A visitor offers about(section, text), field(name, member), shorthand(field) (a bare value
// stands for a map with that one field), one_of(fields) (exactly one is given) and
// list_or_inline(name, list, text) (a list, or the fields of its only item in place).

template <class V>
void describe(V& v, LoadSpec& s) {
  v.about("load", "force and moment at a point, or per length along a rod (from, to)");
  v.field("name", s.name).identifier().otherwise("load_1, load_2, ...").doc("name, unique");
  v.field("body", s.body).required().doc("where it acts");
  v.field("from", s.from).unit("m").doc("start abscissa of a load per length");
  v.field("to", s.to).unit("m").doc("end abscissa of a load per length");
  const bool along = s.distributed();
  v.field("at", s.at)
      .unit("m")
      .when(!along, "points, without from and to")
      .otherwise("tip of a rod, base frame of other bodies")
      .doc("abscissa, base, tip, edge, or a frame");
  v.field("point", s.point)
      .unit("m")
      .when(!along, "points, without from and to")
      .doc("offset in the mount frame");
  v.field("force", s.force)
      .unit(along ? "N/m" : "N")
      .variables(along ? "X, t" : "t")
      .otherwise("0")
      .doc("three signals; per length they may use X (metres from the rod's base)");
  v.field("moment", s.moment)
      .unit(along ? "N" : "N m")
      .variables(along ? "X, t" : "t")
      .otherwise("0")
      .doc("three signals, likewise");
  v.field("frame", s.frame).doc("axes of the components");
}

template <class V>
void describe(V& v, CablePathSpec& s) {
  v.about("cable piece", "a point of a body, or a run along a rod (from, to)");
  v.field("body", s.body).required().doc("body it passes");
  v.field("from", s.from).unit("m").doc("start abscissa of a run");
  v.field("to", s.to).unit("m").doc("end abscissa of a run");
  v.field("at", s.at)
      .unit("m")
      .when(!s.run(), "points, without from and to")
      .otherwise("tip of a rod, base frame of other bodies")
      .doc("abscissa, base, tip, edge, or a frame");
  v.field("point", s.point)
      .unit("m")
      .when(!s.run(), "points, without from and to")
      .otherwise("0")
      .doc("in the mount frame");
  v.field("y", s.y)
      .unit("m")
      .variables("X")
      .polynomial()
      .when(s.run(), "runs, with from and to")
      .otherwise("0")
      .doc("offset: number, [c0, c1, c2, ...] or expression; X in metres from `from`");
  v.field("z", s.z)
      .unit("m")
      .variables("X")
      .polynomial()
      .when(s.run(), "runs, with from and to")
      .otherwise("0")
      .doc("offset, likewise");
}

template <class V>
void describe(V& v, CableSpec& s) {
  v.about("cable", "a string of given tension that runs through bodies");
  v.field("name", s.name).identifier().required().doc("name, unique");
  v.field("tension", s.tension).unit("N").at_least(0).required().doc("pulling force, a signal");
  v.field("path", s.path).required().doc("pieces in order");
}

template <class V>
void describe(V& v, ConnectionEndSpec& s) {
  v.about("connection end", "a frame on a body, or in the world");
  v.field("body", s.body).doc("a body, or world");
  v.field("at", s.at)
      .unit("m")
      .otherwise("tip of a rod, base frame of other bodies")
      .doc("abscissa, base, tip, edge, or a frame");
  v.field("pose", s.pose).doc("of the connection's frame in that mount frame");
}

template <class V>
void describe(V& v, CloseSpec& s) {
  v.about("docking", "when an open connection closes; the parts then stay as they met");
  v.field("time", s.time).unit("s").at_least(0).doc("at this time");
  v.field("distance", s.distance).unit("m").above(0).doc("when the frames are as near as this");
  v.field("when", s.when)
      .doc("when this holds: a comparison of columns of probes (and t), such as tip.x > 0.2");
  v.one_of({"time", "distance", "when"});
  v.field("angle", s.angle)
      .unit("rad")
      .above(0)
      .at_most(3.2)
      .when(s.distance.has_value(), "docking by distance")
      .otherwise("any")
      .doc("and turned against each other by less than this");
}

template <class V>
void describe(V& v, ConnectionSpec& s) {
  v.about("connection", "a joint between two bodies of the tree: it closes a loop");
  v.field("name", s.name).identifier().required().doc("name, unique");
  v.field("type", s.type).choices(rows_of(joint_table())).doc("kind of joint");
  const ConnectionKind* const kind = find_connection_kind(s.type);
  const bool axis =
      kind && (kind->turns == HeldTurns::off_axis || kind->turns == HeldTurns::cardan ||
               kind->slides == HeldSlides::off_axis);
  v.field("axis", s.axis)
      .direction()
      .when(axis, "joints with an axis")
      .doc("x, y, z or a vector, in both frames");
  v.field("axis2", s.axis2)
      .direction()
      .when(s.type == "universal", "type: universal")
      .otherwise("perpendicular to axis")
      .doc("turns about axis2 x axis of a, then about axis2 of b");
  v.field("pitch", s.pitch)
      .unit("m/rad")
      .when(s.type == "helical", "type: helical")
      .required()
      .doc("advance per angle");
  v.field("a", s.a).otherwise("the world").doc("one end");
  v.field("b", s.b).required().doc("the other end");
  v.field("closes", s.closes).doc("open at the start; closes (docks) during a run, with an impact");
  v.field("opens", s.opens).unit("s").at_least(0).doc("time when it opens for good (undocks)");
}

template <class V>
void describe(V& v, ProbeSpec& s) {
  v.about("probe", "what is recorded");
  v.field("name", s.name).identifier().required().doc("head of the column names");
  v.field("frame", s.frame).doc("body whose frame is recorded");
  v.field("strain", s.strain).doc("rod whose six strains are recorded");
  v.field("joint", s.joint).doc("body whose joint coordinates, rates and efforts are recorded");
  v.field("reaction", s.reaction)
      .doc("body whose joint bears force and moment: those that the body puts on its carrier");
  v.field("cable", s.cable).doc("cable whose length and tension are recorded");
  v.field("muscle", s.muscle).doc("muscle whose strength, recruited length and power are recorded");
  v.field("connection", s.connection).doc("connection whose gap, force and moment are recorded");
  v.field("contact", s.contact).doc("contact whose places, depth and forces are recorded");
  v.field("momentum", s.momentum)
      .choices({{"all", "the whole robot"}})
      .doc("linear and angular momentum, that of the added mass of water included");
  v.field("thruster", s.thruster).doc("thruster whose command, n, force and power are recorded");
  v.field("fin", s.fin).doc("fin whose angle of attack, lift, drag and power are recorded");
  v.field("swimmer", s.swimmer)
      .doc("body whose way, speed and turn are recorded, with the power that the robot spends");
  v.field("shell", s.shell).doc("shell whose volume, radii, thrust and drag are recorded");
  v.field("jet", s.jet).doc("jet whose thrust and power are recorded");
  v.field("net", s.net).doc("net whose nodes, curvatures, momentum and energies are recorded");
  v.one_of({"frame", "strain", "joint", "cable", "muscle", "connection", "contact", "momentum",
            "thruster", "fin", "swimmer", "shell", "jet", "reaction", "net"});
  const bool frame = !s.frame.empty(), strain = !s.strain.empty(), swimmer = !s.swimmer.empty();
  if (!s.shell.empty())
    v.field("at", s.abscissas).unit("m").at_least(0).doc("abscissas whose radius is recorded");
  else
    v.field("at", s.at)
        .unit("m")
        .when(frame || strain || swimmer, "frame, strain, swimmer and shell probes")
        .otherwise("tip of a rod, base frame of other bodies")
        .doc("abscissa, base, tip, edge, or a frame; of shell probes one abscissa or a list");
  v.field("point", s.point)
      .unit("m")
      .when(frame || swimmer, "frame and swimmer probes")
      .doc("offset in the mount frame");
  v.field("forward", s.forward)
      .direction()
      .when(swimmer, "swimmer probes")
      .doc("x, y, z or a vector in the mount frame: where it swims");
  v.field("record", s.record).when(frame, "frame probes").doc("list of what is recorded");
  v.field("of", s.of)
      .when(!s.contact.empty(), "contact probes")
      .otherwise("all of it, force on the second side")
      .doc("body or obstacle: only its places, and the force on it");
  v.field("nodes", s.nodes)
      .when(!s.net.empty(), "net probes")
      .doc("nodes whose places are recorded, such as [leg.0, leg.last]");
  v.field("segments", s.segments)
      .when(!s.net.empty(), "net probes")
      .doc("segments whose mean curvatures are recorded");
}

template <class V>
void describe(V& v, StudySpec& s) {
  const auto is = [&s](StudyType type) { return s.type == type; };
  v.about("study", "what is computed");
  v.field("type", s.type).required().doc("kind of study");
  const bool dynamics = is(StudyType::dynamics), path = is(StudyType::load_path);
  const bool modes = is(StudyType::modes);
  const std::string motion = "type: dynamics";
  v.field("duration", s.duration)
      .unit("s")
      .above(0)
      .when(dynamics, motion)
      .required()
      .doc("time that is simulated");
  v.field("output_step", s.output_step)
      .unit("s")
      .above(0)
      .when(dynamics, motion)
      .doc("between two rows of the result");
  v.field("method", s.method).when(dynamics, motion).doc("time integrator");
  v.field("rtol", s.rtol).above(0).below(1).when(dynamics, motion).doc("relative error per step");
  v.field("atol", s.atol).above(0).when(dynamics, motion).doc("absolute error per step (SI)");
  v.field("step", s.step)
      .unit("s")
      .at_least(0)
      .when(dynamics, motion)
      .doc(
          "fixed step of dopri5, implicit and generalized_alpha, without error control; first step "
          "of bdf and adams; 0: chosen by error control; largest step of nets; 0: 1 ms");
  v.field("rho_infinity", s.rho_infinity)
      .at_least(0)
      .at_most(1)
      .when(dynamics, motion)
      .doc("spectral radius of generalized_alpha at high frequency");
  v.field("constraints", s.constraints)
      .when(dynamics, motion)
      .doc("how closed connections are kept closed");
  v.field("baumgarte_rate", s.baumgarte_rate)
      .unit("1/s")
      .above(0)
      .when(s.constraints == ConstraintMethod::baumgarte, "constraints: baumgarte")
      .doc("gaps die out like (1 + rate t) exp(-rate t)");
  v.field("start", s.start).when(dynamics, motion).doc("state at the start");
  v.field("net_method", s.net_method).when(dynamics, motion).doc("how nets go through time");
  v.field("net_tolerance", s.net_tolerance)
      .unit("m")
      .at_least(0)
      .when(dynamics, motion)
      .doc("nets shorten their steps to keep the error of each below this; 0: fixed steps");
  v.field("max_steps", s.max_steps)
      .at_least(1)
      .at_most(1e7)
      .when(dynamics, motion)
      .doc("the run stops after so many");
  v.field("tolerance", s.tolerance).above(0).below(1).doc("relative residual of an equilibrium");
  v.field("load_steps", s.load_steps)
      .at_least(1)
      .at_most(1e6)
      .doc("an equilibrium is reached in so many load steps");
  v.field("from", s.from).when(path, "type: load_path").doc("first load");
  v.field("to", s.to).when(path, "type: load_path").doc("last load");
  v.field("steps", s.steps)
      .at_least(1)
      .at_most(1e7)
      .when(path, "type: load_path")
      .doc(
          "equilibria after the first; with control: arc_length at most so many, and the first "
          "step is (to - from) / steps");
  v.field("control", s.control).when(path, "type: load_path").doc("what leads along the path");
  v.field("arc_step", s.arc_step)
      .at_least(0)
      .when(s.control == PathControl::arc_length, "control: arc_length")
      .doc(
          "largest step along the path, which counts the changes of all coordinates (radians, "
          "reaches of the robot, per cent of stretch and shear) and of the load (parts of "
          "to - from); 0: a few times the first step, more where the path is long");
  v.field("count", s.count)
      .at_least(1)
      .at_most(1000)
      .when(modes, "type: modes")
      .doc("number of modes, from the lowest");
  v.field("about", s.about)
      .when(modes, "type: modes")
      .doc(
          "what vibrates: the robot at rest in its initial configuration, in equilibrium, or in "
          "steady motion, where free bodies keep their body-frame velocities");
}

template <class V>
void describe(V& v, FigureSpec& s) {
  v.about("figure", "one number drawn from a column of the result");
  v.field("name", s.name).identifier().required().doc("name, unique");
  v.field("measure", s.measure).doc("what is drawn from it");
  const bool swims = is_of_swimmer(s.measure), beats = s.measure == Measure::strouhal;
  v.field("swimmer", s.swimmer)
      .when(swims, "measures of a swimmer")
      .required()
      .doc("name of a swimmer probe");
  v.field("column", s.column)
      .when(!swims || beats, "measures of a column")
      .required()
      .doc("name of a column, such as tip.z");
  const bool part = s.measure != Measure::at && s.measure != Measure::deviation;
  v.field("from", s.from)
      .unit("s")
      .when(part, "measures of a stretch of time")
      .otherwise("the start")
      .doc("only what comes later counts");
  v.field("to", s.to)
      .unit("s")
      .when(part, "measures of a stretch of time")
      .otherwise("the end")
      .doc("only what comes before counts");
  v.field("time", s.time)
      .unit("s")
      .when(s.measure == Measure::at, "measure: at")
      .required()
      .doc("time of the value");
  const bool deviation = s.measure == Measure::deviation;
  v.field("reference", s.reference)
      .unit("*")
      .when(deviation, "measure: deviation")
      .doc("list of [time, value] (SI) to compare with; or give csv");
  v.field("csv", s.csv)
      .when(deviation, "measure: deviation")
      .doc("CSV file beside the model file that holds the reference");
  if (deviation) v.one_of({"reference", "csv"});
  const bool file = deviation && !s.csv.empty();
  v.field("csv_column", s.csv_column).when(file, "csv").required().doc("its values");
  v.field("csv_time", s.csv_time).when(file, "csv").otherwise("first column").doc("its times");
}

template <class V>
void describe(V& v, ExpectSpec& s) {
  v.about("expect", "a figure, its true value and how near it must be");
  v.field("figure", s.figure).required().doc("name of a figure");
  v.field("value", s.value).unit("*").required().doc("reference");
  v.field("tolerance", s.tolerance)
      .unit("*")
      .required()
      .doc("\"0.2 %\" of the reference, or an absolute number (SI)");
  v.field("source", s.source).doc("where the reference comes from");
}

template <class V>
void describe(V& v, ScenarioSpec& s) {
  v.about("model file", "a robot, what acts on it, what is computed and what must come out");
  v.field("name", s.name).identifier().otherwise("name of the file").doc("names the results");
  v.field("title", s.title).doc("one line of text");
  v.field("frame", s.frame).doc("axes of the world");
  v.field("gravity", s.gravity)
      .unit("m/s^2")
      .doc("acceleration of free fall; in frame ned [0, 0, 9.81] unless it is given");
  v.field("materials", s.materials).doc("materials by name");
  v.field("bodies", s.bodies).doc("the tree, in any order");
  v.field("nets", s.nets).doc("planar nets of elastic strips");
  v.field("parameters", s.parameters)
      .unit("*")
      .doc("numbers by name (SI), for $(...) anywhere in the file, such as $(length / 8)");
  v.field("loads", s.loads).doc("forces and moments");
  v.field("cables", s.cables).doc("strings under tension");
  v.field("muscles", s.muscles).doc("moments and forces inside rods");
  v.field("shell_loads", s.shell_loads).doc("what squeezes or inflates shells");
  v.field("jets", s.jets).doc("water that shells push out");
  v.field("connections", s.connections).doc("joints that close loops");
  v.field("obstacles", s.obstacles).doc("shapes that stand in the world");
  v.field("contacts", s.contacts).doc("who pushes whom away, the first that fits a pair");
  v.field("water", s.water).doc("water around all bodies");
  v.field("thrusters", s.thrusters).doc("propellers");
  v.field("fins", s.fins).doc("flat plates with lift and drag");
  v.field("probes", s.probes).doc("what is recorded");
  v.field("sensors", s.sensors).doc("what controllers know of probes");
  v.field("controllers", s.controllers).doc("who decides on inputs while the robot moves");
  v.field("study", s.study).doc("what is computed");
  v.field("figures", s.figures).doc("numbers drawn from the result");
  v.field("expect", s.expect).doc("what must come out");
}

}  // namespace cuttle
