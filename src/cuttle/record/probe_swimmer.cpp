// Probes of swimmers.

#include <cmath>
#include <limits>

#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/jacobian.h"
#include "cuttle/math/so3.h"
#include "cuttle/part/probe_target.h"
#include "cuttle/shell/shell.h"
#include "cuttle/water/water_loads.h"

namespace cuttle {

namespace {

constexpr double kNoTurn = 1e-9;  // [rad/s] below it there is no turning radius

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

/// How a robot swims, seen from a place on one of its bodies.
///   x, y, z [m]          where it is
///   distance [m]         from where it was at the start, along its forward axis there
///   speed, surge [m/s]   length of its velocity; component along its forward axis
///   yaw_rate [rad/s]     about the world's z
///   turning_radius [m]   |w x v| / |w|^2, the distance from the axis of its screw: [Renda18] (29)
///                        without the length there; not a number while it does not turn
///   power_in [W]         of all drives: joints and actors with EnergyRole::drives; [Renda18] (27)
///                        counts those of the shell only
///   power_out [W]        against the drag of all bodies and fins, as in [Renda18] (26): in still
///                        water; what reactive tails and water inside of shells leave in their
///                        wakes does not count
class SwimmerProbe final : public ProbeTarget {
 public:
  /// It starts where the initial state has it.
  SwimmerProbe(const Draft& draft, const ProbeSpec& probe)
      : at_(draft.attach(draft.body_index(probe.target()), probe.at, probe.point)),
        forward_(probe.forward),
        water_(draft.find_actor<WaterLoads>("water")) {
    Workspace ws(draft.model);
    update_kinematics(draft.model, draft.initial, draft.initial_input, nullptr, ws);
    const PlaceMotion m = motion_of(at_, ws);
    start_ = m.place;
    start_forward_ = m.R * forward_;
  }

  void add_columns(const Model&, ColumnList& list) const override {
    list.add({"x", "y", "z"}, "m", "position in the world");
    list.add({"distance"}, "m", "distance since the start, along the initial forward axis");
    list.add({"speed"}, "m/s", "magnitude of the velocity");
    list.add({"surge"}, "m/s", "velocity along the forward axis");
    list.add({"yaw_rate"}, "rad/s", "angular velocity about the world's z");
    list.add({"turning_radius"}, "m", "distance from the axis of its screw");
    list.add({"turn_rate"}, "rad/s", "magnitude of the angular velocity");
    list.add({"heading"}, "rad", "angle between the forward axis and its initial direction");
    list.add({"power_in"}, "W",
             "power of all drives: joints, cables, muscles, loads, shell loads, thrusters");
    list.add({"power_out"}, "W", "power against the drag of all bodies and fins, in still water");
  }

  void write(const Snapshot& at, RowWriter& row) const override {
    const PlaceMotion m = motion_of(at_, at.ws);
    const double turn = m.omega.norm();
    row.put_all(m.place);
    row.put(start_forward_.dot(m.place - start_));
    row.put(m.velocity.norm());
    row.put(m.velocity.dot(m.R * forward_));
    row.put(m.omega.z());
    row.put(turn > kNoTurn ? m.omega.cross(m.velocity).norm() / (turn * turn)
                           : std::numeric_limits<double>::quiet_NaN());
    row.put(turn);
    const Vector3 forward = m.R * forward_;
    row.put(std::atan2(start_forward_.cross(forward).norm(), start_forward_.dot(forward)));

    const auto power_of = [&at](EnergyRole role) {
      return actor_power(role, at.model, at.x, at.u, at.ws);
    };
    const Power all = power(at.model, at.x, at.u, at.ws);
    row.put(all.effort + all.prescribed + power_of(EnergyRole::drives));
    const double wake = water_ ? wake_power(*water_, at) : 0;
    row.put(wake - power_of(EnergyRole::resists));
  }

 private:
  BodyPlace at_;
  Vector3 forward_;                          // unit, in the frame of the point
  Vector3 start_;                            // [m] place at the start
  Vector3 start_forward_;                    // forward there, in world axes
  std::shared_ptr<const WaterLoads> water_;  // null if there is none
};

constexpr ProbeKind kSwimmerRows[] = {{.field = "swimmer",
                                       .doc = "body whose distance, speed and turning are "
                                              "recorded, with the power that the robot spends",
                                       .order = 110,
                                       .list = "bodies",
                                       .has_place = true,
                                       .make = make_probe<SwimmerProbe>}};

}  // namespace

extern constinit const std::span<const ProbeKind> kSwimmerProbes = kSwimmerRows;

}  // namespace cuttle
