// Hints offer only what is accepted in their place: every word and every name of the models is
// misspelt, and what is offered instead is put there.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "cuttle/compile/compile.h"
#include "cuttle/io/read_part.h"
#include "cuttle/io/replace_file.h"
#include "cuttle/io/yaml.h"

namespace cuttle {
namespace {

struct Leaf {
  YamlNode* node;
  std::string path;  // without the numbers of items
};

void find_leaves(YamlNode& node, const std::string& path, std::vector<Leaf>& leaves) {
  if (node.is_scalar()) leaves.push_back({&node, path});
  for (std::size_t i = 0; i < node.items.size(); ++i)
    find_leaves(node.items[i], node.is_map() ? path + "." + node.keys[i] : path + "[]", leaves);
}

std::vector<Diagnostic> complaints(const YamlNode& tree, const std::filesystem::path& file) {
  try {
    build(read_tree(tree, file));
  } catch (const InputError& error) {
    return error.diagnostics();
  }
  return {};
}

/// What is said about a place when a word stands there.
std::vector<Diagnostic> complaints_at(const YamlNode& tree, const std::filesystem::path& file,
                                      YamlNode& place, const std::string& word) {
  const std::string before = place.text;
  place.text = word;
  std::vector<Diagnostic> all = complaints(tree, file);
  place.text = before;
  std::erase_if(all, [&](const Diagnostic& d) {
    return d.mark.line != place.mark.line || d.mark.column != place.mark.column;
  });
  return all;
}

/// "did you mean 'arm'?" and "known bodies: arm, hub, ..."
std::vector<std::string> offers(const std::string& hint) {
  const std::string near = "did you mean '", known = "known ";
  if (hint.find("known symbols: ") != hint.npos) return {};  // parts of a formula
  if (hint.starts_with(near)) return {hint.substr(near.size(), hint.rfind("'?") - near.size())};
  const std::size_t colon = hint.find(": ");
  if (!hint.starts_with(known) || colon == std::string::npos) return {};
  std::vector<std::string> list;
  for (std::size_t at = colon + 2; at < hint.size();) {
    const std::size_t end = std::min(hint.find(", ", at), hint.size());
    list.push_back(hint.substr(at, end - at));
    at = end + 2;
  }
  std::erase(list, "...");
  return list;
}

std::vector<std::string> offers_for(const YamlNode& tree, const std::filesystem::path& file,
                                    YamlNode& place, const std::string& word) {
  std::vector<std::string> all;
  for (const Diagnostic& d : complaints_at(tree, file, place, word))
    for (std::string& offer : offers(d.hint)) all.push_back(std::move(offer));
  return all;
}

std::vector<std::filesystem::path> small_ones_first(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  std::ranges::sort(files, {}, [](const std::filesystem::path& file) {
    return std::pair(std::filesystem::file_size(file), file);
  });
  return files;
}

/// Words that are right in their place, and ask for something elsewhere, which the message names: a
/// helical joint for its pitch, a muscle for a rod with that mode, `steady` for a load path.
bool is_about_others(const std::string& path, const std::string& word, const Diagnostic& d) {
  return (word == "helical" && d.path.ends_with(".pitch")) || path == ".muscles[].mode" ||
         (path == ".study.start" && word == "steady");
}

TEST(Hints, OfferWhatIsAcceptedThere) {
  std::set<std::string> seen;
  int places = 0, tried = 0;
  for (const auto& file : small_ones_first(CUTTLE_MODELS)) {
    YamlNode tree = parse_yaml(read_text_file(file), file.string());
    tree.erase("expect");
    std::vector<Leaf> leaves;
    find_leaves(tree, "", leaves);
    for (const Leaf& leaf : leaves) {
      const bool number = leaf.node->text.find_first_not_of("0123456789.-+e") == std::string::npos;
      if (number || !seen.insert(leaf.path).second) continue;
      std::vector<std::string> words = offers_for(tree, file, *leaf.node, "zzqqzz");
      if (words.empty()) continue;
      ++places;
      // what is near a word is offered alone
      for (const std::string& word : std::vector(words))
        for (const std::string& offer : offers_for(tree, file, *leaf.node, word + "z"))
          if (std::ranges::find(words, offer) == words.end()) words.push_back(offer);
      for (const std::string& word : words) {
        ++tried;
        for (const Diagnostic& d : complaints_at(tree, file, *leaf.node, word))
          if (!is_about_others(leaf.path, word, d))
            ADD_FAILURE() << file << leaf.path << ": '" << word
                          << "' is offered, and then: " << to_string(d);
      }
    }
  }
  RecordProperty("places", places);
  EXPECT_GT(places, 40);
  EXPECT_GT(tried, 150);
}

TEST(Hints, OfferNoConnectionThatHoldsNothing) {
  YamlNode tree = parse_yaml(R"(
bodies:
  - {name: a, joint: free, rigid: {mass: 1, inertia: [1, 1, 1]}}
connections: [{name: c, type: floating, b: {body: a}}]
study: {type: dynamics, duration: 1}
)",
                             "m.yaml");
  const std::vector<Diagnostic> told = complaints(tree, "m.yaml");
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].path, "connections[0].type");
  EXPECT_EQ(told[0].hint.find("free"), std::string::npos) << told[0].hint;
}

// A field of shells offers shells, one for two ends of a spring offers the world, a parent is none
// of those that it carries, and what has no shape cannot be touched.
TEST(Hints, OfferBodiesThatFit) {
  const auto hint_of = [](const std::string& parts) {
    const YamlNode tree = parse_yaml(
        "bodies:\n"
        "  - {name: hub, joint: free, rigid: {mass: 1, inertia: [1, 1, 1]}}\n"
        "  - {name: ball, joint: free, rigid: {shapes: [{sphere: 0.1, density: 1000}]}}\n" +
            parts + "study: {type: dynamics, duration: 1}\n",
        "m.yaml");
    const std::vector<Diagnostic> told = complaints(tree, "m.yaml");
    return told.empty() ? "" : told[0].hint;
  };
  EXPECT_EQ(hint_of("shell_loads: [{name: l, body: hul, pressure: 1}]\n"),
            "there are no shells in this file");
  EXPECT_EQ(hint_of("springs: [{name: s, a: {body: wrld}, b: {body: hub}, stiffness: 1}]\n"),
            "did you mean 'world'?");
  EXPECT_EQ(hint_of("  - {name: arm, parent: arn, rigid: {mass: 1, inertia: [1, 1, 1]}}\n"),
            "known bodies: world, hub, ball");
  EXPECT_EQ(hint_of("contacts: [{name: c, between: [hab, ball], stiffness: 1e4}]\n"),
            "known bodies and obstacles: ball, all");
}

}  // namespace
}  // namespace cuttle
