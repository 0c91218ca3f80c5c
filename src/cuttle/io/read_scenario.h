#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cuttle/spec/spec.h"

namespace cuttle {

struct DataFileUse;

/// Reads a model file, applies settings such as "bodies.arm.rod.length=0.3", checks everything
/// that needs no physics and writes out the repeats. Throws InputError with all that is wrong.
/// `used` gets the data files that were asked for, whatever is wrong with the rest.
ScenarioSpec read_scenario(const std::filesystem::path& path,
                           const std::vector<std::string>& overrides = {},
                           std::vector<DataFileUse>* used = nullptr);

/// The same for a text at hand; `file` stands in the messages, data files are looked for in its
/// folder.
ScenarioSpec parse_scenario(const std::string& text, const std::filesystem::path& file,
                            const std::vector<std::string>& overrides = {},
                            std::vector<DataFileUse>* used = nullptr);

/// The stem of the file, with what cannot stand in a name made _.
std::string name_of_file(const std::filesystem::path& file);

}  // namespace cuttle
