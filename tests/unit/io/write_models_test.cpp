#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "cuttle/io/read_part.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/io/write_scenario.h"
#include "cuttle/io/yaml.h"
#include "cuttle/signal/units.h"

namespace cuttle {
namespace {

std::vector<std::filesystem::path> model_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(CUTTLE_MODELS))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

TEST(WriteModels, EveryModelComesBackWithoutItsDataFiles) {
  for (const auto& file : model_files()) {
    const std::string text = write_scenario(read_scenario(file));
    EXPECT_EQ(write_scenario(parse_scenario(text, "/nowhere/again.yaml")), text) << file;
  }
}

// All numbers and switches of a document by their path without indices: bodies.rod.length.
void collect(YamlNode& node, const std::string& path,
             std::map<std::string, std::vector<YamlNode*>>& leaves) {
  if (node.is_scalar()) {
    const bool number = parse_quantity(node.text).has_value();
    if (number || node.text == "true" || node.text == "false") leaves[path].push_back(&node);
  }
  for (std::size_t i = 0; i < node.items.size(); ++i)
    collect(node.items[i], node.is_map() ? path + "." + node.keys[i] : path, leaves);
}

// another value, in the same unit
std::string changed(const std::string& text) {
  if (text == "true") return "false";
  if (text == "false") return "true";
  std::string_view unit;
  const double value = *leading_number(text, unit);
  const bool whole = value == std::floor(value) && std::abs(value) < 1000 && unit.empty();
  return fmt::format("{}{}", whole ? value + 1 : 1.01 * value, unit);
}

// A writer that forgets a field gives the same text whatever stands there. Directions are
// normalised, so that one place where a change is seen is enough.
TEST(WriteModels, NoNumberIsForgotten) {
  std::map<std::string, int> tried, seen;
  for (const auto& file : model_files()) {
    YamlNode root = parse_yaml(read_text_file(file), file.string());
    const std::string text = write_scenario(read_tree(root, file));
    std::map<std::string, std::vector<YamlNode*>> leaves;
    collect(root, "", leaves);
    for (const auto& [path, nodes] : leaves) {
      for (std::size_t i = 0; i < std::min<std::size_t>(nodes.size(), 3) && !seen[path]; ++i) {
        const std::string before = nodes[i]->text;
        nodes[i]->text = changed(before);
        try {
          const bool differs = write_scenario(read_tree(root, file)) != text;
          ++tried[path];
          seen[path] += differs ? 1 : 0;
        } catch (const InputError&) {
        }
        nodes[i]->text = before;
      }
    }
  }
  EXPECT_GT(tried.size(), 200u);
  for (const auto& [path, count] : tried) EXPECT_GT(seen[path], 0) << path << " is not written";
}

}  // namespace
}  // namespace cuttle
