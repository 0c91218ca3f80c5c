#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "cuttle/contact/solid/solid.h"
#include "cuttle/core/contact.h"

namespace cuttle {

/// What a shape touches with, in the world; balls and lines of boxes and capsules are made here.
class Toucher {
 public:
  explicit Toucher(const PlacedShape& shape) : shape_(shape) {
    if (shape.kind == ContactShapeKind::solid) {
      const Solid::Features& f = shape.solid->features();
      balls_ = f.balls;
      rims_ = f.rims;
      spines_ = f.spines;
      thickness_ = f.thickness;
    } else if (shape.kind == ContactShapeKind::box) {
      make_box();
    } else if (shape.kind == ContactShapeKind::capsule) {
      make_capsule();
    }
  }

  std::span<const BallFeature> balls() const { return balls_; }
  /// Those that a plane can touch.
  std::span<const BallFeature> outer_balls() const {
    if (shape_.kind != ContactShapeKind::solid) return balls_;
    return balls_.first(shape_.solid->features().outer_balls);
  }
  std::span<const RimFeature> rims() const { return rims_; }
  std::span<const SpineFeature> spines() const { return spines_; }
  double thickness() const { return thickness_; }
  double round() const {
    return shape_.kind == ContactShapeKind::solid ? shape_.solid->features().round : 0;
  }

  const PlacedShape& shape() const { return shape_; }
  Vector3 place(const Vector3& p) const { return in_world_ ? p : Vector3(shape_.X * p); }
  Vector3 way(const Vector3& d) const { return in_world_ ? d : Vector3(shape_.X.R * d); }

 private:
  void make_box();
  void make_capsule();

  const PlacedShape& shape_;
  bool in_world_ = false;  // they are given there
  std::array<BallFeature, 8> own_balls_;
  std::array<SpineFeature, 12> own_spines_;
  std::span<const BallFeature> balls_;
  std::span<const RimFeature> rims_;
  std::span<const SpineFeature> spines_;
  double thickness_ = 0;
};

}  // namespace cuttle
