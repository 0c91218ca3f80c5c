#include "cuttle/io/yaml_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "cuttle/io/read_values.h"
#include "cuttle/signal/units.h"

namespace cuttle {

namespace {

constexpr const char* kOpen = "$(";
// bounds that keep a hostile file from taking for ever
constexpr std::size_t kMostParameters = 1000;
constexpr int kMostFormulas = 100'000, kMostProblems = 100;

bool in_name(unsigned char c) { return std::isalnum(c) != 0 || c == '_'; }

// a letter, then letters, digits and _; pi, e, k and n mean something else
bool can_be_parameter(const std::string& name) {
  return !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) != 0 &&
         std::all_of(name.begin(), name.end(), in_name) && name != "pi" && name != "e" &&
         name != "k" && name != "n";
}

// true if a word of a formula is this name, which may have any letters
bool mentions(const std::string& text, const std::string& name) {
  const auto in_word = [&](std::size_t i) {
    return i < text.size() && in_name(static_cast<unsigned char>(text[i]));
  };
  for (std::size_t at = text.find(name); !name.empty() && at != std::string::npos;
       at = text.find(name, at + 1))
    if ((at == 0 || !in_word(at - 1)) && !in_word(at + name.size())) return true;
  return false;
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

// The number as it stands in a text: in parentheses if it is negative and an operator is its
// neighbour. % is a unit here.
std::string written(double value, const std::string& before, const std::string& text,
                    std::size_t behind) {
  const auto is_operator = [](const std::string& where, std::size_t at) {
    return at < where.size() && std::string("+-*/^<>=!&|").find(where[at]) != std::string::npos;
  };
  const bool bracketed =
      std::signbit(value) && (is_operator(before, before.find_last_not_of(" \t\n")) ||
                              is_operator(text, text.find_first_not_of(" \t\n", behind)));
  return bracketed ? fmt::format("({})", value) : fmt::format("{}", value);
}

}  // namespace

// the parameters among the words of a formula
std::vector<std::string> Parameters::named_in(const std::string& text) const {
  std::set<std::string> found;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && in_name(static_cast<unsigned char>(text[end]))) ++end;
    if (const std::string word = text.substr(i, end - i); values_.count(word) > 0)
      found.insert(word);
    i = end + 1;
  }
  return {found.begin(), found.end()};
}

// compiled once for all documents that define the same names
const Parameters::Formula& Parameters::compiled(const std::string& text, const Origin& origin) {
  const std::vector<std::string> names = named_in(text);
  auto known = compiled_.find(text);
  if (known == compiled_.end() || known->second.names != names)
    known = compiled_.insert_or_assign(text, Formula{{text, names, {}, origin}, names}).first;
  return known->second;
}

std::optional<double> Parameters::evaluate(const std::string& text, const Mark& mark,
                                           const std::string& path) {
  // most formulas are one name
  if (const auto known = values_.find(text); known != values_.end()) {
    used_.insert(text);
    return known->second;
  }
  // what follows from a name that was refused is not told
  if (std::ranges::any_of(refused_,
                          [&](const std::string& name) { return mentions(text, name); })) {
    ++problems_;
    return std::nullopt;
  }
  const Origin origin{path, mark, {}};
  try {
    const auto& [expression, names] = compiled(text, origin);
    used_.insert(names.begin(), names.end());
    std::vector<double> values;
    for (const std::string& name : names) values.push_back(values_.at(name));
    const bool of_copy = expression.uses("k") || expression.uses("n");
    const double value = of_copy && copy_.n > 0
                             ? Expression(text, names, copy_, origin).value(values)
                             : expression.value(values);
    if (of_copy && copy_.n == 0)
      diagnostics_.add(mark, path,
                       "k and n are defined only in copies made by repeat, got $(" + text + ")");
    else if (!std::isfinite(value))
      diagnostics_.add({mark, path, "$(" + text + ") is not a finite number", "",
                        of_copy ? copy_ : CopyIndex{}});
    else
      return value;
  } catch (const InputError&) {
    // once more with all names, which the hint tells
    try {
      const Expression again(text, names_, {}, origin);
    } catch (const InputError& error) {
      for (Diagnostic diagnostic : error.diagnostics()) {
        // one name is one parameter
        if (can_be_parameter(text) && nearest(text, names_).empty())
          diagnostic.hint = "give it a value: parameters: {" + text + ": 0.1}; " +
                            (names_.empty() ? "this file has no parameters"
                                            : suggest(text, names_, "parameters"));
        diagnostics_.add(std::move(diagnostic));
      }
    }
  }
  ++problems_;
  return std::nullopt;
}

// told once
bool Parameters::too_many(const Mark& mark, const std::string& path) {
  if (++formulas_ == kMostFormulas + 1)
    diagnostics_.add(
        mark, path,
        fmt::format("a file may contain at most {} $(...), and this is one more", kMostFormulas));
  return formulas_ > kMostFormulas;
}

bool Parameters::fill_text(YamlNode& node, const std::string& path) {
  const std::string& text = node.text;
  std::string filled;
  std::size_t from = 0;
  for (std::size_t at = text.find(kOpen); at != std::string::npos; at = text.find(kOpen, from)) {
    if (problems_ >= kMostProblems || too_many(node.mark, path)) return false;
    const std::size_t end = closing(text, at + 1);
    if (end == std::string::npos) {
      diagnostics_.add(node.mark, path, "'" + text + "' has no closing ) for its $(");
      ++problems_;
      return false;
    }
    const auto value = evaluate(text.substr(at + 2, end - at - 2), node.mark, path);
    if (!value) return false;
    filled.append(text, from, at - from);
    from = end + 1;
    filled += written(*value, filled, text, from);
  }
  filled.append(text, from);
  node.text = std::move(filled);
  return true;
}

void Parameters::define(YamlNode* map) {
  diagnostics_ = {};
  names_.clear();
  values_.clear();
  used_.clear();
  refused_.clear();
  formulas_ = problems_ = 0;
  copy_ = {};
  if (map && map->is_map()) define_all(*map);
}

void Parameters::define_all(YamlNode& map) {
  for (std::size_t i = 0; i < map.items.size(); ++i) {
    if (i == kMostParameters) {
      diagnostics_.add(map.key_marks[i], "parameters",
                       fmt::format("a file may have at most {} parameters, this one has {}",
                                   kMostParameters, map.items.size()));
      problems_ = kMostProblems;
      return;
    }
    const std::string &name = map.keys[i], path = "parameters." + name;
    YamlNode& node = map.items[i];
    if (!can_be_parameter(name)) {
      diagnostics_.add(map.key_marks[i], path, "'" + name + "' cannot be the name of a parameter",
                       "letters, digits and _, beginning with a letter; not pi, e, k, n");
      refused_.insert(name);
      continue;
    }
    if (!node.is_scalar() || !fill_text(node, path)) continue;
    const auto quantity = parse_quantity(node.text);
    if (!quantity) continue;  // the reader tells
    names_.push_back(name);
    values_[name] = quantity->value;
  }
}

void Parameters::fill(YamlNode& node, const std::string& path, CopyIndex copy) {
  copy_ = copy;
  if (node.is_scalar()) fill_text(node, path);
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const std::string step = node.is_map() ? node.keys[i] : fmt::format("[{}]", i);
    const bool dot = node.is_map() && !path.empty();
    fill(node.items[i], path + (dot ? "." : "") + step, copy);
  }
}

void Parameters::report_unused(const YamlNode& map, const std::set<std::string>& mentioned) {
  for (std::size_t i = 0; i < map.keys.size(); ++i) {
    const std::string& name = map.keys[i];
    if (values_.count(name) == 0 || used_.count(name) > 0 || mentioned.count(name) > 0) continue;
    std::vector<std::string> others;
    for (const std::string& word : mentioned)
      if (values_.count(word) > 0) others.push_back(word);
    const std::string near = nearest(name, others);
    diagnostics_.add(map.key_marks[i], "parameters." + name, "is not used anywhere in the file",
                     (near.empty() ? "" : "did you mean '" + near + "'? Otherwise ") + "write $(" +
                         name + ") where its value belongs, or remove it");
  }
}

namespace {

// the words in all $(...) of a document
void add_mentioned(const YamlNode& node, std::set<std::string>& words) {
  const std::string& text = node.text;
  std::size_t end = 0;
  for (std::size_t at = text.find(kOpen); at != std::string::npos; at = text.find(kOpen, end)) {
    end = std::min(closing(text, at + 1), text.size());
    for (std::size_t i = at + 2; i < end;) {
      std::size_t stop = i;
      while (stop < end && in_name(static_cast<unsigned char>(text[stop]))) ++stop;
      if (stop > i) words.insert(text.substr(i, stop - i));
      i = stop + 1;
    }
  }
  for (const YamlNode& item : node.items) add_mentioned(item, words);
}

// also misspelt, which the reader tells: what they are for should not be unknown then
YamlNode* find_parameters(YamlNode& root) {
  if (!root.is_map()) return nullptr;
  if (YamlNode* const map = root.find("parameters")) return map;
  for (std::size_t i = 0; i < root.items.size(); ++i)
    if (root.items[i].is_map() && !nearest(root.keys[i], {"parameters"}).empty())
      return &root.items[i];
  return nullptr;
}

}  // namespace

std::set<std::string> mentioned_parameters(const YamlNode& root) {
  std::set<std::string> words;
  add_mentioned(root, words);
  return words;
}

void apply_parameters(YamlNode& root, const std::set<std::string>& mentioned, const FillField& fill,
                      Diagnostics& diagnostics) {
  Parameters parameters;
  YamlNode* const map = find_parameters(root);
  parameters.define(map);
  for (std::size_t i = 0; root.is_map() && i < root.items.size(); ++i)
    if (&root.items[i] != map) fill(parameters, root.keys[i], root.items[i]);
  if (map && map->is_map() && diagnostics.empty() && parameters.problems().empty())
    parameters.report_unused(*map, mentioned);
  for (const Diagnostic& problem : parameters.problems().list()) diagnostics.add(problem);
}

}  // namespace cuttle
