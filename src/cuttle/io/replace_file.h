#pragma once

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace cuttle {

/// A result file cannot be written; what() names the file and the reason.
class OutputError : public std::runtime_error {
 public:
  OutputError(const std::filesystem::path& path, std::string_view reason);
};

/// Lets `write` fill a temporary file in the same folder, then renames it to `path`: a reader sees
/// the old file or the new one, never half of one. If `write` throws, the old file stays.
void replace_file(const std::filesystem::path& path,
                  const std::function<void(const std::filesystem::path& temporary)>& write);

/// The same for a text that is ready.
void replace_file(const std::filesystem::path& path, std::string_view text);

/// The text of a file; what goes wrong with making it becomes an OutputError about the file.
std::string made_for(const std::filesystem::path& path, const std::function<std::string()>& make);

/// Writes a text to a file as it is; an OutputError is about `named`.
void write_file(const std::filesystem::path& path, std::string_view text,
                const std::filesystem::path& named);

/// ".series.csv.host.123.tmp": keeps writers into one folder apart, also on several machines.
std::string temporary_name(const std::string& file);

/// Removes the temporary files that killed processes of this machine have left in a folder.
void remove_left_overs(const std::filesystem::path& folder);

}  // namespace cuttle
