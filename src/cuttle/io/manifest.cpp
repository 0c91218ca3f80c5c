#include "cuttle/io/manifest.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>

#include "cuttle/base/error.h"
#include "cuttle/io/checksum.h"
#include "cuttle/io/shortened.h"

namespace cuttle {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kFamily = "cuttle-manifest/";
constexpr const char* kManifestFormat = "cuttle-manifest/1";
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
      format != kManifestFormat && format.starts_with(kFamily) &&
      json.value("crc32", "") == seal(json))
    throw refusal(
        path, fmt::format("was written by another version of the program: {}", shortened(format)),
        "use that one, or run the model again");
  Manifest manifest{json.at("run").get<std::string>(), {}};
  for (const auto& [name, entry] : json.at("files").items())
    manifest.files[name] = {entry.at("bytes").get<std::uintmax_t>(),
                            entry.at("crc32").get<std::string>()};
  return manifest;
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
  Json json = {{"format", kManifestFormat}, {"run", manifest.run}, {"files", Json::object()}};
  for (const auto& [name, digest] : manifest.files)
    json["files"][name] = {{"bytes", digest.bytes}, {"crc32", digest.crc32}};
  json["crc32"] = seal(json);
  return dump(json) + "\n";
}

Manifest read_manifest(const fs::path& path, const std::string& text) {
  try {
    Manifest manifest = parse(path, text);
    // what is written differently was not written by us
    if (manifest_text(manifest) == text) return manifest;
  } catch (const Json::exception&) {
  }
  throw refusal(path, "is damaged, so it is unknown which files belong to one run", kAgain);
}

namespace {

std::uint32_t add(std::uint32_t sum, std::span<const double> numbers) {
  return checksum({reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()}, sum);
}

}  // namespace

std::string run_id(const RunResult& result) {
  // what was recorded
  const Trajectory& trajectory = result.trajectory;
  std::uint32_t record = add(0, trajectory.axis());
  if (const std::size_t rows = trajectory.rows(); rows > 0) {
    record = add(record, trajectory.q(rows - 1));
    record = add(record, trajectory.v(rows - 1));
    for (std::size_t i = 0; i < trajectory.columns().size(); ++i)
      record = add(record, trajectory.column(i).last(1));
  }

  // what came out, and how long it took
  const double seconds = result.wall_seconds;
  std::uint32_t outcome = add(0, std::span(&seconds, 1));
  for (const Figure& figure : result.figures)
    outcome = add(checksum(figure.name, outcome), std::span(&figure.value, 1));
  outcome = checksum(result.status.message, outcome);
  return checksum_text(record) + checksum_text(outcome);
}

}  // namespace cuttle
