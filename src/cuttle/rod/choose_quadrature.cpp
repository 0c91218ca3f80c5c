#include "cuttle/rod/choose_quadrature.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "cuttle/math/quadrature.h"
#include "cuttle/rod/expected_bending.h"

namespace cuttle {

namespace {

// Polynomials of the strains, times the arms of what pulls at them.
constexpr int kMorePoints = 3;
// Strains that change along the rod: the error of the steps (theory/gvs.md, 8) is then below 1e-4
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

// The integral of a shape over its span and its moments up to a degree, as so many points see them.
class Moments {
 public:
  Moments(const ShapeAlongRod& shape, int degree) : shape_(shape), degree_(degree) {}

  // do n points see what twice as many do?
  bool resolved(int n) {
    const Seen &coarse = seen(n), &fine = seen(2 * n);
    const double size = std::max(coarse.size, fine.size);
    return (coarse.sums - fine.sums).cwiseAbs().maxCoeff() <= kResolved * size;
  }

 private:
  struct Seen {
    VectorX sums;
    double size = 0;  // of the largest value
  };

  const Seen& seen(int n) {
    const auto [at, fresh] = seen_.try_emplace(n);
    if (!fresh) return at->second;
    Seen& now = at->second;
    now.sums = VectorX::Zero(degree_ + 1);
    const Quadrature rule = gauss_legendre(n);
    for (Eigen::Index i = 0; i < rule.nodes.size(); ++i) {
      const auto [from, to] = shape_.span;
      const double value = shape_.value(from + rule.nodes[i] * (to - from));
      now.size = std::max(now.size, std::abs(value));
      double weight = rule.weights[i] * value;
      for (double& sum : now.sums) {
        sum += weight;
        weight *= rule.nodes[i];
      }
    }
    return now;
  }

  const ShapeAlongRod& shape_;
  int degree_;
  std::map<int, Seen> seen_;  // by the number of points
};

}  // namespace

int points_for(int degree, double turn) {
  const double per_radian = degree > 0 ? kPointsPerRadian : kPointsPerRadianConstant;
  const double angle = std::min(turn, kMostTurn);
  const auto steps = int(degree > 0 ? std::ceil(per_radian * angle) : per_radian * angle);
  return std::max(degree, steps) + kMorePoints;
}

void choose_quadrature(Draft& draft, const AskEfforts& ask_parts) {
  const ExpectedBending bending(draft, ask_parts);
  for (size_t i = 0; i < draft.order.size(); ++i) {
    RodDraft* const rod = find_rod(draft, int(i));
    if (!rod) continue;
    for (size_t d = 0; d < rod->divisions.size(); ++d) {
      RodDivision& division = rod->divisions[d];
      if (rod->spec().divisions[d].quadrature) continue;
      const int degree = degree_of(division);
      const auto pieces = int(division.piece_ends().size()) - 1;
      if (pieces > 1) {
        // short pieces: few points each are many in all
        division.quadrature = pieces * std::max(2, degree + 1);
        continue;
      }
      int points = points_for(degree, division.n() > 0 ? bending.turn(i, d) : 0);
      const int most = points + kMostForShapes;
      for (const ShapeAlongRod& shape : bending.shapes(i, d)) {
        Moments moments(shape, degree);
        while (points < most && !moments.resolved(points)) ++points;
      }
      division.quadrature = points;
    }
  }
}

}  // namespace cuttle
