#include "cuttle/signal/expression_units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <numbers>
#include <optional>
#include <string_view>

#include "cuttle/signal/units.h"

namespace cuttle {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
// also those of µ
bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || (c & 0x80) != 0;
}
bool belongs_to_name(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

/// A number of a formula, and the unit behind it.
struct Literal {
  std::size_t begin = 0, number_end = 0, end = 0;  // number_end = end: there is no unit
  double number = 0;
  std::string strange;   // a word that should be a unit
  bool degrees = false;  // it stands inside a function of degrees
};

/// Reads a formula from number to number.
class Reader {
 public:
  Reader(const std::string& text, const std::vector<std::string>& names)
      : text_(text), names_(names) {}

  std::optional<Literal> next() {
    while (at_ < text_.size()) {
      const bool number = is_digit(text_[at_]) || (text_[at_] == '.' && is_digit(peek(at_ + 1)));
      if (number) return literal();
      if (belongs_to_name(text_[at_]))
        pass_name();
      else
        pass_sign();
    }
    return std::nullopt;
  }

 private:
  void pass_name() {
    const std::string name = word_at(at_);
    while (belongs_to_name(peek(at_)) || peek(at_) == '.') ++at_;
    takes_degrees_ = name == "sind" || name == "cosd" || name == "tand";
  }
  void pass_sign() {
    const bool inside = !degrees_.empty() && degrees_.back();
    if (text_[at_] == '(') degrees_.push_back(inside || takes_degrees_);
    if (text_[at_] == ')' && !degrees_.empty()) degrees_.pop_back();
    if (text_[at_] != ' ') takes_degrees_ = false;
    ++at_;
  }

  char peek(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }
  std::size_t after_blanks(std::size_t i) const {
    while (peek(i) == ' ' || peek(i) == '\t') ++i;
    return i;
  }
  std::string word_at(std::size_t i) const {
    std::size_t end = i;
    while (belongs_to_name(peek(end))) ++end;
    return text_.substr(i, end - i);
  }
  bool is_known(const std::string& word, std::size_t end) const {
    for (const char* constant : {"pi", "e", "k", "n"})
      if (word == constant) return true;
    return std::ranges::find(names_, word) != names_.end() || peek(after_blanks(end)) == '(';
  }

  /// The end of a factor of a unit, with its power; nothing: it is none.
  std::optional<std::size_t> factor(std::size_t begin) const {
    const std::string word = word_at(begin);
    std::size_t end = begin + word.size();
    if (word.empty() || !is_letter(word[0]) || !parse_unit(word)) return std::nullopt;
    if (peek(after_blanks(end)) == '(') return std::nullopt;
    if (peek(end) != '^') return end;
    std::size_t digits = end + (peek(end + 1) == '-' ? 2 : 1);
    if (!is_digit(peek(digits))) return end;
    while (is_digit(peek(digits))) ++digits;
    if (peek(digits) == '.' && is_digit(peek(digits + 1))) return std::nullopt;
    return digits;
  }

  /// 50 %, but not the remainder of 7 % 2.
  bool percent(std::size_t at) const {
    const char next = peek(after_blanks(at + 1));
    return peek(at) == '%' && !belongs_to_name(next) && next != '(' && next != '.';
  }

  Literal literal() {
    Literal found;
    found.begin = at_;
    found.degrees = !degrees_.empty() && degrees_.back();
    const char* const end = text_.data() + text_.size();
    const auto [stop, error] = std::from_chars(text_.data() + at_, end, found.number);
    found.number_end = found.end = at_ = std::size_t(stop - text_.data());
    if (error != std::errc()) return found;
    const std::size_t first = after_blanks(at_);
    if (percent(first)) {
      found.end = at_ = first + 1;
      return found;
    }
    const std::string word = word_at(first);
    // a name that the formula knows is never a unit
    const bool known = is_known(word, first + word.size());
    auto factor_end = known ? std::nullopt : factor(first);
    if (!factor_end && !word.empty() && is_letter(word[0]) && !known) found.strange = word;
    while (factor_end) {
      found.end = at_ = *factor_end;
      std::size_t next = after_blanks(at_);
      const bool joined = peek(next) == '/' || peek(next) == '.';
      if (joined) next = after_blanks(next + 1);
      const std::string other = word_at(next);
      factor_end.reset();
      if (!is_known(other, next + other.size())) factor_end = factor(next);
    }
    return found;
  }

  const std::string& text_;
  const std::vector<std::string>& names_;
  std::size_t at_ = 0;
  bool takes_degrees_ = false;  // the name before does
  std::vector<bool> degrees_;   // of the brackets that are open
};

// cosd(360 deg) is 1: a function of degrees takes its angle in degrees, also one with a unit
double value_of(const Literal& literal, const std::string& unit, double factor) {
  if (!literal.degrees) return literal.number * factor;
  if (unit == "deg") return literal.number;
  return literal.number * (unit == "rad" ? 180 / std::numbers::pi : factor);
}

}  // namespace

std::string without_units(const std::string& text, const std::vector<std::string>& names) {
  std::string plain;
  std::size_t from = 0;
  Reader reader(text, names);
  while (const auto literal = reader.next()) {
    if (literal->end == literal->number_end) continue;
    const std::size_t first = text.find_first_not_of(" \t", literal->number_end);
    const std::string name = text.substr(first, literal->end - first);
    const auto unit = parse_unit(name);
    if (!unit) continue;  // a power that is too high
    plain.append(text, from, literal->begin - from);
    plain += fmt::format("{} ", value_of(*literal, name, unit->factor));
    from = literal->end;
  }
  return plain.append(text, from);
}

std::vector<NumberInText> numbers_of(const std::string& text,
                                     const std::vector<std::string>& names) {
  std::vector<NumberInText> numbers;
  Reader reader(text, names);
  while (const auto literal = reader.next()) {
    NumberInText number{literal->begin, literal->number_end, literal->number, ""};
    if (literal->end != literal->number_end) {
      const std::size_t first = text.find_first_not_of(" \t", literal->number_end);
      const std::string name = text.substr(first, literal->end - first);
      if (const auto unit = parse_unit(name)) {
        number.end = literal->end;
        number.value = value_of(*literal, name, unit->factor);
        number.unit = name;
      }
    }
    numbers.push_back(std::move(number));
  }
  return numbers;
}

std::string unknown_unit(const std::string& text, const std::vector<std::string>& names) {
  Reader reader(text, names);
  while (const auto literal = reader.next())
    if (!literal->strange.empty()) return literal->strange;
  return "";
}

}  // namespace cuttle
