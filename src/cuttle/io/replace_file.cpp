#include "cuttle/io/replace_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <system_error>

#include "cuttle/base/error.h"

namespace cuttle {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kTemporary = ".tmp";

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

std::string host_name() {
  char host[64] = "";
  ::gethostname(host, sizeof host - 1);
  return host;
}

// true for the temporary file of a process of this machine that has ended
bool is_left_over(std::string_view name) {
  if (!name.starts_with('.') || !name.ends_with(kTemporary)) return false;
  name.remove_suffix(kTemporary.size());
  const std::size_t dot = name.rfind('.');
  const std::string_view number = name.substr(dot + 1);
  pid_t writer = 0;
  const auto [stop, error] = std::from_chars(number.data(), number.data() + number.size(), writer);
  if (error != std::errc() || stop != number.data() + number.size() || writer <= 0) return false;
  return name.substr(0, dot).ends_with("." + host_name()) && ::kill(writer, 0) != 0 &&
         errno == ESRCH;
}

}  // namespace

std::string temporary_name(const std::string& file) {
  return fmt::format(".{}.{}.{}{}", file, host_name(), ::getpid(), kTemporary);
}

OutputError::OutputError(const fs::path& path, std::string_view reason)
    : std::runtime_error(fmt::format("{}: error: cannot write: {}", path.string(), reason)),
      reason_(reason) {}

namespace {

// what a link leads to, although there is nothing yet; the system has refused endless chains
fs::path end_of_links(fs::path path) {
  std::error_code error;
  while (fs::is_symlink(fs::symlink_status(path, error))) {
    const fs::path target = fs::read_symlink(path, error);
    if (error) throw OutputError(path, error.message());
    path = path.parent_path() / target;
  }
  return path;
}

// into what stands there, to its last byte
void write_stream(const fs::path& path, std::string_view text) {
  const auto fail = [&] { throw OutputError(path, std::strerror(errno)); };
  // a pipe waits here for its reader, until the user interrupts it
  const OpenFile file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (file.number < 0) fail();
  while (!text.empty()) {
    const ssize_t written = ::write(file.number, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail();
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

// a folder of its own, gone with it
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const fs::path& wanted_for) {
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "cuttle_XXXXXX").string();
    if (error) throw OutputError(wanted_for, error.message());
    if (!::mkdtemp(name.data())) throw OutputError(wanted_for, std::strerror(errno));
    path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

}  // namespace

OutputPlace output_place(const fs::path& path) {
  struct stat about = {};
  if (::stat(path.c_str(), &about) != 0) {
    if (errno == ENOENT) return {end_of_links(path)};
    throw OutputError(path, std::strerror(errno));
  }
  if (S_ISCHR(about.st_mode) || S_ISFIFO(about.st_mode)) return {path, true};
  if (S_ISDIR(about.st_mode)) throw OutputError(path, "a folder has this name");
  if (!S_ISREG(about.st_mode)) throw OutputError(path, "this is no regular file");
  std::error_code error;
  if (!fs::is_symlink(fs::symlink_status(path, error))) return {path};
  const fs::path target = fs::canonical(path, error);
  if (error) throw OutputError(path, error.message());
  return {target};
}

void write_output(const fs::path& path, const std::function<void(const fs::path&)>& write) {
  const OutputPlace place = output_place(path);
  if (!place.stream) return replace_file(place.path, write);
  const TemporaryFolder folder(path);
  const fs::path temporary = folder.path() / path.filename();
  write(temporary);
  write_stream(path, read_plain_file(temporary, {std::numeric_limits<std::uintmax_t>::max(), ""}));
}

void write_output(const fs::path& path, std::string_view text) {
  const OutputPlace place = output_place(path);
  if (place.stream)
    write_stream(path, text);
  else
    replace_file(place.path, text);
}

void replace_file(const fs::path& path, const std::function<void(const fs::path&)>& write) {
  const fs::path temporary = path.parent_path() / temporary_name(path.filename().string());
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
  replace_file(path, [&](const fs::path& temporary) { write_file(temporary, text, path); });
}

std::string made_for(const fs::path& path, const std::function<std::string()>& make) {
  try {
    return make();
  } catch (const std::exception& e) {
    throw OutputError(path, e.what());
  }
}

void write_file(const fs::path& path, std::string_view text, const fs::path& named) {
  errno = 0;
  std::ofstream out(path, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  if (out) return;
  const std::string reason = errno != 0 ? std::strerror(errno) : "output error";
  std::error_code ignored;
  fs::remove(path, ignored);
  throw OutputError(named, reason);
}

void remove_left_overs(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    if (is_left_over(entry->path().filename().string())) files.push_back(entry->path());
  for (const fs::path& file : files) fs::remove(file, error);
}

namespace {

InputError file_error(const fs::path& path, std::string message, std::string hint = "") {
  return InputError(Diagnostic{{path.string(), 0, 0}, "", std::move(message), std::move(hint)});
}

// "0.3 MB", "64 MB"
std::string megabytes(std::uintmax_t bytes) {
  const double size = static_cast<double>(bytes) / (1 << 20);
  return bytes % (1 << 20) == 0 ? fmt::format("{:.0f} MB", size) : fmt::format("{:.1f} MB", size);
}

// .yaml beside .yml, or a file with nearly the same name
std::string suggest_file(const fs::path& path) {
  constexpr int kMostFiles = 10'000;
  const auto is_yaml = [](const fs::path& name) {
    return name.extension() == ".yaml" || name.extension() == ".yml";
  };
  std::error_code ignored;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : ".";
  std::vector<std::string> same_ending;
  int files = 0;
  for (fs::directory_iterator file(folder, ignored), end; file != end; file.increment(ignored)) {
    if (ignored || ++files > kMostFiles) break;
    const fs::path name = file->path().filename();
    const bool alike = name.extension() == path.extension();
    if (alike) same_ending.push_back(name.stem().string());
    const bool other_yaml = is_yaml(name) && (is_yaml(path) || !path.has_extension());
    if (!alike && other_yaml && name.stem() == path.stem() && file->is_regular_file(ignored))
      return fmt::format("did you mean '{}'?", name.string());
  }
  const std::string near = nearest(path.stem().string(), same_ending);
  return near.empty() ? "" : fmt::format("did you mean '{}{}'?", near, path.extension().string());
}

}  // namespace

std::string read_plain_file(const fs::path& path, const PlainFileLimits& limits) {
  // a pipe without a writer must not stop us, not even in open
  const OpenFile file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (file.number < 0 && (errno == ENOENT || errno == ENOTDIR))
    throw file_error(path, "there is no such file", suggest_file(path));
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
