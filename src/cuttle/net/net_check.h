#pragma once

#include <vector>

#include "cuttle/net/net.h"

namespace cuttle {

/// Everything in the description that cannot be meant: numbers out of range, ties between things
/// that are not there or do not fit.
std::vector<NetFault> check_design(const NetDesign& design);

/// What shows only when nodes have been made one: edges without length, folds, nodes without mass.
std::vector<NetFault> check_net(const NetData& net);

}  // namespace cuttle
