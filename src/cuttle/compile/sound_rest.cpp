#include "cuttle/compile/sound_rest.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <set>
#include <string_view>

#include "cuttle/compile/part_table.h"
#include "cuttle/spec/spec_walk.h"

namespace cuttle {

namespace {

// "bodies[2]" of "bodies[2].rod.section"; empty if it does not begin with an item of a list
std::string item_of(const std::string& path) {
  const std::size_t end = path.find(']');
  const std::size_t dot = path.find('.');
  return end == std::string::npos || dot < end ? "" : path.substr(0, end + 1);
}

// "arm_2" of "arm_2_1", "arm" of "arm_2": what it may be a copy of; empty if its name tells of none
std::string_view original_of(std::string_view name) {
  const std::size_t end = name.find_last_not_of("0123456789");
  const bool numbered = end != std::string_view::npos && end + 1 < name.size() && name[end] == '_';
  return numbered ? name.substr(0, end) : std::string_view();
}

/// Takes parts out of a model, until nothing is left that names what is missing.
class Sieve {
 public:
  explicit Sieve(const ScenarioSpec& spec) : spec_(spec) {}

  /// False: it is not known what is affected.
  bool take_out(const Diagnostics& known) {
    for (const Diagnostic& d : known.list()) {
      const std::string item = item_of(d.path);
      if (!item.empty())
        wrong_.insert(item);
      else if (d.path.starts_with("materials."))
        missing_.insert(d.path.substr(10, d.path.find('.', 10) - 10));
      else if (d.path == "study.type")
        return false;  // signals are judged where the study runs
      else if (d.path.starts_with("study"))
        study_is_wrong_ = true;
      else if (!d.path.starts_with("parameters."))
        return false;
    }
    constexpr int kMostRounds = 20;  // one is enough where parts come before those that name them
    int rounds = 0;
    while (sift_all())
      if (++rounds == kMostRounds) return false;
    return met_ == wrong_ && !nameless_;
  }

  /// Nothing if it is no robot.
  std::optional<ScenarioSpec> rest(const ScenarioSpec& whole) && {
    if (spec_.bodies.empty() != whole.bodies.empty()) return std::nullopt;
    if (has_subsystems(spec_) != has_subsystems(whole)) return std::nullopt;
    if (study_is_wrong_) {
      // signals of a path are judged where it runs, and that is not known
      const StudyType type = whole.study.type;
      if (type == StudyType::load_path) return std::nullopt;
      constexpr double kShort = 1e-3;  // [s] of any motion
      spec_.study = {};
      spec_.study.type = type;
      spec_.study.duration = spec_.study.output_step = kShort;
      spec_.figures.clear();
      spec_.expect.clear();
    }
    return std::move(spec_);
  }

 private:
  bool sift_all() {
    const std::size_t before = taken_;
    if (sift(spec_.bodies)) drives_less_ = true;
    for (const PartKind* kind : part_table())
      if (acts_on_bodies(kind->chapter) && sift(*kind->type)) drives_less_ = true;
    sift_chapter(Chapter::beside);
    sift(spec_.probes);
    sift_chapter(Chapter::control);
    if (drives_less_) forget_those_of_all();
    sift(spec_.figures);
    std::string none;
    std::erase_if(spec_.expect, [&](ExpectSpec& e) { return is_out(value_of(e), none, false); });
    return taken_ > before;
  }

  void sift_chapter(Chapter chapter) {
    for (const PartKind* kind : part_table())
      if (kind->chapter == chapter) sift(*kind->type);
  }

  template <class Part>
  bool sift(std::vector<Part>& parts) {
    return std::erase_if(parts, [&](Part& p) { return is_out(value_of(p), p.name, true); }) > 0;
  }

  bool sift(const ListType& type) {
    void* const list = spec_.list(type);
    PartLists kept;
    void* const made = kept.list(type);
    const std::size_t size = type.type->size(list);
    for (std::size_t i = 0; i < size; ++i) {
      const Value part = type.type->item(list, i);
      if (!is_out(part, type.name(part.at), true)) type.append(made, part.at);
    }
    const bool less = type.type->size(made) < size;
    spec_.replace(type, std::move(kept));
    return less;
  }

  // Inputs and numbers of coordinates are those of all parts together, and contacts may be between
  // `all`.
  void forget_those_of_all() {
    missing_.insert("all");
    for (const PartKind* kind : part_table()) {
      if (!kind->needs_all_inputs) continue;
      for (const std::string& name : spec_.names(*kind->type)) missing_.insert(name);
      taken_ += spec_.size(*kind->type);
      spec_.replace(*kind->type, {});
    }
  }

  bool is_out(Value part, const std::string& name, bool named) {
    const std::string& path = part.type->origin(part.at).path;
    const bool wrong = wrong_.contains(path);
    if (wrong) met_.insert(path);
    if (!wrong && !names_what_is_missing(part, name)) return false;
    ++taken_;
    if (named && name.empty()) nameless_ = true;
    if (!name.empty()) missing_.insert(name);
    return true;
  }

  // its own name is no mention, though another part may be called alike
  bool names_what_is_missing(Value part, const std::string& own_name) const {
    bool found = false;
    for_each_text(part, [&](const std::string& text) {
      if (!found && &text != &own_name) found = mentions(text);
    });
    return found;
  }

  // a hyphen is part of a name, or the minus of a formula
  bool mentions(std::string_view text) const {
    return has_missing_word(text, "_-") || has_missing_word(text, "_");
  }

  // words are letters, digits and the `joints` between them
  bool has_missing_word(std::string_view text, std::string_view joints) const {
    const auto in_word = [joints](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || joints.find(c) != joints.npos;
    };
    for (auto begin = text.begin(); begin != text.end();) {
      begin = std::find_if(begin, text.end(), in_word);
      const auto end = std::find_if_not(begin, text.end(), in_word);
      for (std::string_view word(begin, end); !word.empty(); word = original_of(word))
        if (missing_.contains(word)) return true;
      begin = end;
    }
    return false;
  }

  ScenarioSpec spec_;
  std::set<std::string> wrong_, met_;           // paths of items of lists: those known, those found
  std::set<std::string, std::less<>> missing_;  // names
  std::size_t taken_ = 0;
  bool nameless_ = false;  // something was taken out that others may name
  bool drives_less_ = false, study_is_wrong_ = false;
};

}  // namespace

std::optional<ScenarioSpec> sound_rest(const ScenarioSpec& spec, const Diagnostics& known) {
  Sieve sieve(spec);
  if (!sieve.take_out(known)) return std::nullopt;
  return std::move(sieve).rest(spec);
}

bool concerns_a_part(const Diagnostic& diagnostic) { return !item_of(diagnostic.path).empty(); }

}  // namespace cuttle
