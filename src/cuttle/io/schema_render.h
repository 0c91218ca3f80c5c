#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cuttle/io/section_doc.h"

namespace cuttle {

/// The sections of a language as Markdown.
std::string sections_text(const std::vector<SectionDoc>& sections);

/// The same as a JSON schema, for editors; the first section is the root.
nlohmann::ordered_json sections_json(const std::vector<SectionDoc>& sections,
                                     const std::string& title);

}  // namespace cuttle
