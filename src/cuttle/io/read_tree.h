#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cuttle/io/read_values.h"
#include "cuttle/io/yaml.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// A model that stands as a tree already, read and checked like a file: for languages that have
/// maps and lists of their own. `file` stands in messages about the whole, and data files are
/// looked for in its folder. `used` gets the data files that were asked for; with `kept` they are
/// taken from there instead, and no file is opened.
ScenarioSpec read_tree(YamlNode root, const std::filesystem::path& file,
                       const std::vector<std::string>& overrides = {},
                       std::vector<DataFileUse>* used = nullptr,
                       const std::vector<DataFileUse>* kept = nullptr);

}  // namespace cuttle
