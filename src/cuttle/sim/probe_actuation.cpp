// Probes of cables and muscles.

#include "cuttle/actuation/cable.h"
#include "cuttle/actuation/muscle.h"
#include "cuttle/sim/build_draft.h"
#include "cuttle/sim/probe_kind.h"

namespace cuttle {

namespace {

/// Length [m] and tension [N] of a cable.
class CableProbe final : public ProbeTarget {
 public:
  CableProbe(const Draft& draft, const ProbeSpec& probe)
      : cable_(draft.actor<Cable>(probe.cable)) {}

  void add_columns(const Model&, ColumnList& list) const override {
    list.add({"length"}, "m", "length of the cable");
    list.add({"tension"}, "N", "tension of the cable");
  }

  void write(const Snapshot& at, RowWriter& row) const override {
    row.put(cable_->length(at.model, at.x, at.ws));
    row.put(at.u.u[cable_->tension_input()]);
  }

 private:
  std::shared_ptr<const Cable> cable_;
};

/// Strength [N m] or [N] where the front of a muscle starts, recruited length [m] and power [W].
class MuscleProbe final : public ProbeTarget {
 public:
  MuscleProbe(const Draft& draft, const ProbeSpec& probe)
      : muscle_(draft.actor<Muscle>(probe.muscle)) {}

  void add_columns(const Model&, ColumnList& list) const override {
    const bool turns = muscle_->data().mode < 3;
    list.add({"strength"}, turns ? "N m" : "N", "strength; where the front starts, if it falls");
    list.add({"recruited"}, "m", "length that acts");
    list.add({"power"}, "W", "power that it gives to the robot");
  }

  void write(const Snapshot& at, RowWriter& row) const override {
    const double length = muscle_->recruited(at.x.t).length();
    row.put(length > 0 ? at.u.u[muscle_->data().strength_input] : 0);
    row.put(length);
    row.put(muscle_->books(at.model, at.x, at.u, at.ws).power);
  }

 private:
  std::shared_ptr<const Muscle> muscle_;
};

}  // namespace

ProbeTargetPtr make_cable_probe(const Draft& draft, const ProbeSpec& probe) {
  return std::make_shared<const CableProbe>(draft, probe);
}

ProbeTargetPtr make_muscle_probe(const Draft& draft, const ProbeSpec& probe) {
  return std::make_shared<const MuscleProbe>(draft, probe);
}

}  // namespace cuttle
