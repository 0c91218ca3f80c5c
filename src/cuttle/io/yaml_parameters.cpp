#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "cuttle/io/yaml.h"
#include "cuttle/model/expression.h"
#include "cuttle/model/units.h"

namespace cuttle {

namespace {

constexpr const char* kOpen = "$(";

// a letter, then letters, digits and _; pi, e, k and n mean something else
bool can_be_parameter(const std::string& name) {
  const auto inside = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  return !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) != 0 &&
         std::all_of(name.begin(), name.end(), inside) && name != "pi" && name != "e" &&
         name != "k" && name != "n";
}

// the parenthesis that closes the one at `open`
std::size_t closing(const std::string& text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) return i;
  }
  return std::string::npos;
}

// Writes numbers for all $(...) of a document.
class Parameters {
 public:
  explicit Parameters(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void define(YamlNode& map);
  void fill(YamlNode& node, const std::string& path);
  void report_unused(const YamlNode& map) const;

 private:
  bool fill_text(YamlNode& node, const std::string& path);
  std::optional<double> evaluate(const std::string& text, const Mark& mark,
                                 const std::string& path);

  Diagnostics& diagnostics_;
  std::vector<std::string> names_;
  std::vector<double> values_;
  std::set<std::string> used_;
};

std::optional<double> Parameters::evaluate(const std::string& text, const Mark& mark,
                                           const std::string& path) {
  try {
    const Expression expression(text, names_, {}, {path, mark, {}});
    for (const std::string& name : names_)
      if (expression.uses(name)) used_.insert(name);
    const double value = expression.value(values_);
    if (std::isfinite(value)) return value;
    diagnostics_.add(mark, path, "$(" + text + ") is not a finite number");
  } catch (const InputError& error) {
    for (const Diagnostic& diagnostic : error.diagnostics()) diagnostics_.add(diagnostic);
  }
  return std::nullopt;
}

bool Parameters::fill_text(YamlNode& node, const std::string& path) {
  std::string& text = node.text;
  for (std::size_t at = text.find(kOpen); at != std::string::npos; at = text.find(kOpen)) {
    const std::size_t end = closing(text, at + 1);
    if (end == std::string::npos) {
      diagnostics_.add(node.mark, path, "'" + text + "' has no ) for its $(");
      return false;
    }
    const auto value = evaluate(text.substr(at + 2, end - at - 2), node.mark, path);
    if (!value) return false;
    const bool alone = at == 0 && end + 1 == text.size();
    text.replace(at, end + 1 - at,
                 *value < 0 && !alone ? fmt::format("({})", *value) : fmt::format("{}", *value));
  }
  return true;
}

void Parameters::define(YamlNode& map) {
  for (std::size_t i = 0; i < map.items.size(); ++i) {
    const std::string &name = map.keys[i], path = "parameters." + name;
    YamlNode& node = map.items[i];
    if (!can_be_parameter(name)) {
      diagnostics_.add(map.key_marks[i], path, "'" + name + "' cannot be the name of a parameter",
                       "letters, digits and _, beginning with a letter; not pi, e, k, n");
      continue;
    }
    if (!node.is_scalar() || !fill_text(node, path)) continue;
    const auto quantity = parse_quantity(node.text);
    if (!quantity) continue;  // the reader tells
    names_.push_back(name);
    values_.push_back(quantity->value);
  }
}

void Parameters::fill(YamlNode& node, const std::string& path) {
  if (node.is_scalar()) fill_text(node, path);
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const std::string step = node.is_map() ? node.keys[i] : fmt::format("[{}]", i);
    const bool dot = node.is_map() && !path.empty();
    fill(node.items[i], path + (dot ? "." : "") + step);
  }
}

void Parameters::report_unused(const YamlNode& map) const {
  for (std::size_t i = 0; i < map.keys.size(); ++i) {
    const std::string& name = map.keys[i];
    const bool known = std::find(names_.begin(), names_.end(), name) != names_.end();
    if (!known || used_.count(name) > 0) continue;
    std::vector<std::string> others(used_.begin(), used_.end());
    diagnostics_.add(map.key_marks[i], "parameters." + name, "is used nowhere in the file",
                     suggest(name, others, "parameters"));
  }
}

}  // namespace

void apply_parameters(YamlNode& root, Diagnostics& diagnostics) {
  Parameters parameters(diagnostics);
  YamlNode* const map = root.is_map() ? root.find("parameters") : nullptr;
  if (map && map->is_map()) parameters.define(*map);
  if (!root.is_map()) return;
  for (std::size_t i = 0; i < root.items.size(); ++i)
    if (root.keys[i] != "parameters") parameters.fill(root.items[i], root.keys[i]);
  if (map && map->is_map() && diagnostics.empty()) parameters.report_unused(*map);
}

}  // namespace cuttle
