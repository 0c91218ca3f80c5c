#include "cuttle/io/schema.h"

#include <fmt/format.h>

#include <algorithm>

#include "cuttle/base/error.h"
#include "cuttle/io/read_values.h"
#include "cuttle/io/value_table.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

namespace {

constexpr const char* kSchemaHead = R"(# The model language

One YAML file describes a robot, what acts on it, what is computed and the expected results.
Plain numbers are SI; a number may carry its unit: `110 kPa`, `31 mm`, `45 deg`, `300 Pa s`,
`0.2 %`. Angles are radians, the rod axis is local x, world z is up (`frame: ned`: down). Data files
are CSV, in the folder of the model file.

- A *place* on a body is an abscissa in metres, `base` or `tip` of a rod, or the name of a frame
  of a rigid body, even if the file calls it `base` or `tip`.
- A *function of X* is a number, `[base, tip]` (linear taper), polynomial coefficients (cables),
  or an expression in the abscissa X in metres.
- Expressions may use `pi`, `e`, the usual functions (`sin`, `exp`, `sqrt`, `min`, ...), `a ? b : c`,
  and `k`, `n` in copies made by `repeat`. `sind`, `cosd`, `tand` take degrees, `asind`, `acosd`,
  `atand`, `atan2d` return them. `smoothstep(t, a, b)` rises from 0 at t = a to 1 at t = b as
  6 s^5 - 15 s^4 + 10 s^3, s = (t - a)/(b - a): its velocity 30 (s (1 - s))^2/(b - a) and its
  acceleration have no jumps.
- A number in an expression may carry its unit, too: `9.81 m/s^2*t`, `sin(30 deg)`, `t < 5 min`.
  The unit belongs to the number, before any operator (`1/2 s` is one by two seconds), and is
  converted to SI; whether the result has the unit of the field is not checked.
- Where it says *formula of columns*, an expression may also name what probes record, as the results
  do: `-40 N/m*block.travel - 4000 N/m^3*block.travel^3`. It acts at once; columns that need the forces
  of the same instant, and circles, are refused. Here dimensions are checked: plain numbers fit
  anything, columns and numbers with units must fit each other and the field; exponents, and
  arguments of functions such as `sin` and `exp`, are numbers.

)";

}  // namespace

std::vector<SectionDoc> model_sections() { return sections_of(kTypeOf<ScenarioSpec>); }

std::string schema_text() { return kSchemaHead + sections_text(model_sections()); }

std::string schema_json() {
  nlohmann::ordered_json root = sections_json(model_sections(), "cuttle model file");
  // a rod may hold the fields of its only division in place, beside its own
  nlohmann::ordered_json& rod = root["$defs"]["rod"];
  nlohmann::ordered_json in_place = root["$defs"]["division"];
  for (const char* own : {"panels", "water"}) in_place["properties"][own] = rod["properties"][own];
  nlohmann::ordered_json either;
  either["anyOf"] = {rod, in_place};
  rod = either;
  return root.dump(2);
}

namespace {

using Shape = FieldDoc::Shape;

/// Collects the section of one part, and those of its own parts behind it.
class SectionCollector final : public Fields {
 public:
  explicit SectionCollector(std::vector<SectionDoc>& sections) : sections_(sections) {}

  void about(const char* name, const char* text) override {
    name_ = name;
    for (const SectionDoc& section : sections_) known_ = known_ || section.name == name_;
    index_ = sections_.size();
    if (!known_) sections_.push_back({name, text, "", {}, {}});
  }
  void shorthand(const char* field) override {
    if (!known_) sections_[index_].shorthand = field;
  }
  void visit_one_of(std::span<const char* const> fields) override {
    if (!known_) sections_[index_].one_of.assign(fields.begin(), fields.end());
  }
  void visit_list_or_inline(const char* name, Value list, const char* doc) override {
    Field(*this, name, list).doc(doc).otherwise("the fields of one, inline");
  }
  void visit(const FieldInfo& info, Value value) override {
    if (known_) return;
    FieldDoc doc;
    doc.info = info;
    fill(doc, value);
    if (!info.default_text.empty()) doc.default_value = info.default_text;
    sections_[index_].fields.push_back(std::move(doc));
  }

  /// Describes a part, unless that has been done; returns the name of its section.
  std::string collect(const Type& part) {
    part.describe(FreshPart(part).value().at, *this);
    return name_;
  }

 private:
  void fill(FieldDoc& doc, Value value);
  void fill_by_row(FieldDoc& doc, const ValueRow& row, const void* value);
  void fill_parts(FieldDoc& doc, Shape shape, const char* type, const Type& part) {
    doc.shape = shape;
    doc.type = type;
    doc.section = SectionCollector(sections_).collect(part);
  }

  std::vector<SectionDoc>& sections_;
  std::string name_;
  std::size_t index_ = 0;
  bool known_ = false;
};

void SectionCollector::fill_by_row(FieldDoc& doc, const ValueRow& row, const void* value) {
  doc.type = row.words;
  if (row.section) doc.section = SectionCollector(sections_).collect(*row.section);
  if (row.tell) row.tell(doc, value);
}

void fill_word(FieldDoc& doc, Value value) {
  doc.info.choices = words_of(*value.type);
  doc.shape = Shape::text;
  doc.type = "word";
  if (value.at) doc.default_value = chosen_word(value);
}

void fill_words(FieldDoc& doc, Value list) {
  fill_word(doc, list.type->item(list.at, 0));
  doc.shape = Shape::value;
  doc.type = "list of words";
  doc.default_value = fmt::format("[{}]", doc.default_value);
}

// the value holds the default; where it is nowhere, there is none
void SectionCollector::fill(FieldDoc& doc, Value value) {
  const Type& type = *value.type;
  const ValueRow* const row = find_value_row(type);
  if (row && row->words) return fill_by_row(doc, *row, value.at);
  switch (type.form) {
    case Form::word:
      return fill_word(doc, value);
    case Form::part:
      return fill_parts(doc, Shape::part, "map: {}", type);
    case Form::optional:
      return fill(doc, {nullptr, type.of});
    case Form::list:
      if (type.of->form == Form::word) return fill_words(doc, value);
      return fill_parts(doc, Shape::list, "list of {}", *type.of);
    case Form::map:
      return fill_parts(doc, Shape::map, "by name: {}", *type.of);
    case Form::leaf:
      break;
  }
  expects(false, "every value has words for the reference");
}

}  // namespace

std::vector<SectionDoc> sections_of(const Type& root) {
  std::vector<SectionDoc> sections;
  SectionCollector(sections).collect(root);
  return sections;
}

std::string type_words(const FieldDoc& field, const std::string& section) {
  constexpr std::string_view kPlace = "{}";
  const std::size_t place = field.type.find(kPlace);
  expects((place != std::string::npos) == !field.section.empty(),
          "what holds a part says where its name stands");
  std::string text = field.type;
  return field.section.empty() ? text : text.replace(place, kPlace.size(), section);
}

namespace {

// "rest strain" -> "rest-strain": the anchor Markdown makes of a heading
std::string anchor(std::string name) {
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

// "number [m] > 0", "list of [body](#body)"
std::string type_text(const FieldDoc& field) {
  std::string text = type_words(field, "[" + field.section + "](#" + anchor(field.section) + ")");
  std::string unit = field.info.unit == "*" ? "" : field.info.unit;
  if (const std::size_t bar = unit.find('|'); bar != std::string::npos)
    unit.replace(bar, 1, " or ");
  if (!unit.empty()) text += " [" + unit + "]";
  if (field.info.bounded()) {
    FieldInfo bare = field.info;
    bare.unit.clear();
    text += ", " + range_text(bare).substr(std::string("must be ").size());
  }
  return text;
}

std::string default_text(const FieldDoc& field) {
  if (field.info.required) return "**required**";
  return field.default_value.empty() ? "" : "`" + field.default_value + "`";
}

std::string meaning(const FieldDoc& field) {
  std::string text = field.info.doc;
  if (field.info.columns) text += "; may be a formula of columns";
  if (!field.info.when.empty()) text += " (" + field.info.when + ")";
  return text;
}

std::string section_text(const SectionDoc& section) {
  std::string text = "## " + section.name + "\n\n" + section.text + ".\n\n";
  text += "| field | value | default | meaning |\n|---|---|---|---|\n";
  for (const FieldDoc& field : section.fields)
    text += fmt::format("| `{}` | {} | {} | {} |\n", field.info.name, type_text(field),
                        default_text(field), meaning(field));
  if (!section.one_of.empty())
    text +=
        fmt::format("\nExactly one of `{}` must be given.\n", fmt::join(section.one_of, "`, `"));
  if (!section.shorthand.empty())
    text += fmt::format("\nA bare value stands for `{{{}: value}}`.\n", section.shorthand);
  for (const FieldDoc& field : section.fields) {
    if (field.info.choices.empty()) continue;
    text += fmt::format("\nWords for `{}`:\n\n", field.info.name);
    for (const NamedChoice& choice : field.info.choices)
      text += fmt::format("- `{}`: {}\n", choice.name, choice.doc);
  }
  return text + "\n";
}

nlohmann::ordered_json field_json(const FieldDoc& field) {
  const std::string ref = "#/$defs/" + anchor(field.section);
  nlohmann::ordered_json json;
  json["description"] =
      meaning(field) +
      (field.info.unit.empty() || field.info.unit == "*" ? "" : " [" + field.info.unit + "]");
  switch (field.shape) {
    case Shape::number:
      json["type"] = {"number", "string"};
      break;
    case Shape::integer:
      json["type"] = "integer";
      break;
    case Shape::text:
      json["type"] = "string";
      break;
    case Shape::part:
      json["$ref"] = ref;
      break;
    case Shape::list:
      json["type"] = "array", json["items"]["$ref"] = ref;
      break;
    case Shape::map:
      json["type"] = "object", json["additionalProperties"]["$ref"] = ref;
      break;
    case Shape::value:
      break;
  }
  const bool numeric = field.shape == Shape::number || field.shape == Shape::integer;
  if (numeric && field.info.low > -1e300)
    json[field.info.low_open ? "exclusiveMinimum" : "minimum"] = field.info.low;
  if (numeric && field.info.high < 1e300)
    json[field.info.high_open ? "exclusiveMaximum" : "maximum"] = field.info.high;
  if (field.shape == Shape::text)
    for (const NamedChoice& choice : field.info.choices) json["enum"].push_back(choice.name);
  return json;
}

nlohmann::ordered_json section_json(const SectionDoc& section) {
  nlohmann::ordered_json map;
  map["type"] = "object";
  map["description"] = section.text;
  map["additionalProperties"] = false;
  for (const FieldDoc& field : section.fields) {
    map["properties"][field.info.name] = field_json(field);
    const bool always = field.info.required && field.info.when.empty();
    if (always) map["required"].push_back(field.info.name);
  }
  if (section.shorthand.empty()) return map;
  nlohmann::ordered_json either;
  either["anyOf"] = {map, {{"type", {"string", "number"}}}};
  return either;
}

}  // namespace

std::string sections_text(const std::vector<SectionDoc>& sections) {
  std::string text;
  for (const SectionDoc& section : sections) text += section_text(section);
  return text;
}

nlohmann::ordered_json sections_json(const std::vector<SectionDoc>& sections,
                                     const std::string& title) {
  nlohmann::ordered_json root = section_json(sections.front());
  root["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  root["title"] = title;
  for (const SectionDoc& section : sections)
    root["$defs"][anchor(section.name)] = section_json(section);
  return root;
}

}  // namespace cuttle
