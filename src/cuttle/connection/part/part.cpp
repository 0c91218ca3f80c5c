#include "cuttle/connection/part/part.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "cuttle/connection/closed_state.h"
#include "cuttle/connection/connection_rows.h"
#include "cuttle/core/connection.h"
#include "cuttle/core/joint.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/part/part_kind.h"
#include "cuttle/signal/expression.h"
#include "cuttle/spec/describe.h"
#include "cuttle/spec/spec_place.h"

namespace cuttle {

namespace {

bool has_axis(const ConnectionKind& kind) {
  return kind.turns == HeldTurns::off_axis || kind.turns == HeldTurns::cardan ||
         kind.slides == HeldSlides::off_axis;
}

// Joints that hold something: a free one would be no connection.
std::vector<NamedChoice> connection_types() {
  std::vector<NamedChoice> types = rows_of(joint_table());
  std::erase_if(types, [](const NamedChoice& type) {
    const ConnectionKind* const kind = find_connection_kind(type.name);
    return !kind || kind->rows() == 0;
  });
  return types;
}

}  // namespace

// ---------------------------------------------------------------------------------------- fields

void ConnectionEndSpec::describe(Fields& v) {
  v.about("connection end", "a frame on a body, or in the world");
  v.field("body", body).refers_to("bodies").doc("a body, or world");
  v.field("at", at)
      .unit("m")
      .otherwise("tip of a rod, base frame of other bodies")
      .doc("abscissa, base, tip, edge, a frame, or a node of a net (leg.3)");
  v.field("pose", pose).doc("pose of the connection's frame in that mount frame");
}

void CloseSpec::describe(Fields& v) {
  v.about("docking",
          "when an open connection closes; the parts then stay as they were when they met");
  v.field("time", time).unit("s").at_least(0).doc("at this time");
  v.field("distance", distance).unit("m").above(0).doc("when the frames are this close");
  v.field("when", when)
      .doc("when this is true: a comparison of columns of probes (and t), such as tip.x > 0.2");
  v.one_of({"time", "distance", "when"});
  v.field("angle", angle)
      .unit("rad")
      .above(0)
      .at_most(3.2)
      .when(distance.has_value(), "docking by distance")
      .otherwise("any")
      .doc("and rotated relative to each other by less than this");
}

void ConnectionSpec::describe(Fields& v) {
  v.about("connection", "a joint between two bodies of the tree: it closes a loop");
  v.field("name", name).identifier().required().doc("name, unique");
  v.field("type", type).choices(connection_types()).doc("kind of joint");
  const ConnectionKind* const kind = find_connection_kind(type);
  v.field("axis", axis)
      .direction()
      .when(kind && has_axis(*kind), "joints with an axis")
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

namespace {

// ---------------------------------------------------------------------------------------- checks

void check_switches(const ConnectionSpec& connection, Checker& checker) {
  if ((connection.closes || connection.opens) && checker.spec.study.type != StudyType::dynamics)
    checker.diagnostics.add(
        connection.origin.error(connection.closes ? "closes" : "opens",
                                "connections open and close only in a study of dynamics"));
  if (connection.closes && connection.closes->time && connection.opens &&
      *connection.opens <= *connection.closes->time)
    checker.diagnostics.add(
        connection.origin.error("opens", "must be later than the time at which it closes"));
}

void check(Checker& checker) {
  for (const ConnectionSpec& connection : checker.spec.of<ConnectionSpec>()) {
    for (const ConnectionEndSpec* end : {&connection.a, &connection.b})
      checker.mount_or_world(end->body, end->at, end->origin, "pose");
    if (connection.a.body == connection.b.body)
      checker.diagnostics.add(
          connection.origin.error("b", fmt::format("both ends are on {}", connection.a.body),
                                  "a connection joins two bodies, or a body and the world"));
    if (const ConnectionKind* const kind = find_connection_kind(connection.type);
        kind && kind->rows() == 0)
      checker.diagnostics.add(
          connection.origin.error("type", "has no effect: a connection of this type holds nothing",
                                  "leave the connection out: its ends move freely without it"));
    check_switches(connection, checker);
    if (connection.axis2 && connection.axis.cross(*connection.axis2).norm() < 1e-6)
      checker.diagnostics.add(connection.origin.error("axis2", "must not be parallel to axis"));
  }
}

// ---------------------------------------------------------------------------------------- copies

// An end of a copied connection on the parent turns about the same axis.
void turn_end(ConnectionEndSpec& end, const PartCopy& copy) {
  if (end.body != copy.group.parent_name()) return;
  // mount frame F of the copies and mount frame G of the end on the parent: G^-1 F turn F^-1 G
  const Pose F = copy.parent_frame(copy.group.root.at), G = copy.parent_frame(end.at);
  const Pose turn{copy.turn(), Vector3::Zero()};
  const Pose turned =
      G.inverse() * F * turn * F.inverse() * G * Pose{end.pose.rotation, end.pose.position};
  end.pose.rotation = turned.R;
  end.pose.position = turned.p;
}

// A condition of a copy looks at the probes of that copy: tip.x is tip_2.x in the second one.
std::string copy_condition(const PartCopy& copy, const std::string& when) {
  const auto in_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  std::string text;
  for (std::size_t i = 0; i < when.size();) {
    std::size_t end = i;
    while (end < when.size() && in_name(when[end])) ++end;
    const std::string word = when.substr(i, std::max<std::size_t>(end - i, 1));
    const bool head = end < when.size() && when[end] == '.' && (i == 0 || when[i - 1] != '.');
    text += head && copy.group.has("probes", word) ? copy.name(word) : word;
    i += word.size();
  }
  return text;
}

void adapt(ConnectionSpec& connection, const PartCopy& copy) {
  if (connection.closes && !connection.closes->when.empty()) {
    connection.closes->when = copy_condition(copy, connection.closes->when);
    connection.closes->copy = copy.index;
  }
  for (ConnectionEndSpec* end : {&connection.a, &connection.b}) turn_end(*end, copy);
}

void as_written(PartLists& lists) {
  for (ConnectionSpec& connection : lists.of<ConnectionSpec>())
    if (connection.closes)
      connection.closes->when = with_copy_numbers(connection.closes->when, connection.closes->copy);
}

// ---------------------------------------------------------------------------------------- build

void places(const ScenarioSpec& spec, Places& bodies) {
  for (const ConnectionSpec& connection : spec.of<ConnectionSpec>())
    for (const ConnectionEndSpec* end : {&connection.a, &connection.b})
      bodies.place(end->body, end->at, end->origin);
}

Mount make_mount(const Draft& draft, const ConnectionEndSpec& end) {
  const int body = draft.body_index(end.body);
  return {body, draft.point_of(body, end.at), {end.pose.rotation, end.pose.position}};
}

void build(Draft& draft) {
  for (const ConnectionSpec& spec : draft.spec.of<ConnectionSpec>()) {
    Connection connection;
    connection.name = spec.name;
    connection.kind = find_connection_kind(spec.type);
    connection.a = make_mount(draft, spec.a);
    connection.b = make_mount(draft, spec.b);
    connection.axis = spec.axis;
    if (connection.kind->turns == HeldTurns::cardan) {
      // the two axes of the joint of that name
      const auto steps = make_steps(*find_joint_kind(spec.type), spec.axis, spec.axis2, 0);
      connection.axis = steps[0].S.head<3>();
      connection.axis2 = steps[1].S.head<3>();
    }
    connection.pitch = spec.pitch;
    draft.model.connections.push_back(std::move(connection));
  }
}

/// How far a connection is off, in what it holds.
Offset measured(const Model& model, const Workspace& ws, const Connection& connection,
                ConnectionState state) {
  // while it is open, the frames are those of the file, wherever its parts have met before
  if (!state.closed) state.X_latch = Pose::identity();
  const ConnectionMotion m = connection_motion(model, ws, connection, state, false);
  if (!state.closed) return offset_of(connection, m.X_AB);
  const int turns = m.rows.turns, slides = m.rows.count - turns;
  const auto largest = [&](int first, int count) {
    return count > 0 ? m.rows.gap.segment(first, count).cwiseAbs().maxCoeff<Eigen::PropagateNaN>()
                     : 0.0;
  };
  return {largest(turns, slides), largest(0, turns)};
}

PartSummary summary(const Built& built) {
  const ScenarioSpec& spec = built.spec;
  const auto place = [&spec](const ConnectionEndSpec& end) {
    if (end.at.kind == BodyPlaceSpec::Kind::abscissa)
      return fmt::format("{} at {:.6g} m", end.body, end.at.abscissa);
    const std::string word = place_word(end.at);
    if (word.empty()) return end.body;
    // what the file names is called by its name, what the body has anyhow is its own
    const BodySpec* const body = find_body(spec, end.body);
    const bool named = end.at.kind == BodyPlaceSpec::Kind::frame ||
                       (body && body->rigid && named_frame(*body->rigid, end.at));
    return end.body + (named ? " at " : " at its ") + word;
  };
  // what is left of a loop that was closed is round-off
  const auto length = [](double x) { return number(x < kClosedLoop ? 0 : x); };
  Workspace ws(built.model);
  update_kinematics(built.model, built.initial, built.u, nullptr, ws);
  std::vector<TableRow> rows = {{"name", "type", "a", "b", "gap [m]", "tilt [rad]", "closed"}};
  const auto& connections = spec.of<ConnectionSpec>();
  for (size_t i = 0; i < connections.size(); ++i) {
    const ConnectionSpec& connection = connections[i];
    const Offset open =
        measured(built.model, ws, built.model.connections[i], built.initial.connections[i]);
    std::string closed = !connection.closes ? "from the start"
                         : connection.closes->time
                             ? fmt::format("from t = {:.6g} s", *connection.closes->time)
                         : connection.closes->distance ? "when its frames meet"
                                                       : "when " + connection.closes->when;
    if (connection.opens) closed += fmt::format(", until t = {:.6g} s", *connection.opens);
    rows.push_back({connection.name, connection.type, place(connection.a), place(connection.b),
                    length(open.distance), length(open.angle), closed});
  }
  return {.rows = std::move(rows)};
}

// ---------------------------------------------------------------------------------------- warnings

bool same_end(const ConnectionEndSpec& a, const ConnectionEndSpec& b) {
  constexpr double kSame = 1e-9;
  return a.body == b.body && a.at.kind == b.at.kind && a.at.abscissa == b.at.abscissa &&
         a.at.frame == b.at.frame &&
         (a.pose.position - b.pose.position).norm() <= kSame * (1 + a.pose.position.norm()) &&
         (a.pose.rotation - b.pose.rotation).norm() <= kSame;
}

bool hangs_on(const BodyIndex& index, const std::string& name, const std::string& above) {
  const BodySpec* body = index.find(name);
  while (body && body->parent != above) body = index.parent(*body);
  return body != nullptr;
}

// Of a connection that repeat has copied, only the ends on the parent turn with the copies.
void warn(const Built& built, Workspace&, Diagnostics& warnings) {
  const BodyIndex index(built.spec);
  std::map<std::string, std::vector<const ConnectionSpec*>> copies;
  for (const ConnectionSpec& connection : built.spec.of<ConnectionSpec>())
    if (connection.origin.copy.n > 1) copies[connection.origin.path].push_back(&connection);
  for (const auto& [path, all] : copies)
    for (const auto& [end, other] : {std::pair{&ConnectionSpec::a, &ConnectionSpec::b},
                                     std::pair{&ConnectionSpec::b, &ConnectionSpec::a}}) {
      const ConnectionSpec& first = *all.front();
      const ConnectionEndSpec& tie = first.*end;
      const bool same = std::ranges::all_of(
          all, [&](const ConnectionSpec* copy) { return same_end(copy->*end, tie); });
      if (all.size() < 2 || !same || hangs_on(index, (first.*other).body, tie.body)) continue;
      Origin origin = first.origin;
      origin.copy = {};
      warnings.add(origin.warning(
          end == &ConnectionSpec::a ? "a" : "b",
          fmt::format("all {} copies are tied to the same place of {}: only ends on the parent of "
                      "what is repeated turn with the copies; if they shall be apart, let the "
                      "place depend on the copy, such as position: [$(0.1*cosd(360*k/n)), "
                      "$(0.1*sind(360*k/n)), 0]",
                      all.size(), tie.body)));
    }
}

// ---------------------------------------------------------------------------------------- drawing

void draw(const Built& built, Canvas& canvas) {
  for (const Connection& connection : built.model.connections) {
    FramePair pair{
        connection.name, std::string(connection.kind->name), {}, connection.a, connection.b};
    if (has_axis(*connection.kind)) pair.axes.push_back(connection.axis);
    if (connection.kind->turns == HeldTurns::cardan) pair.axes.push_back(connection.axis2);
    canvas.connection(std::move(pair));
  }
}

// ---------------------------------------------------------------------------------------- probe

/// Whether a connection is closed, its gap [m] and tilt [rad] (of open ones, too), and what it does
/// to its second body:
/// fx, fy, fz [N] and mx, my, mz [N m] about its frame, in world axes.
class ConnectionProbe final : public ProbeTarget {
 public:
  ConnectionProbe(const Draft& draft, const ProbeSpec& probe) {
    while (draft.model.connections[size_t(connection_)].name != probe.target()) ++connection_;
  }

  void add_columns(const Model&, ColumnList& list) const override {
    list.add({"closed"}, "-", "1 while it is closed, 0 while it is open");
    list.add({"gap"}, "m",
             "distance by which the connection is off; while it is open, between its frames, in "
             "the directions that it would hold");
    list.add({"tilt"}, "rad", "angle by which the connection is off, likewise");
    list.add({"fx", "fy", "fz"}, "N", "force on the second body, world axes");
    list.add({"mx", "my", "mz"}, "N m", "moment on the second body about its frame, world axes");
  }

  void write(const Snapshot& at, RowWriter& row) const override {
    const auto index = size_t(connection_);
    // formulas of the state look where connections are not known, or their forces not yet
    const bool known = index < at.x.connections.size();
    const ConnectionState state = known ? at.x.connections[index] : ConnectionState();
    const Connection& connection = at.model.connections[index];
    const Offset open = measured(at.model, at.ws, connection, state);
    const ConnectionMotion m = connection_motion(at.model, at.ws, connection, state, false);
    row.put(state.closed ? 1 : 0);
    row.put(open.distance);
    row.put(open.angle);
    Vector6 wrench = Vector6::Zero();
    if (state.closed && at.ws.lambda.size() > 0) {
      int first = 0;
      for (size_t i = 0; i < index; ++i) first += at.model.connections[i].rows();
      for (int k = 0; k < m.rows.count; ++k)
        wrench += at.ws.lambda[first + k] * m.rows.C.row(k).transpose();
    }
    row.put_all(Vector3(m.b.X_WM.R * wrench.tail<3>()));
    row.put_all(Vector3(m.b.X_WM.R * wrench.head<3>()));
  }

 private:
  int connection_ = 0;
};

constexpr ProbeKind kProbes[] = {{.field = "connection",
                                  .doc = "connection whose gap, force and moment are recorded",
                                  .order = 60,
                                  .list = "connections",
                                  .make = make_probe<ConnectionProbe>}};

}  // namespace

extern constinit const PartKind kConnections{.list = "connections",
                                             .word = "connection",
                                             .doc = "joints that close loops",
                                             .type = &kListOf<ConnectionSpec>,
                                             .turn = 90,
                                             .as_written = as_written,
                                             .check = check,
                                             .adapt_copy = adapt_part<ConnectionSpec, adapt>,
                                             .places = places,
                                             .build = build,
                                             .summary = summary,
                                             .draw = draw,
                                             .warn = warn,
                                             .closes_loops = true,
                                             .probes = kProbes};

}  // namespace cuttle
