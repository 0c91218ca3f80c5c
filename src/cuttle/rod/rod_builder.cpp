#include <algorithm>
#include <cmath>

#include "cuttle/base/error.h"
#include "cuttle/math/quadrature.h"
#include "cuttle/rod/rod.h"

namespace cuttle {
namespace {

/// Calls visit(X, weight) for a Gauss rule with `points` points on each smooth piece, and with
/// weight 0 for the piece's end: no Magnus interval may cross a kink.
template <class Visit>
void for_each_gauss_point(const RodDivision& division, int points, Visit visit) {
  const std::vector<double> ends = division.piece_ends();
  const Quadrature rule = gauss_legendre(points);
  for (size_t piece = 0; piece + 1 < ends.size(); ++piece) {
    const double start = ends[piece] * division.length;
    const double size = (ends[piece + 1] - ends[piece]) * division.length;
    for (int i = 0; i < points; ++i) visit(start + rule.nodes[i] * size, rule.weights[i] * size);
    visit(ends[piece + 1] * division.length, 0.0);
  }
}

constexpr int kElasticPoints = 12;  // on each smooth piece, at least

std::vector<ElasticNode> nodes_of(const RodDivision& division, int least) {
  int points = std::max(least, division.piece_points());
  for (const auto& bases : division.modes)
    for (const StrainBasis& basis : bases) points = std::max(points, basis.degree() + 2);
  std::vector<ElasticNode> nodes;
  for_each_gauss_point(division, points, [&nodes](double X, double w) {
    if (w > 0) nodes.push_back({X, w});
  });
  return nodes;
}

/// Stiffness and damping of a division in its coordinates, [Mathew22] (4): the integral of
/// Phi^T S Phi.
void add_elasticity_integrals(const RodDivision& division, int column, MatrixX& K, MatrixX& D) {
  const int n = division.n();
  std::vector<int> here;  // functions that are not zero, few of those with elements
  for (const auto& [X, w] : division.elastic_nodes()) {
    const MatrixX Phi = division.basis(X);
    const RodSection section = division.section(X);
    here.clear();
    for (int j = 0; j < n; ++j)
      if (!Phi.col(j).isZero(0)) here.push_back(j);
    const MatrixX rows = Phi(Eigen::all, here);
    for (int& j : here) j += column;
    K(here, here) += w * rows.transpose() * section.stiffness * rows;
    D(here, here) += w * rows.transpose() * section.damping * rows;
  }
}

/// A square matrix in rows of 8 doubles, padded with zeros.
std::vector<Lanes> padded_rows(const MatrixX& A) {
  const int n = int(A.rows()), nb = block_count(n);
  std::vector<Lanes> rows(size_t(n * nb), Lanes(0));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) rows[size_t(i * nb + j / kBlock)].set(j % kBlock, A(i, j));
  return rows;
}

bool is_diagonal_inertia(const Matrix6& M) {
  Matrix6 rest = M;
  rest.diagonal().setZero();
  return rest.cwiseAbs().maxCoeff() <= 1e-14 * M.cwiseAbs().maxCoeff();
}

bool is_isotropic_mass(const Matrix6& M) {
  const Vector3 m = M.diagonal().tail<3>();
  return (m.array() - m[0]).abs().maxCoeff() <= 1e-14 * M.cwiseAbs().maxCoeff();
}

}  // namespace

int RodDivision::n() const {
  int count = 0;
  for (const auto& bases : modes)
    for (const StrainBasis& basis : bases) count += basis.size();
  return count;
}

MatrixX RodDivision::basis(double X) const {
  MatrixX Phi = MatrixX::Zero(6, n());
  int column = 0;
  for (int mode = 0; mode < 6; ++mode)
    for (const StrainBasis& one : modes[size_t(mode)]) {
      Phi.row(mode).segment(column, one.size()) = one(X / length);
      column += one.size();
    }
  return Phi;
}

std::vector<double> RodDivision::piece_ends() const {
  std::vector<double> ends = {0, 1};
  for (const auto& bases : modes)
    for (const StrainBasis& one : bases)
      for (double x : one.kinks()) ends.push_back(x);
  std::sort(ends.begin(), ends.end());
  const auto same = [](double a, double b) { return b - a < 1e-12; };
  ends.erase(std::unique(ends.begin(), ends.end(), same), ends.end());
  return ends;
}

int RodDivision::piece_points() const {
  const int pieces = int(piece_ends().size()) - 1;
  return std::max((quadrature + pieces - 1) / pieces, pieces > 1 ? 2 : 1);
}

std::vector<ElasticNode> RodDivision::elastic_nodes() const {
  return nodes_of(*this, kElasticPoints);
}

std::vector<ElasticNode> RodDivision::rest_nodes() const {
  return nodes_of(*this, piece_ends().size() > 2 ? 1 : kElasticPoints);
}

RodBuilder::RodBuilder(std::vector<RodDivision> divisions) {
  data_.divisions = std::move(divisions);
  data_.abscissa.push_back(0);
  data_.weight.push_back(0);
  data_.inertia.push_back(Matrix6::Zero());
  data_.added_mass.push_back(Matrix6::Zero());
  point_division_.push_back(0);

  // coordinates: division by division, mode by mode
  for (const RodDivision& division : data_.divisions) {
    data_.division_start.push_back(data_.length);
    data_.division_column.push_back(data_.n);
    data_.length += division.length;
    data_.n += division.n();
    for (int mode = 0; mode < 6; ++mode)
      for (const StrainBasis& basis : division.modes[size_t(mode)])
        data_.column_mode.insert(data_.column_mode.end(), size_t(basis.size()), mode);
  }

  // the chain: Gauss points, then the end of each smooth piece; the last is the division's
  data_.K = MatrixX::Zero(data_.n, data_.n);
  data_.D = MatrixX::Zero(data_.n, data_.n);
  for (size_t d = 0; d < data_.divisions.size(); ++d) {
    const RodDivision& division = data_.divisions[d];
    const double start = data_.division_start[d];
    for_each_gauss_point(division, division.piece_points(), [&](double X, double w) {
      add_point(int(data_.abscissa.size()) - 1, start + X, w, int(d));
    });
    add_elasticity_integrals(division, data_.division_column[d], data_.K, data_.D);
  }
  chain_points_ = int(data_.abscissa.size());
}

RodBuilder::RodBuilder(const Rod& rod) : data_(rod.data()), point_division_{0} {
  point_division_.insert(point_division_.end(), data_.interval_division.begin(),
                         data_.interval_division.end());
  // the chain comes first, each point from the one before it
  chain_points_ = 1;
  while (chain_points_ <= int(data_.from.size()) &&
         data_.from[size_t(chain_points_ - 1)] == chain_points_ - 1)
    ++chain_points_;
}

int RodBuilder::add_point(int from, double X, double weight, int division) {
  const RodDivision& law = data_.divisions[size_t(division)];
  const double local = X - data_.division_start[size_t(division)];
  Matrix6 dry = Matrix6::Zero(), added_mass = Matrix6::Zero();
  if (weight > 0) {
    const RodSection section = law.section(local);
    dry = weight * section.inertia;
    added_mass = weight * section.added_mass;
  }
  const Matrix6 inertia = dry + added_mass;
  data_.from.push_back(from);
  data_.passive.push_back(false);
  data_.abscissa.push_back(X);
  data_.weight.push_back(weight);
  data_.inertia.push_back(inertia);
  data_.added_mass.push_back(added_mass);
  data_.mass += dry(3, 3);
  if (weight > 0) data_.stations.push_back(int(data_.abscissa.size()) - 1);
  if (weight > 0 && !is_diagonal_inertia(inertia)) data_.diagonal_inertia = false;
  if (weight > 0 && !is_isotropic_mass(inertia)) data_.isotropic_mass = false;
  point_division_.push_back(division);
  return int(data_.abscissa.size()) - 1;
}

int RodBuilder::point_at(double X, bool passive) {
  expects(X >= 0 && X <= data_.length * (1 + 1e-12), "an abscissa on the rod");
  for (size_t i = 0; i < data_.abscissa.size(); ++i)
    if (std::abs(data_.abscissa[i] - X) <= 1e-10 * data_.length) {
      if (i > 0 && !passive) data_.passive[i - 1] = false;
      return int(i);
    }
  // a side branch from the last chain point before X
  int from = 0;
  while (from + 1 < chain_points_ && data_.abscissa[size_t(from + 1)] < X) ++from;
  const int point = add_point(from, X, 0, point_division_[size_t(from + 1)]);
  data_.passive.back() = passive;
  return point;
}

std::shared_ptr<const Rod> RodBuilder::finish() {
  const int intervals = int(data_.from.size());
  const double zanna = std::sqrt(3.0) / 6;
  data_.groups.assign(size_t(block_count(intervals)), IntervalGroup{});
  data_.strips.assign(size_t(intervals), {});

  for (size_t g = 0; g < data_.groups.size(); ++g) {
    IntervalGroup& group = data_.groups[g];
    const int first = int(g) * kBlock, last = std::min(first + kBlock, intervals);

    // coordinates and modes of the divisions that the group crosses
    int begin = data_.n, end = 0;
    for (int i = first; i < last; ++i) {
      const auto d = size_t(point_division_[size_t(i + 1)]);
      begin = std::min(begin, data_.division_column[d]);
      end = std::max(end, data_.division_column[d] + data_.divisions[d].n());
    }
    group.column = std::min(begin, end);
    group.columns = std::max(0, end - begin);
    for (int mode = 0; mode < 6; ++mode)
      for (int j = group.column; j < group.column + group.columns; ++j)
        if (data_.column_mode[size_t(j)] == mode) {
          group.modes.push_back(mode);
          break;
        }

    group.h = group.c = Lanes(0);
    group.I.fill(Lanes(0));
    group.m.fill(Lanes(0));
    group.rest1.fill(Lanes(0));
    group.rest2.fill(Lanes(0));
    group.phi1.assign(size_t(group.columns), Lanes(0));
    group.phi2.assign(size_t(group.columns), Lanes(0));

    for (int i = first; i < last; ++i) {
      const int lane = i - first;
      const auto d = size_t(point_division_[size_t(i + 1)]);
      const RodDivision& division = data_.divisions[d];
      const double X0 = data_.abscissa[size_t(data_.from[size_t(i)])] - data_.division_start[d];
      const double h = data_.abscissa[size_t(i + 1)] - data_.division_start[d] - X0;
      const double X1 = X0 + h * (0.5 - zanna), X2 = X0 + h * (0.5 + zanna);
      group.h.set(lane, h);
      group.c.set(lane, std::sqrt(3.0) * h * h / 12);
      const Vector6 rest1 = division.rest_strain(X1), rest2 = division.rest_strain(X2);
      for (int row = 0; row < 6; ++row) {
        group.rest1[row].set(lane, rest1[row]);
        group.rest2[row].set(lane, rest2[row]);
      }
      const Matrix6& M = data_.inertia[size_t(i + 1)];
      for (int row = 0; row < 3; ++row) {
        group.I[row].set(lane, M(row, row));
        group.m[row].set(lane, M(3 + row, 3 + row));
      }

      const MatrixX Phi1 = division.basis(X1), Phi2 = division.basis(X2);
      auto& strips = data_.strips[size_t(i)];
      for (int j = 0; j < division.n(); ++j) {
        const int column = data_.division_column[d] + j;
        const int mode = data_.column_mode[size_t(column)];
        group.phi1[size_t(column - group.column)].set(lane, Phi1(mode, j));
        group.phi2[size_t(column - group.column)].set(lane, Phi2(mode, j));
        const int block = column / kBlock;
        auto strip = std::find_if(strips.begin(), strips.end(), [&](const BasisStrip& s) {
          return s.block == block && s.mode == mode;
        });
        if (strip == strips.end())
          strip = strips.insert(strips.end(), BasisStrip{block, mode, Lanes(0), Lanes(0)});
        strip->phi1.set(column % kBlock, Phi1(mode, j));
        strip->phi2.set(column % kBlock, Phi2(mode, j));
      }
      std::sort(strips.begin(), strips.end(),
                [](const BasisStrip& a, const BasisStrip& b) { return a.block < b.block; });
    }
  }
  data_.interval_division.assign(point_division_.begin() + 1, point_division_.end());
  data_.K_rows = padded_rows(data_.K);
  data_.D_rows = padded_rows(data_.D);
  data_.damped = !data_.D.isZero(0);
  return std::make_shared<const Rod>(std::move(data_));
}

}  // namespace cuttle
