#include "cuttle/base/error.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <tuple>
#include <utility>

#include "cuttle/base/names.h"

namespace cuttle {

namespace {

// all diagnostics, one below the other, and the closing line
std::string full_text(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& d : diagnostics) text += to_string(d) + "\n";
  const std::size_t n = diagnostics.size();
  return text + std::to_string(n) + (n == 1 ? " error" : " errors") + "; nothing was run.";
}

}  // namespace

std::string to_string(const Mark& mark) {
  std::string text = mark.file;
  if (mark.line > 0) text += ":" + std::to_string(mark.line);
  if (mark.line > 0 && mark.column > 0) text += ":" + std::to_string(mark.column);
  return text;
}

std::string to_string(const Diagnostic& diagnostic) {
  std::string text = to_string(diagnostic.mark);
  text += text.empty() ? "error: " : ": error: ";
  if (!diagnostic.path.empty()) text += diagnostic.path + ": ";
  text += diagnostic.message;
  if (!diagnostic.hint.empty()) text += "\n  hint: " + diagnostic.hint;
  return text;
}

const Mark& Origin::at(const std::string& field) const {
  const auto found = fields.find(field);
  return found == fields.end() ? mark : found->second;
}

Diagnostic Origin::error(const std::string& field, std::string message, std::string hint) const {
  std::string full = path;
  if (!field.empty()) full += (full.empty() ? "" : ".") + field;
  return {at(field), std::move(full), std::move(message), std::move(hint)};
}

InputError::InputError(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(full_text(diagnostics)), diagnostics_(std::move(diagnostics)) {}

InputError::InputError(Diagnostic diagnostic)
    : InputError(std::vector<Diagnostic>{std::move(diagnostic)}) {}

void Diagnostics::add(Mark mark, std::string path, std::string message, std::string hint) {
  list_.push_back({std::move(mark), std::move(path), std::move(message), std::move(hint)});
}

void Diagnostics::throw_if_any() const {
  if (list_.empty()) return;
  std::vector<Diagnostic> sorted = list_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.mark.file, a.mark.line, a.mark.column) <
           std::tie(b.mark.file, b.mark.line, b.mark.column);
  });
  throw InputError(std::move(sorted));
}

int edit_distance(const std::string& a, const std::string& b) {
  // three rows of the Damerau-Levenshtein table (optimal string alignment)
  std::vector<int> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(last);
    last.swap(row);
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::string nearest(const std::string& word, const std::vector<std::string>& candidates) {
  // bounds that keep hostile input from costing time
  constexpr std::size_t kMaxWord = 100, kMaxCandidates = 1000;
  if (word.size() > kMaxWord) return "";
  // a word of n letters may hold up to n/3 typos (at least one)
  int best = std::max<int>(1, static_cast<int>(word.size()) / 3) + 1;
  std::string found;
  for (std::size_t i = 0; i < std::min(candidates.size(), kMaxCandidates); ++i) {
    const std::string& candidate = candidates[i];
    const int distance = same_letters(word, candidate) ? 0 : edit_distance(word, candidate);
    if (distance < best) {
      best = distance;
      found = candidate;
    }
  }
  return found;
}

std::string suggest(const std::string& word, const std::vector<std::string>& candidates,
                    const std::string& kind) {
  const std::string near = nearest(word, candidates);
  if (!near.empty()) return "did you mean '" + near + "'?";
  if (candidates.empty()) return "there are no " + kind + " in this file";
  std::string text = "known " + kind + ": ";
  const std::size_t shown = std::min<std::size_t>(candidates.size(), 12);
  for (std::size_t i = 0; i < shown; ++i) text += (i ? ", " : "") + candidates[i];
  return text + (shown < candidates.size() ? ", ..." : "");
}

void contract_broken(const char* what, std::source_location at) {
  std::fprintf(stderr, "%s:%u: bug in cuttle: %s (in %s)\n", at.file_name(),
               static_cast<unsigned>(at.line()), what, at.function_name());
  std::abort();
}

}  // namespace cuttle
