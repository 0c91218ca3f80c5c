#pragma once

#include <span>

#include "cuttle/core/workspace.h"

namespace cuttle {

/// x = M_eff^-1 tau with the factors that forward_dynamics (or factor_tree) left in ws: one more
/// right-hand side for a fraction of the price. Entries of prescribed coordinates come out zero.
void solve_factored(const Model&, const Workspace&, const VectorX& tau, VectorX& x,
                    std::vector<Vector6>& base_wrench);

/// The same for the bodies of one tree (parents first): the other entries of x are left alone.
/// x and base_wrench must have their size.
void solve_factored(const Model&, const Workspace&, std::span<const int> bodies, const VectorX& tau,
                    VectorX& x, std::vector<Vector6>& base_wrench);

}  // namespace cuttle
