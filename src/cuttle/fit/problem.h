#pragma once
// A fit without its origin: unknown numbers, observations, and a function that predicts them.

#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "cuttle/campaign/spec.h"
#include "cuttle/math/types.h"

namespace cuttle {

struct FitParameter {
  std::string name, unit;
  double start = 0;
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  bool log_scaled = false;
  std::optional<std::array<double, 2>> prior;  // mean, standard deviation

  /// What counts as a large change: size of the start, else what range or prior tell; 0: unknown.
  double scale() const;
};

/// Values that share a source of noise: one measured column, or one figure.
struct ObservationGroup {
  std::string name, unit;
  std::string x_name, x_unit;  // empty: a single figure
  std::vector<double> x, y;
  std::vector<double> sigma;  // standard deviation of each; empty: one for all, not known
  std::vector<std::string> warnings = {};  // about where they come from
};

/// What the model says about all observations, group after group.
struct Prediction {
  enum class Kind { good, failed, interrupted };
  Kind kind = Kind::good;
  std::string reason;  // of a failure
  VectorX values;
  MatrixX slopes;          // (observations x parameters), if asked for
  double slope_error = 0;  // estimated, relative to the largest slope of a parameter; 0: exact

  bool good() const { return kind == Kind::good; }
  static Prediction fail(std::string why) { return {Kind::failed, std::move(why), {}, {}, 0}; }
};
using Predict = std::function<Prediction(const VectorX& parameters, bool slopes)>;

struct FitProblem {
  std::vector<FitParameter> parameters;
  std::vector<ObservationGroup> groups;
  Predict predict;
  Loss loss = Loss::squares;
  double loss_scale = 1;
  int iterations = 50;
  double tolerance = 1e-10;

  std::size_t observations() const;
};

/// Throws InputError if there are fewer observations and priors than parameters.
void check_enough(const FitProblem& problem, const Origin& origin);

}  // namespace cuttle
