#include "support/part_of_run.h"

#include <ctime>

#include "cuttle/study/run.h"

namespace cuttle::testing {
namespace {

// of the processor: other programs do not count
double computed_since(std::clock_t start) { return double(std::clock() - start) / CLOCKS_PER_SEC; }

}  // namespace

double PartOfRun::last() const {
  return result.trajectory.rows() > 0 ? result.trajectory.axis().back() : 0;
}

PartOfRun run_part(const ScenarioSpec& spec, const EarlyEnd& end) {
  PartOfRun part;
  const std::clock_t begin = std::clock();
  bool moves = false, there = false;
  std::clock_t start = begin;
  RunOptions options;
  if (spec.study.type == StudyType::dynamics) {
    // an equilibrium at the start is not part of the motion
    options.progress = [&](double fraction) {
      if (!moves) start = std::clock();
      moves = true;
      there = fraction * spec.study.duration > end.t * (1 + 1e-12);
    };
    options.interrupted = [&] {
      part.too_slow = moves && computed_since(start) > end.seconds;
      return there || part.too_slow;
    };
  }
  part.result = run(spec, options);
  if (part.result.status.code == Status::Code::interrupted && (there || part.too_slow))
    part.result.status = {};
  else
    part.too_slow = false;
  part.seconds = computed_since(begin);
  return part;
}

Trajectory first_rows(const Trajectory& all, std::size_t rows) {
  Trajectory first(all.axis_column(), all.columns(), {}, {});
  std::vector<double> values(all.columns().size());
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = all.column(k)[row];
    first.append(all.axis()[row], values, {}, {});
  }
  return first;
}

}  // namespace cuttle::testing
