#include "cuttle/signal/expression_parts.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string_view>

#include "cuttle/signal/expression_functions.h"
#include "cuttle/signal/expression_units.h"
#include "cuttle/signal/units.h"

namespace cuttle {
namespace {

// What parts the text inside one pair of brackets: a comparison, a comma, or another operator that
// binds less than a comparison does.
struct Mark {
  enum class Kind { comparison, comma, other } kind;
  std::size_t begin, end;
};

// The text between two brackets, or all of it.
struct Bracketed {
  std::string function;  // whose arguments they are; empty: plain brackets
  std::string_view text;
};

// Of a polynomial in which nothing is short.
constexpr int kLowDegree = 20;

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::vector<Bracketed> groups_of(std::string_view text) {
  std::vector<Bracketed> groups{{"", text}};
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') open.push_back(i);
    if (text[i] != ')' || open.empty()) continue;
    const std::size_t start = open.back();
    open.pop_back();
    std::size_t name_end = start;
    while (name_end > 0 && text[name_end - 1] == ' ') --name_end;
    std::size_t name = name_end;
    while (name > 0 && in_name(text[name - 1])) --name;
    groups.push_back(
        {std::string(text.substr(name, name_end - name)), text.substr(start + 1, i - start - 1)});
  }
  return groups;
}

std::vector<Mark> marks_of(std::string_view text) {
  std::vector<Mark> marks;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (depth > 0) continue;
    const char next = i + 1 < text.size() ? text[i + 1] : ' ';
    std::size_t length = 1;
    auto kind = Mark::Kind::other;
    if (c == '<' || c == '>' || ((c == '=' || c == '!') && next == '=')) {
      kind = Mark::Kind::comparison;
      if (next == '=') length = 2;
    } else if ((c == '&' && next == '&') || (c == '|' && next == '|')) {
      length = 2;
    } else if (c == ',') {
      kind = Mark::Kind::comma;
    } else if (c != '?' && c != ':') {
      continue;
    }
    marks.push_back({kind, i, i + length});
    i += length - 1;
  }
  return marks;
}

void add_comparisons(std::string_view text, std::vector<std::string>& list) {
  const std::vector<Mark> marks = marks_of(text);
  for (std::size_t k = 0; k < marks.size(); ++k) {
    if (marks[k].kind != Mark::Kind::comparison) continue;
    const std::size_t left = k > 0 ? marks[k - 1].end : 0;
    const std::size_t right = k + 1 < marks.size() ? marks[k + 1].begin : text.size();
    list.push_back(difference_of(text.substr(left, marks[k].begin - left),
                                 text.substr(marks[k].end, right - marks[k].end)));
  }
}

std::vector<std::string_view> arguments_of(std::string_view text) {
  std::vector<std::string_view> list;
  std::size_t start = 0;
  for (const Mark& mark : marks_of(text)) {
    if (mark.kind != Mark::Kind::comma) continue;
    list.push_back(text.substr(start, mark.begin - start));
    start = mark.end;
  }
  list.push_back(text.substr(start));
  return list;
}

void add_once(std::vector<std::string>& list) {
  std::ranges::sort(list);
  const auto tail = std::ranges::unique(list);
  list.erase(tail.begin(), tail.end());
}

}  // namespace

std::vector<std::string> switching_formulas(const std::string& text) {
  std::vector<std::string> list;
  for (const Bracketed& group : groups_of(text)) {
    add_comparisons(group.text, list);
    const std::vector<std::string_view> arguments = arguments_of(group.text);
    if (const auto* function = find_expression_function(group.function);
        function && function->switches)
      function->switches({group.function + "(" + std::string(group.text) + ")", arguments}, list);
  }
  add_once(list);
  return list;
}

std::vector<std::string> bracketed_formulas(const std::string& text) {
  std::vector<std::string> list;
  const std::vector<Bracketed> groups = groups_of(text);
  for (std::size_t i = 1; i < groups.size(); ++i)
    for (const std::string_view argument : arguments_of(groups[i].text))
      list.emplace_back(argument);
  add_once(list);
  return list;
}

std::string rename_columns(const std::string& text,
                           const std::function<std::string(const std::string&)>& name) {
  std::string renamed;
  const auto belongs = [](char c) { return in_name(c) || c == '.'; };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && belongs(text[end])) ++end;
    const std::string word = text.substr(i, std::max(end - i, std::size_t(1)));
    // 3.5 and the units of 2 N.m are none
    const bool named = end > i && !std::isdigit(static_cast<unsigned char>(word[0])) &&
                       word[0] != '.' && word.find('.') != word.npos;
    renamed += named && !parse_unit(word) ? name(word) : word;
    i += word.size();
  }
  return renamed;
}

std::vector<std::string> column_names(const std::string& text) {
  std::vector<std::string> names;
  rename_columns(text, [&names](const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    return name;
  });
  return names;
}

bool is_low_polynomial(const std::string& text) {
  constexpr std::size_t kOrdinary = 100;
  if (text.size() > kOrdinary) return false;
  const std::string plain = without_units(text, {"t", "X"});
  std::string_view left = plain;
  const auto skip_blanks = [&] {
    while (!left.empty() && left.front() == ' ') left.remove_prefix(1);
  };
  const auto take_number = [&] {
    double value = 0;
    const auto [end, error] = std::from_chars(left.data(), left.data() + left.size(), value);
    if (error != std::errc()) return false;
    left.remove_prefix(std::size_t(end - left.data()));
    return left.empty() || !in_name(left.front());
  };
  const auto take_name = [&] {
    std::size_t length = 0;
    while (length < left.size() && in_name(left[length])) ++length;
    const std::string_view name = left.substr(0, length);
    left.remove_prefix(length);
    return name;
  };
  int variables = 0, powers = 1;  // whose product is no less than the degree
  for (skip_blanks(); !left.empty(); skip_blanks()) {
    const char c = left.front();
    if (std::isdigit(static_cast<unsigned char>(c)) || c == '.') {
      if (!take_number()) return false;
    } else if (in_name(c)) {
      const std::string_view name = take_name();
      if (name == "t" || name == "X")
        ++variables;
      else if (name != "k" && name != "n" && name != "pi")
        return false;
    } else if (c == '^') {
      left.remove_prefix(1);
      skip_blanks();
      if (left.empty() || left.front() < '2' || left.front() > '9') return false;
      powers *= left.front() - '0';
      left.remove_prefix(1);
      skip_blanks();
      // 2^3^2, 2^3.5, 2^31
      if (!left.empty() && (left.front() == '^' || left.front() == '.' || in_name(left.front())))
        return false;
    } else if (c == '/') {
      left.remove_prefix(1);
      skip_blanks();
      if (!take_number() || (!left.empty() && left.front() == '^')) return false;
    } else if (std::string_view("+-*()").find(c) != std::string_view::npos) {
      left.remove_prefix(1);
    } else {
      return false;
    }
    if (std::max(variables, 1) * powers > kLowDegree) return false;
  }
  return true;
}

}  // namespace cuttle
