#include "cuttle/signal/lag.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "cuttle/math/quadrature.h"

namespace cuttle {
namespace {

constexpr int kNodes = 10;            // Gauss points of a panel
constexpr double kTolerance = 1e-12;  // of a panel, relative
constexpr double kNothing = 1e-100;   // values that are as good as zero
constexpr double kLongest = 0.01;     // panel, in parts of the time whose corners are known
constexpr double kShortestPanel =
    1e-13;                     // panel, in time constants: a jump of the function lies inside
constexpr double kNoise = 40;  // of a panel, in that of its function

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

/// exp(-a) i_k(a), the modified spherical Bessel functions of the first kind, for k < kNodes: half
/// the integrals of exp(-a (1 - u)) P_k(u) over u in [-1, 1].
std::array<double, kNodes> scaled_bessel(double a) {
  std::array<double, kNodes> m{};
  const double decay = std::exp(-2 * a);
  if (a < 2) {
    // a^k / (2k+1)!! sum (a^2/2)^j / (j! (2k+3) ... (2k+2j+1)), [DLMF] (10.53.3)
    double first = std::exp(-a);
    for (int k = 0; k < kNodes; ++k) {
      double term = first, sum = 0;
      for (int j = 1; j < 20; ++j) {
        sum += term;
        term *= 0.5 * a * a / (j * (2 * k + 2 * j + 1));
      }
      m[size_t(k)] = sum;
      first *= a / (2 * k + 3);
    }
  } else if (a < 40) {
    // downwards from where they are nothing, i_(k-1) = i_(k+1) + (2k+1)/a i_k, [DLMF] (10.51.4);
    // then all by i_0 = sinh(a) / a
    constexpr int kNothingThere = 70;
    double above = 0, here = 1e-150;
    for (int k = kNothingThere; k > 0; --k) {
      const double below = above + (2 * k + 1) / a * here;
      if (k - 1 < kNodes) m[size_t(k - 1)] = below;
      above = here;
      here = below;
    }
    const double scale = (1 - decay) / (2 * a) / here;
    for (double& value : m) value *= scale;
  } else {
    m[0] = (1 - decay) / (2 * a);
    m[1] = (1 + decay) / (2 * a) - m[0] / a;
    for (int k = 1; k + 1 < kNodes; ++k)
      m[size_t(k + 1)] = m[size_t(k - 1)] - (2 * k + 1) / a * m[size_t(k)];
  }
  return m;
}

/// Weights of the values at the Gauss points of a panel of x time constants in its response, the
/// integral of x exp(-x (1 - y)) over y in [0, 1]: exact for polynomials of degree kNodes - 1,
/// which are sums of Legendre polynomials.
std::array<double, kNodes> panel_weights(double x) {
  using Legendre = std::array<std::array<double, kNodes>, kNodes>;
  static const Legendre share = [] {
    Legendre all{};
    for (int i = 0; i < kNodes; ++i) {
      const double u = 2 * gauss().nodes[i] - 1;
      double last = 0, p = 1;
      for (int k = 0; k < kNodes; ++k) {
        all[size_t(i)][size_t(k)] = gauss().weights[i] * (2 * k + 1) * p;
        last = std::exchange(p, ((2 * k + 1) * u * p - k * last) / (k + 1));
      }
    }
    return all;
  }();
  const std::array<double, kNodes> moments = scaled_bessel(x / 2);
  std::array<double, kNodes> weights{};
  for (int i = 0; i < kNodes; ++i)
    for (int k = 0; k < kNodes; ++k)
      weights[size_t(i)] += x * share[size_t(i)][size_t(k)] * moments[size_t(k)];
  return weights;
}

/// What differences of sixth order leave of a function at four Gauss points of a panel: its
/// round-off. The largest is left out, because a jump may lie there.
double round_off(const LagTrack::Function& s, double from, double to) {
  constexpr std::array<double, 7> kBinomial = {1, -6, 15, -20, 15, -6, 1};
  std::array<double, 4> rest{};
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const double t = from + gauss().nodes[1 + 2 * Eigen::Index(i)] * (to - from);
    for (int k = 0; k < 7; ++k)
      rest[i] += kBinomial[size_t(k)] * s(t + 1e-3 * (k - 3) * (to - from));
    rest[i] = std::abs(rest[i]) / 8;
  }
  std::ranges::sort(rest);
  return rest[2];
}

}  // namespace

double relax(double z, const std::array<double, 4>& s, double tau, double T) {
  const std::array<double, 4> g = responses(tau / T);
  double sum = 0;
  for (int k = 3; k >= 0; --k) sum = sum * tau + s[size_t(k)] * g[size_t(k)];
  return z * std::exp(-tau / T) + sum;
}

LagTrack::LagTrack(double T, double z0, double span)
    : T_(T),
      length_(T / 16),
      longest_(T),
      window_(span > 0 && std::isfinite(span) ? span : T),
      starts_{0},
      z_{z0} {
  starts_.reserve(1024);
  z_.reserve(1024);
}

double LagTrack::value(const Function& s, const Corners& corners, double t) {
  if (!std::isfinite(t)) return std::numeric_limits<double>::quiet_NaN();
  while (starts_.back() < t) {
    if (next_stop_ == stops_.size()) look_ahead(corners);
    add_panel(s);
  }
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), t);
  const auto i = size_t(after - starts_.begin()) - 1;
  return advance(s, z_[i], starts_[i], t);
}

void LagTrack::look_ahead(const Corners& corners) {
  const double from = starts_.back();
  if (from > 0) window_ = 2 * from;
  stops_ = corners(from, window_);
  stops_.push_back(window_);
  next_stop_ = 0;
  longest_ = std::max(T_, kLongest * (window_ - from));
}

double LagTrack::advance(const Function& s, double z, double from, double to) const {
  const double tau = to - from;
  const std::array<double, kNodes> weights = panel_weights(tau / T_);
  double sum = 0;
  for (int i = 0; i < kNodes; ++i) sum += weights[size_t(i)] * s(to - tau * (1 - gauss().nodes[i]));
  return z * std::exp(-tau / T_) + sum;
}

void LagTrack::add_panel(const Function& s) {
  const double from = starts_.back(), z = z_.back(), stop = stops_[next_stop_];
  length_ = std::min(length_, longest_);
  const double shortest = kShortestPanel * T_ + 4e-16 * from;
  while (true) {
    const bool reaches = from + (1 + 1e-3) * length_ >= stop;
    const double to = reaches ? stop : from + length_;
    const double middle = 0.5 * (from + to);
    const double whole = advance(s, z, from, to);
    const double half = advance(s, z, from, middle);
    const double parts = advance(s, half, middle, to);
    // both must be right: a panel is also read half-way
    const double error = std::abs(whole - parts);
    const double size = std::max({std::abs(z), std::abs(parts), std::abs(s(middle)), kNothing});
    // a response longer than T is extrapolated, a shorter one is a part of the function
    const auto noise = [&] {
      return kNoise * std::min(1.0, (to - from) / T_) * round_off(s, from, to);
    };
    if (error <= kTolerance * size || to - from <= shortest || !std::isfinite(parts) ||
        error <= noise()) {
      starts_.push_back(to);
      z_.push_back(parts);
      if (reaches) ++next_stop_;
      length_ *= 2;
      return;
    }
    length_ = (to - from) / 2;
  }
}

}  // namespace cuttle
