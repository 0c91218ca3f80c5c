#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "cuttle/model/spec.h"

namespace cuttle::cli {

/// Notices that a model file, or a data file that it names, was written again.
class ModelWatch {
 public:
  explicit ModelWatch(std::filesystem::path model);

  /// From now on also the data files of this version of the model.
  void follow(const ScenarioSpec& spec);

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

  std::filesystem::path model_;
  std::vector<std::filesystem::path> files_;
  std::vector<Stamp> known_, last_;
};

}  // namespace cuttle::cli
