#pragma once

#include "cuttle/contact/touch.h"

namespace cuttle {

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
