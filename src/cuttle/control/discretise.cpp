#include "cuttle/control/discretise.h"

#include <unsupported/Eigen/MatrixFunctions>

#include "cuttle/base/contract.h"

namespace cuttle {

// exp of [A B; 0 0] T is [e^AT, integral of e^As B; 0, 1]
DiscreteSystem discretise(const MatrixX& A, const MatrixX& B, double sample_time) {
  const auto n = A.rows(), m = B.cols();
  expects(A.cols() == n && B.rows() == n, "a square A, and B with as many rows");
  MatrixX generator = MatrixX::Zero(n + m, n + m);
  generator.topRows(n) << sample_time * A, sample_time * B;
  const MatrixX flow = generator.exp();
  return {flow.topLeftCorner(n, n), flow.topRightCorner(n, m)};
}

// the last command acts for the delay, then the new one for the rest
DelayedSystem discretise(const MatrixX& A, const MatrixX& B, double sample_time, double delay) {
  expects(delay >= 0 && delay <= sample_time, "a delay within one sample time");
  const DiscreteSystem before = discretise(A, B, delay);
  const DiscreteSystem after = discretise(A, B, sample_time - delay);
  return {after.A * before.A, after.B, after.A * before.B};
}

DiscreteSystem DelayedSystem::augmented() const {
  const auto n = A.rows(), m = B.cols();
  DiscreteSystem system{MatrixX::Zero(n + m, n + m), MatrixX::Zero(n + m, m)};
  system.A.topRows(n) << A, B_last;
  system.B << B, MatrixX::Identity(m, m);
  return system;
}

}  // namespace cuttle
