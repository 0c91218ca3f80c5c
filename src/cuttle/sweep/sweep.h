#pragma once
// Many runs of one model at chosen parameters, as one table.

#include <functional>
#include <vector>

#include "cuttle/campaign/evaluator.h"
#include "cuttle/campaign/formula.h"
#include "cuttle/campaign/spec.h"
#include "cuttle/campaign/table.h"
#include "cuttle/record/figure.h"

namespace cuttle {

/// One part of `of` equal parts of the samples: numbers part - 1, part - 1 + of, ...
struct Shard {
  int part = 1;
  int of = 1;
};

/// The points of one part, in order.
std::vector<ParameterPoint> shard_points(const std::vector<ParameterPoint>& points,
                                         const Shard& shard);

struct SweepOptions {
  std::function<void(std::size_t done, std::size_t failed)> progress;
};

/// Computes what the evaluator does not remember. True if all of it was computed: nobody stopped
/// it.
bool run_sweep(Evaluator& evaluator, const std::vector<ParameterPoint>& points,
               const SweepOptions& options = {});

/// Without rows.
CampaignTable empty_table(const Columns& columns);

/// The rows of those points that the journal knows, in the order of the points: `sample` (from 0),
/// parameters, figures, derived numbers, status.
CampaignTable sweep_table(const Journal& journal, const std::vector<ParameterPoint>& points,
                          const Columns& columns);

/// What is in the table but probably not meant: failed runs, numbers that are not finite.
std::vector<std::string> sweep_warnings(const CampaignTable& table);

/// Figures of the outcome: samples, computed, failed, and min, max and mean of each column.
std::vector<Figure> sweep_figures(const CampaignTable& table, std::size_t samples);

}  // namespace cuttle
