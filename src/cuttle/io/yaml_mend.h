#pragma once
// What is likely wrong with a text that is no YAML. Parsers notice a mistake where the text stops
// making sense, which is often a line later.

#include <functional>
#include <optional>
#include <string>

namespace cuttle {

struct YamlMend {
  int line = 0, column = 0;  // from 1
  std::string problem;       // "a colon is missing"
  std::string line_text;     // how the line may have been meant
};

/// How far a text can be read: the line of its first mistake, or a large number.
using YamlReach = std::function<int(const std::string& text)>;

/// Tries typical slips near `error_line` and returns the first whose correction lets the text be
/// read further.
std::optional<YamlMend> find_mend(const std::string& text, int error_line, const YamlReach& reach);

}  // namespace cuttle
