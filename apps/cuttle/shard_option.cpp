#include "shard_option.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "terminal.h"

namespace cuttle::cli {

namespace {

std::optional<int> whole(std::string_view text) {
  int value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<int> variable(const char* name) {
  const char* const text = std::getenv(name);
  return text ? whole(text) : std::nullopt;
}

/// Tasks of an array are numbered as its owner likes: --array=0-9, 1-10, 5-50:5.
std::optional<Shard> slurm_shard() {
  const auto id = variable("SLURM_ARRAY_TASK_ID"), first = variable("SLURM_ARRAY_TASK_MIN");
  const auto count = variable("SLURM_ARRAY_TASK_COUNT");
  const int step = variable("SLURM_ARRAY_TASK_STEP").value_or(1);
  if (!id || !first || !count || step < 1) return std::nullopt;
  const Shard shard{(*id - *first) / step + 1, *count};
  if (shard.part < 1 || shard.part > shard.of || (*id - *first) % step != 0)
    refuse("",
           fmt::format("task {} of the Slurm array cannot be distinguished from the others", *id),
           "number the tasks without gaps (--array=0-99), or give --shard");
  return shard;
}

}  // namespace

Shard shard_of(const std::string& text) {
  if (text.empty()) return slurm_shard().value_or(Shard{});
  const std::size_t slash = text.find('/');
  const auto part = whole(text.substr(0, slash));
  const auto of =
      slash == std::string::npos ? std::nullopt : whole(std::string_view(text).substr(slash + 1));
  if (!part || !of || *of < 1 || *part < 1 || *part > *of)
    refuse("--shard", "expected i/n with 1 <= i <= n, got '" + printable(text) + "'",
           "for example --shard 2/8");
  return {*part, *of};
}

std::string journal_name(const Shard& shard) {
  return shard.of == 1 ? "runs" : fmt::format("runs-{}-of-{}", shard.part, shard.of);
}

}  // namespace cuttle::cli
