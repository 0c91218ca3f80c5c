#pragma once

#include <vector>

namespace cuttle {

/// An order of the nodes of a graph in which neighbours are near: Cuthill-McKee from an end of the
/// graph or the order given, forwards or backwards, whichever makes an elimination cheapest.
/// Returns the new number of each node.
std::vector<int> near_order(const std::vector<std::vector<int>>& neighbours);

/// Largest distance between the new numbers of neighbours.
int order_width(const std::vector<std::vector<int>>& neighbours, const std::vector<int>& order);

}  // namespace cuttle
