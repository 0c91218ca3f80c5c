#pragma once

#include <fmt/format.h>

#include <array>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "cuttle/model/spec_choices.h"
#include "cuttle/model/spec_describe.h"

namespace cuttle {

/// What the reference says of one field.
struct FieldDoc {
  enum class Shape { number, integer, text, value, part, list, map };
  FieldInfo info;  // choices are filled for enumerations, too
  Shape shape = Shape::value;
  std::string type;     // "number", "3 numbers", "signal", ...
  std::string section;  // part, list, map: of what
  std::string default_value;
};

/// What the reference says of one part (a map in the file).
struct SectionDoc {
  std::string name, text, shorthand;
  std::vector<std::string> one_of;
  std::vector<FieldDoc> fields;
};

/// Collects the sections of the model language, each once, a part before its own parts.
class SchemaVisitor {
 public:
  explicit SchemaVisitor(std::vector<SectionDoc>& sections) : sections_(sections) {}

  void about(const char* name, const char* text) {
    name_ = name;
    for (const SectionDoc& section : sections_) known_ = known_ || section.name == name_;
    index_ = sections_.size();
    if (!known_) sections_.push_back({name, text, "", {}, {}});
  }
  void shorthand(const char* field) {
    if (!known_) sections_[index_].shorthand = field;
  }
  void one_of(const std::vector<std::string>& fields) {
    if (!known_) sections_[index_].one_of = fields;
  }

  template <class T>
  Field<SchemaVisitor, T> field(const char* name, T& value) {
    return Field<SchemaVisitor, T>(*this, name, value);
  }

  template <class T>
  void list_or_inline(const char* name, std::vector<T>& list, const char* doc) {
    field(name, list).doc(doc).otherwise("the fields of one, in place");
  }

  template <class T>
  void visit(const FieldInfo& info, T& value) {
    if (known_) return;
    FieldDoc doc;
    doc.info = info;
    fill(doc, value);
    if (!info.default_text.empty()) doc.default_value = info.default_text;
    sections_[index_].fields.push_back(std::move(doc));
  }

  const std::string& name() const { return name_; }

 private:
  using Shape = FieldDoc::Shape;

  // the section of a part, which is described here if it has not been yet
  template <class T>
  std::string section_of() {
    T part;
    SchemaVisitor visitor(sections_);
    describe(visitor, part);
    return visitor.name();
  }

  static void set(FieldDoc& doc, Shape shape, const char* type, std::string text = "") {
    doc.shape = shape;
    doc.type = type;
    doc.default_value = std::move(text);
  }

  void fill(FieldDoc& doc, double x) { set(doc, Shape::number, "number", fmt::format("{}", x)); }
  void fill(FieldDoc& doc, int x) {
    set(doc, Shape::integer, "whole number", fmt::format("{}", x));
  }
  void fill(FieldDoc& doc, const std::string& x) {
    set(doc, Shape::text, doc.info.choices.empty() ? "text" : "word", x);
  }
  void fill(FieldDoc& doc, const Vector3& x) {
    std::string text = fmt::format("[{}, {}, {}]", x[0], x[1], x[2]);
    for (int i = 0; i < 3; ++i)
      if (doc.info.direction && x == Vector3::Unit(i)) text = std::string(1, "xyz"[i]);
    set(doc, Shape::value, doc.info.direction ? "x, y, z or 3 numbers" : "3 numbers", text);
  }
  void fill(FieldDoc& doc, const Matrix3&) {
    set(doc, Shape::value, "rotation");
    doc.section = section_of<RotationForm>();
  }
  void fill(FieldDoc& doc, const Matrix6&) { set(doc, Shape::value, "6 numbers or 6 x 6"); }
  void fill(FieldDoc& doc, const std::vector<double>&) {
    set(doc, Shape::value, "number or list of numbers");
  }
  void fill(FieldDoc& doc, const std::array<double, 2>&) { set(doc, Shape::value, "2 numbers"); }
  void fill(FieldDoc& doc, const std::array<double, 3>&) { set(doc, Shape::value, "3 numbers"); }
  void fill(FieldDoc& doc, const std::array<double, 4>&) { set(doc, Shape::value, "4 numbers"); }
  void fill(FieldDoc& doc, const std::vector<std::array<double, 2>>&) {
    set(doc, Shape::value, "list of pairs");
  }
  void fill(FieldDoc& doc, const std::array<double, 9>&) { set(doc, Shape::value, "9 numbers"); }
  void fill(FieldDoc& doc, const std::vector<std::vector<double>>&) {
    set(doc, Shape::value, "list of rows of numbers");
  }
  void fill(FieldDoc& doc, const MountSpec&) { set(doc, Shape::value, "place"); }
  void fill(FieldDoc& doc, const FunctionSpec& x) {
    set(doc, Shape::value, "", fmt::format("{}", x.values[0]));
    doc.type = "function of " + doc.info.variables;
  }
  void fill(FieldDoc& doc, const FormulaText&) { set(doc, Shape::value, "number or expression"); }
  void fill(FieldDoc& doc, const SignalSpec&) {
    set(doc, Shape::value, "signal");
    doc.section = section_of<SignalForm>();
  }
  void fill(FieldDoc& doc, const SignalList&) {
    fill(doc, SignalSpec());
    doc.type = "signal or list of signals";
  }
  void fill(FieldDoc& doc, const std::vector<SignalSpec>&) { fill(doc, SignalList()); }
  void fill(FieldDoc& doc, const std::array<SignalSpec, 3>&) {
    fill(doc, SignalSpec());
    doc.type = "3 signals";
  }
  void fill(FieldDoc& doc, const std::array<SignalSpec, 2>&) {
    fill(doc, SignalSpec());
    doc.type = "2 signals";
  }
  void fill(FieldDoc& doc, const NetPlaceSpec&) { set(doc, Shape::value, "place in a net"); }
  void fill(FieldDoc& doc, const std::array<NetPlaceSpec, 2>&) {
    set(doc, Shape::value, "2 places in a net");
  }
  void fill(FieldDoc& doc, const std::vector<NetPlaceSpec>&) {
    set(doc, Shape::value, "list of places in a net");
  }
  void fill(FieldDoc& doc, const std::vector<std::string>&) {
    set(doc, Shape::value, "list of names");
  }
  void fill(FieldDoc& doc, const std::map<std::string, double>&) {
    set(doc, Shape::value, "numbers by name");
  }
  void fill(FieldDoc& doc, const std::array<ContactSideSpec, 2>&) {
    set(doc, Shape::value, "2 names or lists of names");
  }
  void fill(FieldDoc& doc, bool x) {
    set(doc, Shape::value, "true or false", x ? "true" : "false");
  }
  void fill(FieldDoc& doc, const CoefficientSpec&) { set(doc, Shape::value, "6 numbers or 6 x 6"); }
  void fill(FieldDoc& doc, const WaterPlaceSpec&) {
    set(doc, Shape::value, "name of a frame or 3 numbers");
  }
  void fill(FieldDoc& doc, const std::array<std::string, 3>&) {
    set(doc, Shape::value, "3 formulas");
  }
  void fill(FieldDoc& doc, const std::vector<CurrentKnot>&) {
    set(doc, Shape::value, "list of [number, 3 numbers]");
  }
  void fill(FieldDoc& doc, const CurrentSpec&) {
    set(doc, Shape::value, "3 signals or map:");
    doc.section = section_of<CurrentSpec>();
  }
  void fill(FieldDoc& doc, const ArcSpec&) { set(doc, Shape::value, "2 numbers"); }
  void fill(FieldDoc& doc, const ToleranceSpec&) { set(doc, Shape::value, "number or percentage"); }
  void fill(FieldDoc& doc, const MaterialUse&) {
    set(doc, Shape::value, "name or material");
    doc.section = section_of<MaterialSpec>();
  }
  void fill(FieldDoc& doc, const JointInitialSpec&) {
    set(doc, Shape::value, "numbers or pose");
    doc.section = section_of<PoseSpec>();
  }

  void fill(FieldDoc& doc, const std::optional<Vector3>&) {
    fill(doc, Vector3(Vector3::Zero()));
    doc.default_value.clear();
  }
  template <class T>
  void fill(FieldDoc& doc, const std::optional<T>&) {
    fill(doc, T{});
    doc.default_value.clear();
  }
  template <class T>
  void fill(FieldDoc& doc, const std::vector<T>& list) {
    if constexpr (std::is_enum_v<T>) {
      fill(doc, list.front());
      set(doc, Shape::value, "list of words", fmt::format("[{}]", doc.default_value));
    } else {
      set(doc, Shape::list, "list of");
      doc.section = section_of<T>();
    }
  }
  template <class T>
  void fill(FieldDoc& doc, const std::map<std::string, T>&) {
    set(doc, Shape::map, "by name:");
    doc.section = section_of<T>();
  }
  template <class T>
  void fill(FieldDoc& doc, const T& x) {
    if constexpr (std::is_enum_v<T>) {
      doc.info.choices = rows_of(choices(x));
      set(doc, Shape::text, "word", name_of(x));
    } else {
      set(doc, Shape::part, "map:");
      doc.section = section_of<T>();
    }
  }

  std::vector<SectionDoc>& sections_;
  std::string name_;
  std::size_t index_ = 0;
  bool known_ = false;
};

}  // namespace cuttle
