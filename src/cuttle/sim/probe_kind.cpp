#include "cuttle/sim/probe_kind.h"

#include <algorithm>
#include <array>

namespace cuttle {

namespace {

using Kind = ProbeSpec::Kind;

constexpr std::array kProbeKinds = {
    ProbeKind{Kind::frame, make_frame_probe},
    ProbeKind{Kind::strain, make_strain_probe},
    ProbeKind{Kind::joint, make_joint_probe},
    ProbeKind{Kind::cable, make_cable_probe},
    ProbeKind{Kind::muscle, make_muscle_probe},
    ProbeKind{Kind::connection, make_connection_probe},
    ProbeKind{Kind::contact, make_contact_probe},
    ProbeKind{Kind::momentum, make_momentum_probe},
    ProbeKind{Kind::thruster, make_thruster_probe},
    ProbeKind{Kind::fin, make_fin_probe},
    ProbeKind{Kind::swimmer, make_swimmer_probe},
    ProbeKind{Kind::shell, make_shell_probe},
    ProbeKind{Kind::jet, make_jet_probe},
    ProbeKind{Kind::reaction, make_reaction_probe},
    ProbeKind{Kind::net, make_net_probe},
};

}  // namespace

const ProbeKind& probe_kind(ProbeSpec::Kind kind) {
  return *std::ranges::find(kProbeKinds, kind, &ProbeKind::kind);
}

}  // namespace cuttle
