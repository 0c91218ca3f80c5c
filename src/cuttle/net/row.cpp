#include "cuttle/net/row.h"

#include "cuttle/net/net_model.h"

namespace cuttle {

namespace {

// Nets that nothing holds on to act on nobody: they are left for who records and moves them. The
// others are bodies, which were made before; what drives them is an actor.
void build(Draft& draft) {
  NetList nets;
  const NetSurroundings around = surroundings_of(draft.spec);
  for (const NetSpec& spec : draft.spec.of<NetSpec>()) {
    if (is_body(draft.spec, spec)) {
      add_drive(draft, spec);
      continue;
    }
    for_each_signal(spec, [&](const SignalSpec& signal) {
      check_corners(signal, draft.spec.study, draft.diagnostics);
    });
    const std::shared_ptr<NetModel> net = build_net_model(around, spec, draft.diagnostics);
    if (net) net->index = int(nets.size());
    nets.push_back(net);
    draft.actors.add(spec.name, nets.back());
  }
  draft.share(std::move(nets));
}

bool moves_beside(const Draft& draft, const ProbeSpec& probe) {
  const BodySpec* const body = find_body(draft.spec, probe.target());
  return !(body && body->net);
}

PartSummary summary(const Built& built) {
  PartSummary table{.rows = {{"name", "segments", "nodes", "DoF", "mass [kg]", "ground"}}};
  for (const NetSpec& spec : built.spec.of<NetSpec>()) {
    const NetModel& net = *built.actors.find<NetModel>(spec.name);
    std::string friction =
        spec.ground ? "friction " + number(spec.ground->static_friction) : "none";
    if (spec.ground && spec.ground->kinetic_friction)
      friction += ", sliding " + number(*spec.ground->kinetic_friction);
    table.rows.push_back({net.name, std::to_string(net.data.segments.size()),
                          std::to_string(net.data.nodes()), std::to_string(net.free_count()),
                          number(net.data.mass.sum()), friction});
  }
  return table;
}

constexpr ProbeKind kProbes[] = {
    {.field = "net",
     .doc = "net whose nodes, curvatures, momentum and energies are recorded",
     .order = 150,
     .list = "nets",
     .outside = moves_beside,
     .make = make_net_probe}};

}  // namespace

extern constinit const PartKind kNets{.list = "nets",
                                      .word = "net",
                                      .doc = "planar nets of elastic strips",
                                      .type = &kListOf<NetSpec>,
                                      .turn = 150,
                                      .chapter = Chapter::beside,
                                      .check = check_nets,
                                      .check_study = check_study_of_nets,
                                      .build = build,
                                      .move = move_nets,
                                      .check_built = check_built_nets,
                                      .summary = summary,
                                      .draw = draw_nets,
                                      .warn = warn_of_nets,
                                      .probes = kProbes};

}  // namespace cuttle
