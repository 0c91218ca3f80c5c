#include "cuttle/sim/probe_shell.h"

#include <algorithm>

namespace cuttle {

namespace {

const Shell& shell_of(const Model& model, int body) {
  return static_cast<const Shell&>(*model.bodies[size_t(body)].family);
}

InnerVolume measure_of(const JetThrust* jet) {
  return jet ? jet->jet().volume : InnerVolume::geometric;
}

// thrust of a jet alone, positive away from the edge
double thrust_of(const Shell& shell, const Jet& jet, const BodyWork& b) {
  ShellLoading& mine = Shell::part(b);
  mine.jet = &jet;
  // 0 - x and not -x: a jet at rest shows 0, not -0
  return 0.0 - shell.data().direction * shell.axial(mine, b).thrust;
}

// drag alone, positive when it pushes towards the edge
double drag_of(const ShellTarget& target, const Snapshot& at, const BodyWork& b) {
  if (!target.drag) return 0;
  ShellLoading& mine = Shell::part(b);
  mine.drag = target.drag;
  mine.flow = flow_at_base(target.water->data().medium, at.x.t, at.u, b).velocity;
  return target.shell->data().direction * target.shell->axial(mine, b).drag;
}

}  // namespace

ShellTarget make_shell_target(const Model& model, int body, const std::vector<double>& abscissas) {
  ShellTarget target;
  target.body = body;
  target.shell = &shell_of(model, body);
  for (const double X : abscissas) target.rows.push_back(target.shell->data().row_at(X));
  for (const auto& actor : model.actors) {
    const auto* load = dynamic_cast<const ShellLoad*>(actor.get());
    if (load && load->data().body == body) target.loads.push_back(load);
    const auto* jet = dynamic_cast<const JetThrust*>(actor.get());
    if (jet && jet->body() == body) target.jet = jet;
    const auto* water = dynamic_cast<const WaterLoads*>(actor.get());
    if (!water) continue;
    target.water = water;
    for (const ShellWater& wet : water->data().shells)
      if (wet.body == body) target.drag = &wet.drag;
  }
  return target;
}

void add_columns(const ShellTarget& target, const Model&, ColumnList& list) {
  list.add({"volume"}, "m^3", "volume inside");
  list.add({"volume_rate"}, "m^3/s", "its rate");
  list.add({"thrust"}, "N", "of the jet, away from the edge");
  list.add({"drag"}, "N", "along the axis, against a motion away from the edge");
  for (size_t i = 0; i < target.rows.size(); ++i)
    list.add({"radius_" + std::to_string(i + 1)}, "m", "radius at an abscissa");
  list.add({"radius_min", "radius_max"}, "m", "smallest and largest radius");
  list.add({"length"}, "m", "along the axis, from base to edge");
  list.add({"power_in"}, "W", "power of the shell loads");
}

void add_columns(const JetTarget&, const Model&, ColumnList& list) {
  list.add({"thrust"}, "N", "away from the edge");
  list.add({"volume_rate"}, "m^3/s", "rate of the volume inside");
  list.add({"power"}, "W", "power that it gives to the robot");
}

void write(const ShellTarget& target, const Snapshot& at, RowWriter& row) {
  const Shell& shell = *target.shell;
  const ShellData& data = shell.data();
  const BodyWork& b = at.ws.bodies[size_t(target.body)];
  const std::vector<Ring<double>>& rings = Shell::rings(b);
  const VolumeMotion<double> volume = shell.volume(b, measure_of(target.jet));
  row.put(volume.U);
  row.put(volume.rate);
  row.put(target.jet ? thrust_of(shell, target.jet->jet(), b) : 0);
  row.put(drag_of(target, at, b));

  const RimMotion<double> edge = rim_at(data, data.edge_row, rings);
  double least = std::min(data.base_radius, edge.r), most = std::max(data.base_radius, edge.r);
  const auto include = [&](double r) {
    least = std::min(least, r);
    most = std::max(most, r);
  };
  for (const MeridianRow& place : target.rows) {
    const double r = rim_at(data, place, rings).r;
    row.put(r);
    include(r);
  }
  for (const Ring<double>& ring : rings) include(ring.r);
  row.put(least);
  row.put(most);
  row.put(data.direction * edge.x);
  double power = 0;
  for (const Actor* load : target.loads) power += load->books(at.model, at.x, at.u, at.ws).power;
  row.put(power);
}

void write(const JetTarget& target, const Snapshot& at, RowWriter& row) {
  const Shell& shell = shell_of(at.model, target.jet->body());
  const BodyWork& b = at.ws.bodies[size_t(target.jet->body())];
  row.put(thrust_of(shell, target.jet->jet(), b));
  row.put(shell.volume(b, target.jet->jet().volume).rate);
  row.put(target.jet->books(at.model, at.x, at.u, at.ws).power);
}

}  // namespace cuttle
