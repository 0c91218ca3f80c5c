#include "terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "cuttle/base/error.h"

namespace cuttle::cli {

bool is_terminal(std::FILE* stream) { return ::isatty(::fileno(stream)) == 1; }

int terminal_width(std::FILE* stream) {
  winsize size{};
  if (::ioctl(::fileno(stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

Paint::Paint(std::FILE* stream) : on_(is_terminal(stream) && std::getenv("NO_COLOR") == nullptr) {}

std::string Paint::wrap(const char* code, std::string_view text) const {
  return on_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

std::string colour_errors(std::string text, const Paint& paint) {
  constexpr std::string_view kWord = ": error: ";
  const std::string painted = ": " + paint.red("error:") + " ";

  // the first one of each line
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::size_t at = text.find(kWord, begin);
    std::size_t next = end + 1;
    if (at < end) {
      text.replace(at, kWord.size(), painted);
      next += painted.size() - kWord.size();
    }
    begin = next;
  }
  return text;
}

void refuse(const std::string& option, const std::string& message, const std::string& hint) {
  throw InputError(Diagnostic{{"cuttle", 0, 0}, option, message, hint});
}

std::string printable(std::string_view text) {
  std::string clean;
  for (unsigned char c : text) clean += c < 0x20 || c == 0x7f ? ' ' : static_cast<char>(c);
  return clean;
}

}  // namespace cuttle::cli
