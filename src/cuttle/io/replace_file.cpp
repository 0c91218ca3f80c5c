#include "cuttle/io/replace_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

namespace cuttle {

namespace fs = std::filesystem;

namespace {

// keeps writers into one folder apart, also on several machines
std::string writer_name() {
  char host[64] = "";
  ::gethostname(host, sizeof host - 1);
  return fmt::format("{}.{}", host, ::getpid());
}

}  // namespace

OutputError::OutputError(const fs::path& path, std::string_view reason)
    : std::runtime_error(fmt::format("{}: error: cannot write: {}", path.string(), reason)) {}

void replace_file(const fs::path& path, const std::function<void(const fs::path&)>& write) {
  const fs::path temporary =
      path.parent_path() / fmt::format(".{}.{}.tmp", path.filename().string(), writer_name());
  std::error_code error;
  try {
    write(temporary);
  } catch (...) {
    fs::remove(temporary, error);
    throw;
  }
  fs::rename(temporary, path, error);
  if (error) {
    std::error_code ignored;
    fs::remove(temporary, ignored);
    throw OutputError(path, error.message());
  }
}

void replace_file(const fs::path& path, std::string_view text) {
  replace_file(path, [&](const fs::path& temporary) {
    errno = 0;
    std::ofstream out(temporary, std::ios::binary);
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    out.close();
    if (!out) throw OutputError(path, errno != 0 ? std::strerror(errno) : "output error");
  });
}

}  // namespace cuttle
