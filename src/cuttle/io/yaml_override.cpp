#include <charconv>
#include <optional>

#include "cuttle/io/yaml.h"
#include "cuttle/signal/units.h"

namespace cuttle {

namespace {

// "bodies[2].rod" -> bodies, 2, rod; nullopt if the path cannot be read
std::optional<std::vector<std::string>> split_path(std::string path) {
  for (char& c : path)
    if (c == '[') c = '.';
  std::vector<std::string> steps;
  std::size_t begin = 0;
  while (begin <= path.size()) {
    const std::size_t dot = std::min(path.find('.', begin), path.size());
    std::string step = path.substr(begin, dot - begin);
    if (!step.empty() && step.back() == ']') step.pop_back();
    if (step.empty()) return std::nullopt;
    steps.push_back(std::move(step));
    begin = dot + 1;
  }
  return steps;
}

// without blanks around it
std::string without_blanks(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

// everything a setting brings is marked with the setting itself
void mark_all(YamlNode& node, const Mark& mark) {
  node.mark = mark;
  for (Mark& key : node.key_marks) key = mark;
  for (YamlNode& item : node.items) mark_all(item, mark);
}

// a list item by its `name`, or by its number
YamlNode* find_item(YamlNode& list, const std::string& step) {
  for (YamlNode& item : list.items) {
    const YamlNode* name = item.find("name");
    if (name && name->text == step) return &item;
  }
  std::size_t index = 0;
  const char* const end = step.data() + step.size();
  const auto [stop, error] = std::from_chars(step.data(), end, index);
  if (error != std::errc() || stop != end || index >= list.items.size()) return nullptr;
  return &list.items[index];
}

bool is_number(const std::string& step) {
  return step.find_first_not_of("0123456789") == std::string::npos;
}

std::vector<std::string> item_names(const YamlNode& list) {
  std::vector<std::string> names;
  for (const YamlNode& item : list.items)
    if (const YamlNode* name = item.find("name")) names.push_back(name->text);
  return names;
}

// one step down the tree; a missing key is made. nullptr: reported
YamlNode* descend(YamlNode& node, const std::string& step, const std::string& walked,
                  const Mark& mark, Diagnostics& diagnostics) {
  if (node.is_list()) {
    YamlNode* item = find_item(node, step);
    if (!item) {
      const std::vector<std::string> names = item_names(node);
      const std::size_t count = node.items.size();
      const std::string numbers =
          count == 0   ? "the list is empty"
          : count == 1 ? "its only item has the number 0"
                       : "its items have the numbers 0 to " + std::to_string(count - 1);
      diagnostics.add(mark, walked, "no item '" + step + "' among the " + std::to_string(count),
                      names.empty() ? numbers : suggest(step, names, "names"));
    }
    return item;
  }
  if (node.is_scalar()) {
    diagnostics.add(mark, walked, "is " + node.what() + " and has no field '" + step + "'",
                    walked.ends_with("material") ? "set materials." + node.text + "." + step : "");
    return nullptr;
  }
  if (YamlNode* child = node.find(step)) return child;
  if (is_number(step) && (node.is_null() || walked.empty())) {
    diagnostics.add(mark, walked, "there is no list here to set item " + step + " of",
                    walked.empty() ? "" : "set all of it: " + walked + "=[...]");
    return nullptr;
  }
  node.kind = YamlNode::Kind::map;
  node.keys.push_back(step);
  node.key_marks.push_back(mark);
  node.items.emplace_back().mark = mark;
  return &node.items.back();
}

// a number is most of what is set, many times in a sweep, and needs no parser
YamlNode parse_setting(const std::string& text, const std::string& file) {
  std::string_view rest;
  if (!leading_number(text, rest) || !rest.empty()) return parse_yaml(text, file);
  YamlNode node;
  node.kind = YamlNode::Kind::scalar;
  node.text = text;
  return node;
}

void apply_one(YamlNode& root, const std::string& setting, Diagnostics& diagnostics) {
  const Mark mark{"--set " + setting, 0, 0};
  const std::size_t equal = setting.find('=');
  const auto steps = equal == std::string::npos
                         ? std::nullopt
                         : split_path(without_blanks(setting.substr(0, equal)));
  if (!steps) {
    diagnostics.add(mark, "", "cannot be read",
                    "write path=value, for example bodies.arm.rod.length=0.3");
    return;
  }
  YamlNode value;
  try {
    value = parse_setting(without_blanks(setting.substr(equal + 1)), mark.file);
  } catch (const InputError& error) {
    for (Diagnostic d : error.diagnostics()) {
      d.mark = mark;
      diagnostics.add(std::move(d));
    }
    return;
  }
  mark_all(value, mark);
  YamlNode* node = &root;
  std::string walked;
  YamlNode* made_in = nullptr;  // the map that got the first key that was not there
  std::string made;
  for (const std::string& step : *steps) {
    if (!made_in && !node->is_list() && !node->is_scalar() && !node->find(step))
      made_in = node, made = step;
    node = descend(*node, step, walked, mark, diagnostics);
    if (!node) {
      if (made_in) made_in->erase(made);  // what was made on the way is nobody's mistake
      return;
    }
    walked += (walked.empty() ? "" : ".") + step;
  }
  *node = std::move(value);
}

}  // namespace

YamlNode* find_setting(YamlNode& root, const std::string& path) {
  const auto steps = split_path(without_blanks(path));
  if (!steps) return nullptr;
  YamlNode* node = &root;
  for (const std::string& step : *steps) {
    node = node->is_list() ? find_item(*node, step) : node->find(step);
    if (!node) return nullptr;
  }
  return node;
}

void apply_overrides(YamlNode& root, const std::vector<std::string>& overrides,
                     Diagnostics& diagnostics) {
  for (const std::string& setting : overrides) apply_one(root, setting, diagnostics);
}

}  // namespace cuttle
