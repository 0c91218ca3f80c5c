#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "cuttle/io/read_part.h"
#include "cuttle/io/yaml.h"
#include "support/sanitized.h"

namespace cuttle {
namespace {

// of a model, about: those that are tried
constexpr std::size_t kKeys = testing::kSanitized ? 12 : 60;

// maps whose keys are names of the user's own
const std::set<std::string> kNamed = {"materials", "parameters", "frames"};

std::vector<std::filesystem::path> models() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(CUTTLE_MODELS))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// all keys of the language in a tree, as places to write to
void collect_keys(YamlNode& node, const std::string& under, std::vector<std::string*>& keys) {
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const bool key = node.is_map() && kNamed.count(under) == 0;
    if (key && node.keys[i].size() >= 5) keys.push_back(&node.keys[i]);
    collect_keys(node.items[i], node.is_map() ? node.keys[i] : "", keys);
  }
}

std::vector<Diagnostic> complaints(const YamlNode& tree, const std::filesystem::path& file) {
  try {
    read_tree(tree, file);
  } catch (const InputError& error) {
    return error.diagnostics();
  }
  return {};
}

// Two letters exchanged in any key of any model: one mistake, one message, which names the key.
TEST(Slips, EveryMisspeltKeyOfEveryModelIsOneMessage) {
  int tried = 0;
  for (const auto& file : models()) {
    YamlNode tree = parse_yaml(read_text_file(file), file.string());
    std::vector<std::string*> keys;
    collect_keys(tree, "", keys);
    for (std::size_t i = 0; i < keys.size(); i += 1 + keys.size() / kKeys) {
      const std::string right = *keys[i];
      std::swap((*keys[i])[2], (*keys[i])[3]);
      if (*keys[i] == right) continue;
      const std::vector<Diagnostic> told = complaints(tree, file);
      ASSERT_EQ(told.size(), 1u) << file << " " << *keys[i] << ": "
                                 << (told.empty() ? "accepted" : to_string(told[1]));
      EXPECT_TRUE(told[0].path.ends_with(*keys[i])) << to_string(told[0]);
      EXPECT_TRUE(told[0].hint.starts_with("did you mean '" + right + "'")) << to_string(told[0]);
      *keys[i] = right;
      ++tried;
    }
  }
  EXPECT_GT(tried, testing::kSanitized ? 200 : 1000);
}

}  // namespace
}  // namespace cuttle
