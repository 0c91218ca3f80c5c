#include "cuttle/net/net_statics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "cuttle/base/interrupt.h"
#include "cuttle/math/linalg/eigen.h"
#include "cuttle/net/banded_lu.h"
#include "cuttle/net/net_energy.h"

namespace cuttle {
namespace {

// a correction larger than this share of the shortest edge is cut: the strip could fold
constexpr double kLargestStaticMove = 0.5;
// corrections below this share of an edge are not searched: the energy is flat to round-off
constexpr double kNoSearch = 1e-5;
// eigenvalues below this share of the largest are round-off: rigid motions of free nets have 1e-16
// of it, the lowest mode of a strip that is thin and finely cut has 1e-13
constexpr double kRigid = 1e-14;
constexpr int kMostShifts = 30, kMostCuts = 40, kMostHalvings = 10;

class Equilibrium {
 public:
  Equilibrium(const NetData& net, const NetInput& input, const NetStaticsOptions& options)
      : net_(net),
        input_(input),
        options_(options),
        rest_(VectorX::Zero(net.size())),
        A_(net_matrix(net)) {}

  // Newton's method at one load; x is touched only if it succeeds
  bool solve(double load, VectorX& x, NetStaticsResult& result);

 private:
  double energy(const VectorX& x, double load) const {
    return net_energy(net_, input_, x, rest_, load).potential();
  }
  bool find_direction(const VectorX& x, double load);
  bool search(VectorX& x, double load);

  const NetData& net_;
  const NetInput& input_;
  const NetStaticsOptions& options_;
  VectorX rest_, gradient_, direction_, trial_;
  BandMatrix A_;
  BandedLu lu_;
};

// the Newton direction, or one of a stiffer net where it would lead uphill
bool Equilibrium::find_direction(const VectorX& x, double load) {
  double shift = 0;
  for (int n = 0; n < kMostShifts; ++n) {
    gradient_ = VectorX::Zero(net_.size());
    A_.set_zero();
    add_elastic(net_, input_, nullptr, x, gradient_, &A_);
    add_loads(net_, load, gradient_);
    double stiffest = 0;
    for (int i = 0; i < net_.size(); ++i) {
      stiffest = std::max(stiffest, std::abs(A_(i, i)));
      A_(i, i) += shift;
    }
    hold_fixed(net_, A_, gradient_);
    direction_ = gradient_;
    const bool solved = lu_.solve(A_, direction_);
    direction_ = -direction_;
    if (solved && direction_.dot(gradient_) <= 0) return true;
    shift = std::max(1e-9 * stiffest, 10 * shift);
  }
  return false;
}

bool Equilibrium::search(VectorX& x, double load) {
  const double largest = direction_.cwiseAbs().maxCoeff() / net_.shortest_edge;
  double cut = largest > kLargestStaticMove ? kLargestStaticMove / largest : 1;
  if (largest < kNoSearch) {
    x += direction_;
    return true;
  }
  const double before = energy(x, load), slope = gradient_.dot(direction_);
  for (int n = 0; n < kMostCuts; ++n, cut *= 0.5) {
    trial_ = x + cut * direction_;
    if (energy(trial_, load) > before + 1e-4 * cut * slope) continue;
    x = trial_;
    return true;
  }
  return false;
}

bool Equilibrium::solve(double load, VectorX& x, NetStaticsResult& result) {
  VectorX now = x;
  for (int n = 0; n < options_.max_iterations; ++n) {
    if (!interruption(load).ok()) return false;
    ++result.iterations;
    if (!find_direction(now, load)) return false;
    const double largest = direction_.cwiseAbs().maxCoeff() / net_.shortest_edge;
    if (!search(now, load)) return false;
    result.residual = gradient_.cwiseAbs().maxCoeff();
    if (largest > options_.tolerance) continue;
    x = now;
    return true;
  }
  return false;
}

}  // namespace

NetStaticsResult net_equilibrium(const NetData& net, const NetInput& input, VectorX& x,
                                 const NetStaticsOptions& options) {
  NetStaticsResult result;
  Equilibrium equilibrium(net, input, options);
  double load = 0, step = 1.0 / std::max(1, options.load_steps);
  int halvings = 0;
  while (load < 1) {
    if (result.status = interruption(load); !result.status.ok()) break;
    const double next = load + step > 1 - 1e-12 ? 1 : load + step;
    if (equilibrium.solve(next, x, result)) {
      load = next;
      ++result.load_steps;
      continue;
    }
    step *= 0.5;
    if (++halvings <= kMostHalvings) continue;
    result.status = Status::fail(
        Status::Code::diverged,
        fmt::format("no equilibrium was found beyond {:.4g} % of the load; {:.3g} N are not "
                    "balanced",
                    100 * load, result.residual),
        load);
    break;
  }
  return result;
}

NetModes net_modes(const NetData& net, const NetInput& input, const VectorX& x) {
  BandMatrix A = net_matrix(net);
  VectorX gradient = VectorX::Zero(net.size());
  add_elastic(net, input, nullptr, x, gradient, &A);
  std::vector<int> moving;
  for (int i = 0; i < net.size(); ++i) {
    if (!net.fixed[i]) moving.push_back(i);
  }
  const auto count = static_cast<Eigen::Index>(moving.size());
  MatrixX K(count, count);
  const BandMatrix& stiffness = A;
  const auto scale = [&](Eigen::Index a) { return 1 / std::sqrt(net.mass[moving[a] / 2]); };
  for (Eigen::Index a = 0; a < count; ++a) {
    for (Eigen::Index b = 0; b < count; ++b) {
      K(a, b) = scale(a) * stiffness(moving[a], moving[b]) * scale(b);
    }
  }
  if (count == 0) return {.hertz = VectorX(0), .shapes = MatrixX(net.size(), 0)};
  const SymmetricEigen solver(K);
  const double rigid = kRigid * solver.values().cwiseAbs().maxCoeff();
  NetModes modes{.hertz = VectorX(count), .shapes = MatrixX::Zero(net.size(), count)};
  for (Eigen::Index m = 0; m < count; ++m) {
    const double square = std::abs(solver.values()[m]) < rigid ? 0 : solver.values()[m];
    modes.hertz[m] = std::copysign(std::sqrt(std::abs(square)), square) / (2 * std::numbers::pi);
    for (Eigen::Index a = 0; a < count; ++a) {
      modes.shapes(moving[a], m) = scale(a) * solver.vectors()(a, m);
    }
  }
  return modes;
}

}  // namespace cuttle
