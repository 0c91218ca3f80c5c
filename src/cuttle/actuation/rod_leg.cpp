#include "cuttle/actuation/rod_leg.h"

#include <algorithm>
#include <cmath>

#include "cuttle/base/contract.h"
#include "cuttle/math/quadrature.h"

namespace cuttle {
namespace {

double sum(const Lanes& x) {
  double total = 0;
  for (int i = 0; i < Lanes::kSize; ++i) total += x[i];
  return total;
}

/// Own coordinates of one block, zero beyond the last one.
Lanes load_block(const double* q, int n, int block) {
  const int first = block * kBlock;
  if (first + kBlock <= n) return Lanes::load(q + first);
  Lanes x(0);
  for (int j = first; j < n; ++j) x.set(j - first, q[j]);
  return x;
}

/// N q.
Vector3 multiply(const RodLeg::Node& node, const double* q, int n) {
  Lanes rows[3] = {Lanes(0), Lanes(0), Lanes(0)};
  for (int k = 0; k < node.blocks; ++k) {
    const Lanes x = load_block(q, n, node.block + k);
    for (int row = 0; row < 3; ++row) rows[row] += node.N[size_t(row * node.blocks + k)] * x;
  }
  return Vector3(sum(rows[0]), sum(rows[1]), sum(rows[2]));
}

/// One block of N^T e.
Lanes multiply_transpose(const RodLeg::Node& node, const Vector3& e, int k) {
  Lanes x(0);
  for (int row = 0; row < 3; ++row) x += node.N[size_t(row * node.blocks + k)] * e[row];
  return x;
}

/// Tangent of the cable at a node, per metre of rod.
Vector3 tangent(const RodLeg::Node& node, const double* q, int n) {
  return node.t0 + multiply(node, q, n);
}

/// Rows t0 + N q = rho + kappa x p + p' of one Gauss point.
RodLeg::Node make_node(double weight, const Vector6& rest, const MatrixX& Phi, const Vector3& p,
                       const Vector3& slope) {
  RodLeg::Node node;
  node.weight = weight;
  node.t0 = rest.tail<3>() + rest.head<3>().cross(p) + slope;

  // columns of N, in the blocks between the first and the last coordinate that acts here
  const auto column = [&](int j) -> Vector3 {
    const Vector3 kappa = Phi.col(j).head<3>(), rho = Phi.col(j).tail<3>();
    return rho + kappa.cross(p);
  };
  int first = int(Phi.cols()), last = -1;
  for (int j = 0; j < int(Phi.cols()); ++j) {
    if (column(j).isZero(0)) continue;
    first = std::min(first, j);
    last = j;
  }
  if (last < 0) return node;
  node.block = first / kBlock;
  node.blocks = last / kBlock - node.block + 1;
  node.N.assign(size_t(3 * node.blocks), Lanes(0));
  for (int j = first; j <= last; ++j) {
    const Vector3 N_j = column(j);
    for (int row = 0; row < 3; ++row)
      node.N[size_t(row * node.blocks + j / kBlock - node.block)].set(j % kBlock, N_j[row]);
  }
  return node;
}

/// Adds s N^T (1 - e e^T) N to K_act.
void add_stiffness(const RodLeg::Node& node, const Vector3& e, double s, BodyWork& b) {
  const int first = node.block * kBlock, last = std::min(first + node.blocks * kBlock, b.n);
  for (int i = first; i < last; ++i) {
    const int block = i / kBlock - node.block, lane = i % kBlock;
    Vector3 column;
    for (int row = 0; row < 3; ++row) column[row] = node.N[size_t(row * node.blocks + block)][lane];
    const Vector3 across = s * (column - e * e.dot(column));
    Lanes* K_row = &b.K_act[size_t(i * b.nb + node.block)];
    for (int k = 0; k < node.blocks; ++k) K_row[k] += multiply_transpose(node, across, k);
  }
}

}  // namespace

RodLeg make_rod_leg(int body, const StrainField& field, double from, double to,
                    const std::function<PathOffset(double s)>& path) {
  const double low = std::min(from, to), high = std::max(from, to);
  const double direction = to < from ? -1 : 1;
  RodLeg leg;
  leg.body = body;
  for (const StrainField::Piece& piece : field.pieces) {
    const double start = std::max(low, piece.start), end = std::min(high, piece.end);
    if (!(end > start)) continue;
    const Quadrature rule = gauss_legendre(piece.points);
    for (int i = 0; i < piece.points; ++i) {
      const double X = start + rule.nodes[i] * (end - start);
      const PathOffset at = path(std::abs(X - from));
      leg.nodes.push_back(make_node(rule.weights[i] * (end - start), field.rest_strain(X),
                                    field.basis(X), Vector3(0, at.y, at.z),
                                    direction * Vector3(0, at.dy, at.dz)));
    }
  }
  expects(!leg.nodes.empty(), "a cable's run along a rod has a length");
  return leg;
}

double leg_length(const RodLeg& leg, const Model& model, const State& x) {
  const Body& body = model.bodies[size_t(leg.body)];
  const double* q = x.q.data() + body.q;
  double length = 0;
  for (const RodLeg::Node& node : leg.nodes)
    length += node.weight * tangent(node, q, body.n()).norm();
  return length;
}

double leg_rate(const RodLeg& leg, const Model& model, const State& x) {
  const Body& body = model.bodies[size_t(leg.body)];
  const double *q = x.q.data() + body.q, *v = x.v.data() + body.v;
  double rate = 0;
  for (const RodLeg::Node& node : leg.nodes) {
    const Vector3 e = tangent(node, q, body.n()).normalized();
    rate += node.weight * e.dot(multiply(node, v, body.n()));
  }
  return rate;
}

void add_leg_gradient(const RodLeg& leg, const Model& model, const State& x, double factor,
                      VectorX& gradient) {
  const Body& body = model.bodies[size_t(leg.body)];
  for (const RodLeg::Node& node : leg.nodes) {
    const Vector3 e = tangent(node, x.q.data() + body.q, body.n()).normalized();
    for (int k = 0; k < node.blocks; ++k) {
      const Lanes part = multiply_transpose(node, factor * node.weight * e, k);
      const int first = (node.block + k) * kBlock, last = std::min(first + kBlock, body.n());
      for (int j = first; j < last; ++j) gradient[body.v + j] += part[j - first];
    }
  }
}

void pull_leg(const RodLeg& leg, const Model& model, const State& x, double tension,
              bool with_stiffness, Workspace& ws) {
  const Body& body = model.bodies[size_t(leg.body)];
  BodyWork& b = ws.bodies[size_t(leg.body)];
  for (const RodLeg::Node& node : leg.nodes) {
    const Vector3 t = tangent(node, x.q.data() + body.q, b.n);
    const double stretch = t.norm();
    const Vector3 e = t / stretch;
    const double pull = tension * node.weight;
    for (int k = 0; k < node.blocks; ++k)
      b.p_q[size_t(node.block + k)] += multiply_transpose(node, pull * e, k);
    if (with_stiffness) add_stiffness(node, e, pull / stretch, b);
  }
  if (with_stiffness) b.has_K_act = true;
}

}  // namespace cuttle
