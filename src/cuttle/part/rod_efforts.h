#pragma once
// What parts will do to rods, roughly and before anything is solved: from it the number of Gauss
// points is chosen.

#include <array>
#include <optional>
#include <string>

#include "cuttle/math/types.h"
#include "cuttle/spec/spec_values.h"

namespace cuttle {

/// Three signals, or none.
using SignalTriple = std::optional<std::array<SignalSpec, 3>>;

/// The receiver of efforts. What acts on a body that is not a rod is ignored; `from` and `to` left
/// out are base and tip.
class RodEfforts {
 public:
  virtual ~RodEfforts() = default;

  /// A force and a moment from outside, at a place.
  virtual void pull(const std::string& body, const BodyPlaceSpec& at, const SignalTriple& force,
                    const SignalTriple& moment) = 0;
  /// The same per length.
  virtual void pull_along(const std::string& body, const std::optional<BodyPlaceSpec>& from,
                          const std::optional<BodyPlaceSpec>& to, const SignalTriple& force,
                          const SignalTriple& moment) = 0;
  /// A moment inside the rod about y and z: a signal times an arm.
  virtual void bend(const std::string& body, const std::optional<BodyPlaceSpec>& from,
                    const std::optional<BodyPlaceSpec>& to, const SignalSpec& signal,
                    const Eigen::Vector2d& arm) = 0;
  /// Something that runs along the rod beside its axis.
  virtual void run(const std::string& body, const std::optional<BodyPlaceSpec>& from,
                   const std::optional<BodyPlaceSpec>& to, const std::optional<FunctionSpec>& y,
                   const std::optional<FunctionSpec>& z) = 0;

 protected:
  RodEfforts() = default;
  RodEfforts(const RodEfforts&) = default;
  RodEfforts& operator=(const RodEfforts&) = default;
};

}  // namespace cuttle
