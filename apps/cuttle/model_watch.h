#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "model_options.h"

namespace cuttle::cli {

/// Notices that a model file, or a data file that it names, was written again.
class ModelWatch {
 public:
  explicit ModelWatch(const ModelOptions& model);

  /// The files as they are now, and from now on those that the model names now, right or wrong.
  /// Comes before the model is read: what is written meanwhile counts as a change.
  void follow();

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
