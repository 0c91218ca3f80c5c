#include "cuttle/net/net_order.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace cuttle {
namespace {

using Graph = std::vector<std::vector<int>>;

// breadth first from one node, neighbours with few neighbours first; appends to the sequence
int breadth_first(const Graph& neighbours, int start, std::vector<char>& seen,
                  std::vector<int>& sequence) {
  const auto degree = [&](int i) { return neighbours[i].size(); };
  std::size_t head = sequence.size();
  sequence.push_back(start);
  seen[start] = 1;
  for (; head < sequence.size(); ++head) {
    const std::size_t first = sequence.size();
    for (int other : neighbours[sequence[head]]) {
      if (seen[other]) continue;
      seen[other] = 1;
      sequence.push_back(other);
    }
    std::stable_sort(sequence.begin() + static_cast<std::ptrdiff_t>(first), sequence.end(),
                     [&](int a, int b) { return degree(a) < degree(b); });
  }
  return sequence.back();
}

// what a row costs that a column only looks at, in units of a row that it changes by one entry
constexpr long kLook = 4;

// work of an elimination in this order: a column changes the square of the rows that have begun
// above it, and looks at all rows down to the last of them
long work(const Graph& neighbours, const std::vector<int>& order) {
  const std::size_t n = neighbours.size();
  std::vector<long> begins(n, 0), last(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    int first = order[i];
    for (int other : neighbours[i]) first = std::min(first, order[other]);
    ++begins[first];
    last[first] = std::max(last[first], static_cast<long>(order[i]));
  }
  long sum = 0, open = 0, reach = 0;
  for (std::size_t k = 0; k < n; ++k) {
    open += begins[k] - 1;  // row k itself is done
    reach = std::max(reach, last[k]);
    sum += open * open + kLook * (reach - static_cast<long>(k));
  }
  return sum;
}

std::vector<int> numbers_of(const std::vector<int>& sequence) {
  std::vector<int> order(sequence.size());
  for (std::size_t p = 0; p < sequence.size(); ++p) order[sequence[p]] = static_cast<int>(p);
  return order;
}

}  // namespace

std::vector<int> near_order(const Graph& neighbours) {
  const int n = static_cast<int>(neighbours.size());
  std::vector<char> seen(n, 0);
  std::vector<int> sequence;
  for (int i = 0; i < n; ++i) {
    if (seen[i]) continue;
    // the last node reached, three times over, is an end of this part of the graph
    int start = i;
    for (int round = 0; round < 3; ++round) {
      std::vector<char> scratch = seen;
      std::vector<int> trial;
      start = breadth_first(neighbours, start, scratch, trial);
    }
    breadth_first(neighbours, start, seen, sequence);
  }

  std::vector<int> given(n);
  std::iota(given.begin(), given.end(), 0);
  std::vector<int> best = given;
  for (std::vector<int>* candidate : {&sequence, &given}) {
    for (int turn = 0; turn < 2; ++turn) {
      std::reverse(candidate->begin(), candidate->end());
      const std::vector<int> order = numbers_of(*candidate);
      if (work(neighbours, order) < work(neighbours, best)) best = order;
    }
  }
  return best;
}

int order_width(const Graph& neighbours, const std::vector<int>& order) {
  int width = 0;
  for (std::size_t i = 0; i < neighbours.size(); ++i) {
    for (int other : neighbours[i]) width = std::max(width, std::abs(order[i] - order[other]));
  }
  return width;
}

}  // namespace cuttle
