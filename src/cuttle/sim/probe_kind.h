#pragma once
// The kinds of probes, and how each is made of what the file says.

#include <span>

#include "cuttle/model/spec.h"
#include "cuttle/sim/probe_target.h"

namespace cuttle {

struct Draft;

struct ProbeKind {
  ProbeSpec::Kind kind;
  /// For a draft whose bodies, actors and initial state are finished.
  ProbeTargetPtr (*make)(const Draft&, const ProbeSpec&);
};
const ProbeKind& probe_kind(ProbeSpec::Kind kind);

ProbeTargetPtr make_frame_probe(const Draft& draft, const ProbeSpec& probe);
ProbeTargetPtr make_strain_probe(const Draft& draft, const ProbeSpec& probe);
ProbeTargetPtr make_joint_probe(const Draft& draft, const ProbeSpec& probe);
ProbeTargetPtr make_cable_probe(const Draft& draft, const ProbeSpec& probe);
ProbeTargetPtr make_muscle_probe(const Draft& draft, const ProbeSpec& probe);
ProbeTargetPtr make_connection_probe(const Draft& draft, const ProbeSpec& probe);
ProbeTargetPtr make_contact_probe(const Draft& draft, const ProbeSpec& probe);
ProbeTargetPtr make_momentum_probe(const Draft& draft, const ProbeSpec& probe);
ProbeTargetPtr make_thruster_probe(const Draft& draft, const ProbeSpec& probe);
ProbeTargetPtr make_fin_probe(const Draft& draft, const ProbeSpec& probe);
ProbeTargetPtr make_swimmer_probe(const Draft& draft, const ProbeSpec& probe);
ProbeTargetPtr make_shell_probe(const Draft& draft, const ProbeSpec& probe);
ProbeTargetPtr make_jet_probe(const Draft& draft, const ProbeSpec& probe);
ProbeTargetPtr make_reaction_probe(const Draft& draft, const ProbeSpec& probe);
ProbeTargetPtr make_net_probe(const Draft& draft, const ProbeSpec& probe);

}  // namespace cuttle
