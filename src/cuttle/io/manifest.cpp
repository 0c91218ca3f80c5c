#include "cuttle/io/manifest.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <system_error>

#include "cuttle/base/error.h"
#include "cuttle/io/checksum.h"
#include "cuttle/io/plain_file.h"
#include "cuttle/io/shortened.h"
#include "cuttle/io/table.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kFamily = "cuttle-manifest/";
constexpr const char* kFormat = "cuttle-manifest/1";
constexpr std::uintmax_t kMostBytes = 1u << 16;
constexpr const char* kAgain = "run the model again";

InputError refusal(const fs::path& file, const std::string& what, const std::string& hint) {
  return InputError(Diagnostic{{file.string(), 0, 0}, "", what, hint});
}

std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

// the checksum of all but itself
std::string seal(Json json) {
  json.erase("crc32");
  return checksum_text(checksum(dump(json)));
}

Manifest parse(const fs::path& path, const std::string& text) {
  const Json json = Json::parse(text);
  if (const auto format = json.at("format").get<std::string>();
      format != kFormat && format.starts_with(kFamily) && json.value("crc32", "") == seal(json))
    throw refusal(path, fmt::format("is of another version of the program: {}", shortened(format)),
                  "use that one, or run the model again");
  Manifest manifest{json.at("run").get<std::string>(), {}};
  for (const auto& [name, entry] : json.at("files").items())
    manifest.files[name] = {entry.at("bytes").get<std::uintmax_t>(),
                            entry.at("crc32").get<std::string>()};
  return manifest;
}

// empty: there is none
std::string text_of(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error) ? read_plain_file(path, {kMostBytes, kAgain}) : "";
}

Manifest read(const fs::path& path, const std::string& text) {
  try {
    Manifest manifest = parse(path, text);
    // what is written differently was not written by us
    if (manifest_text(manifest) == text) return manifest;
  } catch (const Json::exception&) {
  }
  throw refusal(path, "is damaged, so that nobody knows which files are of one run", kAgain);
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
      throw refusal(
          file,
          fmt::format("is not of the run {} of this folder, or damaged: it {}", manifest.run, what),
          kAgain);
  }
  // a file that the run could not write, from another one
  for (const WriterRow& row : writers())
    if (row.file != except && !manifest.files.contains(row.file) &&
        fs::exists(folder / row.file, error))
      throw refusal(folder / row.file,
                    fmt::format("is not of the run {} of this folder", manifest.run), kAgain);
}

void check_alone(const fs::path& folder, const std::string& except) {
  std::error_code error;
  int files = 0;
  for (const WriterRow& row : writers())
    files += row.file != except && fs::exists(folder / row.file, error);
  if (files > 1)
    throw refusal(folder,
                  fmt::format("there is no {} here that tells whether these files are of one run",
                              kManifestFile),
                  "the program was older, or the file was left behind; run the model again");
}

}  // namespace

FileDigest digest_of(std::string_view bytes) {
  return {bytes.size(), checksum_text(checksum(bytes))};
}

FileDigest digest_of_file(const fs::path& file) {
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(file, error);
  const std::optional<std::uint32_t> sum = file_checksum(file);
  if (error || !sum) throw refusal(file, "cannot be read", kAgain);
  return {bytes, checksum_text(*sum)};
}

std::string manifest_text(const Manifest& manifest) {
  Json json = {{"format", kFormat}, {"run", manifest.run}, {"files", Json::object()}};
  for (const auto& [name, digest] : manifest.files)
    json["files"][name] = {{"bytes", digest.bytes}, {"crc32", digest.crc32}};
  json["crc32"] = seal(json);
  return dump(json) + "\n";
}

std::optional<Manifest> check_one_run(const fs::path& folder, const std::string& except) {
  std::error_code error;
  if (!fs::exists(folder, error))
    throw refusal(folder, "there is no such folder",
                  "results come from a run: cuttle run MODEL -o DIR");
  if (!fs::is_directory(folder, error))
    throw refusal(folder, "is not a folder", "give the folder that cuttle run -o DIR has written");

  const fs::path path = folder / kManifestFile;
  for (std::string text = text_of(path);;) {
    try {
      if (text.empty()) {
        check_alone(folder, except);
        return std::nullopt;
      }
      const Manifest manifest = read(path, text);
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
