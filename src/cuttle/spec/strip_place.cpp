#include "cuttle/spec/strip_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "cuttle/base/error.h"
#include "cuttle/spec/spec_place.h"

namespace cuttle {

namespace {

std::string how_to_say(const NetBodySpec& net) {
  const std::string first = net.strips.empty() ? "leg" : net.strips.front().name;
  return fmt::format("give segment.node, such as {0}.0, {0}.last or {0}.2.5", first);
}

/// Node number 2.5 is the middle of edge 2; nothing: it is no number.
std::optional<double> node_number(const std::string& text, int nodes) {
  if (text == "last") return nodes - 1;
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value)) return std::nullopt;
  return value < 0 && value == std::floor(value) ? value + nodes : value;
}

}  // namespace

FoundStripPlace find_strip_place(const NetBodySpec& net, const std::string& name,
                                 const BodyPlaceSpec& at) {
  const std::string word = place_word(at);
  const std::size_t dot = word.find('.');
  if (dot == std::string::npos)
    return {{},
            word.empty() ? fmt::format("a place on the net {} is one of its nodes", name)
                         : fmt::format("'{}' is not a place on the net {}", word, name),
            how_to_say(net)};

  const std::string segment = word.substr(0, dot), number = word.substr(dot + 1);
  std::vector<std::string> names;
  for (const NetBodySpec::Strip& strip : net.strips) names.push_back(strip.name);
  const auto found = std::ranges::find(names, segment);
  if (found == names.end())
    return {{},
            fmt::format("unknown segment '{}' of net {}", segment, name),
            suggest(segment, names, "segments")};
  StripPlace place{.strip = int(found - names.begin())};
  const NetBodySpec::Strip& strip = net.strips[std::size_t(place.strip)];
  const int nodes = strip.edges + (strip.closed ? 0 : 1);
  const std::optional<double> node = node_number(number, nodes);
  if (!node)
    return {{},
            fmt::format("'{}' is not a place on the net {}", word, name),
            "numbers begin at 0; leg.last and leg.-1 are the last node of the segment leg"};
  const double last = strip.closed ? strip.edges : nodes - 1;
  if (!(*node >= 0 && *node <= last))
    return {
        {},
        fmt::format("there is no node {}: the nodes of {} are 0 to {}", number, segment, nodes - 1),
        ""};
  place.edge = std::max(0, int(std::ceil(*node)) - 1);
  place.part = *node - place.edge;
  return {place, "", ""};
}

}  // namespace cuttle
