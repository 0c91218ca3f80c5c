#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cuttle/io/value_table.h"

namespace cuttle {

/// What the reference says of one part (a map in the file).
struct SectionDoc {
  std::string name, text, shorthand;
  std::vector<std::string> one_of;
  std::vector<FieldDoc> fields;
};

/// The sections of a language, each once, a part before its own parts. `root` is the whole file.
std::vector<SectionDoc> sections_of(const Type& root);

/// The sections of the model language in order.
std::vector<SectionDoc> model_sections();

/// The reference of the model language: every part and field with type, unit, range, default and
/// meaning, as Markdown. Made from the same descriptions that the reader follows.
std::string schema_text();

/// A JSON schema of the model language, for editors.
std::string schema_json();

/// What may stand in a field, with the name of its section, or a link to it, where that belongs.
std::string type_words(const FieldDoc& field, const std::string& section);

/// The sections of a language as Markdown.
std::string sections_text(const std::vector<SectionDoc>& sections);

/// The same as a JSON schema, for editors; the first section is the root.
nlohmann::ordered_json sections_json(const std::vector<SectionDoc>& sections,
                                     const std::string& title);

}  // namespace cuttle
