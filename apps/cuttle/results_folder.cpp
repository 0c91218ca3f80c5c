#include "results_folder.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "cuttle/base/error.h"
#include "cuttle/io/one_run.h"
#include "cuttle/io/replace_file.h"
#include "terminal.h"

namespace cuttle::cli {

namespace fs = std::filesystem;

fs::path default_results_folder(const std::string& model_name) {
  std::string name;
  for (unsigned char c : model_name)
    name += std::isalnum(c) || c == '_' || c == '-' || c == '.' ? static_cast<char>(c) : '_';
  if (name.empty() || name[0] == '.') name.insert(0, 1, '_');
  return fs::path("results") / name;
}

void check_writable(const fs::path& folder) {
  // permissions alone do not tell (root, read-only and special file systems): try it
  std::error_code error;
  const fs::path target = fs::absolute(folder, error);
  const bool there = fs::exists(target, error);
  fs::create_directories(target, error);
  const fs::path probe = target / temporary_name("probe");
  errno = 0;
  const bool writable = !error && std::ofstream(probe).put('x').flush().good();
  const std::string reason = error ? error.message() : std::strerror(errno);

  // the folder is made again when there are results; those above it stay, as other runs may be on
  // their way into them
  fs::remove(probe, error);
  if (!there) fs::remove(target, error);
  if (!writable)
    throw InputError(Diagnostic{{folder.string(), 0, 0},
                                "",
                                fmt::format("results cannot be written here: {}", reason),
                                "choose another folder with -o DIR"});
}

void check_output(const fs::path& file) {
  const std::string name = printable(file.string());
  std::error_code error;
  if (fs::is_directory(file, error))
    refuse("-o", fmt::format("'{}' is a folder", name), "choose the name of a file");
  OutputPlace place;
  try {
    place = output_place(file);
  } catch (const OutputError& problem) {
    refuse("-o", fmt::format("'{}' cannot be written: {}", name, problem.reason()),
           "choose another place");
  }
  if (place.stream) return;
  const fs::path folder = fs::absolute(place.path).parent_path();
  if (!fs::is_directory(folder, error))
    refuse("-o", fmt::format("there is no folder '{}'", printable(folder.string())),
           "create it first, or choose another place");
  try {
    check_writable(folder);
  } catch (const InputError&) {
    refuse("-o", fmt::format("'{}' cannot be written", name), "choose another place");
  }
}

std::FILE* messages_beside(const fs::path& file) {
  struct stat there {
  }, out{};
  const bool same = ::stat(file.c_str(), &there) == 0 && ::fstat(STDOUT_FILENO, &out) == 0 &&
                    there.st_dev == out.st_dev && there.st_ino == out.st_ino;
  return same ? stderr : stdout;
}

void check_no_study(const fs::path& folder) {
  std::error_code error;
  if (fs::exists(folder / "study.json", error))
    throw InputError(
        Diagnostic{{folder.string(), 0, 0},
                   "",
                   "this folder belongs to a study, not to a run",
                   "its page is report.html; a search keeps runs in before/ and after/"});
}

void check_results(const fs::path& folder) {
  check_no_study(folder);
  check_one_run(folder);
}

}  // namespace cuttle::cli
