#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cuttle {

/// Bytes as text, RFC 4648 with padding.
std::string base64(std::string_view bytes);
/// Adds them to a text.
void append_base64(std::string_view bytes, std::string& text);
/// How long that is.
std::size_t base64_size(std::size_t bytes);

/// The bytes of such a text; it ends at the first character that is not a letter of it.
std::string decode_base64(std::string_view text);

}  // namespace cuttle
