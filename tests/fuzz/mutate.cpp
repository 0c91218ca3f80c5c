#include "fuzz/mutate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "cuttle/io/write_yaml.h"
#include "cuttle/signal/units.h"

namespace cuttle::fuzz {

namespace {

constexpr std::size_t kMostNodes = 3000;  // parts that are put in may not grow for ever
constexpr std::size_t kMostPartsPerKey = 60;

constexpr const char* kNumbers[] = {
    "0",     "-0",    "1",          "-1",         "nan",         "-nan",  "inf",
    "-inf",  "1e308", "1e-308",     "1e300",      "1e-300",      "1e15",  "1e16",
    "1e-15", "0.5",   "2",          "3",          "7",           "100",   "1e4",
    "1e6",   "1e9",   "4294967296", "2147483647", "-2147483648", "1e400", "1e",
    "",      "0x10",  "1_000",      "1,5",        "9e99"};
constexpr const char* kUnits[] = {"m",   "mm",    "cm",     "km",  "kg",  "g",   "s",   "ms",
                                  "N",   "kN",    "Pa",     "kPa", "GPa", "deg", "rad", "N m",
                                  "m/s", "rad/s", "kg/m^3", "%",   "K",   "Hz",  "1/m", "furlong"};
constexpr const char* kFormulas[] = {"sin(t)",         "1/0",    "exp(1000*t)", "t<0.1 ? 1 : 0",
                                     "sqrt(-1)",       "X",      "k",           "0/0",
                                     "1e5*sin(1e5*t)", "t^",     "((((t))))",   "log(t)",
                                     "$(a)",           "$(1/0)", "min(t, 1)",   "-t"};
constexpr const char* kOdd[] = {
    "true", "no",       "~",        "null",      "[",      "{",    "a b",
    "'",    "\\",       "\x01",     "\xff",      "world",  "all",  "tip",
    "base", "../x.csv", "data.csv", "/dev/zero", "x.last", "x.-1", "x.99999999999",
    "-x",   "é"};

bool is_number(const YamlNode& node, double& value, std::string& rest) {
  std::string_view tail;
  const auto number = node.is_scalar() ? leading_number(node.text, tail) : std::nullopt;
  if (number) value = *number, rest = std::string(tail);
  return number.has_value();
}

std::size_t size_of(const YamlNode& node) {
  std::size_t count = 1;
  for (const YamlNode& item : node.items) count += size_of(item);
  return count;
}

// a node below the root, and where it hangs
struct Place {
  YamlNode* parent;
  std::size_t index;
  YamlNode& node() const { return parent->items[index]; }
};

void collect(YamlNode& node, std::vector<Place>& places) {
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    places.push_back({&node, i});
    collect(node.items[i], places);
  }
}

void erase_at(YamlNode& parent, std::size_t i) {
  parent.items.erase(parent.items.begin() + std::ptrdiff_t(i));
  if (!parent.is_map()) return;
  parent.keys.erase(parent.keys.begin() + std::ptrdiff_t(i));
  parent.key_marks.erase(parent.key_marks.begin() + std::ptrdiff_t(i));
}

void insert_key(YamlNode& map, const std::string& key, YamlNode value) {
  if (map.find(key)) return;
  map.keys.push_back(key);
  map.key_marks.emplace_back();
  map.items.push_back(std::move(value));
}

std::string misspelt(std::string word, Random& random) {
  if (word.empty()) return "x";
  const std::size_t at = random.below(word.size());
  switch (random.below(3)) {
    case 0:
      word.erase(at, 1);
      break;
    case 1:
      word.insert(at, 1, char('a' + random.below(26)));
      break;
    default:
      std::swap(word[at], word[random.below(word.size())]);
  }
  return word;
}

// another kind of thing in the same place
YamlNode retyped(const YamlNode& node, Random& random) {
  YamlNode other;
  switch (random.below(6)) {
    case 0:
      return other;  // nothing
    case 1:
      other = yaml_list();
      break;
    case 2:
      other = yaml_map();
      break;
    case 3:
      other = yaml_list();
      other.items.assign(1 + random.below(4), node);
      break;
    case 4:
      other = yaml_map();
      insert_key(other, "value", node);
      break;
    default:
      other = yaml_text(random.pick(kOdd));
  }
  return other;
}

// slips that a tree cannot have
void spoil_text(std::string& text, Random& random) {
  if (text.empty()) return;
  const std::size_t at = random.below(text.size());
  const auto line = [&] {
    return text.rfind('\n', at) == std::string::npos ? 0 : text.rfind('\n', at) + 1;
  };
  switch (random.below(8)) {
    case 0:
      text.erase(at, 1);
      break;
    case 1:
      text.insert(at, 1, ":{}[]\"'#&*!|>%@`,-\t\n "[random.below(21)]);
      break;
    case 2:
      text[at] = char(random.below(256));
      break;
    case 3:
      text.erase(line(), text.find('\n', at) - line());
      break;
    case 4:
      text.insert(line(), random.below(5), ' ');
      break;
    case 5:
      text.insert(line(), "\t");
      break;
    case 6:
      if (const std::size_t colon = text.find(": ", at); colon != std::string::npos)
        text.erase(colon + random.below(2), 1);
      break;
    default:
      text.resize(at);
  }
}

}  // namespace

Corpus::Corpus(const std::vector<std::filesystem::path>& folders) {
  std::vector<std::filesystem::path> paths;
  for (const auto& folder : folders)
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      // what was found once is judged as it is
      if (entry.path().extension() == ".yaml" &&
          !entry.path().filename().string().starts_with("fuzz_"))
        paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  double sum = 0;
  for (const auto& path : paths) {
    try {
      YamlNode tree = parse_yaml(read_text_file(path), path.string());
      if (!tree.is_map() || size_of(tree) > kMostNodes) continue;
      add_parts(tree);
      sum += 1 / (1 + double(size_of(tree)) / 50);
      files_.push_back({std::move(tree), sum});
    } catch (const InputError&) {
      // some files are bad on purpose
    }
  }
  for (const auto& [key, parts] : parts_) keys_.push_back(key);
  for (File& file : files_) file.chance /= sum;
}

void Corpus::add_parts(const YamlNode& node) {
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const YamlNode& item = node.items[i];
    if (node.is_map() && parts_[node.keys[i]].size() < kMostPartsPerKey)
      parts_[node.keys[i]].push_back(item);
    if (item.is_scalar() && item.text.size() < 30) words_.push_back(item.text);
    add_parts(item);
  }
}

const YamlNode& Corpus::pick_file(Random& random) const {
  const double x = random.uniform(0, 1);
  const auto found = std::ranges::lower_bound(files_, x, {}, &File::chance);
  return (found == files_.end() ? files_.back() : *found).tree;
}

void Corpus::change_number(YamlNode& node, Random& random) const {
  double value = 0;
  std::string rest;
  if (!is_number(node, value, rest)) return;
  switch (random.below(6)) {
    case 0:
      node.text = random.pick(kNumbers) + rest;
      break;
    case 1:
      node.text = fmt::format("{}{}", -value, rest);
      break;
    case 2:
      node.text = fmt::format("{} {}", value, random.pick(kUnits));
      break;
    case 3:
      node.text = random.pick(kFormulas);
      break;
    default: {
      // mostly what may still be right
      const double decades = random.chance(0.3) ? 15 : 1;
      node.text =
          fmt::format("{}{}", value * std::pow(10, random.uniform(-decades, decades)), rest);
    }
  }
}

void Corpus::change_scalar(YamlNode& node, Random& random) const {
  double value = 0;
  std::string rest;
  node.quoted = false;
  if (is_number(node, value, rest) && random.chance(0.8))
    change_number(node, random);
  else if (random.chance(0.5))
    node.text = random.pick(words_);
  else
    node.text = random.chance(0.5) ? misspelt(node.text, random) : random.pick(kOdd);
}

void Corpus::change(YamlNode& root, Random& random) const {
  std::vector<Place> places;
  collect(root, places);
  if (places.empty()) return;
  const Place& place = random.pick(places);
  YamlNode& parent = *place.parent;
  const std::size_t kind = random.below(16);
  if (kind <= 6) {  // numbers and words are most of a file
    if (place.node().is_scalar()) change_scalar(place.node(), random);
  } else if (kind == 7) {
    erase_at(parent, place.index);
  } else if (kind == 8) {  // twice
    const YamlNode copy = place.node();
    if (!parent.is_map())
      parent.items.push_back(copy);
    else
      insert_key(parent, parent.keys[place.index] + "2", copy);
  } else if (kind == 9) {
    place.node() = retyped(place.node(), random);
  } else if (kind == 10) {  // exchanged with another, which is not inside of it
    const Place& other = random.pick(places);
    const YamlNode a = place.node(), b = other.node();
    std::vector<Place> inside;
    collect(place.node(), inside);
    collect(other.node(), inside);
    const auto is_inside = [&](const Place& p) {
      return std::ranges::any_of(inside, [&](const Place& q) { return &q.node() == &p.node(); });
    };
    if (is_inside(place) || is_inside(other)) return;
    place.node() = b;
    other.node() = a;
  } else if (kind <= 13) {  // the same part of another file
    if (!parent.is_map()) return;
    const auto found = parts_.find(parent.keys[place.index]);
    if (found != parts_.end()) place.node() = random.pick(found->second);
  } else if (kind == 14) {  // a part more
    const std::string& key = random.pick(keys_);
    if (parent.is_map()) insert_key(parent, key, random.pick(parts_.at(key)));
  } else if (parent.is_map()) {
    parent.keys[place.index] =
        random.chance(0.7) ? misspelt(parent.keys[place.index], random) : random.pick(keys_);
  }
}

std::string Corpus::make(Random& random) const {
  YamlNode tree = pick_file(random);
  const std::size_t changes = 1 + (random.chance(0.4) ? random.below(4) : 0);
  for (std::size_t i = 0; i < changes; ++i) {
    YamlNode before = tree;
    change(tree, random);
    if (size_of(tree) > kMostNodes) tree = std::move(before);
  }
  std::string text = write_yaml(tree);
  if (random.chance(0.08)) spoil_text(text, random);
  // nothing has no lines that a message could name
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) text = "x";
  return text;
}

}  // namespace cuttle::fuzz
