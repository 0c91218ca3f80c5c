// Many runs of one model: the equilibria of a design search, and what a sweep adds to them.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>

#include "bench.h"
#include "cuttle/base/cores.h"
#include "cuttle/campaign/evaluator.h"
#include "cuttle/campaign/experiment.h"
#include "cuttle/campaign/read_campaign.h"
#include "cuttle/io/write_scenario.h"
#include "cuttle/sweep/design.h"
#include "measure.h"

namespace cuttle::bench {

namespace {

constexpr int kEquilibria = 2887;  // what the search of [Mathew22] needed

/// The design problem with random designs around the one that the paper prints.
CampaignSpec designs() {
  CampaignSpec spec = read_campaign(CUTTLE_STUDIES "/cable_design.yaml");
  const double printed[] = {-0.010, 0.003, 0.024, -0.012, -0.012, 0.015, 75};
  const double reach[] = {0.005, 0.01, 0.02, 0.005, 0.01, 0.02, 75};
  for (std::size_t i = 0; i < spec.parameters.size(); ++i)
    spec.parameters[i].range = {printed[i] - reach[i], printed[i] + reach[i]};
  spec.sweep.emplace();
  spec.sweep->method = SamplingMethod::random;
  spec.sweep->count = kEquilibria;
  return spec;
}

struct Sweep {
  double seconds;
  std::vector<Outcome> outcomes;
};

/// All points by so many threads, with a journal as in cuttle sweep.
Sweep sweep(const Experiment& experiment, const std::vector<ParameterPoint>& points, int threads) {
  const auto folder =
      std::filesystem::temp_directory_path() / fmt::format("cuttle_bench_{}", ::getpid());
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  Sweep result;
  {
    Journal journal(folder, "runs", points.front().size(), experiment.readout().size());
    ThreadPool pool(threads, experiment.workers());
    Evaluator evaluator(pool, &journal);
    const auto begin = std::chrono::steady_clock::now();
    result.outcomes = evaluator.evaluate(points);
    result.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  std::filesystem::remove_all(folder);
  return result;
}

/// Largest difference of any number of two sweeps; NaN where a run failed in one of them only.
double difference(const Sweep& a, const Sweep& b) {
  double worst = 0;
  for (std::size_t i = 0; i < a.outcomes.size(); ++i) {
    if (a.outcomes[i].good() != b.outcomes[i].good()) return std::nan("");
    for (std::size_t k = 0; k < a.outcomes[i].values.size(); ++k)
      worst = std::max(worst, std::abs(a.outcomes[i].values[k] - b.outcomes[i].values[k]));
  }
  return worst;
}

}  // namespace

Measurement cable_design() {
  CampaignSpec spec = designs();
  const std::vector<ParameterPoint> points = sample_points(spec);
  const Experiment experiment(spec);
  const Sweep one = sweep(experiment, points, 1), all = sweep(experiment, points, 0);
  spec.set = {"study.tolerance=1e-13"};
  const Sweep exact = sweep(Experiment(spec), points, 0);
  const auto failed =
      std::ranges::count_if(all.outcomes, [](const Outcome& o) { return !o.good(); });
  return {all.seconds, difference(all, exact),
          fmt::format("{} designs, read, built, solved and kept, on {} threads; on one {:.2f} s, "
                      "{:.0f} us each; {} failed",
                      kEquilibria, available_cores(), one.seconds, one.seconds / kEquilibria * 1e6,
                      failed)};
}

Measurement sweep_overhead() {
  const CampaignSpec spec = designs();
  const Experiment experiment(spec);
  const std::vector<ParameterPoint> points = sample_points(spec);
  const Sweep one = sweep(experiment, points, 1), two = sweep(experiment, points, 2);
  double solving = 0;
  for (const Outcome& outcome : one.outcomes) solving += outcome.seconds;
  // what is not the run itself: waiting, handing out, writing
  const double overhead = (one.seconds - solving) / kEquilibria;
  return {overhead, difference(one, two),
          fmt::format("two threads {:.2f} times as fast as one", one.seconds / two.seconds)};
}

Measurement sweep_sample() {
  const CampaignSpec spec = designs();
  const Experiment experiment(spec);
  const std::vector<ParameterPoint> points = sample_points(spec);
  BoundModel bound(experiment.model());
  int different = 0;
  for (std::size_t i = 0; i < 100; ++i)
    different += write_scenario(bound.scenario(points[i]).spec) !=
                 write_scenario(experiment.scenario(points[i]));
  std::size_t next = 0;
  const auto point = [&]() -> const ParameterPoint& { return points[next++ % points.size()]; };
  const double full = time_call([&] { build(experiment.scenario(point())); });
  const double seconds = time_call([&] { bound.scenario(point()); });
  return {seconds, double(different),
          fmt::format("read and built in full {:.0f} us: {:.2f} times as long", full * 1e6,
                      full / seconds)};
}

}  // namespace cuttle::bench
