#include "cuttle/fit/difference.h"

#include <algorithm>
#include <cmath>

namespace cuttle {

namespace {

// The evaluations for the slope of one parameter.
struct Stencil {
  double h = 0;  // negative: looks down
  bool central = true;
  std::size_t first = 0;  // of its points in the list

  // offsets in steps
  std::vector<double> offsets() const {
    return central ? std::vector<double>{1, -1, 2, -2} : std::vector<double>{1, 2, 4};
  }
};

Stencil choose_stencil(double p, double h, double lower, double upper) {
  if (p - 2 * h >= lower && p + 2 * h <= upper) return {h, true};
  const double room = std::max(upper - p, p - lower);
  const double inside = std::min(h, room / 4);
  return {upper - p >= p - lower ? inside : -inside, false};
}

void add_points(const VectorX& p, Eigen::Index i, Stencil& stencil, std::vector<VectorX>& points) {
  stencil.first = points.size();
  for (const double offset : stencil.offsets()) {
    points.push_back(p);
    points.back()[i] += offset * stencil.h;
  }
}

// nullptr: all are good
const Prediction* failure(const Stencil& stencil, const std::vector<Prediction>& predictions) {
  for (std::size_t k = 0; k < stencil.offsets().size(); ++k)
    if (!predictions[stencil.first + k].good()) return &predictions[stencil.first + k];
  return nullptr;
}

// both estimates are of second order in h, central or not
void set_slope(const Stencil& stencil, const std::vector<Prediction>& predictions,
               const std::vector<VectorX>& points, Eigen::Index i, Prediction& result) {
  const auto at = [&](std::size_t k) -> const VectorX& {
    return predictions[stencil.first + k].values;
  };
  // the step as it was made, with its rounding
  const auto x = [&](std::size_t k) { return points[stencil.first + k][i]; };
  VectorX fine, coarse;
  if (stencil.central) {
    fine = (at(0) - at(1)) / (x(0) - x(1));
    coarse = (at(2) - at(3)) / (x(2) - x(3));
  } else {
    const VectorX& f0 = result.values;
    fine = (4 * at(0) - at(1) - 3 * f0) / (2 * stencil.h);
    coarse = (4 * at(1) - at(2) - 3 * f0) / (4 * stencil.h);
  }
  result.slopes.col(i) = (4 * fine - coarse) / 3;
  const double size = result.slopes.col(i).cwiseAbs().maxCoeff();
  const double error = (fine - coarse).cwiseAbs().maxCoeff() / 3;
  if (size > 0) result.slope_error = std::max(result.slope_error, error / size);
}

}  // namespace

Prediction predict_with_slopes(const PredictMany& predict, const VectorX& p, const VectorX& h,
                               const VectorX& lower, const VectorX& upper) {
  std::vector<VectorX> points = {p};
  std::vector<Stencil> stencils;
  for (Eigen::Index i = 0; i < p.size(); ++i) {
    stencils.push_back(choose_stencil(p[i], h[i], lower[i], upper[i]));
    add_points(p, i, stencils.back(), points);
  }
  std::vector<Prediction> predictions = predict(points);
  for (const Prediction& prediction : predictions)
    if (prediction.kind == Prediction::Kind::interrupted) return prediction;
  Prediction result = predictions[0];
  if (!result.good()) return result;

  // a point that cannot be computed: look to the other side
  std::vector<VectorX> more;
  std::vector<Eigen::Index> again;
  for (Eigen::Index i = 0; i < p.size(); ++i) {
    Stencil& stencil = stencils[std::size_t(i)];
    const Prediction* const bad = failure(stencil, predictions);
    if (!bad) continue;
    if (!stencil.central) return *bad;
    const bool up_fails =
        !predictions[stencil.first].good() || !predictions[stencil.first + 2].good();
    // half the step: four of them stay inside of the bounds, as two whole ones did
    stencil = {up_fails ? -0.5 * stencil.h : 0.5 * stencil.h, false};
    add_points(p, i, stencil, more);
    stencil.first += points.size();
    again.push_back(i);
  }
  if (!again.empty()) {
    std::vector<Prediction> added = predict(more);
    points.insert(points.end(), more.begin(), more.end());
    predictions.insert(predictions.end(), added.begin(), added.end());
  }

  result.slopes.resize(result.values.size(), p.size());
  for (Eigen::Index i = 0; i < p.size(); ++i) {
    const Stencil& stencil = stencils[std::size_t(i)];
    if (const Prediction* const bad = failure(stencil, predictions)) return *bad;
    set_slope(stencil, predictions, points, i, result);
  }
  return result;
}

}  // namespace cuttle
