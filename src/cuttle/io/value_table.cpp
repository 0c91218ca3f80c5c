#include "cuttle/io/value_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "cuttle/io/read_values.h"
#include "cuttle/io/write_values.h"
#include "cuttle/spec/spec_touch.h"

namespace cuttle {

namespace {

using Shape = FieldDoc::Shape;

void tell(FieldDoc& doc, const double* x) {
  doc.shape = Shape::number;
  if (x) doc.default_value = fmt::format("{}", *x);
}

void tell(FieldDoc& doc, const int* x) {
  doc.shape = Shape::integer;
  if (x) doc.default_value = fmt::format("{}", *x);
}

void tell(FieldDoc& doc, const bool* x) {
  if (x) doc.default_value = *x ? "true" : "false";
}

void tell(FieldDoc& doc, const std::string* x) {
  doc.shape = Shape::text;
  if (!doc.info.choices.empty()) doc.type = "word";
  if (x) doc.default_value = *x;
}

void tell(FieldDoc& doc, const Vector3* x) {
  if (doc.info.direction) doc.type = "x, y, z or 3 numbers";
  if (!x) return;
  doc.default_value = fmt::format("[{}, {}, {}]", (*x)[0], (*x)[1], (*x)[2]);
  for (int i = 0; i < 3; ++i)
    if (doc.info.direction && *x == Vector3::Unit(i)) doc.default_value = "xyz"[i];
}

void tell(FieldDoc& doc, const FunctionSpec* x) {
  doc.type += doc.info.variables;
  if (x) doc.default_value = fmt::format("{}", x->values[0]);
}

void tell(FieldDoc& doc, const RestSpec* x) {
  if (x) doc.default_value = fmt::format("{}", x->values[0]);
}

// a part that is written by its form, but read by a function of its own
template <class T>
ValueRow read_row(const char* words = nullptr, const Type* section = nullptr) {
  ValueRow row{};
  row.type = &kTypeOf<T>;
  row.read = [](const Slot& slot, void* x) { return read_value(slot, *static_cast<T*>(x)); };
  row.words = words;
  row.section = section;
  return row;
}

template <class T>
ValueRow row(const char* words, const Type* section = nullptr) {
  ValueRow row = read_row<T>(words, section);
  row.write = [](const FieldInfo& info, const void* x) {
    return yaml_of(info, *static_cast<const T*>(x));
  };
  return row;
}

// its default can be told in the reference
template <class T>
ValueRow told_row(const char* words, const Type* section = nullptr) {
  ValueRow row = cuttle::row<T>(words, section);
  row.tell = [](FieldDoc& doc, const void* x) { tell(doc, static_cast<const T*>(x)); };
  return row;
}

std::vector<ValueRow> make_rows() {
  const Type* const signal = &kTypeOf<SignalForm>;
  return {
      told_row<double>("number"),
      told_row<int>("whole number"),
      told_row<bool>("true or false"),
      told_row<std::string>("text"),
      told_row<Vector3>("3 numbers"),
      told_row<FunctionSpec>("function of "),
      told_row<RestSpec>("function of X or {}", signal),
      row<Matrix3>("{}", &kTypeOf<RotationForm>),
      row<Matrix6>("6 numbers or 6 x 6"),
      row<std::vector<double>>("number or list of numbers"),
      row<std::array<double, 2>>("2 numbers"),
      row<std::array<double, 3>>("3 numbers"),
      row<std::array<double, 4>>("4 numbers"),
      row<std::array<double, 9>>("9 numbers"),
      row<std::vector<std::array<double, 2>>>("list of pairs"),
      row<LimitList>("pair or list of pairs"),
      row<std::vector<std::vector<double>>>("list of rows of numbers"),
      row<std::vector<std::string>>("list of names"),
      row<std::map<std::string, double>>("numbers by name"),
      row<BodyPlaceSpec>("place"),
      row<FormulaText>("number or expression"),
      row<SignalSpec>("{}", signal),
      row<SignalList>("{} or list of signals", signal),
      row<std::vector<SignalSpec>>("{} or list of signals", signal),
      row<std::array<SignalSpec, 2>>("2 {}s", signal),
      row<std::array<SignalSpec, 3>>("3 {}s", signal),
      row<ToleranceSpec>("number or percentage"),
      row<MaterialUse>("name or {}", &kTypeOf<MaterialSpec>),
      row<JointInitialSpec>("numbers or {}", &kTypeOf<PoseSpec>),
      row<std::array<ContactSideSpec, 2>>("2 names or lists of names"),
      row<CoefficientSpec>("6 numbers or 6 x 6"),
      row<WaterPlaceSpec>("name of a frame or 3 numbers"),
      row<std::array<std::string, 3>>("3 formulas"),
      row<std::vector<CurrentKnot>>("list of [number, 3 numbers]"),
      row<ArcSpec>("2 numbers"),
      row<NetPlaceSpec>("place in a net"),
      row<std::array<NetPlaceSpec, 2>>("2 places in a net"),
      row<std::vector<NetPlaceSpec>>("list of places in a net"),
      read_row<CurrentSpec>("3 signals or map: {}", &kTypeOf<CurrentSpec>),
      read_row<ModeSpec>(),
      read_row<FigureSpec>(),
      read_row<ProfileSpec>(),
      read_row<MeshSpec>(),
  };
}

std::vector<ValueRow> sorted_rows() {
  std::vector<ValueRow> rows = make_rows();
  std::ranges::sort(rows, std::less<>(), &ValueRow::type);
  return rows;
}

}  // namespace

const ValueRow* find_value_row(const Type& type) {
  static const std::vector<ValueRow> rows = sorted_rows();
  const auto found = std::ranges::lower_bound(rows, &type, std::less<>(), &ValueRow::type);
  return found != rows.end() && found->type == &type ? &*found : nullptr;
}

}  // namespace cuttle
