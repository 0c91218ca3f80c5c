#include "cuttle/sim/choose_quadrature.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuttle/math/quadrature.h"
#include "cuttle/sim/expected_bending.h"

namespace cuttle {

namespace {

// Polynomials of the strains, times the arms of what pulls at them.
constexpr int kMorePoints = 3;
// Strains that change along the rod: the error of the steps (theory/gvs.md, 7) is then below 1e-4
// of the length. Constant strains are exact, and only sines of the angle are integrated.
constexpr double kPointsPerRadian = 3, kPointsPerRadianConstant = 0.5;
constexpr double kMostTurn = 2 * std::numbers::pi;  // [rad] beyond, the file should say
constexpr double kResolved = 1e-4;                  // of what is integrated along the rod
constexpr int kMostForShapes = 20;                  // more points than the basis wants

int degree_of(const RodDivision& division) {
  int degree = 0;
  for (const auto& bases : division.modes)
    for (const StrainBasis& basis : bases) degree = std::max(degree, basis.degree());
  return degree;
}

// Do n points see the integral of f over [from, to], and its moments up to a degree?
bool resolved(const std::function<double(double X)>& f, const Span& span, int degree, int n) {
  const double length = span.to - span.from;
  VectorX coarse = VectorX::Zero(degree + 1), fine = coarse;
  double size = 0;
  const auto add = [&](const Quadrature& rule, VectorX& sums) {
    for (Eigen::Index i = 0; i < rule.nodes.size(); ++i) {
      const double value = f(span.from + rule.nodes[i] * length);
      size = std::max(size, std::abs(value));
      double weight = rule.weights[i] * value;
      for (double& sum : sums) {
        sum += weight;
        weight *= rule.nodes[i];
      }
    }
  };
  add(gauss_legendre(n), coarse);
  add(gauss_legendre(2 * n), fine);
  return (coarse - fine).cwiseAbs().maxCoeff() <= kResolved * size;
}

}  // namespace

int points_for(int degree, double turn) {
  const double per_radian = degree > 0 ? kPointsPerRadian : kPointsPerRadianConstant;
  const double angle = std::min(turn, kMostTurn);
  const auto steps = int(degree > 0 ? std::ceil(per_radian * angle) : per_radian * angle);
  return std::max(degree, steps) + kMorePoints;
}

void choose_quadrature(Draft& draft, const std::vector<double>& body_masses) {
  const ExpectedBending bending(draft, body_masses);
  for (size_t i = 0; i < draft.order.size(); ++i) {
    const std::optional<RodSpec>& rod = draft.order[i]->rod;
    if (!rod) continue;
    for (size_t d = 0; d < rod->divisions.size(); ++d) {
      RodDivision& division = draft.divisions[i][d];
      if (rod->divisions[d].quadrature) continue;
      const int degree = degree_of(division);
      const auto pieces = int(division.piece_ends().size()) - 1;
      if (pieces > 1) {
        // short pieces: few points each are many in all
        division.quadrature = pieces * std::max(2, degree + 1);
        continue;
      }
      int points = points_for(degree, division.n() > 0 ? bending.turn(i, d) : 0);
      const int most = points + kMostForShapes;
      for (const ShapeAlongRod& shape : bending.shapes(i, d))
        while (points < most && !resolved(shape.value, shape.span, degree, points)) ++points;
      division.quadrature = points;
    }
  }
}

}  // namespace cuttle
