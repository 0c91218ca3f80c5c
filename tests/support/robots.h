#pragma once
// Small robots built in code, for tests and benchmarks.

#include <random>

#include "cuttle/core/model.h"
#include "cuttle/rod/rod.h"

namespace cuttle::testing {

/// A round rod: radius r (tapering to r_tip), all numbers SI. Orders of the six modes, -1 = none.
struct RoundRod {
  double length = 0.3, radius = 0.02, radius_tip = 0.02;
  double young = 1e6, shear = 1e6 / 3, density = 1000, viscosity = 0, shear_factor = 1;
  std::array<int, 6> orders = {-1, -1, -1, -1, -1, -1};
  int quadrature = 5;
  Vector6 rest = (Vector6() << 0, 0, 0, 1, 0, 0).finished();
};

RodDivision round_division(const RoundRod&);
std::shared_ptr<const Rod> round_rod(const RoundRod&);

/// Adds a body behind a joint of the table; `axis` as in model files. Returns its index.
int add_body(Model&, std::shared_ptr<const BodyFamily>, const std::string& joint, int parent = -1,
             int parent_point = 0, const Pose& X_PJ = Pose::identity(),
             const Vector3& axis = Vector3::UnitZ(), double pitch = 0.05);

/// A tree of rods and rigid bodies behind joints of all kinds, with springs and dampers.
Model random_tree(std::mt19937_64&, int bodies);

/// A state and input within reach of such a tree.
State random_state(std::mt19937_64&, const Model&);
Input zero_input(const Model&);

/// Free base (6) with `arms` rods of 8 coordinates (bend_y, bend_z cubic), 5 Gauss points each.
Model swimmer(int arms);
/// `count` rods of 8 coordinates, one behind the other (chain) or side by side (star).
Model rod_chain(int count);
Model rod_star(int count, double hub_radius = 0);

}  // namespace cuttle::testing
