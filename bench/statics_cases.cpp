#include <cmath>

#include "bench.h"
#include "measure.h"

namespace cuttle::bench {
namespace {

Measurement closed_form(const char* name, const char* note) {
  return {time_model(name), worst_expectation(run_model(name)), note};
}

}  // namespace

Measurement follower_force() {
  const RunResult result = run_model("follower_force");
  const double error = std::hypot(figure(result, "x_deviation"), figure(result, "z_deviation"));
  return {time_model("follower_force"), error, "130 loads, each recorded"};
}

Measurement roll_up() { return closed_form("roll_up", "40 loads, each recorded"); }
Measurement elastica() { return closed_form("elastica", "100 loads, order 8, each recorded"); }
Measurement cable_arc() { return closed_form("cable_arc", "20 loads, each recorded"); }

Measurement rod_modes() {
  double worst = 0;
  for (const ExpectResult& e : run_model("rod_modes").expect)
    worst = std::max(worst, std::abs(e.value / e.reference - 1));
  return {time_model("rod_modes"), worst, "19 DoF, five modes recorded"};
}

Measurement l_beam() { return closed_form("l_beam", "a closed loop, one equilibrium recorded"); }

Measurement hybrid_manipulator() {
  const RunResult result = run_model("hybrid_manipulator");
  const double equilibria = double(result.trajectory.rows());
  return {time_model("hybrid_manipulator") / equilibria, worst_expectation(result),
          "per equilibrium of 21, 39 DoF and 12 rows"};
}

}  // namespace cuttle::bench
