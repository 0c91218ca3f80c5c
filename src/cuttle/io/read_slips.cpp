#include "cuttle/io/read_slips.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <span>

#include "cuttle/base/names.h"
#include "cuttle/signal/expression.h"
#include "cuttle/signal/units.h"

namespace cuttle {

namespace {

// what others call it: the same quantity, or what makes it of theirs
struct Synonym {
  const char* other;
  const char* name;
  const char* make = "";
};
constexpr std::array kSynonyms = {
    Synonym{"E", "young"},
    Synonym{"nu", "poisson"},
    Synonym{"rho", "density"},
    Synonym{"m", "mass"},
    Synonym{"l", "length"},
    Synonym{"L", "length"},
    Synonym{"r", "radius"},
    Synonym{"I", "inertia"},
    Synonym{"com", "center"},
    Synonym{"centre", "center"},
    Synonym{"color", "colour"},
    Synonym{"origin", "position"},
    Synonym{"orientation", "rotation"},
    Synonym{"time", "duration"},
    Synonym{"dt", "step"},
    Synonym{"integrator", "method"},
    Synonym{"solver", "method"},
    Synonym{"diameter", "radius", "give the radius, half the diameter"},
    Synonym{"body", "frame"},
    // kinds of joints
    Synonym{"hinge", "revolute"},
    Synonym{"pin", "revolute"},
    Synonym{"rotary", "revolute"},
    Synonym{"rotational", "revolute"},
    Synonym{"continuous", "revolute"},
    Synonym{"slider", "prismatic"},
    Synonym{"slide", "prismatic"},
    Synonym{"linear", "prismatic"},
    Synonym{"translational", "prismatic"},
    Synonym{"ball", "spherical"},
    Synonym{"ball_joint", "spherical"},
    Synonym{"weld", "fixed"},
    Synonym{"welded", "fixed"},
    Synonym{"rigid", "fixed"},
    Synonym{"floating", "free"},
    Synonym{"screw", "helical"},
    Synonym{"cardan", "universal"},
    Synonym{"hooke", "universal"},
    // methods
    Synonym{"rk45", "dopri5"},
    Synonym{"ode45", "dopri5"},
    Synonym{"sdirk4", "implicit"},
};
constexpr std::size_t kShortest = 3;  // letters that are enough to know a word by
constexpr std::size_t kMostFormula = 200;

bool has(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

const Synonym* find_synonym(const std::string& word, const std::string& name) {
  // E and L are not e and l
  const bool whole_word = word.size() >= kShortest;
  for (const Synonym& synonym : kSynonyms)
    if (name == synonym.name &&
        (whole_word ? same_letters(word, synonym.other) : word == synonym.other))
      return &synonym;
  return nullptr;
}

// body and bodies, load and loads
bool same_but_plural(const std::string& one, const std::string& many) {
  return many == one + "s" || (one.ends_with('y') && many == one.substr(0, one.size() - 1) + "ies");
}

// the field that a word stands for; empty: none
std::string meant_by(const std::string& word, const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (word.size() >= kShortest && (same_but_plural(word, name) || same_but_plural(name, word)))
      return name;
  for (const std::string& name : names)
    if (find_synonym(word, name)) return name;
  if (std::string near = nearest(word, names); !near.empty()) return near;
  // one that begins alike, if there is one only: len, youngs_modulus
  std::string found;
  for (const std::string& name : names) {
    const std::size_t shorter = std::min(name.size(), word.size());
    if (shorter < kShortest || name.compare(0, shorter, word, 0, shorter) != 0) continue;
    if (!found.empty()) return "";
    found = name;
  }
  return found;
}

// "mass:1", "mass 1", "mass = 1": a key with its value
struct Swallowed {
  std::string name, value, problem;
};

std::optional<Swallowed> swallowed_in(const std::string& text) {
  const std::size_t end = text.find_first_of(": =");
  if (end == std::string::npos || end == 0) return std::nullopt;
  const std::size_t value = text.find_first_not_of(": =", end);
  if (value == std::string::npos) return std::nullopt;
  const bool colon = text[end] == ':';
  return Swallowed{text.substr(0, end), text.substr(value),
                   colon ? "a space is missing after the colon" : "a colon is missing"};
}

std::string mend_text(const Swallowed& found) {
  return found.problem + ": did you mean `" + found.name + ": " + found.value + "`?";
}

std::string did_you_mean(const std::string& word, const std::string& name,
                         const std::vector<KnownField>& fields) {
  if (const Synonym* synonym = find_synonym(word, name); synonym && *synonym->make)
    return synonym->make;
  const auto field = std::ranges::find(fields, name, &KnownField::name);
  const bool unit = field != fields.end() && !field->unit.empty() && field->unit != "*";
  return "did you mean '" + name + "'" + (unit ? " (" + field->unit + ")" : "") + "?";
}

// "0.05*2": a number that has to be computed first
std::string formula_hint(const std::string& text) {
  if (text.empty() || text.size() > kMostFormula || parse_quantity(text)) return "";
  try {
    const Expression formula(text, {});
    const double value = formula.value(std::span<const double>());
    if (!std::isfinite(value) || formula.uses("k") || formula.uses("n")) return "";
    return fmt::format("its value is {:.12g}; in a model file, write $({})", value, text);
  } catch (const InputError&) {
    return "";
  }
}

bool takes(const KnownField& field, const YamlNode& value) {
  return value.is_null() || (value.is_list() && field.list) || (value.is_map() && field.map) ||
         (value.is_scalar() && field.scalar);
}

}  // namespace

std::optional<Slip> find_slip(const YamlNode& map, std::size_t key,
                              const std::vector<KnownField>& fields,
                              const std::vector<std::string>& taken) {
  std::vector<std::string> open;
  for (const KnownField& field : fields)
    if (field.applies && !has(taken, field.name) && takes(field, map.items[key]))
      open.push_back(field.name);
  const std::string& text = map.keys[key];
  if (map.items[key].is_null())
    if (const auto found = swallowed_in(text); found && has(open, found->name))
      return Slip{key, found->name, found->value, mend_text(*found)};
  const std::string name = meant_by(text, open);
  if (name.empty()) return std::nullopt;
  return Slip{key, name, std::nullopt, did_you_mean(text, name, fields)};
}

std::string suggest_field(const std::string& key, const YamlNode& value,
                          const std::vector<KnownField>& fields) {
  std::vector<std::string> names, fitting;
  for (const KnownField& field : fields) {
    names.push_back(field.name);
    if (takes(field, value)) fitting.push_back(field.name);
  }
  const std::string name = meant_by(key, fitting);
  return name.empty() ? suggest("", names, "fields") : did_you_mean(key, name, fields);
}

std::string suggest_word(const std::string& word, const std::vector<std::string>& words) {
  const std::string name = meant_by(word, words);
  return name.empty() ? suggest(word, words, "words") : did_you_mean(word, name, {});
}

std::string suggest_map(const std::string& text, const std::vector<KnownField>& fields) {
  if (const auto found = swallowed_in(text))
    for (const KnownField& field : fields)
      if (field.name == found->name) return mend_text(*found);
  std::string list;
  const std::size_t shown = 6;
  for (std::size_t i = 0; i < std::min(fields.size(), shown); ++i)
    list += (i ? ", " : "") + fields[i].name;
  return "its fields are " + list + (fields.size() > shown ? ", ..." : "");
}

std::string number_hint(std::string text) {
  if (text.find("\u00a0") != std::string::npos)
    return "it contains a no-break space, which looks like an ordinary one: retype it";
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos) return formula_hint(text);
  text[comma] = '.';
  return parse_quantity(text) ? "did you mean " + text + "? Decimals are written with a point" : "";
}

}  // namespace cuttle
