// Planar nets: the walking caterpillar, how a step grows with the nodes, and how the accelerations
// of nets that are bodies grow with what ties them.

#include <fmt/format.h>

#include <cmath>

#include "bench.h"
#include "cuttle/compile/compile.h"
#include "cuttle/connection/constraint_solver.h"
#include "cuttle/io/read_scenario.h"
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

Measurement caterpillar_rods() {
  // the same robot on the same ground as a net, by exact contact in short steps
  const RunResult result = run_model("caterpillar_rods"),
                  net = run_model("caterpillar",
                                  {"nets.robot.ground.static_friction=0.6",
                                   "nets.robot.ground.kinetic_friction=0.6", "study.step=62.5e-6"});
  const double seconds = time_model("caterpillar_rods", {});
  const double duration = result.trajectory.axis().back();
  const double way = figure(net, "front_after_3") - figure(net, "front_after_2");
  return {seconds, std::abs(figure(result, "walked") / way - 1),
          fmt::format("{} steps, {:.0f} us each, {:.1f} x real time", result.solver.steps,
                      seconds / double(result.solver.steps) * 1e6, duration / seconds)};
}

Measurement sma_walker() {
  const RunResult result = run_model("sma_walker");
  const double seconds = time_model("sma_walker", {});
  return {seconds, result.energy_residual,
          fmt::format("0.75 s of legs, cart, tail and ground: {} steps, {:.0f} us each",
                      result.solver.steps, seconds / double(result.solver.steps) * 1e6)};
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

namespace {

/// Strips in a row, each pinned to the one before; the first is clamped.
std::string chain_of_strips(int ties) {
  std::string nets = "nets:\n", pins = "connections:\n";
  for (int i = 0; i <= ties; ++i) {
    nets += fmt::format(
        "  - {{name: n_{0}, {1}segments: [{{name: s, length: 0.05, edges: 5, young: 4 MPa, width: "
        "20 "
        "mm, thickness: 3 mm, density: 1000, start: [{2}, 0]}}]}}\n",
        i, i == 0 ? "clamps: [{segment: s}], " : "", 0.05 * i);
    if (i < ties)
      pins += fmt::format(
          "  - {{name: c_{0}, type: spherical, a: {{body: n_{0}, at: s.last}}, b: {{body: n_{1}, "
          "at: "
          "s.0}}}}\n",
          i, i + 1);
  }
  return nets + pins + "study: {type: dynamics, duration: 1}\n";
}

}  // namespace

Measurement growth_ties() {
  Growth line;
  double seconds = 0;
  for (const int ties : {5, 10, 25, 50, 100}) {
    const Scenario scenario = build(parse_scenario(chain_of_strips(ties), "ties.yaml"));
    const Input none{VectorX(0), VectorX(0), VectorX(0)};
    Workspace ws(scenario.model);
    ConstraintSolver solver(scenario.model);
    seconds = time_call([&] { (void)solver.solve(scenario.model, scenario.initial, none, ws); });
    line.add(ties, seconds);
  }
  return {seconds, line.slope(), "accelerations of 101 strips in a row with 100 pins"};
}

}  // namespace cuttle::bench
