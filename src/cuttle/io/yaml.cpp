#include "cuttle/io/yaml.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <limits>
#include <map>
#include <sstream>
#include <string_view>

#include "cuttle/io/replace_file.h"
#include "cuttle/io/yaml_mend.h"

namespace cuttle {

namespace {

// Builds the tree from the parser's events. Counting here, while the text is being parsed, stops
// a hostile file before it has grown in memory.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(std::string file, const YamlLimits& limits)
      : file_(std::move(file)), limits_(limits) {
    root_.mark.file = file_;  // nothing has no line
  }

  YamlNode take() { return std::move(root_); }
  /// Where the last text in quotes begins; line 0: there is none.
  const Mark& last_quoted() const { return last_quoted_; }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    add(make(YamlNode::Kind::null, mark), anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end())
      fail(place(mark), "an alias may not be used inside its own anchor");
    // an expanded alias is as expensive as the original
    YamlNode copy = found->second;
    copy.mark = place(mark);
    count(copy, static_cast<int>(open_.size()), copy.mark);
    add(std::move(copy), 0);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    YamlNode node = make(YamlNode::Kind::scalar, mark);
    node.text = value;
    node.quoted = tag == "!";
    if (node.quoted) last_quoted_ = node.mark;
    add(std::move(node), anchor);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(make(YamlNode::Kind::list, mark), anchor);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(make(YamlNode::Kind::map, mark), anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  // a list or map whose end has not been seen
  struct Open {
    YamlNode node;
    YAML::anchor_t anchor = 0;
    bool have_key = false;
    std::map<std::string, int> lines;  // of the keys so far
  };

  Mark place(const YAML::Mark& mark) const { return {file_, mark.line + 1, mark.column + 1}; }

  [[noreturn]] static void fail(const Mark& mark, const std::string& message,
                                const std::string& hint = "") {
    throw InputError(Diagnostic{mark, "", message, hint});
  }

  YamlNode make(YamlNode::Kind kind, const YAML::Mark& mark) {
    YamlNode node;
    node.kind = kind;
    node.mark = place(mark);
    count_one(node.mark);
    return node;
  }

  void count_one(const Mark& mark) {
    if (++nodes_ > limits_.nodes)
      fail(mark, "more than " + std::to_string(limits_.nodes) + " values in one file",
           "aliases count each time they are used; put large tables into CSV files");
  }

  void count(const YamlNode& node, int depth, const Mark& mark) {
    count_one(mark);
    check_depth(node, depth, mark);
    for (const YamlNode& item : node.items) count(item, depth + 1, mark);
  }

  void check_depth(const YamlNode& node, int depth, const Mark& mark) const {
    const bool holds = node.is_list() || node.is_map();
    if (holds && depth >= limits_.depth)
      fail(mark, "nested deeper than " + std::to_string(limits_.depth) + " levels");
  }

  void open(YamlNode node, YAML::anchor_t anchor) {
    check_depth(node, static_cast<int>(open_.size()), node.mark);
    open_.push_back({std::move(node), anchor, false, {}});
  }

  void close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    add(std::move(done.node), done.anchor);
  }

  // puts a finished node where it belongs
  void add(YamlNode node, YAML::anchor_t anchor) {
    if (anchor != 0) anchors_[anchor] = node;
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = open_.back();
    if (parent.node.is_map() && !parent.have_key) {
      add_key(parent, node);
    } else {
      // nothing is where its key is, not where the next thing begins
      if (parent.node.is_map() && node.is_null()) node.mark = parent.node.key_marks.back();
      parent.node.items.push_back(std::move(node));
      parent.have_key = false;
    }
  }

  static void add_key(Open& parent, const YamlNode& key) {
    if (!key.is_scalar()) fail(key.mark, "a key must be a word, got " + key.what());
    const auto [first, is_new] = parent.lines.emplace(key.text, key.mark.line);
    if (!is_new)
      fail(key.mark, "duplicate key '" + key.text + "'",
           "first given in line " + std::to_string(first->second));
    parent.node.keys.push_back(key.text);
    parent.node.key_marks.push_back(key.mark);
    parent.have_key = true;
  }

  std::string file_;
  YamlLimits limits_;
  int nodes_ = 0;
  Mark last_quoted_;
  YamlNode root_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, YamlNode> anchors_;
};

// UTF-16 and UTF-32 by the first characters, which are ASCII in every file of ours, or by a mark
bool is_wide(std::string_view text) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) return true;
  std::string zeros;
  for (const char c : text.substr(0, 4)) zeros += c == 0 ? '0' : 'x';
  return zeros == "x0x0" || zeros == "0x0x" || zeros == "x000" || zeros == "000x" ||
         text.starts_with(std::string_view("\0\0\xfe\xff", 4));
}

// The parser takes a NUL for a letter, or trips over it somewhere else.
void check_no_nul(const std::string& text, const std::string& file) {
  const std::size_t at = text.find('\0');
  if (at == std::string::npos || is_wide(text)) return;
  const auto line = std::count(text.begin(), text.begin() + std::ptrdiff_t(at), '\n');
  const std::size_t begin = line == 0 ? 0 : text.rfind('\n', at) + 1;
  throw InputError(Diagnostic{
      {file, int(line) + 1, int(at - begin) + 1},
      "",
      "a NUL byte, which text never contains",
      "is part of the file UTF-16, or was it cut off while being written? Save it as UTF-8"});
}

// The parser takes the end of the file for the end of a text in quotes.
void check_closed(const std::string& text, const Mark& mark) {
  std::size_t at = 0;
  for (int line = 1; line < mark.line; ++line) {
    at = text.find('\n', at);
    if (at++ == std::string::npos) return;
  }
  at += std::size_t(mark.column - 1);
  const char quote = mark.line > 0 && at < text.size() ? text[at] : ' ';
  if (quote != '"' && quote != '\'') return;  // a line with letters of several bytes
  for (++at; at < text.size(); ++at) {
    if (quote == '"' && text[at] == '\\')
      ++at;
    else if (text[at] == quote)
      return;
  }
  throw InputError(
      Diagnostic{mark, "", std::string("YAML syntax: this ") + quote + " is never closed", ""});
}

// reads one document and what may come after it
YamlNode build_tree(const std::string& text, const std::string& file, const YamlLimits& limits) {
  TreeBuilder builder(file, limits);
  TreeBuilder rest(file, limits);
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  const bool some = parser.HandleNextDocument(builder);
  YamlNode root = builder.take();
  check_closed(text, builder.last_quoted());
  if (some && parser.HandleNextDocument(rest))
    throw InputError(Diagnostic{rest.take().mark, "", "a second document begins here",
                                "one file holds one model: remove the line '---'"});
  return root;
}

// how far a text can be read
int reach_of(const std::string& text, const YamlLimits& limits) {
  try {
    build_tree(text, "", limits);
  } catch (const YAML::Exception& error) {
    return error.mark.line + 1;
  } catch (const InputError& error) {
    return error.diagnostics().front().mark.line;
  }
  return std::numeric_limits<int>::max();
}

}  // namespace

const YamlNode* YamlNode::find(const std::string& key) const {
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (keys[i] == key) return &items[i];
  return nullptr;
}

YamlNode* YamlNode::find(const std::string& key) {
  return const_cast<YamlNode*>(std::as_const(*this).find(key));
}

void YamlNode::erase(const std::string& key) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i] != key) continue;
    keys.erase(keys.begin() + std::ptrdiff_t(i));
    key_marks.erase(key_marks.begin() + std::ptrdiff_t(i));
    items.erase(items.begin() + std::ptrdiff_t(i));
    return;
  }
}

std::string YamlNode::what() const {
  switch (kind) {
    case Kind::null:
      return "nothing";
    case Kind::list:
      return "a list";
    case Kind::map:
      return "a map";
    case Kind::scalar:
      break;
  }
  const std::size_t shown = 60;
  return text.size() > shown ? "'" + text.substr(0, shown) + "...'" : "'" + text + "'";
}

std::string read_text_file(const std::filesystem::path& path, const YamlLimits& limits) {
  return read_plain_file(path, {limits.bytes, "put large tables into CSV files"});
}

YamlNode parse_yaml(const std::string& text, const std::string& file, const YamlLimits& limits) {
  check_no_nul(text, file);
  try {
    return build_tree(text, file, limits);
  } catch (const YAML::Exception& error) {
    const Mark mark{file, error.mark.line + 1, error.mark.column + 1};
    const auto mend = find_mend(text, mark.line,
                                [&](const std::string& other) { return reach_of(other, limits); });
    if (!mend)
      throw InputError(Diagnostic{mark, "", "YAML syntax: " + error.msg,
                                  "the mistake is in this line or an earlier one"});
    const std::size_t shown = 100;
    const bool tell = !mend->line_text.empty() && mend->line_text.size() <= shown;
    throw InputError(Diagnostic{{file, mend->line, mend->column},
                                "",
                                "YAML syntax: " + mend->problem,
                                tell ? "did you mean `" + mend->line_text + "`?" : ""});
  }
}

}  // namespace cuttle
