// What every row of the strain basis table must do.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "cuttle/dynamics/jacobian.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/linalg/eigen.h"
#include "cuttle/math/linalg/lu.h"
#include "cuttle/math/quadrature.h"
#include "cuttle/rod/section.h"
#include "support/integrate.h"
#include "support/robots.h"

namespace cuttle {
namespace {

/// A basis of the kind; for a table, hat functions on `order` unequal elements.
StrainBasis make_basis(const std::string& kind, int order) {
  StrainBasis basis{.kind = find_strain_basis(kind)->name, .order = order};
  if (kind != "table") return basis;
  for (int i = 0; i <= order; ++i) basis.x.push_back(std::pow(double(i) / order, 1.2));
  basis.values = MatrixX::Identity(order + 1, order + 1);
  return basis;
}

/// Integral over [0, 1] of a function that is smooth between the kinks of the basis.
MatrixX integral(const StrainBasis& basis, int points, const std::function<MatrixX(double)>& f) {
  std::vector<double> ends = {0};
  for (double x : basis.kinks()) ends.push_back(x);
  ends.push_back(1);
  const Quadrature rule = gauss_legendre(points);
  MatrixX sum = 0 * f(0.5);
  for (size_t i = 0; i + 1 < ends.size(); ++i)
    for (int k = 0; k < points; ++k) {
      const double size = ends[i + 1] - ends[i];
      sum += rule.weights[k] * size * f(ends[i] + rule.nodes[k] * size);
    }
  return sum;
}

MatrixX gram(const StrainBasis& basis, int points) {
  return integral(basis, points, [&](double x) -> MatrixX {
    const VectorX phi = basis(x);
    return phi * phi.transpose();
  });
}

/// Least-squares error (root mean square) of f in the basis.
double best_error(const StrainBasis& basis, const std::function<double(double)>& f) {
  const MatrixX moments = integral(basis, 30, [&](double x) -> MatrixX { return f(x) * basis(x); });
  const VectorX c = Lu(gram(basis, 30)).solve(VectorX(moments.col(0)));
  const MatrixX square = integral(basis, 30, [&](double x) -> MatrixX {
    return MatrixX::Constant(1, 1, std::pow(f(x) - c.dot(basis(x)), 2));
  });
  return std::sqrt(square(0, 0));
}

class BasisConformance : public ::testing::TestWithParam<std::string> {};

TEST_P(BasisConformance, HasTheSizeItSays) {
  for (int order = 1; order <= 5; ++order) {
    const StrainBasis basis = make_basis(GetParam(), order);
    for (double x : {0.0, 1e-12, 0.3, 0.5, 1 - 1e-12, 1.0}) {
      EXPECT_EQ(basis(x).size(), basis.size());
      EXPECT_TRUE(basis(x).allFinite());
    }
  }
}

TEST_P(BasisConformance, IsIndependent) {
  for (int order = 1; order <= 5; ++order) {
    const StrainBasis basis = make_basis(GetParam(), order);
    const MatrixX G = gram(basis, 30);
    const VectorX eigenvalues = SymmetricEigen(G).values();
    // measured at least 6.7e-8, monomials of order 5
    EXPECT_GT(eigenvalues[0] / eigenvalues[basis.size() - 1], 1e-8) << "order " << order;
  }
}

// rigid bends, uniform stretch: without the constant nothing converges
TEST_P(BasisConformance, HoldsTheConstant) {
  for (int order = 1; order <= 5; ++order)
    EXPECT_LT(best_error(make_basis(GetParam(), order), [](double) { return 1.0; }), 1e-10)
        << "order " << order;
}

TEST_P(BasisConformance, ComesCloserWithItsOrder) {
  const auto f = [](double x) { return std::exp(std::sin(3 * x)); };
  double before = best_error(make_basis(GetParam(), 1), f);
  for (int order : {2, 4, 8}) {
    const double error = best_error(make_basis(GetParam(), order), f);
    EXPECT_LT(error, 0.9 * before) << "order " << order;  // measured at most 0.61, fourier
    before = error;
  }
}

// a Gauss rule that is exact for the square of this degree is exact for the mass matrix
TEST_P(BasisConformance, DegreeIsWhatAQuadratureMustResolve) {
  for (int order = 1; order <= 4; ++order) {
    const StrainBasis basis = make_basis(GetParam(), order);
    const double error = (gram(basis, basis.degree() + 1) - gram(basis, 40)).cwiseAbs().maxCoeff();
    // harmonics are no polynomials
    const double bound = GetParam() == "fourier" ? 1e-6 : 1e-14;  // measured 2.7e-7, 2.2e-16
    EXPECT_LT(error, bound) << "order " << order;
  }
}

// continuous everywhere; between the kinks central differences converge with order 2
TEST_P(BasisConformance, IsSmoothBetweenItsKinks) {
  for (int order = 1; order <= 4; ++order) {
    const StrainBasis basis = make_basis(GetParam(), order);
    for (double kink : basis.kinks())
      EXPECT_LT((basis(kink + 1e-12) - basis(kink - 1e-12)).norm(), 1e-10);

    std::vector<double> ends = basis.kinks();
    ends.insert(ends.begin(), 0);
    ends.push_back(1);
    for (size_t i = 0; i + 1 < ends.size(); ++i) {
      const double x = 0.6 * ends[i] + 0.4 * ends[i + 1], size = ends[i + 1] - ends[i];
      const auto slope = [&](double h) -> VectorX {
        return (basis(x + h) - basis(x - h)) / (2 * h);
      };
      const VectorX s1 = slope(0.02 * size), s2 = slope(0.01 * size), s4 = slope(0.005 * size);
      const double coarse = (s1 - s2).norm(), fine = (s2 - s4).norm();
      if (coarse > 1e-9) {
        EXPECT_NEAR(std::log2(coarse / fine), 2, 0.2) << "order " << order;
      }
    }
  }
}

TEST(StrainBases, LegendreIsOrthogonal) {
  const StrainBasis basis = make_basis("legendre", 6);
  MatrixX expected = MatrixX::Zero(7, 7);
  for (int i = 0; i < 7; ++i) expected(i, i) = 1.0 / (2 * i + 1);
  EXPECT_LT((gram(basis, 8) - expected).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(StrainBases, HatsAddUpToOne) {
  const StrainBasis basis = make_basis("linear", 5);
  for (double x : {0.0, 0.13, 0.2, 0.77, 1.0}) {
    EXPECT_NEAR(basis(x).sum(), 1, 1e-15);
    EXPECT_NEAR(basis(x).dot(VectorX::LinSpaced(6, 0, 1)), x, 1e-15);
  }
}

// value and slope at the nodes: cubics are exact and slopes do not jump
TEST(StrainBases, HermiteHoldsCubicsAndSlopes) {
  const StrainBasis basis = make_basis("hermite", 4);
  EXPECT_LT(best_error(basis, [](double x) { return 1 + x - 3 * x * x + 2 * x * x * x; }), 1e-13);
  for (double kink : basis.kinks()) {
    const VectorX left = (basis(kink) - basis(kink - 1e-7)) / 1e-7;
    const VectorX right = (basis(kink + 1e-7) - basis(kink)) / 1e-7;
    EXPECT_LT((right - left).norm(), 1e-4);
  }
}

/// Tip of a tapered cantilever under an end moment about y, in the plane: x, z and angle.
Vector3 tip_under_moment(const StrainBasis& basis, const testing::RoundRod& spec, double moment) {
  RodDivision division = testing::round_division(spec);
  division.modes[1] = {basis};
  const auto rod = RodBuilder({division}).finish();
  Model model;
  testing::add_body(model, rod, "fixed");
  State x = rest_state(model);
  const Input u = testing::zero_input(model);
  Workspace ws(model);
  const int tip = rod->n_points() - 1;

  // the moment works on the tip's angle, which is linear in the bending strains
  update_kinematics(model, x, u, nullptr, ws);
  const VectorX work = jacobian(model, ws, 0, tip).row(1).transpose() * moment;
  x.q = Cholesky(rod->data().K).solve(work);
  update_kinematics(model, x, u, nullptr, ws);
  const Pose X = point_pose(ws, 0, tip);
  return {X.p.x(), X.p.z(), std::atan2(X.R(0, 2), X.R(2, 2))};
}

/// The same by integrating angle and position along the axis, angle' = moment / (E J).
Vector3 exact_tip(const testing::RoundRod& spec, double moment) {
  const auto slope = [&](double X, const Vector3& y) -> Vector3 {
    const double r = spec.radius + (spec.radius_tip - spec.radius) * X / spec.length;
    return {std::cos(y[2]), -std::sin(y[2]), moment / (spec.young * circle_geometry(r).Jy)};
  };
  return testing::integrate(slope, 0, spec.length, Vector3(Vector3::Zero()));
}

// bases with kinks too: hats that add up to a constant must bend the rod to a circle
TEST_P(BasisConformance, CantileverUnderEndMomentIsACircle) {
  testing::RoundRod spec;
  const double moment = 0.37;
  const double kappa = moment / (spec.young * circle_geometry(spec.radius).Jy);
  const double angle = kappa * spec.length;
  const Vector3 circle(std::sin(angle) / kappa, -(1 - std::cos(angle)) / kappa, angle);
  // two points per interval see harmonics with an error, which the quadrature makes small
  const bool harmonics = GetParam() == "fourier";
  if (harmonics) spec.quadrature = 40;
  for (int order : {1, 3}) {
    const Vector3 tip = tip_under_moment(make_basis(GetParam(), order), spec, moment);
    const double error = (tip - circle).norm();
    EXPECT_LT(error, harmonics ? 1e-6 : 1e-13)  // measured 3.2e-9, 2.4e-16
        << "order " << order;
  }
}

TEST_P(BasisConformance, TaperedCantileverConverges) {
  testing::RoundRod spec;
  spec.radius_tip = 0.012;
  spec.quadrature = 40;
  const double moment = 0.15;
  const Vector3 exact = exact_tip(spec, moment);
  double before = 1;
  for (int order : {1, 2, 4, 8}) {
    const Vector3 tip = tip_under_moment(make_basis(GetParam(), order), spec, moment);
    const double error = (tip - exact).norm() / spec.length;
    EXPECT_LT(error, std::max(0.7 * before, 1e-6)) << "order " << order;
    before = error;
  }
  // measured 9.7e-2 (the curvature is not periodic), 9.1e-5 for tables, 1.2e-7 for polynomials
  EXPECT_LT(before, GetParam() == "fourier" ? 0.2 : 2e-4);
}

std::vector<std::string> basis_names() {
  std::vector<std::string> names;
  for (const StrainBasisKind& kind : strain_basis_table()) names.emplace_back(kind.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Table, BasisConformance, ::testing::ValuesIn(basis_names()),
                         [](const auto& row) { return row.param; });

}  // namespace
}  // namespace cuttle
