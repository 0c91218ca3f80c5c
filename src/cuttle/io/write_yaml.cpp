#include "cuttle/io/write_yaml.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace cuttle {

namespace {

constexpr std::size_t kColumns = 100;
constexpr std::size_t kShortMap = 72;  // of maps that hold maps
constexpr int kStep = 2;

// what YAML takes for nothing, or readers of other programs for a truth value
bool is_word_of_yaml(const std::string& text) {
  std::string lower = text;
  for (char& c : lower) c = char(std::tolower(static_cast<unsigned char>(c)));
  for (const char* const word : {"null", "true", "false", "yes", "no", "on", "off", "nan", "inf"})
    if (lower == word) return true;
  return false;
}

// letters first, then only what has no meaning in YAML
bool is_plain(const std::string& text) {
  if (text.empty() || text.back() == ' ' || is_word_of_yaml(text)) return false;
  const auto letter = [](char c) {
    return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
  };
  return letter(text[0]) && std::all_of(text.begin(), text.end(), [&](char c) {
           return letter(c) || std::isdigit(static_cast<unsigned char>(c)) ||
                  std::string(" ./()+*^-").find(c) != std::string::npos;
         });
}

std::string in_quotes(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      quoted += std::string("\\") + c;
    else if (c == '\n')
      quoted += "\\n";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      quoted += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      quoted += c;
  }
  return quoted + "\"";
}

std::string key_text(const std::string& key) { return is_plain(key) ? key : in_quotes(key); }

// on one line
std::string flow(const YamlNode& node) {
  if (node.is_null()) return "null";
  if (node.is_scalar()) return node.quoted ? in_quotes(node.text) : node.text;
  std::string text;
  for (std::size_t i = 0; i < node.items.size(); ++i)
    text += (i ? ", " : "") + (node.is_map() ? key_text(node.keys[i]) + ": " : "") +
            flow(node.items[i]);
  return node.is_map() ? "{" + text + "}" : "[" + text + "]";
}

bool holds(const YamlNode& node) { return node.is_list() || node.is_map(); }

int map_depth(const YamlNode& node) {
  int depth = 0;
  for (const YamlNode& item : node.items) depth = std::max(depth, map_depth(item));
  return depth + (node.is_map() ? 1 : 0);
}

// small enough to stand on one line, of which so many columns are taken
bool fits(const YamlNode& node, std::size_t taken) {
  if (!holds(node) || node.items.empty()) return true;
  if (map_depth(node) > 2) return false;
  const std::size_t room = map_depth(node) > 1 ? kShortMap : kColumns;
  // a large table need not be written out to see that it is large
  return node.items.size() < kColumns && taken + flow(node).size() <= room;
}

class BlockWriter {
 public:
  std::string take() { return std::move(text_); }

  void write_map(const YamlNode& map, int indent, bool first_in_line) {
    for (std::size_t i = 0; i < map.items.size(); ++i) {
      if (i > 0 || !first_in_line) text_.append(std::size_t(indent), ' ');
      text_ += key_text(map.keys[i]) + ":";
      write_value(map.items[i], indent, text_.size() - line_start());
      // a blank line before and after what takes several
      if (indent > 0 || i + 1 == map.items.size()) continue;
      if (!fits_line(map, i) || !fits_line(map, i + 1)) text_ += '\n';
    }
  }

 private:
  static bool fits_line(const YamlNode& map, std::size_t i) {
    return fits(map.items[i], key_text(map.keys[i]).size() + 2);
  }
  std::size_t line_start() const { return text_.rfind('\n') + 1; }  // npos + 1 = 0

  // what follows "key:"
  void write_value(const YamlNode& node, int indent, std::size_t taken) {
    if (fits(node, taken + 1)) {
      text_ += " " + flow(node) + "\n";
    } else if (node.is_map()) {
      text_ += '\n';
      write_map(node, indent + kStep, false);
    } else if (std::none_of(node.items.begin(), node.items.end(), holds)) {
      text_ += ' ';
      write_wrapped(node, indent + kStep);
    } else {
      text_ += '\n';
      write_list(node, indent + kStep);
    }
  }

  void write_list(const YamlNode& list, int indent) {
    for (const YamlNode& item : list.items) {
      text_.append(std::size_t(indent), ' ');
      text_ += '-';
      if (item.is_map() && !fits(item, std::size_t(indent) + 2)) {
        text_ += ' ';
        write_map(item, indent + kStep, true);
      } else {
        write_value(item, indent, std::size_t(indent) + 1);
      }
    }
  }

  // a long list of numbers or words, over several lines
  void write_wrapped(const YamlNode& list, int indent) {
    text_ += '[';
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      const std::string item = flow(list.items[i]) + (i + 1 < list.items.size() ? "," : "]");
      if (text_.size() - line_start() + item.size() + 1 > kColumns) {
        text_ += '\n';
        text_.append(std::size_t(indent), ' ');
      } else if (i > 0) {
        text_ += ' ';
      }
      text_ += item;
    }
    text_ += '\n';
  }

  std::string text_;
};

}  // namespace

YamlNode yaml_number(double value) {
  YamlNode node;
  node.kind = YamlNode::Kind::scalar;
  node.text = fmt::format("{}", value);
  return node;
}

YamlNode yaml_text(std::string text) {
  YamlNode node;
  node.kind = YamlNode::Kind::scalar;
  node.quoted = !is_plain(text);
  node.text = std::move(text);
  return node;
}

YamlNode yaml_list() {
  YamlNode node;
  node.kind = YamlNode::Kind::list;
  return node;
}

YamlNode yaml_map() {
  YamlNode node;
  node.kind = YamlNode::Kind::map;
  return node;
}

void add_key(YamlNode& map, std::string key, YamlNode value) {
  map.keys.push_back(std::move(key));
  map.key_marks.emplace_back();
  map.items.push_back(std::move(value));
}

bool same_contents(const YamlNode& a, const YamlNode& b) {
  return a.kind == b.kind && a.text == b.text && a.keys == b.keys &&
         std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), same_contents);
}

std::string write_yaml(const YamlNode& root) {
  if (!root.is_map() || root.items.empty()) return flow(root) + "\n";
  BlockWriter writer;
  writer.write_map(root, 0, false);
  return writer.take();
}

}  // namespace cuttle
