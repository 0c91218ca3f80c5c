#pragma once
// One run among many: where, what for, and what came out.

#include <functional>
#include <string>
#include <vector>

#include "cuttle/campaign/spec.h"
#include "cuttle/math/types.h"

namespace cuttle {

/// Values of the parameters, in the order of the study file (SI). (core/body.h has a Point
/// already.)
using ParameterPoint = std::vector<double>;

/// What is wanted of a run besides its values.
enum class Want { values, slopes };

struct Outcome {
  /// `failed` is the fault of the point: it fails again. `lost` is the machine's (no memory): it
  /// says nothing about the point.
  enum class Kind { good, failed, interrupted, lost };
  Kind kind = Kind::good;
  std::string reason;          // of a failure, one line
  std::vector<double> values;  // NaN: the run cannot tell
  MatrixX slopes;              // (values x parameters) exact derivatives; empty: not known
  double seconds = 0;          // of computing; differs from run to run
  std::vector<std::string> warnings = {};  // of a good run, one line each

  bool good() const { return kind == Kind::good; }
  static Outcome stopped() { return {Kind::interrupted, "stopped by the user", {}, {}, 0}; }
  static Outcome fail(std::string why) { return {Kind::failed, std::move(why), {}, {}, 0}; }
};

/// Computes one point. The same point always gives the same values. Never throws; each thread has
/// its own.
using Evaluate = std::function<Outcome(const ParameterPoint&, Want)>;

/// True if a constraint bounds a column of the table by its own name: `{name: mass, formula:
/// mass}`.
inline bool bounds_column(const ConstraintSpec& constraint) {
  return constraint.formula == constraint.name;
}

}  // namespace cuttle
