#include "cuttle/contact/toucher.h"

#include "cuttle/contact/segment.h"

namespace cuttle {

void Toucher::make_box() {
  size_t edge = 0;
  for (int corner = 0; corner < 8; ++corner) {
    Vector3 x = shape_.half;
    for (int k = 0; k < 3; ++k)
      if ((corner >> k & 1) != 0) x[k] = -x[k];
    own_balls_[size_t(corner)] = {x, 0};
    for (int k = 0; k < 3; ++k)
      if ((corner >> k & 1) != 0)
        own_spines_[edge++] = {
            x, 2 * shape_.half[k] * Vector3::Unit(k), 0, 0, {corner, corner & ~(1 << k)}};
  }
  balls_ = own_balls_;
  spines_ = own_spines_;
  thickness_ = shape_.half.minCoeff();
}

void Toucher::make_capsule() {
  in_world_ = true;
  const auto& [p, q] = shape_.ends;
  const auto& [r, s] = shape_.radius;
  own_balls_[0] = {p, r};
  own_balls_[1] = {q, s};
  own_spines_[0] = {p, q - p, r, s - r, {0, 1}};
  const bool ball = is_point(shape_.ends);
  if (ball) own_balls_[0].r = std::max(r, s);
  balls_ = std::span<const BallFeature>(own_balls_).first(ball || shape_.has_next ? 1 : 2);
  spines_ = std::span<const SpineFeature>(own_spines_).first(ball ? 0 : 1);
  thickness_ = std::min(r, s);
}

}  // namespace cuttle
