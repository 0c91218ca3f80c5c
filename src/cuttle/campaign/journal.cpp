#include "cuttle/campaign/journal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string_view>

#include "cuttle/base/error.h"
#include "cuttle/io/checksum.h"
#include "cuttle/io/replace_file.h"

namespace cuttle {

namespace {

constexpr std::chrono::milliseconds kSync(500);
constexpr double kQuick = 0.05;  // [s] runs that are cheaper than telling the disk each time
constexpr const char* kExtension = ".journal";

void put(std::string& line, double x) { line += fmt::format(" {}", x); }

// "1 2.5 nan" word by word
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}

  std::string_view word() {
    const std::size_t end = std::min(rest_.find(' '), rest_.size());
    const std::string_view result = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return result;
  }
  bool number(double& x) {
    const std::string_view text = word();
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), x);
    return error == std::errc() && stop == text.data() + text.size();
  }
  bool numbers(std::size_t count, std::vector<double>& list) {
    list.resize(count);
    return std::all_of(list.begin(), list.end(), [this](double& x) { return number(x); });
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

constexpr char kBetweenWarnings = '\t';

std::string joined(const std::vector<std::string>& warnings) {
  std::string text;
  for (std::string warning : warnings) {
    std::ranges::replace(warning, kBetweenWarnings, ' ');
    text += (text.empty() ? "" : std::string(1, kBetweenWarnings)) + warning;
  }
  return text;
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> warnings;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(kBetweenWarnings), text.size());
    warnings.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return warnings;
}

// "good|failed slopes seconds point values [slopes] reason|warnings"
std::string entry_text(const ParameterPoint& point, bool slopes, const Outcome& outcome) {
  std::string text = outcome.good() ? "good" : "failed";
  text += slopes ? " slopes" : " values";
  put(text, outcome.seconds);
  for (const double x : point) put(text, x);
  if (outcome.good())
    for (const double x : outcome.values) put(text, x);
  text += slopes && outcome.slopes.size() > 0 ? " d" : " -";
  if (slopes)
    for (const double x : outcome.slopes.reshaped()) put(text, x);
  return text + " " + one_line(outcome.good() ? joined(outcome.warnings) : outcome.reason);
}

struct ReadEntry {
  ParameterPoint point;
  Want want = Want::values;
  Outcome outcome;
};

std::optional<ReadEntry> read_entry(std::string_view line, std::size_t parameters,
                                    std::size_t values) {
  if (line.size() < 10 || line[8] != ' ') return std::nullopt;
  std::uint32_t sum = 0;
  const auto [stop, error] = std::from_chars(line.data(), line.data() + 8, sum, 16);
  const std::string_view text = line.substr(9);
  if (error != std::errc() || stop != line.data() + 8 || sum != checksum(text)) return std::nullopt;

  ReadEntry entry;
  Words words(text);
  const bool good = words.word() == "good";
  entry.outcome.kind = good ? Outcome::Kind::good : Outcome::Kind::failed;
  entry.want = words.word() == "slopes" ? Want::slopes : Want::values;
  if (!words.number(entry.outcome.seconds) || !words.numbers(parameters, entry.point) ||
      !words.numbers(good ? values : 0, entry.outcome.values))
    return std::nullopt;
  if (words.word() == "d") {
    std::vector<double> numbers;
    if (!words.numbers(values * parameters, numbers)) return std::nullopt;
    entry.outcome.slopes =
        Eigen::Map<const MatrixX>(numbers.data(), Eigen::Index(values), Eigen::Index(parameters));
  }
  if (good)
    entry.outcome.warnings = split(words.rest());
  else
    entry.outcome.reason = words.rest();
  return entry;
}

// both zeros are one point
ParameterPoint key_of(ParameterPoint point) {
  for (double& x : point) x += 0.0;
  return point;
}

}  // namespace

Journal::Journal(const std::filesystem::path& folder, const std::string& writer,
                 std::size_t parameters, std::size_t values)
    : parameters_(parameters), values_(values), path_(folder / (writer + kExtension)) {
  if (!writer.empty()) open();
  std::vector<std::filesystem::path> files;
  for (const auto& item : std::filesystem::directory_iterator(folder))
    if (item.path().extension() == kExtension && item.is_regular_file())
      files.push_back(item.path());
  std::sort(files.begin(), files.end());
  for (const auto& file : files) read(file);
}

void Journal::open() {
  std::error_code error;
  file_.emplace(path_, error);
  if (error) throw OutputError(path_, error.message());
  if (!file_->take(FileLock::Busy::refuse))
    throw InputError(Diagnostic{{path_.string(), 0, 0},
                                "",
                                "another process is working in this folder",
                                "wait for it, or choose another folder with -o"});
  // a line that was cut off must not spoil the next
  if (::lseek(file_->file(), 0, SEEK_END) > 0 && ::write(file_->file(), "\n", 1) != 1)
    throw OutputError(path_, std::strerror(errno));
}

Journal::~Journal() {
  if (file_) ::fdatasync(file_->file());
}

void Journal::read(const std::filesystem::path& file) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);)
    if (auto entry = read_entry(line, parameters_, values_)) {
      Entry& place = entries_[entry->point];
      // values with slopes are worth more than values alone
      if (place.outcome.values.empty() || entry->want == Want::slopes)
        place = {entry->want, std::move(entry->outcome)};
    }
}

std::optional<Outcome> Journal::find(const ParameterPoint& point, Want want) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(key_of(point));
  if (found == entries_.end()) return std::nullopt;
  if (want == Want::slopes && found->second.want != Want::slopes) return std::nullopt;
  return found->second.outcome;
}

void Journal::add(const ParameterPoint& point, Want want, const Outcome& outcome) {
  if (outcome.kind != Outcome::Kind::good && outcome.kind != Outcome::Kind::failed) return;
  const ParameterPoint key = key_of(point);
  const std::string text = entry_text(key, want == Want::slopes, outcome);
  const std::string line = fmt::format("{} {}\n", checksum_text(checksum(text)), text);

  const std::lock_guard lock(mutex_);
  entries_[key] = {want, outcome};
  if (!file_ || !problem_.empty()) return;
  write(line);
  const auto now = std::chrono::steady_clock::now();
  if (outcome.seconds < kQuick && now - synced_ < kSync) return;
  ::fdatasync(file_->file());
  synced_ = now;
}

void Journal::write(std::string_view line) {
  while (!line.empty()) {
    const ssize_t written = ::write(file_->file(), line.data(), line.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      problem_ = std::strerror(errno);
      return;
    }
    line.remove_prefix(std::size_t(written));
  }
}

void Journal::sync() {
  const std::lock_guard lock(mutex_);
  if (file_) ::fdatasync(file_->file());
}

bool Journal::broken() const {
  const std::lock_guard lock(mutex_);
  return !problem_.empty();
}

void Journal::check() const {
  const std::lock_guard lock(mutex_);
  if (!problem_.empty()) throw OutputError(path_, problem_);
}

std::vector<std::vector<std::string>> Journal::warnings() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::vector<std::string>> list;
  for (const auto& [point, entry] : entries_)
    if (entry.outcome.good()) list.push_back(entry.outcome.warnings);
  return list;
}

std::size_t Journal::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

}  // namespace cuttle
