#include "cuttle/net/part.h"

namespace cuttle {

namespace {

std::string copy_name(const std::string& name, int k) { return name + "_" + std::to_string(k); }

}  // namespace

std::vector<double> edge_lengths(const NetSegmentSpec& segment) {
  std::vector<double> lengths(std::size_t(segment.edges), segment.length / segment.edges);
  if (segment.start_edge > 0) lengths.insert(lengths.begin(), segment.start_edge);
  if (segment.end_edge > 0) lengths.push_back(segment.end_edge);
  return lengths;
}

NetSpec expand_net(const NetSpec& net) {
  NetSpec expanded = net;
  expanded.segments.clear();
  for (const NetSegmentSpec& segment : net.segments) {
    if (!segment.repeat) {
      expanded.segments.push_back(segment);
      continue;
    }
    const NetRepeatSpec& repeat = *segment.repeat;
    for (int k = 1; k <= repeat.count; ++k) {
      NetSegmentSpec& copy = expanded.segments.emplace_back(segment);
      copy.name = copy_name(segment.name, k);
      copy.repeat.reset();
      // only the first has a place; bonds put the others
      if (k > 1 && repeat.bond) copy.start.reset();
      if (copy.sma && !copy.sma->phase.empty())
        copy.sma->phase = {segment.sma->phase[std::size_t(k - 1) % segment.sma->phase.size()]};
      if (k == repeat.count || !repeat.bond) continue;
      expanded.bonds.push_back(
          {.edges = {NetPlaceSpec{copy.name, int((*repeat.bond)[0])},
                     NetPlaceSpec{copy_name(segment.name, k + 1), int((*repeat.bond)[1])}},
           .antiparallel = repeat.antiparallel,
           .origin = repeat.origin});
    }
  }
  return expanded;
}

}  // namespace cuttle
