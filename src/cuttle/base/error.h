#pragma once

#include <map>
#include <source_location>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace cuttle {

/// A place in a text file; line and column count from 1, 0 = unknown.
struct Mark {
  std::string file;
  int line = 0;
  int column = 0;
};

/// "file:line:column", without the parts that are unknown.
std::string to_string(const Mark& mark);

/// Copy number inside a `repeat`: k = 1..n. n = 0: this part is not a copy.
struct CopyIndex {
  int k = 0;
  int n = 0;
};

/// One thing that is wrong with the user's input, or that looks like a slip.
struct Diagnostic {
  Mark mark;
  std::string path;      // field, e.g. bodies[2].rod.section.radius
  std::string message;   // what is wrong, with value and bound
  std::string hint;      // a way out; may be empty
  CopyIndex copy = {};   // of what was written once and repeated: the copy that it was seen in
  int other_copies = 0;  // that have the same to say
};

/// "file:line:column: error: path: message" and, on a second line, "  hint: ...".
std::string to_string(const Diagnostic& diagnostic);
/// The same of what is only suspicious: "file:line:column: path: message", without the hint.
std::string warning_text(const Diagnostic& diagnostic);

/// Where a part of the input was written, kept for checks that come after reading.
struct Origin {
  std::string path;                    // of the part itself, e.g. bodies[2].rod
  Mark mark;                           // where it begins
  std::map<std::string, Mark> fields;  // where each given field begins
  CopyIndex copy = {};                 // over all repeats, of repeats in repeats, too
  std::string repeat = {};             // of the last of them: the path of the body that has it
  int only = 0;                        // > 0: read for this copy of that repeat alone

  /// True if the user wrote this field (false: it has its default).
  bool given(const std::string& field) const { return fields.count(field) > 0; }
  /// The mark of a field, or of the whole part if the field was not written.
  const Mark& at(const std::string& field) const;
  /// A diagnostic that points at a field; an empty field points at the part itself.
  Diagnostic error(const std::string& field, std::string message, std::string hint = "") const;
  /// The same for what can be computed but is probably not meant.
  Diagnostic warning(const std::string& field, std::string message) const {
    return error(field, std::move(message));
  }
};

/// The user's input cannot be used. what() is the full text, all diagnostics and a closing line.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::vector<Diagnostic> diagnostics);
  explicit InputError(Diagnostic diagnostic);
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

/// Collects diagnostics, so that the user sees all errors at once, each of them once: what several
/// copies of a part have to say is one diagnostic, that of the first of them.
class Diagnostics {
 public:
  void add(Diagnostic diagnostic);
  void add(Mark mark, std::string path, std::string message, std::string hint = "");
  bool empty() const { return list_.empty(); }
  std::size_t size() const { return list_.size(); }
  const std::vector<Diagnostic>& list() const { return list_; }
  /// Throws an InputError with everything collected, in the order of the file.
  void throw_if_any() const;

 private:
  struct Told {
    std::size_t index;  // in the list
    int copy;           // the last one that said so
  };
  std::vector<Diagnostic> list_;
  std::map<std::string, std::vector<Told>> told_;  // by place
};

/// The candidate nearest to a word by edit distance; empty if none is near enough to be a typo.
std::string nearest(const std::string& word, const std::vector<std::string>& candidates);

/// Number of single-letter edits (insert, delete, replace, swap of neighbours) between two words.
int edit_distance(const std::string& a, const std::string& b);

/// "did you mean 'x'?" for a near candidate, otherwise "known <kind>: a, b, c".
std::string suggest(const std::string& word, const std::vector<std::string>& candidates,
                    const std::string& kind);

/// Prints the broken promise with its place and aborts.
[[noreturn]] void contract_broken(const char* what, std::source_location at);

/// A promise between two pieces of our own code. If it is broken the program has a bug: it stops
/// here and names the place. Not for user input (InputError) and not for numerics (Status).
inline void expects(bool ok, const char* what,
                    std::source_location at = std::source_location::current()) {
  if (!ok) [[unlikely]]
    contract_broken(what, at);
}

}  // namespace cuttle
