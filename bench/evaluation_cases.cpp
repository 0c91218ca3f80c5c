#include <fmt/format.h>

#include <cmath>
#include <random>

#include "bench.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/inverse.h"
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

/// Least-squares slope of log(seconds) over log(rods), rods = 1, 2, 4 ... 256.
Measurement growth(Model (*robot)(int)) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0, seconds = 0, first = 0;
  for (int rods = 1; rods <= 256; rods *= 2) {
    Evaluation evaluation(robot(rods));
    seconds = time_call(evaluation);
    if (rods == 1) first = seconds;
    const double x = std::log(rods), y = std::log(seconds);
    n += 1;
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  const double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
  return {seconds, slope,
          fmt::format("time of 256 rods (2048 DoF); one rod {:.2f} us", first * 1e6)};
}

}  // namespace

Measurement swimmer_evaluation() {
  Evaluation evaluation(testing::swimmer(3));
  return {time_call(evaluation), relative_residual(evaluation),
          fmt::format("forward dynamics, {} DoF", evaluation.model.nv)};
}

Measurement growth_chain() { return growth(testing::rod_chain); }
Measurement growth_star() { return growth(testing::rod_star); }

}  // namespace cuttle::bench
