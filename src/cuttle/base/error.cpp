#include "cuttle/base/error.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
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

// " (in copy 1 of 8, and in 2 others)"
std::string copies_text(const Diagnostic& d) {
  if (d.copy.n < 2) return "";
  const std::string n = std::to_string(d.copy.n);
  if (d.other_copies > 0 && d.other_copies + 1 == d.copy.n) return " (in all " + n + " copies)";
  std::string text = " (in copy " + std::to_string(d.copy.k) + " of " + n;
  if (d.other_copies == 1) text += ", and in another one";
  if (d.other_copies > 1) text += ", and in " + std::to_string(d.other_copies) + " others";
  return text + ")";
}

// What a message says, whatever its numbers and those in names of copies are.
std::string words_of(const std::string& message) {
  std::string words;
  for (const char c : message)
    if (std::string_view("0123456789.+-e").find(c) == std::string_view::npos) words += c;
  return words;
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
  text += diagnostic.message + copies_text(diagnostic);
  if (!diagnostic.hint.empty()) text += "\n  hint: " + diagnostic.hint;
  return text;
}

std::string warning_text(const Diagnostic& diagnostic) {
  std::string text = to_string(diagnostic.mark);
  if (!text.empty()) text += ": ";
  if (!diagnostic.path.empty()) text += diagnostic.path + ": ";
  return text + diagnostic.message + copies_text(diagnostic);
}

const Mark& Origin::at(const std::string& field) const {
  const auto found = fields.find(field);
  return found == fields.end() ? mark : found->second;
}

Diagnostic Origin::error(const std::string& field, std::string message, std::string hint) const {
  std::string full = path;
  if (!field.empty()) full += (full.empty() ? "" : ".") + field;
  return {at(field), std::move(full), std::move(message), std::move(hint), copy};
}

InputError::InputError(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(full_text(diagnostics)), diagnostics_(std::move(diagnostics)) {}

InputError::InputError(Diagnostic diagnostic)
    : InputError(std::vector<Diagnostic>{std::move(diagnostic)}) {}

void Diagnostics::add(Diagnostic diagnostic) {
  const int copy = diagnostic.copy.k;
  std::vector<Told>& here = told_[to_string(diagnostic.mark) + " " + diagnostic.path];
  for (Told& told : here) {
    Diagnostic& known = list_[told.index];
    // parts made in code have no place that would tell them apart
    const bool placed = !diagnostic.mark.file.empty();
    if (placed && known.message == diagnostic.message && told.copy == copy) return;
    const bool of_copies = copy > 0 && told.copy > 0 && told.copy != copy;
    if (!of_copies || words_of(known.message) != words_of(diagnostic.message)) continue;
    told.copy = copy;
    ++known.other_copies;
    return;
  }
  here.push_back({list_.size(), copy});
  list_.push_back(std::move(diagnostic));
}

void Diagnostics::add(Mark mark, std::string path, std::string message, std::string hint) {
  add({std::move(mark), std::move(path), std::move(message), std::move(hint)});
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
  // a word of n letters may hold up to (n+1)/3 typos (at least one), fewer than what is right
  int best = std::max<int>(1, static_cast<int>(word.size() + 1) / 3) + 1;
  std::string found;
  for (std::size_t i = 0; i < std::min(candidates.size(), kMaxCandidates); ++i) {
    const std::string& candidate = candidates[i];
    const int distance = same_letters(word, candidate) ? 0 : edit_distance(word, candidate);
    const auto letters = static_cast<int>(std::max(word.size(), candidate.size()));
    if (distance < best && 2 * distance < letters) {
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
  constexpr std::size_t kShown = 12;
  std::vector<std::string> shown;  // a name that is given twice is one
  for (const std::string& candidate : candidates) {
    if (shown.size() > kShown) break;
    if (std::ranges::find(shown, candidate) == shown.end()) shown.push_back(candidate);
  }
  std::string text = "known " + kind + ": ";
  for (std::size_t i = 0; i < std::min(shown.size(), kShown); ++i)
    text += (i ? ", " : "") + shown[i];
  return text + (shown.size() > kShown ? ", ..." : "");
}

void contract_broken(const char* what, std::source_location at) {
  std::fprintf(stderr, "%s:%u: bug in cuttle: %s (in %s)\n", at.file_name(),
               static_cast<unsigned>(at.line()), what, at.function_name());
  std::abort();
}

}  // namespace cuttle
