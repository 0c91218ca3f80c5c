#pragma once
// Curves y(x) with unknown numbers, to be fitted without a model.

#include <memory>
#include <string>
#include <vector>

#include "cuttle/campaign/spec.h"
#include "cuttle/math/types.h"

namespace cuttle {

class Curve {
 public:
  virtual ~Curve() = default;

  /// Names of the unknown numbers, in the order of p.
  virtual std::vector<std::string> names() const = 0;
  /// Values at all x, and slopes dy/dp (one row per x) unless null.
  virtual VectorX values(const std::vector<double>& x, const VectorX& p, MatrixX* slopes) const = 0;
  /// Where to begin, by the look of the data. NaN: cannot be guessed.
  virtual VectorX guess(const std::vector<double>& x, const std::vector<double>& y) const = 0;
  /// Units of the unknown numbers; "-" where they cannot be named.
  virtual std::vector<std::string> units(const std::string& x_unit,
                                         const std::string& y_unit) const = 0;
  /// True: x is a time that must rise.
  virtual bool ordered() const { return false; }
};

/// `parameters`: those of the campaign, in their order; a formula takes its unknowns from them.
/// Throws InputError for a formula that cannot be understood.
std::unique_ptr<Curve> make_curve(const CurveSpec& spec,
                                  const std::vector<ParameterSpec>& parameters);

/// rest + amplitude (1 - L), L = 1 / (1 + exp(-(t - t0) / tau)): [Goldberg19] (7.1) with the sign
/// of the amplitude that straightens. Unknown: rest, amplitude, t0, tau.
std::unique_ptr<Curve> make_logistic();

/// linear n + quadratic n |n|: [Nielsen16] (34). Unknown: linear, quadratic.
std::unique_ptr<Curve> make_thruster();

/// Solution of angle'' + linear angle' + quadratic |angle'| angle' + stiffness sin(angle - rest)
/// = 0 from the first time on: roll of a body about its upright attitude, [Nielsen16] (27), (31).
/// Unknown: linear, quadratic, stiffness, rest, and angle and rate at the first time.
std::unique_ptr<Curve> make_free_decay();

/// c0 + c1 x + ... Unknown: c0, c1, ...
std::unique_ptr<Curve> make_polynomial(int degree);

std::unique_ptr<Curve> make_formula(const std::string& formula, std::vector<std::string> names,
                                    const Origin& origin);

/// Places of x in rising order; equal ones stay as they are.
std::vector<std::size_t> order_by_x(const std::vector<double>& x);

}  // namespace cuttle
