#include "cuttle/io/schema_render.h"

#include <fmt/format.h>

#include <algorithm>

#include "cuttle/io/read_values.h"

namespace cuttle {

namespace {

// "rest strain" -> "rest-strain": the anchor Markdown makes of a heading
std::string anchor(std::string name) {
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

// "number [m] > 0", "list of [body](#body)"
std::string type_text(const FieldDoc& field) {
  std::string text = field.type;
  if (!field.section.empty()) {
    const std::string link = "[" + field.section + "](#" + anchor(field.section) + ")";
    const bool names_it = text.find(field.section) != std::string::npos;
    text = names_it ? text.replace(text.find(field.section), field.section.size(), link)
                    : text + " " + link;
  }
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
  using Shape = FieldDoc::Shape;
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
