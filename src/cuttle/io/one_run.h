#pragma once
// Whether the files of a results folder are of one run.

#include <filesystem>
#include <optional>
#include <string>

#include "cuttle/io/manifest.h"

namespace cuttle {

/// Checks that all files of the folder which its manifest names are of its run; one that is gone is
/// left out, `except` is not looked at. nullopt: there is no manifest, and no more than one file
/// that a run writes. Throws InputError that names the file which is of another run or damaged.
std::optional<Manifest> check_one_run(const std::filesystem::path& folder,
                                      const std::string& except = "");

}  // namespace cuttle
