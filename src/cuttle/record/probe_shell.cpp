// Probes of shells.

#include <algorithm>
#include <vector>

#include "cuttle/part/probe_target.h"
#include "cuttle/shell/jet/jet_choices.h"
#include "cuttle/shell/jet/jet_thrust.h"
#include "cuttle/shell/jet/part.h"
#include "cuttle/shell/load/part.h"
#include "cuttle/shell/load/shell_load.h"
#include "cuttle/shell/shell_span.h"
#include "cuttle/water/water_loads.h"

namespace cuttle {

namespace {

InnerVolume measure_of(const JetThrust* jet) {
  return jet ? jet->jet().volume : InnerVolume::geometric;
}

/// How a shell breathes.
///   volume [m^3], volume_rate [m^3/s]   inside, measured as its jet does; geometric without a jet
///   thrust [N]     of its jet along the axis; positive: away from the edge
///   drag [N]       along the axis; positive: against a motion away from the edge
///   radius_1, ...  [m] at the abscissas asked for
///   radius_min, radius_max [m]   over all rings, base, edge and these abscissas
///   length [m]     along the axis, from base to edge
///   power_in [W]   of its shell loads, as in [Renda18] (27)
class ShellProbe final : public ProbeTarget {
 public:
  ShellProbe(const Draft& draft, const ProbeSpec& probe)
      : body_(draft.body_index(probe.target())),
        shell_(&shell_of(draft.model, body_)),
        water_(draft.find_actor<WaterLoads>("water")) {
    const ShellSpec& spec = *draft.body_spec(body_).shell;
    const double length = shell_->data().length;
    for (const double X : probe.abscissas)
      rows_.push_back(shell_->data().row_at(from_held_edge(spec, length, std::min(X, length))));
    for (const ShellLoadSpec& load : draft.spec.of<ShellLoadSpec>())
      if (load.body == probe.target()) loads_.push_back(draft.actor<ShellLoad>(load.name));
    for (const JetSpec& jet : draft.spec.of<JetSpec>())
      if (jet.body == probe.target()) jet_ = draft.actor<JetThrust>(jet.name);
    if (water_)
      for (const ShellWater& wet : water_->data().shells)
        if (wet.body == body_) wet_ = &wet;
  }

  void add_columns(const Model&, ColumnList& list) const override {
    list.add({"volume"}, "m^3", "volume inside");
    list.add({"volume_rate"}, "m^3/s", "rate of the volume inside");
    list.add({"thrust"}, "N", "thrust of the jet, away from the edge");
    list.add({"drag"}, "N", "drag along the axis, against a motion away from the edge");
    for (size_t i = 0; i < rows_.size(); ++i)
      list.add({"radius_" + std::to_string(i + 1)}, "m", "radius at an abscissa");
    list.add({"radius_min", "radius_max"}, "m", "smallest and largest radius");
    list.add({"length"}, "m", "length along the axis, from base to edge");
    list.add({"power_in"}, "W", "power of the shell loads");
  }

  void write(const Snapshot& at, RowWriter& row) const override {
    const ShellData& data = shell_->data();
    const BodyWork& b = at.ws.bodies[size_t(body_)];
    const std::vector<Ring<double>>& rings = Shell::rings(b);
    const VolumeMotion<double> volume = shell_->volume(b, measure_of(jet_.get()));
    row.put(volume.U);
    row.put(volume.rate);
    row.put(jet_ ? jet_thrust(*shell_, jet_->jet(), b) : 0);
    row.put(drag_of(at, b));

    const RimMotion<double> edge = rim_at(data, data.edge_row, rings);
    double least = std::min(data.base_radius, edge.r), most = std::max(data.base_radius, edge.r);
    const auto include = [&](double r) {
      least = std::min(least, r);
      most = std::max(most, r);
    };
    for (const MeridianRow& place : rows_) {
      const double r = rim_at(data, place, rings).r;
      row.put(r);
      include(r);
    }
    for (const Ring<double>& ring : rings) include(ring.r);
    row.put(least);
    row.put(most);
    row.put(data.direction * edge.x);
    double power = 0;
    for (const auto& load : loads_) power += load->books(at.model, at.x, at.u, at.ws).power;
    row.put(power);
  }

 private:
  // drag alone, positive when it pushes towards the edge
  double drag_of(const Snapshot& at, const BodyWork& b) const {
    if (!wet_) return 0;
    ShellLoading& mine = Shell::part(b);
    mine.drag = &wet_->drag;
    mine.drag_factor = entry_or(at.u, wet_->drag_input, 1);
    mine.flow = flow_at_base(water_->data().medium, at.x.t, at.u, b).velocity;
    return shell_->data().direction * shell_->axial(mine, b).drag;
  }

  int body_;
  const Shell* shell_;             // of Model::bodies, which keeps it alive
  std::vector<MeridianRow> rows_;  // at the abscissas
  std::vector<std::shared_ptr<const ShellLoad>> loads_;
  std::shared_ptr<const JetThrust> jet_;     // null if there is none
  std::shared_ptr<const WaterLoads> water_;  // likewise
  const ShellWater* wet_ = nullptr;          // of that water; null: dry
};

void check_shell(const ProbeSpec& probe, Checker& checker) {
  checker.shell(probe.target(), probe.origin, "shell", "");
}

constexpr ProbeKind kShellRows[] = {
    {.field = "shell",
     .doc = "shell whose volume, radii, thrust and drag are recorded",
     .order = 120,
     .list = "bodies",
     .late = true,
     .check = check_shell,
     .make = make_probe<ShellProbe>}};

}  // namespace

extern constinit const std::span<const ProbeKind> kShellProbes = kShellRows;

}  // namespace cuttle
