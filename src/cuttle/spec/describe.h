#pragma once
// How a spec struct describes its fields. Each has a member describe(Fields&) that names every
// field once: name, unit, range, text; defaults are those of the struct. From there come the
// reader, the range checks, the writer and the reference (cuttle schema), each of which is a
// Fields of its own. Bodies of describe() stand in spec/spec_describe*.cpp and, of parts, in the
// folders of these.

#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "cuttle/spec/choice.h"
#include "cuttle/spec/type.h"

namespace cuttle {

/// Everything that is known about a field of the model language besides its value.
struct FieldInfo {
  std::string name;
  std::string unit;                  // SI; alternatives "N m|N"; "*" any; empty: pure number
  std::string doc;                   // one line
  std::string default_text;          // what happens when it is left out, if the value does not tell
  std::string when;                  // "shape: circle": the field exists only then
  std::string variables = "t";       // of expressions: "t", "X" or "X, t"
  bool columns = false;              // a signal may be a formula of columns of probes, too
  std::string refers_to;             // a text that names a part of this list: "bodies", "cables"
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
  /// The variables of expressions, one by one.
  std::vector<std::string> variable_names() const;
  /// The same for a formula, with the columns that it names if it may.
  std::vector<std::string> variable_names(const std::string& formula) const;
};

/// Collects what describe() says about one field, and hands it on when the sentence ends (at the
/// semicolon).
class Field {
 public:
  Field(Fields& fields, const char* name, Value value);
  Field(const Field&) = delete;
  Field& operator=(const Field&) = delete;
  ~Field();

  Field& unit(const char* text);
  Field& unit(const std::string& text);
  Field& doc(const char* text);
  Field& otherwise(const char* text);
  Field& variables(const char* text);
  Field& columns();
  Field& choices(std::vector<NamedChoice> list);
  Field& required(bool yes = true);
  Field& direction();
  Field& identifier();
  Field& refers_to(const char* list);
  Field& polynomial();
  Field& table();
  Field& diagonal();

  Field& above(double bound);
  Field& at_least(double bound);
  Field& below(double bound);
  Field& at_most(double bound);

  /// The field exists only under a condition on fields described before it.
  Field& when(bool applies, const char* condition);

 private:
  Fields& fields_;
  Value value_;
  FieldInfo info_;
};

/// The receiver of the fields of a part, in order.
class Fields {
 public:
  virtual ~Fields() = default;

  /// What the part is called in the reference, and what it is.
  virtual void about(const char* /*section*/, const char* /*text*/) {}
  /// A bare value stands for a map with that one field.
  virtual void shorthand(const char* /*field*/) {}
  /// Exactly one of these fields is given.
  void one_of(std::initializer_list<const char*> fields) {
    visit_one_of({fields.begin(), fields.size()});
  }
  virtual void visit_one_of(std::span<const char* const> /*fields*/) {}

  template <class T>
  Field field(const char* name, T& value) {
    return Field(*this, name, value_of(value));
  }
  virtual void visit(const FieldInfo& info, Value value) = 0;

  /// A list, or the fields of its only item in place.
  template <class T>
  void list_or_inline(const char* name, std::vector<T>& list, const char* doc) {
    visit_list_or_inline(name, value_of(list), doc);
  }
  virtual void visit_list_or_inline(const char* name, Value list, const char* doc) = 0;

 protected:
  Fields() = default;
  Fields(const Fields&) = default;
  Fields& operator=(const Fields&) = default;
};

}  // namespace cuttle
