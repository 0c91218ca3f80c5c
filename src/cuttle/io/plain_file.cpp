#include "cuttle/io/plain_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "cuttle/base/error.h"

namespace cuttle {

namespace {

namespace fs = std::filesystem;

InputError file_error(const fs::path& path, std::string message, std::string hint = "") {
  return InputError(Diagnostic{{path.string(), 0, 0}, "", std::move(message), std::move(hint)});
}

// closes itself
struct OpenFile {
  int number = -1;
  explicit OpenFile(int n) : number(n) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (number >= 0) ::close(number);
  }
};

// "0.3 MB", "64 MB"
std::string megabytes(std::uintmax_t bytes) {
  const double size = static_cast<double>(bytes) / (1 << 20);
  return bytes % (1 << 20) == 0 ? fmt::format("{:.0f} MB", size) : fmt::format("{:.1f} MB", size);
}

}  // namespace

std::string read_plain_file(const fs::path& path, const PlainFileLimits& limits) {
  // a pipe without a writer must not stop us, not even in open
  const OpenFile file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (file.number < 0 && (errno == ENOENT || errno == ENOTDIR))
    throw file_error(path, "there is no such file");
  if (file.number < 0 && errno != ENXIO)
    throw file_error(path, fmt::format("cannot be read: {}", std::strerror(errno)));
  struct stat about = {};
  if (file.number < 0 || ::fstat(file.number, &about) != 0 || !S_ISREG(about.st_mode))
    throw file_error(path, "is not a regular file");

  const auto too_large = [&](std::uintmax_t size) {
    return file_error(
        path,
        fmt::format("the file has {}, the limit is {}", megabytes(size), megabytes(limits.bytes)),
        limits.hint);
  };
  const auto size = static_cast<std::uintmax_t>(about.st_size);
  if (size > limits.bytes) throw too_large(size);

  // to its end, which may have moved since
  std::string text(size + 1, '\0');
  std::size_t have = 0;
  for (;;) {
    const ssize_t got = ::read(file.number, text.data() + have, text.size() - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw file_error(path, fmt::format("cannot be read: {}", std::strerror(errno)));
    if (got == 0) break;
    have += static_cast<std::size_t>(got);
    if (have > limits.bytes) throw too_large(have);
    if (have == text.size()) text.resize(2 * have);
  }
  text.resize(have);
  return text;
}

}  // namespace cuttle
