#pragma once

#include <cstdint>
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
  const std::string& reason() const { return reason_; }

 private:
  std::string reason_;
};

/// Where the bytes for a path go.
struct OutputPlace {
  std::filesystem::path path;  // links followed
  bool stream = false;         // a device or a pipe, which is written into and never replaced
};
/// Throws OutputError if something has this name that can be neither replaced by a file nor written
/// into: a folder, a disk, a socket.
OutputPlace output_place(const std::filesystem::path& path);

/// Lets `write` fill a temporary file in the same folder, then renames it to `path`: a reader sees
/// the old file or the new one, never half of one. If `write` throws, the old file stays. For files
/// inside of a results folder, whose links are replaced, not followed: they may lead anywhere.
void replace_file(const std::filesystem::path& path,
                  const std::function<void(const std::filesystem::path& temporary)>& write);

/// The same for a text that is ready.
void replace_file(const std::filesystem::path& path, std::string_view text);

/// The same for a path that the user has given. Links are followed: what they lead to is replaced.
/// A device or a pipe gets the bytes of the temporary file, which then stands elsewhere.
void write_output(const std::filesystem::path& path,
                  const std::function<void(const std::filesystem::path& temporary)>& write);
void write_output(const std::filesystem::path& path, std::string_view text);

/// The text of a file; what goes wrong with making it becomes an OutputError about the file.
std::string made_for(const std::filesystem::path& path, const std::function<std::string()>& make);

/// Writes a text to a file as it is; an OutputError is about `named`.
void write_file(const std::filesystem::path& path, std::string_view text,
                const std::filesystem::path& named);

/// ".series.csv.host.123.tmp": keeps writers into one folder apart, also on several machines.
std::string temporary_name(const std::string& file);

/// Removes the temporary files that killed processes of this machine have left in a folder.
void remove_left_overs(const std::filesystem::path& folder);

/// What a reader expects of a file before it opens it.
struct PlainFileLimits {
  std::uintmax_t bytes = 0;  // larger files are refused unread
  std::string hint;          // a way out for those
};

/// All bytes of a file: models, studies, data, manifests and pages come in through here (result.h5
/// by its library). Throws InputError if it is missing, too large or not readable, and if it is no
/// plain file: folders, pipes and devices are never waited for.
std::string read_plain_file(const std::filesystem::path& path, const PlainFileLimits& limits);

}  // namespace cuttle
