#pragma once
// Derivatives by differences of fourth order: the five-point formula.

#include <array>
#include <type_traits>

namespace cuttle {

/// A place where the formula looks, in steps h, and the weight of the value there:
/// f' = sum weight f(x + steps h) / (12 h).
struct DifferenceNode {
  double steps, weight;
};

/// Off by h^4 / 30 of the fifth derivative.
inline constexpr std::array<DifferenceNode, 4> kCentralNodes = {
    {{1, 8}, {-1, -8}, {2, -1}, {-2, 1}}};
/// At the end of a range; for what lies before it, h is negative. Off by h^4 / 5 of the fifth
/// derivative.
inline constexpr std::array<DifferenceNode, 5> kOneSidedNodes = {
    {{0, -25}, {1, 48}, {2, -36}, {3, 16}, {4, -3}}};

/// Derivative at 0 of f, a number or matrix of the distance from there.
template <class F>
auto central_derivative(const F& f, double h) {
  using Result = std::decay_t<decltype(f(h))>;
  const auto pair = [&f](double s) -> Result { return f(s) - f(-s); };
  return Result((8 * pair(h) - pair(2 * h)) / (12 * h));
}

}  // namespace cuttle
