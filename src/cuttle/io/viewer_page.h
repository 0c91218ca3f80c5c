#pragma once
// The page that shows a run in a browser. It is made from viewer/ at build time.

#include <string_view>

namespace cuttle {

/// One HTML file that needs nothing else, with two places to fill in (each occurs once): the JSON
/// document and its binary data in base64. Built without npm, it only says so.
std::string_view viewer_page();

/// False if it was built without npm.
bool has_viewer();

inline constexpr std::string_view kDocumentPlace = "@@CUTTLE_DOCUMENT@@";
inline constexpr std::string_view kDataPlace = "@@CUTTLE_DATA@@";

}  // namespace cuttle
