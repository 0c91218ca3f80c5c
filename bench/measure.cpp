#include "measure.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <stdexcept>

#include "cuttle/io/read_scenario.h"

namespace cuttle::bench {
namespace {

constexpr int kLeastRuns = 5, kMostRuns = 50;
constexpr double kEnough = 1;  // [s] spent on one case

ScenarioSpec load(const std::string& name, const Settings& settings) {
  const auto path = std::filesystem::path(CUTTLE_MODELS) / (name + ".yaml");
  if (!std::filesystem::exists(path)) throw std::runtime_error(name + ".yaml is missing");
  return read_scenario(path, settings);
}

RunResult run_checked(const ScenarioSpec& scenario) {
  RunResult result = run(scenario);
  if (!result.status.ok())
    throw std::runtime_error(
        fmt::format("failed at t = {:.4g}: {}", result.status.t, result.status.message));
  return result;
}

}  // namespace

RunResult run_model(const std::string& name, const Settings& settings) {
  return run_checked(load(name, settings));
}

double time_model(const std::string& name, const Settings& settings) {
  const ScenarioSpec scenario = load(name, settings);
  double best = std::numeric_limits<double>::infinity(), spent = 0;
  for (int i = 0; i < kMostRuns && (i < kLeastRuns || spent < kEnough); ++i) {
    const double seconds = run_checked(scenario).wall_seconds;
    best = std::min(best, seconds);
    spent += seconds;
  }
  return best;
}

double figure(const RunResult& result, const std::string& name) {
  for (const Figure& f : result.figures)
    if (f.name == name) return f.value;
  throw std::runtime_error("no figure " + name);
}

double worst_expectation(const RunResult& result) {
  double worst = 0;
  for (const ExpectResult& e : result.expect)
    worst = std::max(worst, std::abs(e.value - e.reference));
  return worst;
}

double path_distance(const RunResult& a, const RunResult& b, const std::string& probe) {
  if (a.trajectory.rows() != b.trajectory.rows()) throw std::runtime_error("rows differ");
  std::vector<double> square(a.trajectory.rows(), 0.0);
  for (const char* axis : {".x", ".y", ".z"}) {
    const auto p = a.trajectory.column(probe + axis), q = b.trajectory.column(probe + axis);
    for (std::size_t i = 0; i < square.size(); ++i) square[i] += (p[i] - q[i]) * (p[i] - q[i]);
  }
  return std::sqrt(*std::max_element(square.begin(), square.end()));
}

}  // namespace cuttle::bench
