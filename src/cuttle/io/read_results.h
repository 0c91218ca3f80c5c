#pragma once
// Results that a run left in a folder, read back for reports, pictures and exports.

#include <filesystem>
#include <string>

#include "cuttle/io/result_source.h"

namespace cuttle {

struct StoredResult {
  RunResult result;
  Scene scene;
  std::string model_name, model_text;

  ResultSource source() const { return {result, scene, model_name, model_text}; }
};

/// Reads result.h5. Throws InputError that names the file and what is wrong with it.
StoredResult read_results(const std::filesystem::path& file);
Scene read_scene(const std::filesystem::path& file);

}  // namespace cuttle
