#include "cuttle/sim/probe_water.h"

#include <cmath>
#include <limits>

#include "cuttle/contact/contact_forces.h"
#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/so3.h"
#include "cuttle/shell/shell_actors.h"

namespace cuttle {

namespace {

constexpr double kNoTurn = 1e-9;  // [rad/s] below it there is no turning radius

// Motion of a place: velocity and angular velocity, in the world.
struct PlaceMotion {
  Matrix3 R;
  Vector3 place, velocity, omega;
};

PlaceMotion motion_of(const Attachment& at, const Workspace& ws) {
  PlaceMotion m;
  m.R = point_pose(ws, at.body, at.point).R;
  m.place = world_position(at, ws);
  m.velocity = world_velocity(at, ws);
  m.omega = m.R * point_twist(ws, at.body, at.point).head<3>();
  return m;
}

// power that the tails of reactive rods and the water inside of shells leave in wakes, negative
double wake_power(const WaterLoads& water, const Snapshot& at) {
  double sum = 0;
  for (const ShellWater& wet : water.data().shells) {
    const Body& body = at.model.bodies[size_t(wet.body)];
    const auto& shell = static_cast<const Shell&>(*body.family);
    const BodyWork& b = at.ws.bodies[size_t(wet.body)];
    sum += shell.water_power(flow_at_base(water.data().medium, at.x.t, at.u, b).velocity, b);
  }
  for (const RodWater& rod : water.data().rods) {
    if (!rod.tail) continue;
    const Vector3 v = point_twist(at.ws, rod.body, rod.tail->point).tail<3>();
    sum += tail_force(*rod.tail, v).dot(v);
  }
  return sum;
}

}  // namespace

SwimmerTarget make_swimmer(const Model& model, const Attachment& at, const Vector3& forward,
                           const Workspace& ws) {
  SwimmerTarget swimmer;
  swimmer.at = at;
  swimmer.forward = forward;
  const PlaceMotion m = motion_of(at, ws);
  swimmer.start = m.place;
  swimmer.start_forward = m.R * forward;
  for (const auto& actor : model.actors) {
    const auto* water = dynamic_cast<const WaterLoads*>(actor.get());
    if (water) swimmer.water = water;
    if (water || dynamic_cast<const Fin*>(actor.get()))
      swimmer.resists.push_back(actor.get());
    else if (!dynamic_cast<const ContactForces*>(actor.get()) &&
             !dynamic_cast<const JetThrust*>(actor.get()))
      swimmer.drives.push_back(actor.get());
  }
  return swimmer;
}

void add_columns(const ThrusterTarget&, const Model&, ColumnList& list) {
  list.add({"command"}, "-", "command of the thruster");
  list.add({"n"}, "-", "what its table, dead band and limits make of the command");
  list.add({"force"}, "N", "force along its axis");
  list.add({"power"}, "W", "power that it gives to the robot");
}

void add_columns(const FinTarget&, const Model&, ColumnList& list) {
  list.add({"angle_of_attack"}, "rad", "of the fin against its motion through the water");
  list.add({"lift"}, "N", "force across the motion");
  list.add({"drag"}, "N", "force against the motion");
  list.add({"power"}, "W", "power that it gives to the robot");
}

void add_columns(const SwimmerTarget&, const Model&, ColumnList& list) {
  list.add({"x", "y", "z"}, "m", "position in the world");
  list.add({"distance"}, "m", "way since the start, along the forward axis there");
  list.add({"speed"}, "m/s", "length of the velocity");
  list.add({"surge"}, "m/s", "velocity along the forward axis");
  list.add({"yaw_rate"}, "rad/s", "angular velocity about the world's z");
  list.add({"turning_radius"}, "m", "distance from the axis of its screw");
  list.add({"turn_rate"}, "rad/s", "length of the angular velocity");
  list.add({"heading"}, "rad", "angle of the forward axis to what it was at the start");
  list.add({"power_in"}, "W",
           "power of all drives: joints, cables, muscles, loads, shell loads, thrusters");
  list.add({"power_out"}, "W", "power against the drag of all bodies and fins, in still water");
}

void write(const ThrusterTarget& target, const Snapshot& at, RowWriter& row) {
  const Thruster::Data& data = target.thruster->data();
  const double command = at.u.u[data.command_input];
  row.put(command);
  row.put(thruster_speed(data.law, command));
  row.put(thruster_force(data.law, command));
  row.put(target.thruster->books(at.model, at.x, at.u, at.ws).power);
}

void write(const FinTarget& target, const Snapshot& at, RowWriter& row) {
  const Fin::Data& data = target.fin->data();
  const PlaceMotion m = motion_of(data.at, at.ws);
  const Vector3 through = m.velocity - data.medium.current.at(m.place, at.x.t, at.u).velocity;
  Matrix3 R = m.R * data.R_PF;
  if (data.deflection_input >= 0)
    R = R * exp_so3(Vector3(at.u.u[data.deflection_input] * data.hinge));
  const Vector3 v = R.transpose() * through;
  const double size = std::hypot(v[0], v[2]);
  const FinForce force = fin_force(data.law, v[0], v[2]);
  row.put(size > 0 ? std::atan2(-v[2], v[0]) : 0);
  row.put(size > 0 ? (v[0] * force.z - v[2] * force.x) / size : 0);
  row.put(size > 0 ? -(v[0] * force.x + v[2] * force.z) / size : 0);
  row.put(target.fin->books(at.model, at.x, at.u, at.ws).power);
}

void write(const SwimmerTarget& target, const Snapshot& at, RowWriter& row) {
  const PlaceMotion m = motion_of(target.at, at.ws);
  const double turn = m.omega.norm();
  row.put_all(m.place);
  row.put(target.start_forward.dot(m.place - target.start));
  row.put(m.velocity.norm());
  row.put(m.velocity.dot(m.R * target.forward));
  row.put(m.omega.z());
  row.put(turn > kNoTurn ? m.omega.cross(m.velocity).norm() / (turn * turn)
                         : std::numeric_limits<double>::quiet_NaN());
  row.put(turn);
  const Vector3 forward = m.R * target.forward;
  row.put(
      std::atan2(target.start_forward.cross(forward).norm(), target.start_forward.dot(forward)));

  const auto power_of = [&](const std::vector<const Actor*>& actors) {
    double sum = 0;
    for (const Actor* actor : actors) sum += actor->books(at.model, at.x, at.u, at.ws).power;
    return sum;
  };
  const Power all = power(at.model, at.x, at.u, at.ws);
  row.put(all.effort + all.prescribed + power_of(target.drives));
  const double wake = target.water ? wake_power(*target.water, at) : 0;
  row.put(wake - power_of(target.resists));
}

}  // namespace cuttle
