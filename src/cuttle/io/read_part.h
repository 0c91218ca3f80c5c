#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cuttle/compile/compile_sample.h"
#include "cuttle/io/read_values.h"
#include "cuttle/io/yaml.h"
#include "cuttle/spec/spec.h"
#include "cuttle/spec/type.h"

namespace cuttle {

/// Reads any value of the model language: by its row in io/value_table.h, or else by its form.
/// False: what is wrong has been reported.
bool read_value(const Slot& slot, Value value);

/// Reads a part by its describe() alone; its row may add to that.
bool read_part(const Slot& slot, Value part);

/// A model by the describe() of its parts alone, without what is between them: as it stands in the
/// file, but for the name.
ScenarioSpec read_parts(const YamlNode& root, const std::filesystem::path& file,
                        ReadContext& context);

/// A model that stands as a tree already, read and checked like a file: for languages that have
/// maps and lists of their own. `file` stands in messages about the whole, and data files are
/// looked for in its folder. `used` gets the data files that were asked for; with `kept` they are
/// taken from there instead, and no file is opened. Who wants the first mistakes only saves the
/// compilations of what is not wrong.
ScenarioSpec read_tree(YamlNode root, const std::filesystem::path& file,
                       const std::vector<std::string>& overrides = {},
                       std::vector<DataFileUse>* used = nullptr,
                       const std::vector<DataFileUse>* kept = nullptr,
                       Mistakes told = Mistakes::all);

}  // namespace cuttle
