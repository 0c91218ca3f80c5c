#include "cuttle/io/yaml_mend.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

namespace cuttle {

namespace {

// bounds that keep a hostile file from taking for ever
constexpr std::size_t kMostText = 256u << 10;
constexpr int kMostTrials = 60;
constexpr int kLinesBack = 6;   // in which a mistake is looked for
constexpr int kFlowLines = 12;  // over which an open bracket may reach

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(std::move(line));
    begin = end + 1;
  }
  return lines;
}

std::string join(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

// without a comment and the blanks before it
std::string without_comment(const std::string& line) {
  char quote = 0;
  std::size_t end = line.size();
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      // an apostrophe inside a word is none
      if (i == 0 || !in_word(line[i - 1])) quote = c;
    } else if (c == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t')) {
      end = i;
      break;
    }
  }
  while (end > 0 && (line[end - 1] == ' ' || line[end - 1] == '\t')) --end;
  return line.substr(0, end);
}

// where the content begins, behind blanks and the dashes of list items
std::size_t content_begin(std::string_view line) {
  std::size_t i = line.find_first_not_of(' ');
  if (i == std::string_view::npos) return line.size();
  while (line.substr(i).starts_with("- ")) {
    const std::size_t next = line.find_first_not_of(' ', i + 1);
    if (next == std::string_view::npos) break;
    i = next;
  }
  return i;
}

// A line in parts: blanks and dashes, a word, the rest.
struct Parts {
  std::string before, word, rest;
};

Parts parts_of(const std::string& line) {
  const std::size_t begin = content_begin(line);
  std::size_t end = begin;
  while (end < line.size() && (in_word(line[end]) || line[end] == '-')) ++end;
  return {line.substr(0, begin), line.substr(begin, end - begin), line.substr(end)};
}

// true at the head of a line, of a list item or of what a key has
bool begins_value(const std::string& line, std::size_t at) {
  if (at <= content_begin(line)) return true;
  const std::size_t before = line.find_last_not_of(" \t", at - 1);
  return before != std::string::npos && before + 1 < at && line[before] == ':';
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin == std::string::npos ? "" : text.substr(begin);
}

/// Corrections of a text, each tried as soon as it is thought of.
class Mender {
 public:
  Mender(const std::string& text, int error_line, const YamlReach& reach)
      : lines_(split_lines(text)), reach_(reach), error_(error_line) {
    error_ = std::clamp(error_, 1, int(lines_.size()));
    // the lines that may be wrong, the nearest first
    for (int i = error_; i >= 1 && int(near_.size()) < kLinesBack; --i)
      if (!without_comment(line(i)).empty()) near_.push_back(i);
  }

  std::optional<YamlMend> find() {
    // what can be told from the line alone comes first, indentation last
    const bool found = tabs() || each(&Mender::colon_in_value) || each(&Mender::blank_missing) ||
                       each(&Mender::colon_missing) || each(&Mender::quote_open) || brackets() ||
                       each(&Mender::comma_missing) || each(&Mender::odd_sign) ||
                       each(&Mender::indentation) || dash_missing();
    if (!found) return std::nullopt;
    return mend_;
  }

 private:
  const std::string& line(int number) const { return lines_[std::size_t(number - 1)]; }

  bool each(bool (Mender::*slip)(int)) {
    return std::ranges::any_of(near_, [&](int number) { return (this->*slip)(number); });
  }

  // true: with these lines the text is read further
  bool works(const std::vector<std::string>& lines) {
    return ++trials_ <= kMostTrials && reach_(join(lines)) > error_;
  }

  // true: with this line it is
  bool works(int number, const std::string& meant) {
    if (meant == line(number)) return false;
    std::vector<std::string> lines = lines_;
    lines[std::size_t(number - 1)] = meant;
    return works(lines);
  }

  bool take(int number, std::size_t column, std::string problem, const std::string& meant) {
    mend_ = {number, int(column) + 1, std::move(problem), trimmed(meant)};
    return true;
  }

  // where the first tab of an indentation is
  static std::optional<std::size_t> tab_in(const std::string& line) {
    const std::size_t tab = line.find_first_not_of(' ');
    if (tab == std::string::npos || line[tab] != '\t') return std::nullopt;
    return tab;
  }

  // one tab is seldom alone: all of them are so many blanks, whatever the editor shows
  bool tabs() {
    const auto tabbed =
        std::ranges::find_if(near_, [&](int n) { return tab_in(line(n)).has_value(); });
    if (tabbed == near_.end()) return false;
    for (const std::size_t width : {2u, 4u, 8u, 3u, 6u, 1u}) {
      std::vector<std::string> lines = lines_;
      for (std::string& text : lines)
        while (const auto tab = tab_in(text)) text.replace(*tab, 1, width, ' ');
      if (works(lines))
        return take(*tabbed, *tab_in(line(*tabbed)),
                    "a tab in the indentation; YAML is indented with spaces", "");
    }
    return false;
  }

  // title: robot: the first
  bool colon_in_value(int number) {
    if (number != error_) return false;
    const std::string text = without_comment(line(number));
    const auto [before, word, rest] = parts_of(text);
    const std::string value = rest.starts_with(": ") ? trimmed(rest.substr(2)) : "";
    if (word.empty() || value.empty() || value.find_first_of("\"'{[") == 0) return false;
    const std::string meant = before + word + ": \"" + value + "\"";
    return (value.find(": ") != std::string::npos || value.ends_with(':')) &&
           works(number, meant) &&
           take(number, before.size() + word.size() + 2, "text that contains a colon needs quotes",
                meant);
  }

  // length:10 cm, -name: arm
  bool blank_missing(int number) {
    const std::string text = without_comment(line(number));
    const std::size_t dash = text.find_first_not_of(' ');
    if (dash + 1 < text.size() && text[dash] == '-' && in_word(text[dash + 1]) &&
        text.find(':') != std::string::npos) {
      const std::string meant = text.substr(0, dash + 1) + " " + text.substr(dash + 1);
      if (works(number, meant)) return take(number, dash, "a space is missing after the -", meant);
    }
    const auto [before, word, rest] = parts_of(text);
    if (word.empty() || rest.size() < 2 || rest[0] != ':' || rest[1] == ' ') return false;
    const std::string meant = before + word + ": " + rest.substr(1);
    return works(number, meant) &&
           take(number, before.size() + word.size(), "a space is missing after the colon", meant);
  }

  // length 10 cm, length = 10 cm, rod
  bool colon_missing(int number) {
    const std::string text = without_comment(line(number));
    const auto [before, word, rest] = parts_of(text);
    if (word.empty() || rest.starts_with(':')) return false;
    std::string value = trimmed(rest);
    if (value.starts_with('=') || value.starts_with(';')) value = trimmed(value.substr(1));
    const std::string meant = before + word + ":" + (value.empty() ? "" : " " + value);
    return works(number, meant) &&
           take(number, before.size() + word.size(), "a colon is missing", meant);
  }

  struct Bracket {
    int line;
    std::size_t column;
    char sign;
  };

  static char closing(char open) { return open == '{' ? '}' : ']'; }

  // Brackets of one line, seen from left to right. Returns false at one that does not fit, which is
  // left in `odd`.
  bool follow(int number, std::vector<Bracket>& open, Bracket& odd) const {
    const std::string text = without_comment(line(number));
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if ((c == '"' || c == '\'') && (i == 0 || !in_word(text[i - 1]))) {
        quote = c;
      } else if (c == '{' || c == '[') {
        // in the middle of a text it is a part of it
        if (open.empty() && !begins_value(text, i)) continue;
        open.push_back({number, i, c});
      } else if (c == '}' || c == ']') {
        odd = {number, i, c};
        if (open.empty() || closing(open.back().sign) != c) return false;
        open.pop_back();
      }
    }
    // what ends within a text has a quote to close first
    if (quote != 0) std::erase_if(open, [&](const Bracket& b) { return b.line == number; });
    return true;
  }

  // {mass: 1, [1, 2}, 3]
  bool brackets() {
    std::vector<Bracket> open;
    Bracket odd{};
    for (int number = 1; number <= error_; ++number) {
      if (!follow(number, open, odd)) {
        if (wrong_bracket(odd, open)) return true;
        open.clear();
        continue;
      }
      // a bracket that is open over many lines may be meant
      if (!open.empty() && number + kFlowLines >= error_ && close_at(number, open)) return true;
    }
    return false;
  }

  bool wrong_bracket(const Bracket& odd, const std::vector<Bracket>& open) {
    std::string meant = line(odd.line);
    if (open.empty()) {
      meant.erase(odd.column, 1);
      return works(odd.line, meant) &&
             take(odd.line, odd.column, fmt::format("this {} closes nothing", odd.sign), meant);
    }
    const char wanted = closing(open.back().sign);
    meant[odd.column] = wanted;
    const std::string problem =
        fmt::format("this {} closes the {} of line {}, column {}", odd.sign, open.back().sign,
                    open.back().line, open.back().column + 1);
    if (works(odd.line, meant)) return take(odd.line, odd.column, problem, meant);
    meant = line(odd.line).substr(0, odd.column) + wanted + line(odd.line).substr(odd.column);
    return works(odd.line, meant) &&
           take(open.back().line, open.back().column,
                fmt::format("this {} is never closed", open.back().sign), meant);
  }

  // closes all that is open at the end of a line
  bool close_at(int number, const std::vector<Bracket>& open) {
    std::string meant = without_comment(line(number));
    if (meant.ends_with(',')) meant.pop_back();
    for (std::size_t i = open.size(); i-- > 0;) meant += closing(open[i].sign);
    return works(number, meant) &&
           take(open.back().line, open.back().column,
                fmt::format("this {} is never closed", open.back().sign), meant);
  }

  // true if there are brackets in a line, or before it and still open
  bool in_flow(int number) const {
    if (line(number).find_first_of("{[") != std::string::npos) return true;
    std::vector<Bracket> open;
    Bracket odd{};
    for (int i = 1; i < number; ++i)
      if (!follow(i, open, odd)) open.clear();
    return !open.empty();
  }

  // {mass: 1 center: [0, 0, 0]}
  bool comma_missing(int number) {
    const std::string text = without_comment(line(number));
    if (!in_flow(number)) return false;
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
      if (text[i] != ' ' || text[i - 1] == ',' || text[i - 1] == ':' || text[i - 1] == '{')
        continue;
      std::size_t end = i + 1;
      while (end < text.size() && in_word(text[end])) ++end;
      if (end == i + 1 || !std::string_view(text).substr(end).starts_with(": ")) continue;
      const std::string meant = text.substr(0, i) + "," + text.substr(i);
      if (works(number, meant)) return take(number, i, "a comma is missing", meant);
    }
    const std::string meant = text + ",";
    return number != error_ && works(number, meant) &&
           take(number, text.size(), "a comma is missing", meant);
  }

  // name: "arm
  bool quote_open(int number) {
    const std::string& text = line(number);
    for (const char quote : {'"', '\''}) {
      const std::size_t at = text.rfind(quote);
      if (at == std::string::npos || std::ranges::count(text, quote) % 2 == 0) continue;
      const std::string problem = fmt::format("this {} is never closed", quote);
      const std::size_t end = std::min(text.find_first_of(",}]", at), text.size());
      const std::string meant = text.substr(0, end) + quote + text.substr(end);
      if (works(number, meant)) return take(number, at, problem, meant);
      if (works(number, text + quote)) return take(number, at, problem, text + quote);
    }
    return false;
  }

  // name: @arm
  bool odd_sign(int number) {
    const std::string text = without_comment(line(number));
    const auto [before, word, rest] = parts_of(text);
    const std::string value = rest.starts_with(": ") ? trimmed(rest.substr(2)) : "";
    if (word.empty() || value.find_first_of("@`%&*!|>") != 0) return false;
    const std::string meant = before + word + ": \"" + value + "\"";
    return works(number, meant) &&
           take(number, text.size() - value.size(),
                fmt::format("text that begins with {} needs quotes", value[0]), meant);
  }

  // as the lines before and after it are indented
  bool indentation(int number) {
    const std::size_t here = line(number).find_first_not_of(' ');
    std::vector<std::size_t> others;
    const auto add = [&](int other) {
      if (without_comment(line(other)).empty()) return false;
      others.push_back(line(other).find_first_not_of(' '));
      others.push_back(content_begin(line(other)));
      return true;
    };
    for (int i = number - 1, seen = 0; i >= 1 && seen < 3; --i) seen += add(i);
    for (int i = number + 1, seen = 0; i <= int(lines_.size()) && seen < 1; ++i) seen += add(i);
    std::ranges::stable_sort(
        others, {}, [&](std::size_t other) { return other > here ? other - here : here - other; });
    for (const std::size_t other : others)
      if (works(number, std::string(other, ' ') + line(number).substr(here)))
        return take(
            number, here,
            fmt::format("this line is indented by {} spaces; the lines around it call for {}", here,
                        other),
            "");
    return false;
  }

  // a list whose first item has no -
  bool dash_missing() {
    const std::size_t here = line(error_).find_first_not_of(' ');
    if (here == std::string::npos || line(error_).compare(here, 2, "- ") != 0) return false;
    int first = 0;
    for (int i = error_ - 1; i >= 1; --i) {
      const std::size_t there = line(i).find_first_not_of(' ');
      if (without_comment(line(i)).empty() || there > here) continue;
      if (there < here || line(i)[there] == '-') break;
      first = i;
    }
    const std::string text = first > 0 ? without_comment(line(first)) : "";
    return first > 0 && take(first, here, "a list follows, but this line has no -",
                             text.substr(0, here) + "- " + text.substr(here));
  }

  std::vector<std::string> lines_;
  const YamlReach& reach_;
  int error_;
  std::vector<int> near_;
  int trials_ = 0;
  YamlMend mend_;
};

}  // namespace

std::optional<YamlMend> find_mend(const std::string& text, int error_line, const YamlReach& reach) {
  if (text.size() > kMostText) return std::nullopt;
  return Mender(text, error_line, reach).find();
}

}  // namespace cuttle
