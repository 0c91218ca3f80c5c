#include <fmt/format.h>

#include <cmath>
#include <random>
#include <stdexcept>

#include "bench.h"
#include "cuttle/connection/constraint_solver.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/io/write_report.h"
#include "cuttle/scene/scene_sampler.h"
#include "cuttle/sim/run.h"
#include "measure.h"
#include "support/robots.h"

namespace cuttle::bench {
namespace {

/// A robot in a random state, ready to be evaluated.
struct Evaluation {
  explicit Evaluation(Model robot) : model(std::move(robot)), ws(model) {
    std::mt19937_64 random(1);
    x = testing::random_state(random, model);
    u = testing::zero_input(model);
  }
  void operator()() { forward_dynamics(model, x, u, ws); }

  Model model;
  State x;
  Input u;
  Workspace ws;
};

/// |inverse dynamics at the computed accelerations| over that at zero accelerations.
double relative_residual(Evaluation& evaluation) {
  evaluation();
  const VectorX a = evaluation.ws.a;
  inverse_dynamics(evaluation.model, evaluation.x, evaluation.u, nullptr, evaluation.ws);
  const double scale = evaluation.ws.tau.norm();
  inverse_dynamics(evaluation.model, evaluation.x, evaluation.u, a.data(), evaluation.ws);
  return evaluation.ws.tau.norm() / scale;
}

/// Least-squares slope of log(seconds) over log(size).
class Growth {
 public:
  void add(double size, double seconds) {
    const double x = std::log(size), y = std::log(seconds);
    n_ += 1;
    sx_ += x;
    sy_ += y;
    sxx_ += x * x;
    sxy_ += x * y;
  }
  double slope() const { return (n_ * sxy_ - sx_ * sy_) / (n_ * sxx_ - sx_ * sx_); }

 private:
  double n_ = 0, sx_ = 0, sy_ = 0, sxx_ = 0, sxy_ = 0;
};

Measurement growth(Model (*robot)(int)) {
  Growth line;
  double seconds = 0, first = 0;
  for (int rods = 1; rods <= 256; rods *= 2) {
    Evaluation evaluation(robot(rods));
    seconds = time_call(evaluation);
    if (rods == 1) first = seconds;
    line.add(rods, seconds);
  }
  return {seconds, line.slope(),
          fmt::format("time of 256 rods (2048 DoF); one rod {:.2f} us", first * 1e6)};
}

/// Free boxes in a row, each fixed to the one before it by a connection.
std::string docked_modules(int count) {
  std::string text = "name: modules\nbodies:\n", connections = "connections:\n";
  for (int i = 0; i < count; ++i) {
    text += fmt::format(
        "  - {{name: m{}, joint: {{type: free, initial: {{position: [{}, 0, 0]}}}}, rigid: "
        "{{shapes: "
        "[{{box: [0.3, 0.2, 0.1], density: 500}}]}}}}\n",
        i, 0.3 * i);
    if (i > 0)
      connections += fmt::format(
          "  - {{name: c{0}, type: fixed, a: {{body: m{1}, pose: {{position: [0.15, 0, 0]}}}}, b: "
          "{{body: m{0}, pose: {{position: [-0.15, 0, 0]}}}}}}\n",
          i, i - 1);
  }
  return text + connections + "study: {type: dynamics, duration: 1}\n";
}

}  // namespace

Measurement swimmer_evaluation() {
  Evaluation evaluation(testing::swimmer(3));
  return {time_call(evaluation), relative_residual(evaluation),
          fmt::format("forward dynamics, {} DoF", evaluation.model.nv)};
}

Measurement growth_chain() {
  return growth([](int rods) { return testing::rod_chain(rods); });
}
Measurement growth_star() {
  return growth([](int rods) { return testing::rod_star(rods); });
}

Measurement growth_modules() {
  Growth line;
  double seconds = 0, first = 0;
  for (const int modules : {2, 5, 10, 20, 50, 100, 200}) {
    const Scenario scenario = build(parse_scenario(docked_modules(modules), "modules.yaml"));
    Input u{VectorX(0), VectorX(0), VectorX(0)};
    Workspace ws(scenario.model);
    ConstraintSolver solver(scenario.model);
    seconds = time_call([&] {
      const Status status = solver.solve(scenario.model, scenario.initial, u, ws);
      if (!status.ok()) throw std::runtime_error(status.message);
    });
    if (modules == 2) first = seconds;
    line.add(modules - 1,
             seconds);  // as many connections; over modules a straight line has slope 1.15
  }
  return {seconds, line.slope(),
          fmt::format("time of 200 modules (1200 DoF, 1194 rows); two {:.2f} us", first * 1e6)};
}

Measurement report() {
  const ScenarioSpec spec = read_scenario(CUTTLE_MODELS "/hybrid_arm.yaml");
  const Scenario scenario = build(spec);
  const RunResult result = run(scenario);
  std::size_t size = 0;
  const double seconds = time_call([&] {
    const Scene scene = make_scene(scenario, result.trajectory);
    size = report_text({result, scene, spec.name, spec.source}).size();
  });
  return {seconds, double(size), "scene and page of the flagship, 10 s at 100 Hz"};
}

}  // namespace cuttle::bench
