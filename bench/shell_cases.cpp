// Jet swimmers: time, and how far speed or path are from a finer run.

#include <fmt/format.h>

#include <cmath>

#include "bench.h"
#include "measure.h"

namespace cuttle::bench {
namespace {

/// More modes in mantle and arms, steps of a fifth.
Settings finer(const std::string& arm) {
  Settings fine = {"study.step=0.001", "bodies.mantle.shell.modes={curvature: 8, stretch: 6}"};
  if (arm.empty()) return fine;
  for (const char* mode : {"bend_y", "bend_z", "stretch"})
    fine.push_back(fmt::format("bodies.{}.rod.strain.{}=5", arm, mode));
  fine.push_back(fmt::format("bodies.{}.rod.quadrature=9", arm));
  return fine;
}

std::string note(const RunResult& result, double seconds) {
  const SolverStatistics& s = result.solver;
  const double duration = result.trajectory.axis().back();
  return fmt::format("as in the file, {:g} s: {} steps, {} evaluations, {:.0f} x real time",
                     duration, s.steps, s.evaluations + s.iterations, duration / seconds);
}

Measurement jet_swimmer(const std::string& model, const std::string& arm) {
  const RunResult result = run_model(model), fine = run_model(model, finer(arm));
  const double duration = result.trajectory.axis().back();
  const double seconds = time_model(model, {fmt::format("study.output_step={}", duration)});
  return {seconds, std::abs(figure(result, "speed") / figure(fine, "speed") - 1),
          note(result, seconds)};
}

}  // namespace

Measurement mantle_surge() { return jet_swimmer("mantle_surge", ""); }

Measurement quadropus() { return jet_swimmer("quadropus", "arm"); }

Measurement monopus() {
  const RunResult result = run_model("monopus"), fine = run_model("monopus", finer("arm"));
  const double seconds = time_model("monopus", {"study.output_step=5"});
  const double way = fine.trajectory.column("root.distance").back();
  return {seconds, path_distance(result, fine, "body") / way, note(result, seconds)};
}

}  // namespace cuttle::bench
