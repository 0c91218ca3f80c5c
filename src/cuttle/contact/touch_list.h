#pragma once
// Places where shapes touch, as they are found.

#include <array>

#include "cuttle/core/contact.h"

namespace cuttle {

/// A place between two shapes a and b.
struct Touch {
  double gap = 0;                        // [m] below zero: they overlap
  Vector3 n = Vector3::UnitZ();          // in the world, from a to b
  Vector3 x = Vector3::Zero();           // in the world, midway between the two surfaces
  std::array<double, 2> along = {0, 0};  // 0..1: place on the axis of a capsule, else 0
  int feature = 0;  // >= 0, tells places of one pair apart; stays while the motion is small
};

inline constexpr int kMaxTouches = 16;

/// Touches found so far; keeps those within reach.
class TouchList {
 public:
  TouchList(std::array<Touch, kMaxTouches>& out, double reach) : out_(out), reach_(reach) {}

  void add(const Touch& touch) {
    if (touch.gap < reach_ && touch.x.allFinite() && count_ < kMaxTouches)
      out_[size_t(count_++)] = touch;
  }

  double reach() const { return reach_; }
  int count() const { return count_; }

 private:
  std::array<Touch, kMaxTouches>& out_;
  double reach_;
  int count_ = 0;
};

}  // namespace cuttle
