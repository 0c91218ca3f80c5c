#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace cuttle::cli {

/// True if a person reads the stream.
bool is_terminal(std::FILE* stream);

/// Columns of the terminal, 80 if it does not tell.
int terminal_width(std::FILE* stream);

/// Colours for one stream; plain text if it is not a terminal or NO_COLOR is set.
class Paint {
 public:
  explicit Paint(std::FILE* stream);
  std::string bold(std::string_view text) const { return wrap("1", text); }
  std::string dim(std::string_view text) const { return wrap("2", text); }
  std::string red(std::string_view text) const { return wrap("1;31", text); }
  std::string green(std::string_view text) const { return wrap("32", text); }

 private:
  std::string wrap(const char* code, std::string_view text) const;
  bool on_;
};

/// The word "error:" of each message in red.
std::string colour_errors(std::string text, const Paint& paint);

/// Throws InputError about an option of the command line; an empty name: about the program itself.
[[noreturn]] void refuse(const std::string& option, const std::string& message,
                         const std::string& hint = "");

/// A user's text without control characters, so that it cannot steer the terminal.
std::string printable(std::string_view text);

}  // namespace cuttle::cli
