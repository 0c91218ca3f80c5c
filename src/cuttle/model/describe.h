#pragma once

#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace cuttle {

/// A word that a field may hold, and what it means.
struct NamedChoice {
  std::string name;
  std::string doc;
};

/// The rows of a table of kinds (joints, bases, ...), each with a name and a doc, as choices.
template <class Table>
std::vector<NamedChoice> rows_of(const Table& table) {
  std::vector<NamedChoice> list;
  for (const auto& row : table) list.push_back({std::string(row.name), std::string(row.doc)});
  return list;
}

/// Everything that is known about a field of the model language besides its value.
struct FieldInfo {
  std::string name;
  std::string unit;                  // SI; alternatives "N m|N"; "*" any; empty: pure number
  std::string doc;                   // one line
  std::string default_text;          // what happens when it is left out, if the value does not tell
  std::string when;                  // "shape: circle": the field exists only then
  std::string variables = "t";       // of expressions: "t", "X" or "X, t"
  std::vector<NamedChoice> choices;  // words that may stand here; empty: any
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_open = false, high_open = false;
  bool required = false;
  bool applies = true;      // is the condition `when` met here?
  bool direction = false;   // a vector that may be written x, y, z and is normalised
  bool identifier = false;  // a text that names a part
  bool polynomial = false;  // a list is polynomial coefficients (otherwise [base, tip])
  bool table = false;       // a list of pairs is a table over X
  bool diagonal = false;    // a list of 6 is a diagonal (6x6 matrices)

  bool bounded() const { return low > -1e300 || high < 1e300; }
};

/// Collects what a describe() function says about one field, and hands it to the visitor when the
/// sentence ends (at the semicolon).
template <class Visitor, class T>
class Field {
 public:
  Field(Visitor& visitor, std::string name, T& value) : visitor_(visitor), value_(value) {
    info_.name = std::move(name);
  }
  Field(const Field&) = delete;
  Field& operator=(const Field&) = delete;
  ~Field() { visitor_.visit(info_, value_); }

  Field& unit(std::string text) { return set(info_.unit, std::move(text)); }
  Field& doc(std::string text) { return set(info_.doc, std::move(text)); }
  Field& otherwise(std::string text) { return set(info_.default_text, std::move(text)); }
  Field& variables(std::string text) { return set(info_.variables, std::move(text)); }
  Field& choices(std::vector<NamedChoice> list) { return set(info_.choices, std::move(list)); }
  Field& required(bool yes = true) { return set(info_.required, yes); }
  Field& direction() { return set(info_.direction, true); }
  Field& identifier() { return set(info_.identifier, true); }
  Field& polynomial() { return set(info_.polynomial, true); }
  Field& table() { return set(info_.table, true); }
  Field& diagonal() { return set(info_.diagonal, true); }

  Field& above(double bound) {
    info_.low_open = true;
    return set(info_.low, bound);
  }
  Field& at_least(double bound) { return set(info_.low, bound); }
  Field& below(double bound) {
    info_.high_open = true;
    return set(info_.high, bound);
  }
  Field& at_most(double bound) { return set(info_.high, bound); }

  /// The field exists only under a condition on fields described before it.
  Field& when(bool applies, std::string condition) {
    info_.applies = applies;
    return set(info_.when, std::move(condition));
  }

 private:
  template <class Member, class Value>
  Field& set(Member& member, Value&& value) {
    member = std::forward<Value>(value);
    return *this;
  }

  Visitor& visitor_;
  T& value_;
  FieldInfo info_;
};

/// One name of an enumeration.
template <class E>
struct Choice {
  E value;
  const char* name;
  const char* doc;
};

}  // namespace cuttle
