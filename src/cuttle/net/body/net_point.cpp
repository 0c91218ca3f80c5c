#include "cuttle/net/body/net_point.h"

#include <cmath>

namespace cuttle {

namespace {

Vector6 planar(double turn, const Vector2& slide) {
  Vector6 twist = Vector6::Zero();
  twist[2] = turn;
  twist.segment<2>(3) = slide;
  return twist;
}

}  // namespace

PointMotion::PointMotion(const NetPoint& at, const VectorX& x, const VectorX& v, const VectorX& a)
    : weight_{1 - at.part, at.part} {
  const auto between = [&](const VectorX& y) {
    return Vector2(weight_[0] * y.segment<2>(2 * at.from) + weight_[1] * y.segment<2>(2 * at.to));
  };
  const auto edge = [&](const VectorX& y) {
    return Complex(y[2 * at.to] - y[2 * at.from], y[2 * at.to + 1] - y[2 * at.from + 1]);
  };
  p_ = between(x);
  p1_ = between(v);
  p2_ = between(a);
  z_ = edge(x);
  const Complex z1 = edge(v), z2 = edge(a);
  inverse_ = 1.0 / z_;
  inverse1_ = -z1 * inverse_ * inverse_;
  inverse2_ = (2.0 * z1 * z1 * inverse_ - z2) * inverse_ * inverse_;
  const Complex growth = z1 * inverse_;
  rate_ = growth.imag();
  rate1_ = (z2 * inverse_ - growth * growth).imag();
}

Pose PointMotion::pose() const {
  const Complex t = z_ / std::abs(z_);
  Matrix3 R;
  R << t.real(), -t.imag(), 0, t.imag(), t.real(), 0, 0, 0, 1;
  return {R, Vector3(p_.x(), p_.y(), 0)};
}

Vector6 PointMotion::twist() const { return planar(rate_, p1_ + rate_ * lever(p_)); }

Vector6 PointMotion::bias() const {
  return planar(rate1_, p2_ + rate1_ * lever(p_) + rate_ * lever(p1_));
}

void PointMotion::columns(int c, Vector6& J, Vector6& J1, Vector6& J2) const {
  const double w = turn(c), w1 = (inverse1_ * unit(c)).imag(), w2 = (inverse2_ * unit(c)).imag();
  J = planar(w, step(c) + w * lever(p_));
  J1 = planar(w1, w1 * lever(p_) + w * lever(p1_));
  J2 = planar(w2, w2 * lever(p_) + 2 * w1 * lever(p1_) + w * lever(p2_));
}

double PointMotion::turn_slope(int c, int d) const {
  return -(unit(d) * inverse_ * inverse_ * unit(c)).imag();
}

}  // namespace cuttle
