#pragma once
// Curves through the knots of tables.

#include <vector>

namespace cuttle {

/// A cubic between two knots at a place b = 0..1 of the distance h: value and derivatives.
template <class Value>
struct CubicPiece {
  Value x, v, a, j;
};

/// From values and slopes at both knots.
template <class Value>
CubicPiece<Value> hermite_piece(const Value& x0, const Value& x1, const Value& v0, const Value& v1,
                                double h, double b) {
  // x = x0 + h (v0 b + c b^2 + d b^3)
  const Value slope = (x1 - x0) / h;
  const Value c = 3 * slope - 2 * v0 - v1, d = v0 + v1 - 2 * slope;
  return {x0 + h * b * (v0 + b * (c + b * d)), v0 + b * (2 * c + 3 * b * d),
          (2 * c + 6 * b * d) / h, 6 * d / (h * h)};
}

/// Slopes at the knots of a curve that rises and falls with its values and nowhere overshoots
/// [FritschButland84]: in a row of rising values a harmonic mean of the slopes of both sides, at
/// turning points zero, and at both ends, where the end values hold outside.
std::vector<double> monotone_slopes(const std::vector<double>& t, const std::vector<double>& x);

/// Second derivatives at the knots of the natural cubic spline.
std::vector<double> spline_curvatures(const std::vector<double>& t, const std::vector<double>& x);

}  // namespace cuttle
