#include "cuttle/sim/probe.h"

#include <algorithm>
#include <array>

#include "cuttle/base/contract.h"
#include "cuttle/connection/connection_rows.h"
#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/so3.h"
#include "cuttle/sim/build_names.h"
#include "cuttle/sim/probe_imu.h"

namespace cuttle {

namespace {

void add_columns(const FrameTarget& frame, const Model&, ColumnList& list) {
  if (frame.position) list.add({"x", "y", "z"}, "m", "position in the world");
  if (frame.rotation) list.add({"qw", "qx", "qy", "qz"}, "-", "unit quaternion in the world");
  if (frame.velocity) {
    list.add({"wx", "wy", "wz"}, "rad/s", "angular velocity, world axes");
    list.add({"vx", "vy", "vz"}, "m/s", "velocity, world axes");
  }
  if (frame.imu) {
    list.add({"ax", "ay", "az"}, "m/s^2", "acceleration minus gravity, own axes");
    list.add({"gx", "gy", "gz"}, "rad/s", "angular velocity, own axes");
  }
  if (frame.depth) list.add({"depth"}, "m", "below the surface of the water");
}

void add_columns(const StrainTarget&, const Model&, ColumnList& list) {
  list.add({kModeNames[0], kModeNames[1], kModeNames[2]}, "1/m", "strain, section axes");
  list.add({kModeNames[3], kModeNames[4], kModeNames[5]}, "-", "strain, section axes");
}

void add_columns(const JointTarget& joint, const Model& model, ColumnList& list) {
  const JointCoordinates names = joint_coordinates(model.bodies[size_t(joint.body)]);
  for (const Coordinate& q : names.q) list.add({q.name}, q.unit, "joint coordinate");
  for (const Coordinate& v : names.v) list.add({v.name}, v.unit, "joint velocity");
  for (const Coordinate& e : names.effort) list.add({e.name}, e.unit, "effort of the drive");
}

void add_columns(const ReactionTarget&, const Model&, ColumnList& list) {
  list.add({"fx", "fy", "fz"}, "N", "force of the body on its carrier");
  list.add({"mx", "my", "mz"}, "N m", "moment of the body on its carrier, at its base");
}

void add_columns(const CableTarget&, const Model&, ColumnList& list) {
  list.add({"length"}, "m", "length of the cable");
  list.add({"tension"}, "N", "tension of the cable");
}

void add_columns(const MuscleTarget& target, const Model&, ColumnList& list) {
  const bool turns = target.muscle->data().mode < 3;
  list.add({"strength"}, turns ? "N m" : "N", "strength; where the front starts, if it falls");
  list.add({"recruited"}, "m", "length that acts");
  list.add({"power"}, "W", "power that it gives to the robot");
}

void add_columns(const ConnectionTarget&, const Model&, ColumnList& list) {
  list.add({"closed"}, "-", "1 while it is closed, 0 while it is open");
  list.add({"gap"}, "m", "largest distance by which the connection misses");
  list.add({"tilt"}, "rad", "largest angle by which the connection misses");
  list.add({"fx", "fy", "fz"}, "N", "force on the second body, world axes");
  list.add({"mx", "my", "mz"}, "N m", "moment on the second body about its frame, world axes");
}

void add_columns(const ContactTarget& contact, const Model&, ColumnList& list) {
  list.add({"count"}, "-", "places where it is closed");
  list.add({"sticking", "sliding"}, "-", "of these, the places with friction that stick or slide");
  list.add({"depth"}, "m", "largest depth");
  list.add({"normal"}, "N", "sum of the normal forces");
  list.add({"friction"}, "N", "sum of the sizes of the tangential forces");
  const bool one = contact.body >= 0 || contact.obstacle >= 0;
  list.add({"fx", "fy", "fz"}, "N",
           one ? "force on it, world axes" : "force on the second side, world axes");
}

void add_columns(const MomentumTarget&, const Model&, ColumnList& list) {
  list.add({"Lx", "Ly", "Lz"}, "N m s",
           "angular momentum about the world's origin, that of added mass included");
  list.add({"Px", "Py", "Pz"}, "N s", "linear momentum, that of added mass included");
}

void write(const FrameTarget& frame, const Snapshot& at, RowWriter& row) {
  const bool fixed = !frame.at.on_body();
  if (frame.position) row.put_all(world_position(frame.at, at.ws));
  const Matrix3 R =
      fixed ? Matrix3(Matrix3::Identity()) : point_pose(at.ws, frame.at.body, frame.at.point).R;
  if (frame.rotation) row.put_all(rotation_to_quaternion(R));
  if (frame.velocity) {
    Vector3 omega = Vector3::Zero();
    if (!fixed) omega = R * point_twist(at.ws, frame.at.body, frame.at.point).head<3>();
    row.put_all(omega);
    row.put_all(world_velocity(frame.at, at.ws));
  }
  if (frame.imu) {
    const ImuReading imu = imu_reading(at.model, at.u, at.ws, frame.at);
    row.put_all(imu.acceleration);
    row.put_all(imu.omega);
  }
  if (frame.depth) row.put(frame.level - frame.up.dot(world_position(frame.at, at.ws)));
}

void write(const StrainTarget& strain, const Snapshot& at, RowWriter& row) {
  const Body& body = at.model.bodies[size_t(strain.body)];
  Vector6 xi = strain.rest;
  for (int j = 0; j < body.n(); ++j) xi += strain.basis.col(j) * at.x.q[body.q + j];
  row.put_all(xi);
}

void write(const JointTarget& joint, const Snapshot& at, RowWriter& row) {
  const Body& body = at.model.bodies[size_t(joint.body)];
  for (const JointStep& step : body.steps)
    for (int i = 0; i < step_nq(step.kind); ++i)
      row.put(step.prescribed() ? at.u.u[step.prescribed_input] : at.x.q[step.q + i]);
  for (const JointStep& step : body.steps)
    for (int i = 0; i < step.nv(); ++i)
      row.put(step.prescribed() ? at.u.u_dot[step.prescribed_input] : at.x.v[step.v + i]);

  // what the drive gives: its input, or whatever keeps a prescribed coordinate on its path
  for (size_t s = 0; s < body.steps.size(); ++s) {
    const JointStep& step = body.steps[s];
    for (int i = 0; i < step.nv(); ++i) {
      double effort = step.effort_input >= 0 ? at.u.u[step.effort_input + i] : 0;
      if (step.prescribed())
        effort = drive_effort(step, at.x, at.u, at.ws.steps[size_t(joint.body)][s]);
      row.put(effort);
    }
  }
}

void write(const ReactionTarget& target, const Snapshot& at, RowWriter& row) {
  const BodyWork& b = at.ws.bodies[size_t(target.body)];
  row.put_all(Vector3(b.X_WB.R * -b.F_B.tail<3>()));
  row.put_all(Vector3(b.X_WB.R * -b.F_B.head<3>()));
}

void write(const CableTarget& target, const Snapshot& at, RowWriter& row) {
  row.put(target.cable->length(at.model, at.x, at.ws));
  row.put(at.u.u[target.cable->tension_input()]);
}

void write(const MuscleTarget& target, const Snapshot& at, RowWriter& row) {
  const double length = target.muscle->recruited(at.x.t).length();
  row.put(length > 0 ? at.u.u[target.muscle->data().strength_input] : 0);
  row.put(length);
  row.put(target.muscle->books(at.model, at.x, at.u, at.ws).power);
}

void write(const ConnectionTarget& target, const Snapshot& at, RowWriter& row) {
  const auto index = size_t(target.connection);
  const ConnectionMotion m = connection_motion(at.model, at.ws, at.model.connections[index],
                                               at.x.connections[index], false);
  const int turns = m.rows.turns, slides = m.rows.count - turns;
  const auto largest = [&](int first, int count) {
    return count > 0 ? m.rows.gap.segment(first, count).cwiseAbs().maxCoeff() : 0.0;
  };
  const bool closed = at.x.connections[index].closed;
  row.put(closed ? 1 : 0);
  row.put(closed ? largest(turns, slides) : 0.0);
  row.put(closed ? largest(0, turns) : 0.0);
  Vector6 wrench = Vector6::Zero();
  if (closed) {
    int first = 0;
    for (size_t i = 0; i < index; ++i) first += at.model.connections[i].rows();
    for (int k = 0; k < m.rows.count; ++k)
      wrench += at.ws.lambda[first + k] * m.rows.C.row(k).transpose();
  }
  row.put_all(Vector3(m.b.X_WM.R * wrench.tail<3>()));
  row.put_all(Vector3(m.b.X_WM.R * wrench.head<3>()));
}

// Share of a contact's force that counts for a target, and whether its place counts.
struct ContactShare {
  bool counts = true;
  double sign = 0;  // of the force on b
};

ContactShare share_of(const ContactTarget& target, const ContactModel& model, const Contact& c) {
  const ContactShape &a = model.shapes[size_t(c.key.a)], &b = model.shapes[size_t(c.key.b)];
  bool at_a = false, at_b = false;
  if (target.body >= 0) {
    at_a = a.body == target.body;
    at_b = b.body == target.body;
  } else if (target.obstacle >= 0) {
    at_a = c.key.a == target.obstacle;
    at_b = c.key.b == target.obstacle;
  } else {
    // b is the second side, or a, or either
    at_b = ((a.side_a & b.side_b) >> target.rule & 1) != 0;
    at_a = ((b.side_a & a.side_b) >> target.rule & 1) != 0;
  }
  return {at_a || at_b, (at_b ? 1.0 : 0.0) - (at_a ? 1.0 : 0.0)};
}

void write(const ContactTarget& target, const Snapshot& at, RowWriter& row) {
  int count = 0, sticking = 0, sliding = 0;
  double depth = 0, normal = 0, friction = 0;
  Vector3 force = Vector3::Zero();
  for (const Contact& c : at.ws.contact.contacts) {
    if (c.rule != target.rule || !c.closed()) continue;
    const ContactShare share = share_of(target, at.model.contact, c);
    if (!share.counts) continue;
    const bool rough = at.model.contact.rules[size_t(c.rule)].rough();
    ++count;
    sticking += rough && !c.sliding ? 1 : 0;
    sliding += rough && c.sliding ? 1 : 0;
    depth = std::max(depth, -c.gap);
    normal += c.normal;
    friction += c.tangential.norm();
    force += share.sign * c.force();
  }
  for (const double value :
       {double(count), double(sticking), double(sliding), depth, normal, friction})
    row.put(value);
  row.put_all(force);
}

void write(const MomentumTarget&, const Snapshot& at, RowWriter& row) {
  row.put_all(momentum(at.model, at.x, at.ws));
}

}  // namespace

Probe::Probe(std::string name, const Model& model, Target target)
    : name_(std::move(name)), target_(std::move(target)) {
  ColumnList list(name_);
  std::visit([&](const auto& part) { add_columns(part, model, list); }, target_);
  columns_ = std::move(list.columns);
}

void Probe::evaluate(const Model& model, const State& x, const Input& u, Workspace& ws,
                     std::span<double> row) const {
  expects(row.size() == columns_.size(), "one number per column of the probe");
  RowWriter writer(row);
  const Snapshot at{model, x, u, ws};
  std::visit([&](const auto& part) { write(part, at, writer); }, target_);
}

std::vector<Column> energy_columns() {
  ColumnList list("energy");
  list.add({"kinetic"}, "J", "kinetic energy");
  list.add({"gravity"}, "J", "potential of gravity, zero at the world's origin");
  list.add({"elastic"}, "J", "elastic energy of strains and joint springs");
  list.add({"actuation"}, "J", "potential of loads, cables and buoyancy");
  list.add({"total"}, "J", "sum of the energies");
  list.add({"work"}, "J", "work done on the robot since the start, dissipation included");
  list.add({"residual"}, "J", "total - total at the start - work: zero but for numerical error");
  return list.columns;
}

void evaluate_energy(const Model& model, const State& x, const Input& u, const Workspace& ws,
                     double work, double initial_total, std::span<double> row) {
  const Energy sum = energy(model, x, u, ws);
  const std::array values = {sum.kinetic,
                             sum.gravity,
                             sum.elastic,
                             sum.actors,
                             sum.total(),
                             work,
                             sum.total() - initial_total - work};
  expects(row.size() == values.size(), "one number per energy column");
  std::copy(values.begin(), values.end(), row.begin());
}

std::vector<Column> record_columns(const std::vector<Probe>& probes) {
  std::vector<Column> columns;
  for (const Probe& probe : probes)
    columns.insert(columns.end(), probe.columns().begin(), probe.columns().end());
  const std::vector<Column> energies = energy_columns();
  columns.insert(columns.end(), energies.begin(), energies.end());
  return columns;
}

void evaluate_record(const std::vector<Probe>& probes, const Model& model, const State& x,
                     const Input& u, double work, double initial_total, Workspace& ws,
                     std::span<double> row) {
  std::size_t next = 0;
  for (const Probe& probe : probes) {
    const std::size_t count = probe.columns().size();
    probe.evaluate(model, x, u, ws, row.subspan(next, count));
    next += count;
  }
  evaluate_energy(model, x, u, ws, work, initial_total, row.subspan(next));
}

}  // namespace cuttle
