#include "cuttle/model/spec_repeat.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>
#include <optional>
#include <set>

#include "cuttle/math/pose.h"
#include "cuttle/model/spec_place.h"
#include "cuttle/model/spec_walk.h"

namespace cuttle {

namespace {

constexpr std::size_t kMaxBodies = 10'000;

// A body with `repeat`, and what is copied with it.
struct Group {
  BodySpec root;
  std::optional<BodySpec> parent;  // empty: world
  std::set<std::string> bodies;
  std::set<std::string> cables, muscles, connections, thrusters, fins, jets, probes;

  bool has(const std::string& body) const { return bodies.count(body) > 0; }
};

// One copy: its number, and the turn about the axis of the mount frame.
struct Copy {
  const Group& group;
  CopyIndex index;

  Matrix3 turn() const {
    const double angle = 2 * std::numbers::pi * (index.k - 1) / index.n;
    return Eigen::AngleAxisd(angle, group.root.repeat->about).toRotationMatrix();
  }
  std::string name(const std::string& old) const { return old + "_" + std::to_string(index.k); }
  std::string body(const std::string& old) const { return group.has(old) ? name(old) : old; }

  template <class Spec>
  void number(Spec& spec) const {
    for_each_expression(value_of(spec), [this](const ExpressionUse& use) { use.copy = index; });
  }
};

bool is_descendant(const BodyIndex& index, const BodySpec& body, const BodySpec& root) {
  const BodySpec* walk = &body;
  while (walk && walk != &root) walk = index.parent(*walk);
  return walk != nullptr;
}

// the first body with a repeat that has no repeated ancestor
const BodySpec* outermost_repeat(const ScenarioSpec& scenario) {
  const BodyIndex index(scenario);
  for (const BodySpec& body : scenario.bodies) {
    bool outermost = body.repeat.has_value();
    const BodySpec* above = index.parent(body);
    for (; above && outermost; above = index.parent(*above)) outermost = !above->repeat.has_value();
    if (outermost) return &body;
  }
  return nullptr;
}

bool is_copied(const Group& group, const ProbeSpec& probe) {
  if (probe.kind() == ProbeSpec::Kind::contact) return group.has(probe.of);
  if (probe.kind() == ProbeSpec::Kind::cable) return group.cables.count(probe.cable) > 0;
  if (probe.kind() == ProbeSpec::Kind::muscle) return group.muscles.count(probe.muscle) > 0;
  if (probe.kind() == ProbeSpec::Kind::connection)
    return group.connections.count(probe.connection) > 0;
  if (probe.kind() == ProbeSpec::Kind::thruster) return group.thrusters.count(probe.thruster) > 0;
  if (probe.kind() == ProbeSpec::Kind::fin) return group.fins.count(probe.fin) > 0;
  if (probe.kind() == ProbeSpec::Kind::jet) return group.jets.count(probe.jet) > 0;
  return probe.kind() != ProbeSpec::Kind::momentum && group.has(probe.target());
}

Group make_group(const ScenarioSpec& scenario, const BodySpec& root) {
  const BodyIndex index(scenario);
  Group group;
  group.root = root;
  if (const BodySpec* parent = index.parent(root)) group.parent = *parent;
  for (const BodySpec& body : scenario.bodies)
    if (is_descendant(index, body, root)) group.bodies.insert(body.name);
  for (const CableSpec& cable : scenario.cables)
    for (const CablePathSpec& piece : cable.path)
      if (group.has(piece.body)) group.cables.insert(cable.name);
  for (const MuscleSpec& muscle : scenario.muscles)
    if (group.has(muscle.body)) group.muscles.insert(muscle.name);
  for (const ConnectionSpec& connection : scenario.connections)
    if (group.has(connection.a.body) || group.has(connection.b.body))
      group.connections.insert(connection.name);
  for (const ThrusterSpec& thruster : scenario.thrusters)
    if (group.has(thruster.body)) group.thrusters.insert(thruster.name);
  for (const FinSpec& fin : scenario.fins)
    if (group.has(fin.body)) group.fins.insert(fin.name);
  for (const JetSpec& jet : scenario.jets)
    if (group.has(jet.body)) group.jets.insert(jet.name);
  for (const ProbeSpec& probe : scenario.probes)
    if (is_copied(group, probe)) group.probes.insert(probe.name);
  return group;
}

BodySpec copy_body(const Copy& copy, BodySpec body) {
  if (body.name == copy.group.root.name) {
    body.pose.position = copy.turn() * body.pose.position;
    body.pose.rotation = copy.turn() * body.pose.rotation;
    body.repeat.reset();
  } else {
    body.parent = copy.name(body.parent);
  }
  body.name = copy.name(body.name);
  body.copy = copy.index;
  copy.number(body);
  return body;
}

// a y + b z, as a function
FunctionSpec combine(double a, const FunctionSpec& y, double b, const FunctionSpec& z) {
  using Kind = FunctionSpec::Kind;
  FunctionSpec sum;
  sum.origin = y.origin;
  const auto text = [](const FunctionSpec& f) {
    if (f.kind == Kind::expression) return "(" + f.expression + ")";
    std::string polynomial = "0";
    for (std::size_t i = 0; i < f.values.size(); ++i)
      polynomial += fmt::format(" + ({})*X^{}", f.values[i], i);
    return "(" + polynomial + ")";
  };
  if (y.kind == Kind::expression || z.kind == Kind::expression) {
    sum.kind = Kind::expression;
    sum.expression = fmt::format("({})*{} + ({})*{}", a, text(y), b, text(z));
    return sum;
  }
  sum.kind = Kind::polynomial;
  sum.values.assign(std::max(y.values.size(), z.values.size()), 0.0);
  for (std::size_t i = 0; i < y.values.size(); ++i) sum.values[i] += a * y.values[i];
  for (std::size_t i = 0; i < z.values.size(); ++i) sum.values[i] += b * z.values[i];
  return sum;
}

// The mount frame of a place on the parent; only frames of rigid bodies differ from its base.
Pose frame_on(const std::optional<BodySpec>& parent, const MountSpec& at) {
  const PoseSpec* const frame = parent && parent->rigid ? named_frame(*parent->rigid, at) : nullptr;
  return frame ? Pose{frame->rotation, frame->position} : Pose::identity();
}

// A piece of a copied cable on the parent turns about the same axis. On a rod this can be done
// only about its own x axis; another axis leaves the piece where it is.
void turn_piece(const Copy& copy, CablePathSpec& piece) {
  const std::optional<BodySpec>& parent = copy.group.parent;
  const std::string parent_name = parent ? parent->name : "world";
  if (piece.body != parent_name) return;
  const Matrix3 turn = copy.turn();
  const Vector3& about = copy.group.root.repeat->about;
  if (parent && parent->rod) {
    if (std::abs(std::abs(about.x()) - 1) > 1e-9) return;
    if (piece.point) piece.point = turn * *piece.point;
    if (!piece.run()) return;
    const FunctionSpec y = piece.y.value_or(0.0), z = piece.z.value_or(0.0);
    piece.y = combine(turn(1, 1), y, turn(1, 2), z);
    piece.z = combine(turn(2, 1), y, turn(2, 2), z);
    return;
  }
  // mount frame F and piece frame G on the rigid parent: p' = G^-1 F turn F^-1 G p
  const Pose F = frame_on(parent, copy.group.root.at), G = frame_on(parent, piece.at);
  const Vector3 p_mount = F.inverse() * (G * piece.point.value_or(Vector3::Zero()));
  piece.point = G.inverse() * (F * Vector3(turn * p_mount));
}

CableSpec copy_cable(const Copy& copy, CableSpec cable) {
  cable.name = copy.name(cable.name);
  for (CablePathSpec& piece : cable.path) {
    turn_piece(copy, piece);
    piece.body = copy.body(piece.body);
  }
  copy.number(cable);
  return cable;
}

// An end of a copied connection on the parent turns about the same axis.
void turn_end(const Copy& copy, ConnectionEndSpec& end) {
  const std::optional<BodySpec>& parent = copy.group.parent;
  if (end.body != (parent ? parent->name : "world")) return;
  // mount frame F of the copies and mount frame G of the end on the parent: G^-1 F turn F^-1 G
  const Pose F = frame_on(parent, copy.group.root.at), G = frame_on(parent, end.at);
  const Pose turn{copy.turn(), Vector3::Zero()};
  const Pose turned =
      G.inverse() * F * turn * F.inverse() * G * Pose{end.pose.rotation, end.pose.position};
  end.pose.rotation = turned.R;
  end.pose.position = turned.p;
}

// A condition of a copy looks at the probes of that copy: tip.x is tip_2.x in the second one.
std::string copy_condition(const Copy& copy, const std::string& when) {
  const auto in_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  std::string text;
  for (std::size_t i = 0; i < when.size();) {
    std::size_t end = i;
    while (end < when.size() && in_name(when[end])) ++end;
    const std::string word = when.substr(i, std::max<std::size_t>(end - i, 1));
    const bool head = end < when.size() && when[end] == '.' && (i == 0 || when[i - 1] != '.');
    text += head && copy.group.probes.count(word) > 0 ? copy.name(word) : word;
    i += word.size();
  }
  return text;
}

ConnectionSpec copy_connection(const Copy& copy, ConnectionSpec connection) {
  if (connection.closes && !connection.closes->when.empty()) {
    connection.closes->when = copy_condition(copy, connection.closes->when);
    connection.closes->copy = copy.index;
  }
  connection.name = copy.name(connection.name);
  for (ConnectionEndSpec* end : {&connection.a, &connection.b}) {
    turn_end(copy, *end);
    end->body = copy.body(end->body);
  }
  return connection;
}

// A load, muscle, jet, thruster or fin on a copied body.
template <class Part>
Part copy_part(const Copy& copy, Part part) {
  part.name = copy.name(part.name);
  part.body = copy.name(part.body);
  copy.number(part);
  return part;
}

// Copies stand for the body that was repeated.
void name_copies(const Group& group, ContactSideSpec& side) {
  std::vector<std::string> names;
  for (std::string& name : side.names) {
    if (group.has(name))
      for (int k = 1; k <= group.root.repeat->count; ++k)
        names.push_back(Copy{group, {k, group.root.repeat->count}}.name(name));
    else
      names.push_back(std::move(name));
  }
  side.names = std::move(names);
}

ProbeSpec copy_probe(const Copy& copy, ProbeSpec probe) {
  probe.name = copy.name(probe.name);
  for (std::string* target :
       {&probe.frame, &probe.strain, &probe.joint, &probe.cable, &probe.muscle, &probe.connection,
        &probe.of, &probe.thruster, &probe.fin, &probe.swimmer, &probe.shell, &probe.jet,
        &probe.reaction})
    if (!target->empty()) *target = copy.name(*target);
  return probe;
}

// each part that belongs to the group gives n parts, in its place
template <class Part, class Belongs, class Make>
void copy_parts(std::vector<Part>& parts, const Group& group, const Belongs& belongs,
                const Make& make) {
  const int n = group.root.repeat->count;
  std::vector<Part> list;
  for (Part& part : parts) {
    if (belongs(part))
      for (int k = 1; k <= n; ++k) list.push_back(make(Copy{group, {k, n}}, part));
    else
      list.push_back(std::move(part));
  }
  parts = std::move(list);
}

void expand_one(ScenarioSpec& scenario, const Group& group) {
  const auto count = static_cast<std::size_t>(group.root.repeat->count);
  if (scenario.bodies.size() + group.bodies.size() * (count - 1) > kMaxBodies)
    throw InputError(group.root.repeat->origin.error("count", "more than 10000 bodies"));
  const auto has_body = [&](const BodySpec& body) { return group.has(body.name); };
  const auto on_body = [&](const auto& part) { return group.has(part.body); };
  const auto has_cable = [&](const CableSpec& cable) { return group.cables.count(cable.name) > 0; };
  const auto has_connection = [&](const ConnectionSpec& connection) {
    return group.connections.count(connection.name) > 0;
  };
  const auto has_probe = [&](const ProbeSpec& probe) { return is_copied(group, probe); };
  copy_parts(scenario.bodies, group, has_body, copy_body);
  copy_parts(scenario.loads, group, on_body, copy_part<LoadSpec>);
  copy_parts(scenario.muscles, group, on_body, copy_part<MuscleSpec>);
  copy_parts(scenario.shell_loads, group, on_body, copy_part<ShellLoadSpec>);
  copy_parts(scenario.jets, group, on_body, copy_part<JetSpec>);
  copy_parts(scenario.thrusters, group, on_body, copy_part<ThrusterSpec>);
  copy_parts(scenario.fins, group, on_body, copy_part<FinSpec>);
  copy_parts(scenario.cables, group, has_cable, copy_cable);
  copy_parts(scenario.connections, group, has_connection, copy_connection);
  copy_parts(scenario.probes, group, has_probe, copy_probe);
  for (ContactSpec& contact : scenario.contacts)
    for (ContactSideSpec& side : contact.between) name_copies(group, side);
}

}  // namespace

ScenarioSpec expand_repeats(ScenarioSpec scenario) {
  while (const BodySpec* root = outermost_repeat(scenario))
    expand_one(scenario, make_group(scenario, *root));
  return scenario;
}

}  // namespace cuttle
