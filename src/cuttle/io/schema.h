#pragma once

#include <string>
#include <vector>

#include "cuttle/io/section_doc.h"

namespace cuttle {

/// The sections of the model language in order.
std::vector<SectionDoc> model_sections();

/// The reference of the model language: every part and field with type, unit, range, default and
/// meaning, as Markdown. Made from the same descriptions that the reader follows.
std::string schema_text();

/// A JSON schema of the model language, for editors.
std::string schema_json();

}  // namespace cuttle
