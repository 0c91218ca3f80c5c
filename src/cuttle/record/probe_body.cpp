// Probes of places, strains, joints and of the whole robot.

#include <algorithm>

#include "cuttle/connection/part/part.h"
#include "cuttle/core/coordinate_names.h"
#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/so3.h"
#include "cuttle/part/probe_target.h"
#include "cuttle/record/probe_imu.h"
#include "cuttle/rod/rod_span.h"

namespace cuttle {

namespace {

/// Position, orientation and velocity of a place on a body. Columns x, y, z [m]; qw, qx, qy, qz;
/// wx, wy, wz [rad/s] and vx, vy, vz [m/s], all in world axes. What an IMU there measures, in its
/// own axes: ax, ay, az [m/s^2] (acceleration minus gravity) and gx, gy, gz [rad/s]. depth [m]
/// below the surface of the water.
class FrameProbe final : public ProbeTarget {
 public:
  FrameProbe(const Draft& draft, const ProbeSpec& probe)
      : at_(draft.attach(draft.body_index(probe.target()), probe.at, probe.point)),
        up_(up_of(draft.spec)) {
    const auto records = [&probe](Record what) {
      return std::ranges::find(probe.record, what) != probe.record.end();
    };
    position_ = records(Record::position);
    rotation_ = records(Record::rotation);
    velocity_ = records(Record::velocity);
    imu_ = records(Record::imu);
    depth_ = records(Record::depth);
    if (draft.spec.water) level_ = draft.spec.water->level.value_or(0);
  }

  void add_columns(const Model&, ColumnList& list) const override {
    if (position_) list.add({"x", "y", "z"}, "m", "position in the world");
    if (rotation_) list.add({"qw", "qx", "qy", "qz"}, "-", "unit quaternion in the world");
    if (velocity_) {
      list.add({"wx", "wy", "wz"}, "rad/s", "angular velocity, world axes");
      list.add({"vx", "vy", "vz"}, "m/s", "velocity, world axes");
    }
    if (imu_) {
      list.add({"ax", "ay", "az"}, "m/s^2", "acceleration minus gravity, in its own axes");
      list.add({"gx", "gy", "gz"}, "rad/s", "angular velocity, in its own axes");
    }
    if (depth_) list.add({"depth"}, "m", "below the surface of the water");
  }

  void write(const Snapshot& at, RowWriter& row) const override {
    const bool fixed = !at_.on_body();
    if (position_) row.put_all(world_position(at_, at.ws));
    const Matrix3 R =
        fixed ? Matrix3(Matrix3::Identity()) : point_pose(at.ws, at_.body, at_.point).R;
    if (rotation_) row.put_all(rotation_to_quaternion(R));
    if (velocity_) {
      Vector3 omega = Vector3::Zero();
      if (!fixed) omega = R * point_twist(at.ws, at_.body, at_.point).head<3>();
      row.put_all(omega);
      row.put_all(world_velocity(at_, at.ws));
    }
    if (imu_) {
      const ImuReading imu = imu_reading(at.model, at.u, at.ws, at_);
      row.put_all(imu.acceleration);
      row.put_all(imu.omega);
    }
    if (depth_) row.put(level_ - up_.dot(world_position(at_, at.ws)));
  }

  const BodyPlace* place() const override { return &at_; }

 private:
  BodyPlace at_;
  bool position_ = true, rotation_ = false, velocity_ = false, imu_ = false, depth_ = false;
  Vector3 up_;        // depth = level - up . position
  double level_ = 0;  // [m] of the surface; zero if it is far above
};

/// The six strains of a rod at an abscissa: xi = rest + basis q.
class StrainProbe final : public ProbeTarget {
 public:
  StrainProbe(const Draft& draft, const ProbeSpec& probe)
      : body_(draft.body_index(probe.target())) {
    const double X = abscissa_of(probe.at, *draft.body_spec(body_).rod);
    rest_ = rod_of(draft.model, body_).rest_strain(X);
    basis_ = rod_of(draft.model, body_).basis(X);
  }

  void add_columns(const Model&, ColumnList& list) const override {
    list.add({kModeNames[0], kModeNames[1], kModeNames[2]}, "1/m", "strain, section axes");
    list.add({kModeNames[3], kModeNames[4], kModeNames[5]}, "-", "strain, section axes");
  }

  void write(const Snapshot& at, RowWriter& row) const override {
    const Body& body = at.model.bodies[size_t(body_)];
    Vector6 xi = rest_;
    for (int j = 0; j < body.n(); ++j) xi += basis_.col(j) * at.x.q[body.q + j];
    row.put_all(xi);
  }

 private:
  int body_;
  Vector6 rest_;
  MatrixX basis_;  // (6 x n)
};

/// Coordinates, rates and driving efforts of the joint of a body; forces of its stops and of its
/// dry friction.
class JointProbe final : public ProbeTarget {
 public:
  JointProbe(const Draft& draft, const ProbeSpec& probe)
      : body_(draft.body_index(probe.target())) {}

  void add_columns(const Model& model, ColumnList& list) const override {
    const JointCoordinates names = joint_coordinates(model.bodies[size_t(body_)]);
    for (const Coordinate& q : names.q) list.add({q.name}, q.unit, "joint coordinate");
    for (const Coordinate& v : names.v) list.add({v.name}, v.unit, "joint velocity");
    for (const Coordinate& e : names.effort) list.add({e.name}, e.unit, "effort of the drive");
    for (const JointContact& c : model.joint_contacts) {
      if (c.body != body_) continue;
      const std::string name = c.name.substr(c.name.find_last_of('.') + 1);
      const char* const unit = unit_of_effort(model.bodies[size_t(body_)], c, names);
      if (c.stops()) list.add({name + "_stop"}, unit, "effort of the stops");
      if (c.friction.rough()) list.add({name + "_friction"}, unit, "effort of dry friction");
    }
  }

  void write(const Snapshot& at, RowWriter& row) const override {
    const Body& body = at.model.bodies[size_t(body_)];
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
          effort = drive_effort(step, at.x, at.u, at.ws.steps[size_t(body_)][s]);
        row.put(effort);
      }
    }
    for (size_t i = 0; i < at.model.joint_contacts.size(); ++i) {
      const JointContact& c = at.model.joint_contacts[i];
      if (c.body != body_) continue;
      const JointTouch& touch = at.ws.joint_touches[i];
      if (c.stops()) row.put(touch.inwards * touch.push);
      if (c.friction.rough()) row.put(touch.bristles.tangential[0]);
    }
  }

 private:
  /// Of the effort of the coordinate; steps that are contacts have one coordinate each.
  static const char* unit_of_effort(const Body& body, const JointContact& c,
                                    const JointCoordinates& names) {
    return names.effort[size_t(c.v - body.steps.front().v)].unit;
  }

  int body_;
};

/// What a body puts on its carrier through its joint, at its own base frame, in world axes: fx, fy,
/// fz [N] and mx, my, mz [N m].
class ReactionProbe final : public ProbeTarget {
 public:
  ReactionProbe(const Draft& draft, const ProbeSpec& probe)
      : body_(draft.body_index(probe.target())) {}

  void add_columns(const Model&, ColumnList& list) const override {
    list.add({"fx", "fy", "fz"}, "N", "force of the body on its carrier");
    list.add({"mx", "my", "mz"}, "N m", "moment of the body on its carrier, at its base");
  }

  void write(const Snapshot& at, RowWriter& row) const override {
    const BodyWork& b = at.ws.bodies[size_t(body_)];
    row.put_all(Vector3(b.X_WB.R * -b.F_B.tail<3>()));
    row.put_all(Vector3(b.X_WB.R * -b.F_B.head<3>()));
  }

 private:
  int body_;
};

/// Lx, Ly, Lz [N m s] about the world's origin and Px, Py, Pz [N s] of the whole robot and of the
/// water that it carries along: the impulse of robot and water, which still, ideal water keeps.
class MomentumProbe final : public ProbeTarget {
 public:
  MomentumProbe(const Draft&, const ProbeSpec&) {}

  void add_columns(const Model&, ColumnList& list) const override {
    list.add({"Lx", "Ly", "Lz"}, "N m s",
             "angular momentum about the world's origin, including that of added mass");
    list.add({"Px", "Py", "Pz"}, "N s", "linear momentum, including that of added mass");
  }

  void write(const Snapshot& at, RowWriter& row) const override {
    row.put_all(momentum(at.model, at.x, at.ws));
  }
};

/// Where the energy of the whole robot comes from and where it goes [W], positive into the robot:
/// drives (efforts and prescribed coordinates of joints, actors that drive), damping (of strains
/// and joints), water, inside (dampers of springs, contacts), and the sum, which is the rate of the
/// energy.
class PowerProbe final : public ProbeTarget {
 public:
  PowerProbe(const Draft&, const ProbeSpec&) {}

  void add_columns(const Model&, ColumnList& list) const override {
    list.add({"drives"}, "W", "power of joint drives, loads, cables, muscles and thrusters");
    list.add({"damping"}, "W", "power of the damping of strains and joints, never positive");
    list.add({"water"}, "W", "power of the water on bodies and fins");
    list.add({"inside"}, "W", "power of dampers between bodies and of contacts");
    list.add({"total"}, "W", "sum: the rate of the energy of the robot");
  }

  void write(const Snapshot& at, RowWriter& row) const override {
    const auto of = [&at](EnergyRole role) {
      return actor_power(role, at.model, at.x, at.u, at.ws);
    };
    const Power all = power(at.model, at.x, at.u, at.ws);
    row.put(all.effort + all.prescribed + of(EnergyRole::drives));
    row.put(all.damping);
    row.put(of(EnergyRole::resists));
    row.put(of(EnergyRole::inside));
    row.put(all.total());
  }
};

void check_strain(const ProbeSpec& probe, Checker& checker) {
  const BodySpec* const body = checker.bodies.find(probe.target());
  if (!body->rod)
    checker.diagnostics.add(probe.origin.error("strain", "the body " + body->name + " is not a rod",
                                               body->shell ? "use a probe {shell: ...}" : ""));
  else
    checker.mount(probe.at, body, probe.origin, "at");
}

void check_reaction(const ProbeSpec& probe, Checker& checker) {
  if (!checker.spec.of<ConnectionSpec>().empty())
    checker.diagnostics.add(
        probe.origin.error("reaction", "is not available in a robot with connections",
                           "make the joint a connection: its probe gives force and moment"));
}

constexpr ProbeKind kBodyRows[] = {
    {.field = "frame",
     .doc = "body whose frame is recorded",
     .order = 10,
     .list = "bodies",
     .has_place = true,
     .make = make_probe<FrameProbe>},
    {.field = "strain",
     .doc = "rod whose six strains are recorded",
     .order = 20,
     .list = "bodies",
     .check = check_strain,
     .make = make_probe<StrainProbe>},
    {.field = "joint",
     .doc = "body whose joint coordinates, rates and efforts are recorded",
     .order = 30,
     .list = "bodies",
     .make = make_probe<JointProbe>},
    {.field = "momentum",
     .doc = "linear and angular momentum, including that of the added mass of water",
     .order = 80,
     .only = "all",
     .only_doc = "the whole robot",
     .make = make_probe<MomentumProbe>},
    {.field = "power",
     .doc = "power of drives, damping, water and what acts inside, and their sum",
     .order = 85,
     .only = "all",
     .only_doc = "the whole robot",
     .late = true,
     .make = make_probe<PowerProbe>},
    {.field = "reaction",
     .doc = "body whose joint reaction is recorded: the force and moment that the body exerts on "
            "its carrier",
     .order = 140,
     .list = "bodies",
     .late = true,
     .check = check_reaction,
     .make = make_probe<ReactionProbe>}};

}  // namespace

extern constinit const std::span<const ProbeKind> kBodyProbes = kBodyRows;

}  // namespace cuttle
