#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cuttle/io/read_values.h"
#include "cuttle/io/yaml.h"
#include "cuttle/model/spec.h"

namespace cuttle {

/// A model that stands as a tree already, read and checked like a file: for languages that have
/// maps and lists of their own. `file` stands in messages about the whole, and data files are
/// looked for in its folder. `used` gets the data files that were read.
ScenarioSpec read_tree(YamlNode root, const std::filesystem::path& file,
                       const std::vector<std::string>& overrides = {},
                       std::vector<DataFileUse>* used = nullptr);

}  // namespace cuttle
