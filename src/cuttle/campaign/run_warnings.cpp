#include "cuttle/campaign/run_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace cuttle {

namespace {

constexpr std::size_t kMostTexts = 5;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "took 0.1 J at t = 2e-05 s" without its numbers
std::string kind_of(const std::string& text) {
  std::string kind;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_digit(text[i])) {
      kind += text[i];
      continue;
    }
    for (; i + 1 < text.size(); ++i) {
      const bool exponent = text[i + 1] == 'e' && i + 2 < text.size() &&
                            (is_digit(text[i + 2]) || text[i + 2] == '-' || text[i + 2] == '+');
      const bool sign = text[i] == 'e' && (text[i + 1] == '-' || text[i + 1] == '+');
      if (!is_digit(text[i + 1]) && text[i + 1] != '.' && !exponent && !sign) break;
    }
    kind += '#';
  }
  return kind;
}

// What some runs said, in one of their wordings.
struct Saying {
  std::string first;  // in its own words
  bool same = true;   // so do all others
  std::size_t runs = 0;
};

}  // namespace

std::vector<std::string> summed_warnings(const std::vector<std::vector<std::string>>& runs) {
  std::vector<Saying> sayings;  // in the order of their first runs
  std::map<std::string, std::size_t> places;
  for (const std::vector<std::string>& warnings : runs) {
    std::set<std::string> here;  // a run counts once
    for (const std::string& text : warnings) {
      const std::string kind = kind_of(text);
      const auto [place, fresh] = places.try_emplace(kind, sayings.size());
      if (fresh) sayings.push_back({text});
      Saying& entry = sayings[place->second];
      entry.same = entry.same && entry.first == text;
      if (here.insert(kind).second) ++entry.runs;
    }
  }
  std::ranges::stable_sort(sayings, std::ranges::greater{}, &Saying::runs);
  std::vector<std::string> lines;
  for (const Saying& entry : sayings) {
    if (lines.size() == kMostTexts) break;
    lines.push_back(fmt::format("{} of {} runs warned{}: {}", entry.runs, runs.size(),
                                entry.same ? "" : ", the first", entry.first));
  }
  if (sayings.size() > kMostTexts)
    lines.push_back(fmt::format("{} more texts stand in the column warnings of table.csv",
                                sayings.size() - kMostTexts));
  return lines;
}

}  // namespace cuttle
