#pragma once

#include <string>

namespace cuttle {

/// The reference of the model language: every part and field with type, unit, range, default and
/// meaning, as Markdown. Made from the same descriptions that the reader follows.
std::string schema_text();

/// A JSON schema of the model language, for editors.
std::string schema_json();

}  // namespace cuttle
