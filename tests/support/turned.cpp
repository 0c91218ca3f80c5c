#include "support/turned.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "cuttle/actuation/cable/part.h"
#include "cuttle/actuation/load/part.h"
#include "cuttle/actuation/spring/part.h"
#include "cuttle/connection/part/part.h"
#include "cuttle/contact/part/part.h"
#include "cuttle/control/frame/controlled_frame.h"
#include "cuttle/control/pid/part.h"
#include "cuttle/control/sensor/part.h"
#include "support/turned_signals.h"

namespace cuttle::testing {
namespace {

void move(PoseSpec& pose, const Pose& X) {
  const Pose moved = X * Pose{pose.rotation, pose.position};
  pose.rotation = moved.R;
  pose.position = moved.p;
}

void move_body(BodySpec& body, const Pose& X, FreeBodies how) {
  if (body.parent != "world") return;
  JointSpec& joint = body.joint;
  const bool free = joint.type == "free" && joint.stiffness.empty() && joint.damping.empty() &&
                    joint.effort.empty() && joint.prescribed.empty() &&
                    joint.initial.values.empty();
  if (!free || how == FreeBodies::mounted_elsewhere) {
    move(body.pose, X);
    return;
  }
  const Pose mount{body.pose.rotation, body.pose.position};
  if (!joint.initial.pose) joint.initial.pose.emplace();
  move(*joint.initial.pose, mount.inverse() * X * mount);
}

void move_water(ScenarioSpec& spec, const Pose& X) {
  if (!spec.water) return;
  WaterSpec& water = *spec.water;
  CurrentSpec& current = water.current;
  if (spec.gravity.isZero(0) && (water.level || current.profile))
    refuse_turning("a surface or a profile of water without gravity, which is level along z");
  // heights count along what is up afterwards
  const double rise = spec.gravity.isZero(0) ? 0 : -(X.R * spec.gravity.normalized()).dot(X.p);
  const bool depths = current.over.value_or(spec.frame == WorldFrame::ned
                                                ? ProfileAxis::depth
                                                : ProfileAxis::height) == ProfileAxis::depth;
  if (current.profile)
    for (CurrentKnot& knot : *current.profile) {
      knot.velocity = X.R * knot.velocity;
      // depths go with the surface, if there is one
      if (!depths) knot.at += rise;
      if (depths && !water.level) knot.at -= rise;
    }
  if (water.level) *water.level += rise;
  if (current.uniform) current.uniform = turned(*current.uniform, X.R);
  if (current.field) current.field = moved_field(*current.field, X);
}

void move_goal(ControlledFrameSpec& frame, const Pose& X, double duration) {
  FrameGoalSpec& goal = frame.goal;
  if (goal.position) goal.position = turned(*goal.position, X.R, X.p);
  if (goal.rotation) goal.rotation = turned_rotation(*goal.rotation, X.R, duration);
}

// Does a probe, or a sensor of it, look at a joint? Its coordinates have no axes in the world.
bool looks_at_joint(const ScenarioSpec& spec, std::string_view name) {
  for (const SensorSpec& sensor : spec.of<SensorSpec>())
    if (sensor.name == name) name = sensor.probe;
  return std::ranges::any_of(
      spec.probes, [&](const ProbeSpec& probe) { return probe.name == name && probe.is("joint"); });
}

void move_controller(ControllerSpec& controller, const Pose& X, const ScenarioSpec& spec) {
  if (const auto& pid = controller.law<PidSpec>()) {
    const std::string_view measure = pid->measure;
    if (!looks_at_joint(spec, measure.substr(0, measure.find('.'))))
      refuse_turning("a PID controller, whose measure may be a component in world axes");
  }
  if (ControlledFrameSpec* const frame = controller.controlled_frame())
    move_goal(*frame, X, spec.study.duration);
}

}  // namespace

Vector3 default_net_up(const ScenarioSpec& spec) {
  return (spec.frame == WorldFrame::ned ? -1 : 1) * Vector3::UnitZ();
}

ScenarioSpec turned(ScenarioSpec spec, const Pose& X, FreeBodies how) {
  for (const SensorSpec& sensor : spec.of<SensorSpec>())
    if ((!sensor.noise.empty() || !sensor.bias.empty()) && !looks_at_joint(spec, sensor.name))
      refuse_turning("errors of sensors, axis by axis");
  for (const ConnectionSpec& connection : spec.of<ConnectionSpec>())
    if (connection.closes && !connection.closes->when.empty())
      refuse_turning("a condition on probes, which may be components in world axes");
  for (const ProbeSpec& probe : spec.probes)
    if (probe.is("frame") && probe.target() == "world")
      refuse_turning("a probe of the world itself");
  move_water(spec, X);
  const Vector3 up = default_net_up(spec);
  spec.gravity = X.R * spec.gravity;
  for (BodySpec& body : spec.bodies) move_body(body, X, how);
  for (ConnectionSpec& connection : spec.of<ConnectionSpec>())
    for (ConnectionEndSpec* end : {&connection.a, &connection.b})
      if (end->body == "world") move(end->pose, X);
  for (ObstacleSpec& obstacle : spec.of<ObstacleSpec>()) {
    move(obstacle.shape.pose, X);
    if (!obstacle.plane) continue;
    obstacle.plane->normal = X.R * obstacle.plane->normal;
    obstacle.plane->point = X * obstacle.plane->point;
  }
  for (CableSpec& cable : spec.of<CableSpec>())
    for (CablePathSpec& piece : cable.path)
      if (piece.body == "world") piece.point = X * piece.point.value_or(Vector3::Zero());
  for (SpringSpec& spring : spec.of<SpringSpec>())
    for (SpringEndSpec* end : {&spring.a, &spring.b})
      if (end->body == "world") end->point = X * end->point;
  for (LoadSpec& load : spec.of<LoadSpec>()) {
    if (load.frame != LoadFrame::world) continue;
    if (load.force) load.force = turned(*load.force, X.R);
    if (load.moment) load.moment = turned(*load.moment, X.R);
  }
  for (ControllerSpec& controller : spec.of<ControllerSpec>()) move_controller(controller, X, spec);
  for (NetSpec& net : spec.of<NetSpec>()) {
    net.plane.position = X * net.plane.position;
    net.plane.x = X.R * net.plane.x;
    net.plane.y = X.R * net.plane.y.value_or(up);
  }
  spec.figures.clear();
  spec.expect.clear();
  return spec;
}

bool turn_in_plane(NetSpec& net, const Vector3& up, double angle, const Vector2& shift) {
  if (net.ground || net.level || net.clearance) return false;
  for (const NetSupportSpec& support : net.supports)
    if (support.x != support.y) return false;
  const Eigen::Rotation2Dd R(angle);
  const auto turned2 = [&](std::array<SignalSpec, 2> x) {
    const auto three =
        turned({x[0], x[1], 0.0}, Eigen::AngleAxisd(angle, Vector3::UnitZ()).toRotationMatrix());
    return std::array<SignalSpec, 2>{three[0], three[1]};
  };
  for (std::size_t i = 0; i < net.segments.size(); ++i) {
    NetSegmentSpec& segment = net.segments[i];
    // one that gives no place is put where its bonds want it, and the first one at the origin
    if (!segment.start && i > 0) continue;
    const auto start = segment.start.value_or(std::array{0.0, 0.0});
    const Vector2 moved = R * Vector2(start[0], start[1]) + shift;
    segment.start = {moved.x(), moved.y()};
    segment.angle += angle;
  }
  for (NetLoadSpec& load : net.loads) load.force = turned2(load.force);
  const Vector2 v = R * Vector2(net.velocity[0], net.velocity[1]);
  net.velocity = {v.x(), v.y(), net.velocity[2]};

  // axes of the plane in old axes: turned back; so all stays where it was in the world
  const Vector3 x = net.plane.x, y = net.plane.y.value_or(up);
  const double c = std::cos(angle), s = std::sin(angle);
  net.plane.x = c * x - s * y;
  net.plane.y = s * x + c * y;
  net.plane.position -= shift.x() * net.plane.x + shift.y() * *net.plane.y;
  return true;
}

}  // namespace cuttle::testing
