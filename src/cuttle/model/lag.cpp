#include "cuttle/model/lag.h"

#include <algorithm>
#include <cmath>

#include "cuttle/math/quadrature.h"

namespace cuttle {
namespace {

constexpr int kNodes = 10;            // Gauss points of a panel
constexpr double kTolerance = 1e-12;  // of a panel, relative
constexpr double kShortest = 1e-13;  // panel, in time constants: a jump of the function lies inside

const Quadrature& gauss() {
  static const Quadrature rule = gauss_legendre(kNodes);
  return rule;
}

/// Integral of exp(-(x - y)) y^k / k! over y in [0, x], divided by x^k, for k = 0..3.
std::array<double, 4> responses(double x) {
  std::array<double, 4> g{};
  if (x < 1) {
    // x sum (-x)^j / (j + k + 1)!
    double factorial = 1;
    for (int k = 0; k < 4; ++k) {
      factorial *= k + 1;
      double term = x / factorial;
      for (int j = 0; j < 20; ++j) {
        g[size_t(k)] += term;
        term *= -x / (j + k + 2);
      }
    }
    return g;
  }
  // by parts: g_k = 1 / k! - g_(k-1) / x
  g[0] = -std::expm1(-x);
  g[1] = 1 - g[0] / x;
  g[2] = 1.0 / 2 - g[1] / x;
  g[3] = 1.0 / 6 - g[2] / x;
  return g;
}

}  // namespace

double relax(double z, const std::array<double, 4>& s, double tau, double T) {
  const std::array<double, 4> g = responses(tau / T);
  double sum = 0;
  for (int k = 3; k >= 0; --k) sum = sum * tau + s[size_t(k)] * g[size_t(k)];
  return z * std::exp(-tau / T) + sum;
}

LagTrack::LagTrack(double T, double z0) : T_(T), length_(T / 16), starts_{0}, z_{z0} {
  starts_.reserve(1024);
  z_.reserve(1024);
}

double LagTrack::value(const std::function<double(double)>& s, double t) {
  while (starts_.back() < t) add_panel(s);
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), t);
  const auto i = size_t(after - starts_.begin()) - 1;
  return advance(s, z_[i], starts_[i], t);
}

double LagTrack::advance(const std::function<double(double)>& s, double z, double from,
                         double to) const {
  const double tau = to - from;
  double sum = 0;
  for (int i = 0; i < kNodes; ++i) {
    const double left = tau * (1 - gauss().nodes[i]);
    sum += gauss().weights[i] * std::exp(-left / T_) * s(to - left);
  }
  return z * std::exp(-tau / T_) + sum * tau / T_;
}

void LagTrack::add_panel(const std::function<double(double)>& s) {
  const double from = starts_.back(), z = z_.back();
  while (true) {
    const double middle = from + length_ / 2, to = from + length_;
    const double whole = advance(s, z, from, to);
    const double half = advance(s, z, from, middle);
    const double parts = advance(s, half, middle, to);
    // both must be right: a panel is also read half-way
    const double error = std::abs(whole - parts);
    const double size = std::max({std::abs(z), std::abs(parts), std::abs(s(from))});
    const bool shortest = length_ <= kShortest * T_ + 4e-16 * from;
    if (error <= kTolerance * size || shortest || !std::isfinite(parts)) {
      starts_.push_back(to);
      z_.push_back(parts);
      length_ = std::min(2 * length_, T_);
      return;
    }
    length_ /= 2;
  }
}

}  // namespace cuttle
