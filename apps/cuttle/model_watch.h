#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "model_options.h"

namespace cuttle::cli {

/// Reads a model, and notices that its file, or a data file that it asked for, was written again.
class ModelWatch {
 public:
  explicit ModelWatch(const ModelOptions& model) : model_(model), files_{model.file} {}

  /// The model as it is now; from now on the files that it asked for count, also if it is wrong and
  /// this throws InputError. What is written meanwhile counts as a change.
  ScenarioSpec read();

  /// True once after a change, when the files have rested since the last look: editors write in
  /// several steps.
  bool changed();

 private:
  struct Stamp {
    std::filesystem::file_time_type time;
    std::uintmax_t size = 0;
    bool operator==(const Stamp&) const = default;
  };
  std::vector<Stamp> look() const;

  ModelOptions model_;
  std::vector<std::filesystem::path> files_;
  std::vector<Stamp> known_, last_;
};

}  // namespace cuttle::cli
