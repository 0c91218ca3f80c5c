// Planar nets: the walking caterpillar, and how a step grows with the nodes.

#include <fmt/format.h>

#include "bench.h"
#include "cuttle/net/net_step.h"
#include "measure.h"

namespace cuttle::bench {

Measurement caterpillar() {
  const RunResult result = run_model("caterpillar");
  const double seconds = time_model("caterpillar", {"study.output_step=3.54"});
  const double steps = 10.62 / 1e-3;
  return {seconds, figure(result, "front"),
          fmt::format("3 cycles at 1 ms: {:.1f} us per step, {:.0f} x real time, {:.0f} unresolved",
                      seconds / steps * 1e6, 10.62 / seconds, figure(result, "unresolved_steps"))};
}

Measurement growth_net() {
  Growth line;
  double seconds = 0;
  for (const int nodes : {10, 30, 100, 300, 1000, 3000, 10000}) {
    NetDesign design;
    design.segments.push_back({.name = "rod",
                               .edge_length = equal_edges(0.01 * (nodes - 1), nodes - 1),
                               .young = 1e7,
                               .area = 1e-5,
                               .inertia = 1e-11,
                               .linear_density = 0.01});
    const NetBuild built = build_net(design);
    NetWorld world;
    world.net = &built.net;
    NetWorkspace ws(built.net);
    NetState x = placed_state(built.net);
    double t = 0;
    seconds = time_call([&] {
      net_step(world, t, 1e-3, x, ws);
      t += 1e-3;
    });
    line.add(nodes, seconds);
  }
  return {seconds, line.slope(), "one implicit step of 1 ms of a falling rod, 10000 nodes"};
}

}  // namespace cuttle::bench
