#include "cuttle/io/one_run.h"

#include <fmt/format.h>

#include <system_error>

#include "cuttle/base/error.h"
#include "cuttle/io/checksum.h"
#include "cuttle/io/replace_file.h"
#include "cuttle/io/table.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostBytes = 1u << 16;
constexpr const char* kRunAgain = "run the model again";

InputError not_one_run(const fs::path& file, const std::string& what, const std::string& hint) {
  return InputError(Diagnostic{{file.string(), 0, 0}, "", what, hint});
}

// empty: there is none
std::string text_of(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error) ? read_plain_file(path, {kMostBytes, kRunAgain}) : "";
}

// the reason why a file is not what the manifest says; empty: it is
std::string difference(const fs::path& file, const FileDigest& digest) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return "is not a file";
  if (const auto bytes = fs::file_size(file, error); bytes != digest.bytes)
    return fmt::format("has {} bytes instead of {}", bytes, digest.bytes);
  const auto sum = file_checksum(file);
  if (!sum) return "cannot be read";
  if (checksum_text(*sum) != digest.crc32)
    return fmt::format("has the checksum {} instead of {}", checksum_text(*sum), digest.crc32);
  return "";
}

void check_files(const fs::path& folder, const Manifest& manifest, const std::string& except) {
  std::error_code error;
  for (const auto& [name, digest] : manifest.files) {
    const fs::path file = folder / fs::path(name).filename();
    if (name == except || !fs::exists(file, error)) continue;
    if (const std::string what = difference(file, digest); !what.empty())
      throw not_one_run(
          file,
          fmt::format("does not belong to the run {} of this folder, or is damaged: it {}",
                      manifest.run, what),
          kRunAgain);
  }
  // a file that the run could not write, from another one
  for (const WriterRow& row : writers())
    if (row.file != except && !manifest.files.contains(row.file) &&
        fs::exists(folder / row.file, error))
      throw not_one_run(folder / row.file,
                        fmt::format("does not belong to the run {} of this folder", manifest.run),
                        kRunAgain);
}

void check_alone(const fs::path& folder, const std::string& except) {
  std::error_code error;
  int files = 0;
  for (const WriterRow& row : writers())
    files += row.file != except && fs::exists(folder / row.file, error);
  if (files > 1)
    throw not_one_run(
        folder,
        fmt::format("there is no {} here that shows whether these files belong to one run",
                    kManifestFile),
        "the files are from an older program, or it was not copied with them; run the model again");
}

}  // namespace

std::optional<Manifest> check_one_run(const fs::path& folder, const std::string& except) {
  std::error_code error;
  if (!fs::exists(folder, error))
    throw not_one_run(folder, "there is no such folder",
                      "results are written by a run: cuttle run MODEL -o DIR");
  if (!fs::is_directory(folder, error))
    throw not_one_run(folder, "is not a folder", "give the folder written by cuttle run -o DIR");

  const fs::path path = folder / kManifestFile;
  for (std::string text = text_of(path);;) {
    try {
      if (text.empty()) {
        check_alone(folder, except);
        return std::nullopt;
      }
      const Manifest manifest = read_manifest(path, text);
      check_files(folder, manifest, except);
      return manifest;
    } catch (const InputError&) {
      // another run may have come in between
      std::string now = text_of(path);
      if (now == text) throw;
      text = std::move(now);
    }
  }
}

}  // namespace cuttle
