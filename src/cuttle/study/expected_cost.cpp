#include "cuttle/study/expected_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "cuttle/compile/compile.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/study/run.h"

namespace cuttle {

namespace {
constexpr double kTrialSeconds = 0.2;     // of computing
constexpr double kMostSeconds = 1;        // until the motion has begun
constexpr double kSlowEvaluation = 0.05;  // of the forces: a step would take seconds

// one digit
double rough(double x) {
  const double unit = std::pow(10.0, std::floor(std::log10(std::max(x, 1e-9))));
  return std::round(x / unit) * unit;
}

double evaluation_seconds(const Scenario& scenario) {
  InputSource inputs = scenario.inputs;
  Input u;
  if (!inputs.evaluate(scenario.initial.t, u).ok()) return 0;
  Workspace ws(scenario.model);
  const std::clock_t start = std::clock();
  forward_dynamics(scenario.model, scenario.initial, u, ws);
  return double(std::clock() - start) / CLOCKS_PER_SEC;
}

}  // namespace

std::string expected_cost(const Scenario& scenario) {
  const StudySpec& study = scenario.spec.study;
  if (study.type != StudyType::dynamics) return "";
  // of the processor: other programs do not count
  const auto seconds_since = [](std::clock_t start) {
    return double(std::clock() - start) / CLOCKS_PER_SEC;
  };
  // from the first word of progress on: an equilibrium at the start is not part of the motion
  const std::clock_t begin = std::clock();
  if (const double once = evaluation_seconds(scenario); once > kSlowEvaluation)
    return fmt::format("about {:g} s of computing for each evaluation of its forces", rough(once));
  std::clock_t start = begin;
  double from = -1, to = 0, seconds = 0;
  RunOptions options;
  options.progress = [&](double fraction) {
    if (from < 0) {
      from = fraction;
      start = std::clock();
    }
    to = fraction;
    seconds = seconds_since(start);
  };
  options.interrupted = [&] {
    return from < 0 ? seconds_since(begin) > kMostSeconds : seconds_since(start) > kTrialSeconds;
  };
  const RunResult result = run(scenario, options);
  const bool stopped = result.status.code == Status::Code::interrupted;
  if (!(to > from) || from < 0 || !(result.status.ok() || stopped)) return "";
  const double each = seconds / ((to - from) * study.duration);
  return fmt::format("about {:g} s of computing per simulated second, {:g} s in all", rough(each),
                     rough(each * study.duration));
}

}  // namespace cuttle
