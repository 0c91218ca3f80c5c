#include "cuttle/actuation/cable/rod_leg.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuttle/base/error.h"
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

/// Rods that only bend change the tangent of a cable along their axis alone: one row.
int row_count(const RodLeg::Node& node) {
  return node.blocks == 0 ? 0 : int(node.N.size()) / node.blocks;
}

/// N q.
Vector3 multiply(const RodLeg::Node& node, const double* q, int n) {
  Vector3 product = Vector3::Zero();
  for (int row = 0; row < row_count(node); ++row) {
    Lanes x(0);
    for (int k = 0; k < node.blocks; ++k)
      x += node.N[size_t(row * node.blocks + k)] * load_block(q, n, node.block + k);
    product[row] = sum(x);
  }
  return product;
}

/// One block of N^T e.
Lanes multiply_transpose(const RodLeg::Node& node, const Vector3& e, int k) {
  Lanes x(0);
  for (int row = 0; row < row_count(node); ++row)
    x += node.N[size_t(row * node.blocks + k)] * e[row];
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
  bool axial = true;
  for (int j = first; j <= last; ++j) axial = axial && column(j).tail<2>().isZero(0);
  if (axial) node.N.resize(size_t(node.blocks));
  return node;
}

/// Adds c n n^T to K_act, n the only row of N.
void add_axial_stiffness(const RodLeg::Node& node, double c, BodyWork& b) {
  if (c == 0) return;
  const int first = node.block * kBlock, last = std::min(first + node.blocks * kBlock, b.n);
  for (int i = first; i < last; ++i) {
    const double n_i = node.N[size_t(i / kBlock - node.block)][i % kBlock];
    Lanes* K_row = &b.K_act[size_t(i * b.nb + node.block)];
    for (int k = 0; k < node.blocks; ++k) K_row[k] += node.N[size_t(k)] * (c * n_i);
  }
}

/// Adds s N^T (1 - e e^T) N to K_act.
void add_stiffness(const RodLeg::Node& node, const Vector3& e, double s, BodyWork& b) {
  if (row_count(node) == 1) {
    // N = x n^T: what is left of it across e is (1 - e_x^2) n n^T; nothing where e is x
    add_axial_stiffness(node, s * e.tail<2>().squaredNorm(), b);
    return;
  }
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

/// Where a cable stays parallel to the axis of a rod that only bends, its length is linear in the
/// coordinates (as long as it is longer than nothing): all such points are one.
std::vector<RodLeg::Node> merged(std::vector<RodLeg::Node> nodes) {
  const auto linear = [](const RodLeg::Node& node) {
    return row_count(node) <= 1 && node.t0.tail<2>().isZero(0) && node.t0.x() > 0;
  };
  const auto parallel = std::stable_partition(nodes.begin(), nodes.end(),
                                              [&](const auto& node) { return !linear(node); });
  if (nodes.end() - parallel < 2) return nodes;
  int first = std::numeric_limits<int>::max(), last = -1;
  for (auto node = parallel; node != nodes.end(); ++node) {
    if (node->blocks == 0) continue;
    first = std::min(first, node->block);
    last = std::max(last, node->block + node->blocks - 1);
  }
  RodLeg::Node one;
  one.weight = 1;
  one.block = last < 0 ? 0 : first;
  one.blocks = last < 0 ? 0 : last - first + 1;
  one.N.assign(size_t(one.blocks), Lanes(0));
  for (auto node = parallel; node != nodes.end(); ++node) {
    one.t0 += node->weight * node->t0;
    for (int k = 0; k < node->blocks; ++k)
      one.N[size_t(node->block + k - one.block)] += node->N[size_t(k)] * node->weight;
  }
  nodes.erase(parallel, nodes.end());
  nodes.push_back(std::move(one));
  return nodes;
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
  leg.nodes = merged(std::move(leg.nodes));
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
