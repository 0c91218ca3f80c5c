#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "cuttle/study/run.h"

namespace cuttle::bench {

using Settings = std::vector<std::string>;  // such as "study.rtol=1e-6"

/// Runs models/<name>.yaml with these settings. Throws std::runtime_error when the run fails.
RunResult run_model(const std::string& name, const Settings& settings = {});

/// Wall time of the study alone [s], best of several runs: no reading, no building, no files.
double time_model(const std::string& name, const Settings& settings = {});

/// A figure of a run by name.
double figure(const RunResult& result, const std::string& name);

/// Largest |value - reference| among the expectations of the model file.
double worst_expectation(const RunResult& result);

/// Largest distance between the points `probe`.x, .y, .z of two runs over the same rows.
double path_distance(const RunResult& a, const RunResult& b, const std::string& probe);

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

/// Seconds per call, best of several blocks of calls.
template <class Call>
double time_call(Call&& call) {
  using Clock = std::chrono::steady_clock;
  double best = std::numeric_limits<double>::infinity();
  const auto begin = Clock::now();
  long calls = 1;
  // blocks of at least 1 ms, for 0.3 s
  while (Clock::now() - begin < std::chrono::milliseconds(300)) {
    const auto start = Clock::now();
    for (long i = 0; i < calls; ++i) call();
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (seconds < 1e-3) {
      calls *= 2;
      continue;
    }
    best = std::min(best, seconds / double(calls));
  }
  return best;
}

}  // namespace cuttle::bench
