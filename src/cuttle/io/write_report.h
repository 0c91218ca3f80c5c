#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "cuttle/io/result_source.h"

namespace cuttle {

class TypeScript;

/// One page that shows the run in any browser, without a network: the viewer, the scene, the
/// recorded columns, the summary and the model file (document cuttle-report/1, docs/formats.md).
std::string report_text(const ResultSource& source);
void write_report(const ResultSource& source, const std::filesystem::path& path);

/// The page of the viewer with a JSON document and its data filled in.
std::string filled_page(std::string_view document, std::string_view data);

/// Tells the viewer what a report is.
void tell_report_types(TypeScript& types);

}  // namespace cuttle
