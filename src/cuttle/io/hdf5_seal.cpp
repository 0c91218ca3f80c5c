#include "cuttle/io/hdf5_seal.h"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <system_error>

#include "cuttle/base/contract.h"
#include "cuttle/base/error.h"
#include "cuttle/io/checksum.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDigits = 8;
constexpr std::size_t kMostRun = 64;
constexpr std::size_t kBody = kSealBytes - kDigits;  // the checksum stands behind

// all of the seal but its checksum
std::string seal_text(const std::string& format, const std::string& run, std::uintmax_t bytes) {
  std::string text = fmt::format("{}\nrun {}\nbytes {}\n", format, run, bytes);
  constexpr std::string_view kLast = "\ncrc32 ";
  expects(text.size() + kLast.size() <= kBody, "a seal of 512 bytes");
  text.resize(kBody - kLast.size(), ' ');
  return text.append(kLast);
}

std::string line_after(const std::string& text, const std::string& key) {
  const std::size_t begin = text.find(key);
  if (begin == std::string::npos) return "";
  return text.substr(begin + key.size(), text.find('\n', begin + 1) - begin - key.size());
}

// damaged bytes are not shown
bool is_number(const std::string& text) {
  return !text.empty() && text.size() < 20 &&
         text.find_first_not_of("0123456789") == std::string::npos;
}

// what is wrong with it; empty: nothing
std::string damage(const fs::path& path, const std::string& format) {
  std::error_code error;
  if (!fs::exists(path, error)) return "there is no such file";
  if (!fs::is_regular_file(path, error)) return "is not a file";
  const std::uintmax_t bytes = fs::file_size(path, error);
  std::ifstream stream(path, std::ios::binary);
  std::string seal(kSealBytes, '\0');
  stream.read(seal.data(), kSealBytes);
  const std::string kind = format.substr(0, format.find('/') + 1);
  const std::string version = seal.substr(kind.size(), seal.find('\n') - kind.size());
  const std::string said = line_after(seal, "\nbytes "), run = line_after(seal, "\nrun ");
  if (!stream || !seal.starts_with(kind) || !is_number(version) || !is_number(said) ||
      run.size() > kMostRun)
    return "is not a result of cuttle, or was written by another version, or is damaged at its "
           "beginning";
  if (kind + version != format)
    return fmt::format("format is '{}', not {}", kind + version, format);
  if (seal.substr(0, kBody) != seal_text(format, run, bytes))
    return fmt::format("is damaged: it has {} bytes, but should have {}", bytes, said);

  std::uint32_t sum = checksum(std::string_view(seal).substr(0, kBody));
  std::vector<char> piece(1u << 20);
  while (stream) {
    stream.read(piece.data(), std::streamsize(piece.size()));
    sum = checksum({piece.data(), std::size_t(stream.gcount())}, sum);
  }
  if (!stream.eof()) return "cannot be read";
  if (checksum_text(sum) != seal.substr(kBody))
    return "is damaged: its checksum is not the one it was written with";
  return "";
}

}  // namespace

void write_seal(std::string& file, const std::string& format, const std::string& run) {
  expects(file.size() >= kSealBytes, "a file with room for its seal");
  file.replace(0, kBody, seal_text(format, run, file.size()));
  const std::string_view bytes = file;
  const std::uint32_t sum = checksum(bytes.substr(kSealBytes), checksum(bytes.substr(0, kBody)));
  file.replace(kBody, kDigits, checksum_text(sum));
}

void check_seal(const fs::path& file, const std::string& format) {
  if (const std::string what = damage(file, format); !what.empty())
    throw InputError(Diagnostic{
        {file.string(), 0, 0}, "", what, "`cuttle run` writes this file; run the model again"});
}

}  // namespace cuttle
