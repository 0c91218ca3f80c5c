#include "cuttle/fit/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "cuttle/math/constants.h"
#include "cuttle/math/linalg/eigen.h"

namespace cuttle {

namespace {

// a parameter with less than this part in a direction that nothing tells counts as told
constexpr double kNoPart = 1e-4;

MatrixX correlation_of(const MatrixX& covariance, const VectorX& error) {
  MatrixX correlation = MatrixX::Identity(error.size(), error.size());
  for (Eigen::Index i = 0; i < error.size(); ++i)
    for (Eigen::Index j = 0; j < error.size(); ++j)
      if (i != j) correlation(i, j) = covariance(i, j) / (error[i] * error[j]);
  return correlation;
}

}  // namespace

FitCovariance fit_covariance(const MatrixX& J, const VectorX& scale, const std::vector<bool>& held,
                             double weak_deviation, double singular) {
  const Eigen::Index n = J.cols();
  std::vector<Eigen::Index> free;
  for (Eigen::Index i = 0; i < n; ++i)
    if (!held[std::size_t(i)]) free.push_back(i);

  FitCovariance result;
  result.covariance = MatrixX::Constant(n, n, kNaN);
  result.error = VectorX::Constant(n, kNaN);
  result.leverage = VectorX::Zero(J.rows());
  result.correlation = correlation_of(result.covariance, result.error);
  if (free.empty()) return result;

  // columns for changes of each parameter by its own scale, so that all can be compared
  const auto m = Eigen::Index(free.size());
  MatrixX A(J.rows(), m);
  for (Eigen::Index k = 0; k < m; ++k)
    A.col(k) = J.col(free[std::size_t(k)]) * scale[free[std::size_t(k)]];
  const Svd svd = svd_with_u_and_v(A);
  VectorX sigma = VectorX::Zero(m);  // fewer rows than columns: the rest is zero
  sigma.head(svd.values.size()) = svd.values;
  const double largest = sigma[0];
  result.condition = sigma[m - 1] > 0 ? largest / sigma[m - 1] : kInfinity;

  // covariance over the directions that are told; infinite where a parameter takes part in others
  MatrixX covariance = MatrixX::Zero(m, m);
  VectorX untold = VectorX::Zero(m);
  for (Eigen::Index k = 0; k < m; ++k) {
    const VectorX v = svd.V.col(k);
    const bool told = sigma[k] > singular * largest && sigma[k] > 0;
    const double deviation = told ? 1 / sigma[k] : kInfinity;
    if (told) {
      covariance += deviation * deviation * v * v.transpose();
      result.leverage += svd.U.col(k).cwiseAbs2();
    } else {
      untold += v.cwiseAbs2();
    }
    if (!(deviation <= weak_deviation)) {
      WeakDirection weak{VectorX::Zero(n), deviation};
      for (Eigen::Index i = 0; i < m; ++i) weak.weights[free[std::size_t(i)]] = v[i];
      result.weak.push_back(std::move(weak));
    }
  }
  for (Eigen::Index a = 0; a < m; ++a) {
    const Eigen::Index i = free[std::size_t(a)];
    for (Eigen::Index b = 0; b < m; ++b) {
      const Eigen::Index j = free[std::size_t(b)];
      result.covariance(i, j) = covariance(a, b) * scale[i] * scale[j];
    }
    if (untold[a] > kNoPart * kNoPart) result.covariance(i, i) = kInfinity;
    result.error[i] = std::sqrt(result.covariance(i, i));
  }
  result.correlation = correlation_of(result.covariance, result.error);
  return result;
}

double r_squared(const std::vector<double>& y, const std::vector<double>& prediction) {
  if (y.empty()) return kNaN;
  const double mean = std::accumulate(y.begin(), y.end(), 0.0) / double(y.size());
  double left = 0, all = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    left += (y[i] - prediction[i]) * (y[i] - prediction[i]);
    all += (y[i] - mean) * (y[i] - mean);
  }
  return all > 0 ? 1 - left / all : kNaN;
}

double root_mean_square(const std::vector<double>& values) {
  if (values.empty()) return kNaN;
  double sum = 0;
  for (const double x : values) sum += x * x;
  return std::sqrt(sum / double(values.size()));
}

double median_size(std::vector<double> x) {
  if (x.empty()) return kNaN;
  for (double& value : x) value = std::abs(value);
  const auto middle = x.begin() + std::ptrdiff_t(x.size() / 2);
  std::nth_element(x.begin(), middle, x.end());
  if (x.size() % 2) return *middle;
  return 0.5 * (*middle + *std::max_element(x.begin(), middle));
}

}  // namespace cuttle
