// Jet swimmers: time, and how far speed or path are from a finer run.

#include <fmt/format.h>

#include <cmath>

#include "bench.h"
#include "measure.h"

namespace cuttle::bench {
namespace {

/// How a finer run takes the arms of a model.
struct FineArm {
  int bend = 0;        // order
  int quadrature = 0;  // stations
};

/// More modes in the mantle, steps of a fifth.
Settings finer() {
  return {"study.step=0.0005", "bodies.mantle.shell.modes={curvature: 8, stretch: 6}"};
}

/// And arms of higher order.
Settings finer(const FineArm& arm) {
  Settings fine = finer();
  for (const char* mode : {"bend_y", "bend_z"})
    fine.push_back(fmt::format("bodies.arm.rod.strain.{}={}", mode, arm.bend));
  fine.push_back("bodies.arm.rod.strain.stretch=3");
  for (const char* mode : {"shear_y", "shear_z"})
    fine.push_back(fmt::format("bodies.arm.rod.strain.{}=2", mode));
  fine.push_back(fmt::format("bodies.arm.rod.quadrature={}", arm.quadrature));
  return fine;
}

std::string note(const RunResult& result, double seconds) {
  const SolverStatistics& s = result.solver;
  const double duration = result.trajectory.axis().back();
  return fmt::format("as in the file, {:g} s: {} steps, {} evaluations, {:.0f} x real time",
                     duration, s.steps, s.evaluations + s.iterations, duration / seconds);
}

Measurement jet_swimmer(const std::string& model, const Settings& settings) {
  const RunResult result = run_model(model), fine = run_model(model, settings);
  const double duration = result.trajectory.axis().back();
  const double seconds = time_model(model, {fmt::format("study.output_step={}", duration)});
  return {seconds, std::abs(figure(result, "speed") / figure(fine, "speed") - 1),
          note(result, seconds)};
}

}  // namespace

Measurement mantle_surge() { return jet_swimmer("mantle_surge", finer()); }

Measurement quadropus() { return jet_swimmer("quadropus", finer({.bend = 6, .quadrature = 10})); }

Measurement monopus() {
  const RunResult result = run_model("monopus");
  const RunResult fine = run_model("monopus", finer({.bend = 9, .quadrature = 14}));
  const double seconds = time_model("monopus", {"study.output_step=5"});
  const double way = fine.trajectory.column("root.distance").back();
  return {seconds, path_distance(result, fine, "body") / way, note(result, seconds)};
}

}  // namespace cuttle::bench
