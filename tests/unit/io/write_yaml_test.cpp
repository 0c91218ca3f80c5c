#include "cuttle/io/write_yaml.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/random.h"

namespace cuttle {
namespace {

// words that mean something to YAML, and all characters that do
std::string awkward_text(testing::Random& random) {
  const std::vector<std::string> words = {"null", "~",  "yes", "No", "1e3", "0x1f",  ".inf", "- a",
                                          "a: b", "#x", "x #", "*a", "&a",  "!tag",  "%d",   "@",
                                          "[1",   "{a", "?",   ": ", " a",  "a ",    "",     "---",
                                          "...",  "|",  ">",   "'",  "\"",  "ünï 1", "a\nb", "\t"};
  const std::string characters = "aZ09 _-.,:;#'\"\\/()[]{}*&!|>%@`~?=+^\n\r\t\x01\x7f";
  if (random.integer(0, 1) == 0)
    return words[std::size_t(random.integer(0, int(words.size()) - 1))];
  std::string text;
  for (int i = random.integer(0, 12); i > 0; --i)
    text += characters[std::size_t(random.integer(0, int(characters.size()) - 1))];
  return text;
}

YamlNode random_tree(testing::Random& random, int depth) {
  const int kind = random.integer(0, depth > 0 ? 5 : 2);
  if (kind == 0) return yaml_number(std::ldexp(random.normal(), random.integer(-60, 40)));
  if (kind == 1) return yaml_text(awkward_text(random));
  if (kind == 2) return random.integer(0, 4) == 0 ? YamlNode() : yaml_text("plain");
  YamlNode node = kind == 3 ? yaml_list() : yaml_map();
  const int count = random.integer(0, random.integer(0, 6) == 0 ? 60 : 4);
  for (int i = 0; i < count; ++i) {
    if (node.is_list()) {
      node.items.push_back(random_tree(random, depth - 1));
      continue;
    }
    const std::string key = awkward_text(random);
    if (!node.find(key)) add_key(node, key, random_tree(random, depth - 1));
  }
  return node;
}

TEST(WriteYaml, WhateverIsWrittenComesBack) {
  testing::Random random(8);
  for (int i = 0; i < 100; ++i) {
    YamlNode root = yaml_map();
    for (const char* const key : {"a", "b", "c"}) add_key(root, key, random_tree(random, 5));
    const std::string text = write_yaml(root);
    ASSERT_NO_THROW(parse_yaml(text, "x.yaml")) << text;
    ASSERT_TRUE(same_contents(parse_yaml(text, "x.yaml"), root)) << text;
  }
}

TEST(WriteYaml, SameContentsSeesEveryDifference) {
  const YamlNode a = parse_yaml("{a: [1, {b: 2}], c: null}", "a");
  EXPECT_TRUE(same_contents(a, parse_yaml("a:\n  - '1'\n  - b: 2\nc: ~\n", "b")));
  for (const char* const other :
       {"{a: [1, {b: 3}], c: null}", "{a: [1, {d: 2}], c: null}", "{a: [1], c: null}",
        "{a: [1, {b: 2}]}", "{a: [1, {b: 2}], c: \"null\"}", "{a: [1, [2]], c: null}"})
    EXPECT_FALSE(same_contents(a, parse_yaml(other, "b"))) << other;
}

TEST(WriteYaml, LooksAsPeopleWriteIt) {
  const std::string text =
      "name: arm\n"
      "gravity: [0, 0, -9.81]\n"
      "title: \"soft: very\"\n"
      "\n"
      "bodies:\n"
      "  - name: arm\n"
      "    joint: revolute\n"
      "    rod:\n"
      "      length: 0.5\n"
      "      section: {radius: [0.01, 0.005]}\n"
      "      strain: {bend_y: 3}\n"
      "  - {name: hand, rigid: {mass: 1}}\n"
      "\n"
      "probes: [{name: tip, frame: arm}]\n";
  EXPECT_EQ(write_yaml(parse_yaml(text, "x.yaml")), text);
}

TEST(WriteYaml, LongListsKeepToTheWidth) {
  YamlNode root = yaml_map(), numbers = yaml_list(), table = yaml_list();
  for (int i = 0; i < 300; ++i) {
    numbers.items.push_back(yaml_number(i / 3.0));
    YamlNode row = yaml_list();
    row.items = {yaml_number(i), yaml_number(std::sqrt(i))};
    table.items.push_back(row);
  }
  add_key(root, "numbers", numbers);
  add_key(root, "table", table);
  const std::string text = write_yaml(root);
  EXPECT_TRUE(same_contents(parse_yaml(text, "x"), root));
  std::size_t longest = 0;
  for (std::size_t from = 0, to; (to = text.find('\n', from)) != std::string::npos; from = to + 1)
    longest = std::max(longest, to - from);
  EXPECT_LE(longest, 100u);
  EXPECT_NE(text.find("table:\n  - [0, 0]\n  - [1, 1]\n"), std::string::npos);
}

}  // namespace
}  // namespace cuttle
