#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "cuttle/base/error.h"
#include "cuttle/core/body.h"
#include "cuttle/spec/spec_values.h"

namespace cuttle {

/// How large a body will be: its own coordinates, and these times its Gauss points.
struct BodySize {
  long coordinates = 0, numbers = 0;
};

/// A body while a model is made, between its spec and its family: one class for each family. The
/// stages of compile call its functions in this order; what does not concern a family it leaves
/// out.
class BodyDraft {
 public:
  virtual ~BodyDraft() = default;

  /// Masses and sections, as far as the body alone decides. Reports.
  virtual void begin(Diagnostics&) {}
  /// A stretch with knots in between [m] where divisions must end. Left out: both ends.
  virtual void cut(const std::optional<double>& /*from*/, const std::optional<double>& /*to*/,
                   const std::vector<double>& /*knots*/) {}
  /// What had to wait for the cuts. Reports.
  virtual void divide(Diagnostics&) {}
  /// An abscissa, or such a stretch, lies on the body: of families whose file does not tell how
  /// long they are.
  virtual void check_place(double /*X*/, const Origin&, Diagnostics&) const {}
  virtual void check_stretch(const std::optional<double>& /*from*/,
                             const std::optional<double>& /*to*/, const Origin&,
                             Diagnostics&) const {}

  /// [kg] if it is known by now; else 0. For what a rod expects to carry.
  virtual double mass() const { return 0; }
  /// Reports if the body alone is too large.
  virtual BodySize size(Diagnostics&) const { return {}; }

  /// Places that something holds on to, or only looks at; then such stretches of a rod: both ends,
  /// and its Gauss points.
  virtual void hold(const BodyPlaceSpec&, bool /*look*/) {}
  virtual void hold_at(double /*X*/) {}
  virtual void hold_ends(const std::optional<BodyPlaceSpec>& /*from*/,
                         const std::optional<BodyPlaceSpec>& /*to*/) {}
  virtual void hold_nodes(const std::optional<BodyPlaceSpec>& /*from*/,
                          const std::optional<BodyPlaceSpec>& /*to*/) {}

  /// The body with all points that it was asked for.
  virtual std::shared_ptr<const BodyFamily> finish() = 0;
  /// Its farthest part from its base frame [m].
  virtual double reach() const = 0;

 protected:
  BodyDraft() = default;
  BodyDraft(const BodyDraft&) = default;
  BodyDraft& operator=(const BodyDraft&) = default;
};

}  // namespace cuttle
