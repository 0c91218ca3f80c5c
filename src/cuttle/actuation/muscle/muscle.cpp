#include "cuttle/actuation/muscle/muscle.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cuttle/base/error.h"
#include "cuttle/math/quadrature.h"

namespace cuttle {
namespace {

constexpr int kFirstPoints = 8, kMostPoints = 256;  // of the series of a basis
constexpr double kNegligible =
    1e-14;  // part of the largest coefficient, times 2k + 1 as round-off is

/// Legendre series of the strain functions on a piece, with so many terms: c_k is (2k + 1) times
/// the integral of P_k phi.
MatrixX legendre_series(const StrainField& field, int mode, double start, double end, int terms) {
  const Quadrature rule = gauss_legendre(terms);
  VectorX P(terms), slope(terms);
  MatrixX series;
  for (int i = 0; i < terms; ++i) {
    const MatrixX phi = field.basis(start + rule.nodes[i] * (end - start)).row(mode);
    if (i == 0) series = MatrixX::Zero(terms, phi.cols());
    shifted_legendre(rule.nodes[i], {P.data(), size_t(terms)}, {slope.data(), size_t(terms)});
    for (int k = 0; k < terms; ++k) series.row(k) += (2 * k + 1) * rule.weights[i] * P[k] * phi;
  }
  return series;
}

/// Terms up to the last one that is not negligible.
int significant_terms(const MatrixX& series) {
  const double least = kNegligible * series.cwiseAbs().maxCoeff();
  auto terms = int(series.rows());
  while (terms > 0 && series.row(terms - 1).cwiseAbs().maxCoeff() <= least * (2 * terms - 1))
    --terms;
  return terms;
}

/// Enough terms: half of those that were looked at. Polynomials end by themselves, harmonics of a
/// Fourier basis fade.
MatrixX full_series(const StrainField& field, int mode, double start, double end) {
  MatrixX series;
  for (int points = kFirstPoints; points <= kMostPoints; points *= 2) {
    series = legendre_series(field, mode, start, end, points);
    if (significant_terms(series) <= points / 2) break;
  }
  return series.topRows(significant_terms(series));
}

/// Keeps the columns between the first and the last that act.
Muscle::Piece make_piece(double start, double end, const MatrixX& series) {
  Muscle::Piece piece;
  piece.start = start;
  piece.end = end;
  auto first = Eigen::Index(0), last = series.cols();
  while (first < last && series.col(first).isZero(0)) ++first;
  while (last > first && series.col(last - 1).isZero(0)) --last;
  piece.column = int(first);
  piece.series = series.middleCols(first, last - first);
  return piece;
}

}  // namespace

std::vector<Muscle::Piece> make_muscle_pieces(const StrainField& field, int mode, double from,
                                              double to) {
  std::vector<Muscle::Piece> pieces;
  for (const StrainField::Piece& smooth : field.pieces) {
    const double start = std::max(from, smooth.start), end = std::min(to, smooth.end);
    if (!(end > start)) continue;
    Muscle::Piece piece = make_piece(start, end, full_series(field, mode, start, end));
    if (piece.series.size() > 0) pieces.push_back(std::move(piece));
  }
  return pieces;
}

Muscle::Muscle(Data data) : data_(std::move(data)) {
  expects(data_.to > data_.from, "a muscle has a length");
  expects(!data_.front || data_.front->duration > 0, "a front takes time");
  expects(data_.nodes.empty() || !data_.front, "a strength of X has no front");
  int terms = 1;
  for (const Piece& piece : data_.pieces) terms = std::max(terms, int(piece.series.rows()));
  rule_ = gauss_legendre(terms / 2 + 1);
}

Muscle::Stretch Muscle::recruited(double t) const {
  const Stretch all{data_.from, data_.to};
  if (!data_.front) return all;
  const MuscleFront& front = *data_.front;
  const bool arrived = t >= front.end();
  if (arrived && front.hold) return all;
  const double part = arrived || t <= front.begin ? 0 : (t - front.begin) / front.duration;
  const double way = std::min(part, 1.0) * all.length();
  if (front.to_base) return {all.high - way, all.high};
  return {all.low, all.low + way};
}

template <class Visit>
void Muscle::for_each_part(double t, Visit visit) const {
  const Stretch stretch = recruited(t);
  if (!(stretch.length() > 0)) return;
  // distance from the front, as part of the recruited stretch
  const bool falling = data_.front && data_.front->falling;
  const double tail = data_.front && data_.front->to_base ? stretch.low : stretch.high;
  const auto share = [&](double X) {
    return falling ? std::abs(tail - X) / stretch.length() : 1.0;
  };
  for (const Piece& piece : data_.pieces) {
    const double start = std::max(piece.start, stretch.low);
    const double end = std::min(piece.end, stretch.high);
    if (!(end > start)) continue;
    for (Eigen::Index i = 0; i < rule_.nodes.size(); ++i) {
      const double X = start + rule_.nodes[i] * (end - start);
      const double s = 2 * (X - piece.start) / (piece.end - piece.start) - 1;
      const double weight = rule_.weights[i] * (end - start) * share(X);
      // P_0, P_1, ... by their recurrence
      double before = 0, P = 1;
      for (int k = 0; k < int(piece.series.rows()); ++k) {
        for (int j = 0; j < int(piece.series.cols()); ++j)
          visit(piece.column + j, weight * P * piece.series(k, j));
        const double next = ((2 * k + 1) * s * P - k * before) / (k + 1);
        before = P;
        P = next;
      }
    }
  }
}

void Muscle::add_force(double t, double factor, double* force) const {
  for_each_part(t, [&](int j, double part) { force[j] += factor * part; });
}

double Muscle::strength(const Input& u) const {
  double most = u.u[data_.strength_input];
  for (int i = 1; i < int(data_.nodes.size()); ++i) {
    const double other = u.u[data_.strength_input + i];
    if (std::abs(other) > std::abs(most) || std::isnan(other)) most = other;
  }
  return most;
}

void Muscle::apply(const Model&, const State& x, const Input& u, bool, Workspace& ws) const {
  if (!data_.nodes.empty()) {
    double* const p_q = doubles(ws.bodies[size_t(data_.body)].p_q.data());
    for (size_t i = 0; i < data_.nodes.size(); ++i) {
      const VectorX& push = data_.nodes[i].push;
      const double strength = u.u[data_.strength_input + int(i)];
      for (Eigen::Index j = 0; j < push.size(); ++j) p_q[j] -= strength * push[j];
    }
    return;
  }
  const double strength = u.u[data_.strength_input];
  if (strength == 0) return;
  // p_q is minus the generalised force, which does not depend on the state: no tangent
  add_force(x.t, -strength, doubles(ws.bodies[size_t(data_.body)].p_q.data()));
}

EnergyBooks Muscle::books(const Model& model, const State& x, const Input& u,
                          const Workspace&) const {
  const double* v = x.v.data() + model.bodies[size_t(data_.body)].v;
  double rate = 0;
  if (!data_.nodes.empty()) {
    for (size_t i = 0; i < data_.nodes.size(); ++i) {
      const VectorX& push = data_.nodes[i].push;
      const Eigen::Map<const VectorX> own(v, push.size());
      rate += u.u[data_.strength_input + int(i)] * push.dot(own);
    }
    return {.potential = 0, .power = rate};
  }
  for_each_part(x.t, [&](int j, double part) { rate += part * v[j]; });
  return {.potential = 0, .power = u.u[data_.strength_input] * rate};
}

}  // namespace cuttle
