#pragma once
// Measurements in CSV files, as observations in SI.

#include <filesystem>
#include <string>
#include <vector>

#include "cuttle/campaign/spec.h"
#include "cuttle/fit/problem.h"
#include "cuttle/record/trajectory.h"

namespace cuttle {

/// What the runs of a model record: columns over one axis.
struct RecordAxis {
  std::string name, unit;
  double begin = 0, end = 0;
};

/// One group of observations for each measured column, in the order of the study file. Gaps are
/// left out. Throws InputError for files that are not in `folder`, columns that they do not have,
/// units that are not those of the simulated column, times that do not rise or that the record
/// does not reach, and standard deviations that are missing or not above zero.
std::vector<ObservationGroup> read_series(const std::vector<DataSpec>& data,
                                          const std::filesystem::path& folder,
                                          const RecordAxis& axis,
                                          const std::vector<Column>& recorded);

/// The points of a curve. `rising`: x must rise.
ObservationGroup read_points(const CurveSpec& curve, const std::filesystem::path& folder,
                             bool rising);

}  // namespace cuttle
