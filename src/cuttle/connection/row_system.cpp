#include "cuttle/connection/row_system.h"

#include <algorithm>
#include <cmath>

namespace cuttle {
namespace {

constexpr int kDenseRows = 60;           // above, the matrix is sparse
constexpr double kEigenvalueCut = 1e-9;  // of an eigenvalue of scaled rows
// A row is scaled to one unless more than 0.99 of it cancelled: then it was weak before as well,
// and may vanish.
constexpr double kFloor = 1e-2;
constexpr double kProximal = 1e-8;  // added to the diagonal; taken out again where that is known

}  // namespace

void RowSystem::start(int size) {
  size_ = size;
  dense_ = size <= kDenseRows;
  if (dense_) G_.setZero(size, size);
  entries_.clear();
}

void RowSystem::add(int i, int j, double value) {
  if (dense_) {
    G_(i, j) += value;
    if (i != j) G_(j, i) += value;
  } else {
    entries_.emplace_back(i, j, value);
  }
}

void RowSystem::finish(const VectorX& kept) {
  if (!dense_) fill_sparse();
  scale_.resize(size_);
  for (int i = 0; i < size_; ++i) {
    const double diagonal = dense_ ? G_(i, i) : sparse_.valuePtr()[diagonal_[size_t(i)]];
    const double size = diagonal * std::max(1.0, kFloor / kept[i]);
    scale_[i] = size > 0 && std::isfinite(size) ? 1 / std::sqrt(size) : 0;
  }
  if (dense_)
    factor_dense();
  else
    factor_sparse();
}

void RowSystem::factor_dense() {
  G_ = scale_.asDiagonal() * G_ * scale_.asDiagonal();
  // Cholesky is enough where its pivots say that the rows are independent
  dense_cholesky_.compute(G_);
  full_rank_ = dense_cholesky_.ok();
  weakest_ = 1;
  for (int i = 0; i < size_ && full_rank_; ++i) {
    const double pivot = std::pow(dense_cholesky_.factors()(i, i), 2);
    weakest_ = std::min(weakest_, pivot);
    full_rank_ = pivot > 1e-7;
  }
  rank_ = size_;
  if (full_rank_) return;
  eigen_.compute(G_);
  // a row of full strength has the size one: where all are redundant, all that is left is round-off
  const double cut = kEigenvalueCut * std::max(1.0, eigen_.values().cwiseAbs().maxCoeff());
  rank_ = int((eigen_.values().array() > cut).count());
  weakest_ = rank_ > 0 ? eigen_.values()[size_ - rank_] : 1;
}

void RowSystem::fill_sparse() {
  const bool same = sparse_.rows() == size_ && pattern_.size() == entries_.size() &&
                    std::equal(entries_.begin(), entries_.end(), pattern_.begin(),
                               [](const auto& e, const auto& p) {
                                 return e.row() == p.first && e.col() == p.second;
                               });
  if (!same) {
    sparse_.resize(size_, size_);
    sparse_.setFromTriplets(entries_.begin(), entries_.end());
    cholesky_.analyzePattern(sparse_);
    const auto slot = [&](int row, int column) {
      const auto* begin = sparse_.innerIndexPtr() + sparse_.outerIndexPtr()[column];
      const auto* end = sparse_.innerIndexPtr() + sparse_.outerIndexPtr()[column + 1];
      return Eigen::Index(std::lower_bound(begin, end, row) - sparse_.innerIndexPtr());
    };
    pattern_.clear();
    slots_.clear();
    for (const auto& e : entries_) {
      pattern_.emplace_back(e.row(), e.col());
      slots_.push_back(slot(e.row(), e.col()));
    }
    diagonal_.clear();
    for (int i = 0; i < size_; ++i) diagonal_.push_back(slot(i, i));
    return;
  }
  std::fill_n(sparse_.valuePtr(), sparse_.nonZeros(), 0.0);
  for (size_t k = 0; k < entries_.size(); ++k) sparse_.valuePtr()[slots_[k]] += entries_[k].value();
}

void RowSystem::factor_sparse() {
  rank_ = size_;
  weakest_ = 0;
  for (int column = 0; column < size_; ++column)
    for (Lower::InnerIterator entry(sparse_, column); entry; ++entry)
      entry.valueRef() *= scale_[entry.row()] * scale_[column];
  cholesky_.setShift(kProximal);
  cholesky_.factorize(sparse_);
}

double RowSystem::solve(const VectorX& r, VectorX& lambda) {
  scaled_ = scale_.cwiseProduct(r);
  const double size = scaled_.norm();
  lambda.setZero(size_);
  if (size_ == 0 || size == 0) return 0;
  if (dense_ && full_rank_) {
    dense_cholesky_.solve(scaled_, solution_);
  } else if (dense_) {
    solution_.noalias() = eigen_.vectors().transpose() * scaled_;
    for (int i = 0; i < size_; ++i)
      solution_[i] = i < size_ - rank_ ? 0 : solution_[i] / eigen_.values()[i];
    residual_.noalias() = eigen_.vectors() * solution_;
    solution_.swap(residual_);
  } else {
    // refined towards the matrix without the shift; from zero: the solution of least norm
    solution_ = cholesky_.solve(scaled_);
    for (int k = 0; k < 6; ++k) {
      update_residual();
      if (residual_.norm() < 1e-14 * size) break;
      solution_ += cholesky_.solve(residual_);
    }
  }
  lambda = scale_.cwiseProduct(solution_);
  update_residual();
  return residual_.norm() / size;
}

void RowSystem::update_residual() {
  residual_ = scaled_;
  if (dense_)
    residual_.noalias() -= G_ * solution_;
  else
    residual_.noalias() -= sparse_.selfadjointView<Eigen::Lower>() * solution_;
}

void RowSystem::correct(const VectorX& r, VectorX& lambda) {
  scaled_ = scale_.cwiseProduct(r);
  if (dense_ && full_rank_) {
    dense_cholesky_.solve(scaled_, solution_);
  } else if (dense_) {
    residual_.noalias() = eigen_.vectors().transpose() * scaled_;
    for (int i = 0; i < size_; ++i) {
      // what the shift and one refinement make of an eigenvalue, as below
      const double value = eigen_.values()[i], shifted = value + kProximal;
      residual_[i] *= i < size_ - rank_ ? 0 : (value + 2 * kProximal) / (shifted * shifted);
    }
    solution_.noalias() = eigen_.vectors() * residual_;
  } else {
    solution_ = cholesky_.solve(scaled_);
    update_residual();
    solution_ += cholesky_.solve(residual_);
  }
  lambda = scale_.cwiseProduct(solution_);
}

}  // namespace cuttle
