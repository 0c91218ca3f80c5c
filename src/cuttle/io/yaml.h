#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "cuttle/base/error.h"

namespace cuttle {

/// A YAML document as a plain tree; every node knows where it was written. Aliases are expanded.
struct YamlNode {
  enum class Kind { null, scalar, list, map };
  Kind kind = Kind::null;
  std::string text;               // of a scalar
  bool quoted = false;            // of a scalar: written in quotes
  std::vector<YamlNode> items;    // of a list, or the values of a map
  std::vector<std::string> keys;  // of a map
  std::vector<Mark> key_marks;    // of a map
  Mark mark;

  bool is_null() const { return kind == Kind::null; }
  bool is_scalar() const { return kind == Kind::scalar; }
  bool is_list() const { return kind == Kind::list; }
  bool is_map() const { return kind == Kind::map; }

  /// The value of a key, or nullptr.
  const YamlNode* find(const std::string& key) const;
  YamlNode* find(const std::string& key);
  /// Takes a key and its value away, if it is there.
  void erase(const std::string& key);
  /// "a list", "the text 'abc'", ...: for messages.
  std::string what() const;
};

/// Bounds that keep a hostile file from eating memory or stack.
struct YamlLimits {
  std::uintmax_t bytes = 8u << 20;
  int depth = 32;
  int nodes = 200'000;  // after the expansion of aliases
};

/// The text of a file. Throws InputError if it is missing, not a file, or too large (checked
/// before reading).
std::string read_text_file(const std::filesystem::path& path, const YamlLimits& limits = {});

/// Parses one document. `file` is for the marks. Throws InputError for bad syntax, duplicate
/// keys, aliases to themselves and anything beyond the limits.
YamlNode parse_yaml(const std::string& text, const std::string& file,
                    const YamlLimits& limits = {});

/// Applies settings such as "bodies.arm.rod.length=0.3" or "bodies[2].pose.position=[0, 0, 1]":
/// list items by index or by their `name`. What they set is marked with the setting as its file.
/// Problems go to `diagnostics`; a new key is accepted here and judged by the reader.
void apply_overrides(YamlNode& root, const std::vector<std::string>& overrides,
                     Diagnostics& diagnostics);

/// What a setting of this path sets, or nullptr if the document does not have it.
YamlNode* find_setting(YamlNode& root, const std::string& path);

}  // namespace cuttle
