#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/math/difference.h"
#include "cuttle/math/se3.h"
#include "unit/math/samples.h"

// The tangent of exp on SE(3) and its rate, against derivatives of exp itself.
namespace cuttle::test {
namespace {

constexpr double kTurns[] = {0.0, 1e-12, 1e-6, 0.1, 0.49, 0.51, 1.0, 2.5, 2.999, 3.001, 4.0, 6.0};

/// Twist of a small motion: the inverse of hat on [w] and v.
Vector6 vee(const Matrix3& W, const Vector3& v) {
  Vector6 x;
  x << W(2, 1), W(0, 2), W(1, 0), v;
  return x;
}

TEST(Dexp, LeftIsTheOuterTwist) {
  Samples samples;
  double worst = 0.0;
  for (const double angle : kTurns) {
    const Vector6 x = samples.twist(angle);
    const Vector6 dx = samples.vector6();
    const PoseT<Complex> g = exp_se3(complex_point(x, dx));
    const Pose E = exp_se3(x);
    const Matrix3 dR = derivative(g.R);
    const Vector3 dp = derivative(g.p);

    // dE E^-1 = [dR R^T, dp - dR R^T p],   E^-1 dE = [R^T dR, R^T dp]
    const Matrix3 W = dR * E.R.transpose();
    const Vector6 outer = vee(W, dp - W * E.p);
    const Vector6 inner = vee(E.R.transpose() * dR, E.R.transpose() * dp);
    worst = std::max(worst, distance(dexp_left(x).apply(dx), outer));
    worst = std::max(worst, distance(dexp_right(x).apply(dx), inner));
  }
  EXPECT_LT(worst, 5e-15);  // measured 3e-16
}

TEST(Dexp, BlocksAreTheMatrix) {
  Samples samples;
  const DexpT<double> T = dexp_left(samples.twist(1.3));
  const Vector6 x = samples.vector6();
  EXPECT_LT(distance(T.apply(x), T.matrix() * x), 1e-15);
  EXPECT_LT(distance(T.apply_transpose(x), T.matrix().transpose() * x), 1e-15);
}

TEST(Dexp, InverseUndoes) {
  Samples samples;
  for (const double angle : kTurns) {
    const Vector6 x = samples.twist(angle);
    const Matrix6 product = dexp_left_inverse(x).matrix() * dexp_left(x).matrix();
    // near 2 pi the tangent is singular and digits go
    EXPECT_LT(distance(product, Matrix6::Identity()), angle < 5.0 ? 1e-14 : 2e-12) << angle;
  }
}

/// u(t) = T_L(Omega) dOmega/dt along Omega(t) = a + b t + c t^2 / 2, by the matrix.
Vector6 outer_twist(const Vector6& a, const Vector6& b, const Vector6& c, double t) {
  return dexp_left(Vector6(a + b * t + 0.5 * t * t * c)).apply(b + c * t);
}

TEST(Dexp, RateAgainstComplexStep) {
  Samples samples;
  double worst_u = 0.0;
  double worst_rate = 0.0;
  for (const double angle : kTurns) {
    const Vector6 a = samples.twist(angle);
    const Vector6 b = samples.vector6();
    const Vector6 c = samples.vector6();
    const DexpRate<double> rate = dexp_rate(a, b, c);
    const Vec6<Complex> moved = dexp_left(complex_point(a, b)).apply(complex_point(b, c));
    worst_u = std::max(worst_u, distance(rate.u, outer_twist(a, b, c, 0.0)));
    worst_rate = std::max(worst_rate, distance(rate.u_dot, derivative(moved)));
  }
  EXPECT_LT(worst_u, 5e-15);     // measured 3e-16
  EXPECT_LT(worst_rate, 1e-14);  // measured 4e-16
}

TEST(Dexp, RateAgainstDifferences) {
  Samples samples;
  double worst = 0.0;
  for (const double angle : kTurns) {
    const Vector6 a = samples.twist(angle);
    const Vector6 b = samples.vector6();
    const Vector6 c = samples.vector6();

    // fourth-order central difference
    const Vector6 slope =
        central_derivative([&](double t) { return Vector6(outer_twist(a, b, c, t)); }, 1e-3);
    worst = std::max(worst, distance(dexp_rate(a, b, c).u_dot, slope));
  }
  EXPECT_LT(worst, 5e-12);  // measured 2.5e-13, the error of the difference
}

TEST(Dexp, RateSharesTheCoefficientsOfTheStep) {
  Samples samples;
  const Vector6 a = samples.twist(2.0), b = samples.vector6(), c = samples.vector6();
  const DexpRate<double> alone = dexp_rate(a, b, c);
  const DexpRate<double> shared = dexp_rate(exp_step(a), a, b, c);
  EXPECT_LT(distance(alone.u, shared.u), 1e-15);
  EXPECT_LT(distance(alone.u_dot, shared.u_dot), 1e-15);
}

// each lane may sit on another branch of the coefficients
TEST(Dexp, LanesAreDoubles) {
  Samples samples;
  const double mixed[] = {0.0, 1e-9, 0.3, 0.6, 1.0, 2.9, 3.5, 6.0};
  const double tame[] = {0.0, 1e-9, 0.3, 0.4, 0.1, 0.2, 0.45, 0.05};
  double worst = 0.0;
  for (const double* angles : {mixed, tame}) {
    Vector6 a[8], b[8], c[8];
    Vec6<Lanes> A, B, C;
    for (int i = 0; i < 8; ++i) {
      a[i] = samples.twist(angles[i]);
      b[i] = samples.vector6();
      c[i] = samples.vector6();
      for (int k = 0; k < 6; ++k) A[k].set(i, a[i][k]), B[k].set(i, b[i][k]), C[k].set(i, c[i][k]);
    }
    const ExpStep<Lanes> step = exp_step(A);
    const DexpRate<Lanes> rate = dexp_rate(step, A, B, C);
    for (int i = 0; i < 8; ++i) {
      const auto lane = [i](const Lanes& x) { return x[i]; };
      const ExpStep<double> s = exp_step(a[i]);
      const DexpRate<double> r = dexp_rate(s, a[i], b[i], c[i]);
      worst = std::max({worst, distance(step.E.R.unaryExpr(lane), s.E.R),
                        distance(step.E.p.unaryExpr(lane), s.E.p),
                        distance(step.dexp.A.unaryExpr(lane), s.dexp.A),
                        distance(step.dexp.B.unaryExpr(lane), s.dexp.B),
                        distance(rate.u.unaryExpr(lane), r.u),
                        distance(rate.u_dot.unaryExpr(lane), r.u_dot)});
    }
  }
  EXPECT_LT(worst, 5e-15);  // measured 2e-16
}

TEST(Dexp, DualsAreComplexSteps) {
  Samples samples;
  double worst = 0.0;
  for (const double angle : kTurns) {
    const Vector6 a = samples.twist(angle), b = samples.vector6(), c = samples.vector6();
    Vector6 da[8], db[8], dc[8];
    Vec6<Dual> A = a.cast<Dual>(), B = b.cast<Dual>(), C = c.cast<Dual>();
    for (int i = 0; i < 8; ++i) {
      da[i] = samples.vector6(), db[i] = samples.vector6(), dc[i] = samples.vector6();
      for (int k = 0; k < 6; ++k) {
        A[k].d.set(i, da[i][k]), B[k].d.set(i, db[i][k]), C[k].d.set(i, dc[i][k]);
      }
    }
    const ExpStep<Dual> step = exp_step(A);
    const DexpRate<Dual> rate = dexp_rate(step, A, B, C);
    for (int i = 0; i < 8; ++i) {
      const auto slope = [i](const Dual& x) { return x.d[i]; };
      const auto Az = complex_point(a, da[i]), Bz = complex_point(b, db[i]);
      const auto Cz = complex_point(c, dc[i]);
      const ExpStep<Complex> s = exp_step(Az);
      const DexpRate<Complex> r = dexp_rate(s, Az, Bz, Cz);
      worst = std::max({worst, distance(step.E.R.unaryExpr(slope), derivative(s.E.R)),
                        distance(step.E.p.unaryExpr(slope), derivative(s.E.p)),
                        distance(step.dexp.B.unaryExpr(slope), derivative(s.dexp.B)),
                        distance(rate.u.unaryExpr(slope), derivative(r.u)),
                        distance(rate.u_dot.unaryExpr(slope), derivative(r.u_dot))});
    }
  }
  EXPECT_LT(worst, 1e-14);  // measured 1.0e-15
}

}  // namespace
}  // namespace cuttle::test
