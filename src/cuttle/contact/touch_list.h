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

inline constexpr int kMaxTouches = 128;

/// Touches found so far; keeps those within reach, and the deepest of too many.
class TouchList {
 public:
  TouchList(std::array<Touch, kMaxTouches>& out, double reach) : out_(out), reach_(reach) {}

  void add(const Touch& touch) {
    if (!(touch.gap < reach_ && touch.x.allFinite())) return;
    if (count_ < kMaxTouches) {
      out_[size_t(count_++)] = touch;
      return;
    }
    auto least = out_.begin();
    for (auto at = out_.begin(); at != out_.end(); ++at)
      if (at->gap > least->gap) least = at;
    if (touch.gap < least->gap) *least = touch;
  }

  /// The same for a place that may have been found from the other side: odd features and even ones.
  void add_new(const Touch& touch, double same) {
    for (int i = 0; i < count_; ++i) {
      Touch& other = out_[size_t(i)];
      const bool one_side = (other.feature - touch.feature) % 2 == 0;
      if (one_side || (other.x - touch.x).norm() > same || other.n.dot(touch.n) < 0.99) continue;
      // the name of the one, the place of the deeper
      const int feature = other.feature;
      if (touch.gap < other.gap) other = touch;
      other.feature = feature;
      return;
    }
    add(touch);
  }

  double reach() const { return reach_; }
  int count() const { return count_; }

 private:
  std::array<Touch, kMaxTouches>& out_;
  double reach_;
  int count_ = 0;
};

}  // namespace cuttle
