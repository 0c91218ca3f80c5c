#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "cuttle/base/error.h"
#include "cuttle/part/canvas.h"

namespace cuttle {

/// A body while it is drawn: one class for each family. It may get more points to look at.
class BodySketch {
 public:
  virtual ~BodySketch() = default;

  /// All that there is to see of it.
  virtual void draw(Canvas& canvas) = 0;

  /// A place of the body with an offset in its frame.
  virtual BodyPlace place(const BodyPlaceSpec& at, const Vector3& offset) = 0;

  /// Both ends [m] of a stretch; left out: base and tip. Then the point at an abscissa. Both of
  /// rods only.
  virtual std::pair<double, double> stretch(const std::optional<BodyPlaceSpec>& /*from*/,
                                            const std::optional<BodyPlaceSpec>& /*to*/) const {
    expects(false, "a body with abscissas");
    return {0, 0};
  }
  virtual int point_at(double /*X*/) {
    expects(false, "a body with abscissas");
    return 0;
  }

  /// The body with all points that it was asked for.
  virtual std::shared_ptr<const BodyFamily> finish() = 0;

 protected:
  BodySketch() = default;
  BodySketch(const BodySketch&) = default;
  BodySketch& operator=(const BodySketch&) = default;
};

}  // namespace cuttle
