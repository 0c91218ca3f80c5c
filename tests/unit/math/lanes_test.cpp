#include "cuttle/math/lanes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>

#include "cuttle/math/dual.h"
#include "cuttle/math/so3.h"
#include "unit/math/samples.h"

namespace cuttle::test {
namespace {

Lanes random_lanes(Samples& samples) {
  Lanes x;
  for (int i = 0; i < Lanes::kSize; ++i) x.set(i, 2.5 + samples.number());
  return x;
}

TEST(Lanes, ArithmeticIsPerLane) {
  Samples samples;
  const Lanes a = random_lanes(samples);
  const Lanes b = random_lanes(samples);
  Lanes sum = a, difference = a, product = a, quotient = a;
  sum += b, difference -= b, product *= b, quotient /= b;
  for (int i = 0; i < Lanes::kSize; ++i) {
    EXPECT_EQ((a + b)[i], a[i] + b[i]);
    EXPECT_EQ((a - b)[i], a[i] - b[i]);
    EXPECT_EQ((a * b)[i], a[i] * b[i]);
    EXPECT_EQ((a / b)[i], a[i] / b[i]);
    EXPECT_EQ((-a)[i], -a[i]);
    EXPECT_EQ(sqrt(a)[i], std::sqrt(a[i]));
    EXPECT_EQ((2.0 * a - 1.0)[i], 2.0 * a[i] - 1.0);
    EXPECT_EQ(sum[i], a[i] + b[i]);
    EXPECT_EQ(difference[i], a[i] - b[i]);
    EXPECT_EQ(product[i], a[i] * b[i]);
    EXPECT_EQ(quotient[i], a[i] / b[i]);
  }
}

TEST(Lanes, LoadAndStoreAtAnyAddress) {
  alignas(64) double from[9], to[9] = {};
  for (int i = 0; i < 9; ++i) from[i] = i + 0.5;
  Lanes::load(from + 1).store(to + 1);
  EXPECT_EQ(to[0], 0.0);
  for (int i = 1; i < 9; ++i) EXPECT_EQ(to[i], from[i]);
}

TEST(Lanes, AnyAbove) {
  Lanes x(1.0);
  EXPECT_FALSE(any_above(x, 1.0));
  for (int i = 0; i < Lanes::kSize; ++i) {
    Lanes y = x;
    y.set(i, 1.5);
    EXPECT_TRUE(any_above(y, 1.0)) << i;
  }
}

// products of matrices, also with matrices of double, lane by lane
TEST(Lanes, MatricesOfLanes) {
  Samples samples;
  Mat3<Lanes> m;
  Vec3<Lanes> v;
  for (int k = 0; k < 9; ++k) m(k) = random_lanes(samples);
  for (int k = 0; k < 3; ++k) v[k] = random_lanes(samples);
  const Matrix3 constant = hat(samples.vector3());
  const Vec3<Lanes> mv = m * v;
  const Vec3<Lanes> cv = constant * v;
  const Vec3<Lanes> turned = v.cross(mv);
  const Lanes length = v.dot(v);
  for (int i = 0; i < Lanes::kSize; ++i) {
    const auto lane = [i](const Lanes& x) { return x[i]; };
    const Matrix3 mi = m.unaryExpr(lane);
    const Vector3 vi = v.unaryExpr(lane);
    EXPECT_LT(distance(mv.unaryExpr(lane), mi * vi), 1e-14);
    EXPECT_LT(distance(cv.unaryExpr(lane), constant * vi), 1e-14);
    EXPECT_LT(distance(turned.unaryExpr(lane), vi.cross(mi * vi)), 1e-13);
    EXPECT_NEAR(length[i], vi.squaredNorm(), 1e-13);
  }
}

// one function with every operation of Dual; its slope by complex step
template <class T>
T everything(const T& x, const T& y) {
  using std::cos, std::sin, std::sqrt;
  T z = sqrt(x * y + 2.0) / (1.0 + y) - 3.0 * sin(x) * cos(y * 0.5);
  z += x / 7.0;
  z -= 2.0 - y;
  z *= x - 0.25;
  z /= y - x * 0.125;
  return -z + T(1.0) / x;
}

TEST(Dual, AgainstComplexStep) {
  Samples samples;
  for (int n = 0; n < 20; ++n) {
    const double x = 2.0 + samples.number();
    const double y = 2.0 + samples.number();
    const Dual z = everything(Dual::seed(x, 0), Dual::seed(y, 7));
    EXPECT_NEAR(z.v, everything(x, y), 1e-13);
    EXPECT_NEAR(z.d[0], everything(Complex(x, kStep), Complex(y)).imag() / kStep, 1e-12);
    EXPECT_NEAR(z.d[7], everything(Complex(x), Complex(y, kStep)).imag() / kStep, 1e-12);
    EXPECT_EQ(z.d[3], 0.0);
  }
}

TEST(Dual, MatricesOfDuals) {
  Samples samples;
  const Matrix3 m = hat(samples.vector3());
  Vec3<Dual> v;
  for (int k = 0; k < 3; ++k) v[k] = Dual::seed(samples.number(), k);
  const Vec3<Dual> mv = m * v;
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 3; ++k) EXPECT_EQ(mv[row].d[k], m(row, k));
  }
}

}  // namespace
}  // namespace cuttle::test
