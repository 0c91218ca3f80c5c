#pragma once
// Many samples of one model: what changes between them is set, and the rest is not read again.

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cuttle/compile/compile_sample.h"
#include "cuttle/io/read_values.h"
#include "cuttle/io/yaml.h"

namespace cuttle {

/// A model file, and the numbers in it that change.
struct SampledModel {
  YamlNode tree;
  std::filesystem::path file;
  std::vector<std::string> settings = {};                   // of all samples
  std::vector<std::vector<std::string>> paths = {};         // that each number sets, as settings do
  std::optional<std::vector<DataFileUse>> data_files = {};  // given: the only ones that there are

  const std::vector<DataFileUse>* kept() const { return data_files ? &*data_files : nullptr; }

  /// Settings that make the model of these numbers, as after --set.
  std::vector<std::string> settings_of(std::span<const double> numbers) const;
};

/// Makes scenarios of a sampled model. The first one is read in full, and its tree and its spec are
/// kept. For another one the numbers and all $(...) are written into the tree, and what they stand
/// in (a body, a cable, the study: an item of a list or a field of the file) is read again by the
/// same reader, so that ranges, units, conditions and the lengths of lists are as in a full
/// reading. A sample in which anything is wrong is read in full, which tells what. Belongs to one
/// thread.
class BoundModel {
 public:
  /// The model must live as long. `told`: of a sample in which something is wrong.
  explicit BoundModel(const SampledModel& model, Mistakes told = Mistakes::all);
  ~BoundModel();
  BoundModel(const BoundModel&) = delete;
  BoundModel& operator=(const BoundModel&) = delete;

  /// build(read_tree()) with the settings of these numbers, without warnings. Throws InputError.
  Scenario scenario(std::span<const double> numbers);

  /// How many of its scenarios were read in full.
  int full_readings() const { return full_readings_; }

 private:
  class Reading;

  const SampledModel& model_;
  Mistakes told_;
  std::unique_ptr<Reading> reading_;  // of the sample before
  int full_readings_ = 0;
};

}  // namespace cuttle
