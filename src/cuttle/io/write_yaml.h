#pragma once

#include <string>

#include "cuttle/io/yaml.h"

namespace cuttle {

// YAML from a tree: what parse_yaml reads back as the same tree.

/// A number, as the shortest text that reads back as the same one.
YamlNode yaml_number(double value);
/// A text, marked to be quoted where YAML could take it for something else.
YamlNode yaml_text(std::string text);
YamlNode yaml_list();
YamlNode yaml_map();
/// Puts a key at the end of a map.
void add_key(YamlNode& map, std::string key, YamlNode value);

/// True for trees with the same contents, wherever they were written.
bool same_contents(const YamlNode& a, const YamlNode& b);

/// The text of a tree: short lists and maps on one line, larger ones in block style.
std::string write_yaml(const YamlNode& root);

}  // namespace cuttle
