#include "cuttle/net/net_energy.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>
#include <vector>

#include "cuttle/net/edges.h"

namespace cuttle {
namespace {

using Matrix2 = Eigen::Matrix2d;

double cross_2d(const Vector2& a, const Vector2& b) { return a.x() * b.y() - a.y() * b.x(); }

// 2 tan(phi/2) of the turning angle from e to f, [Goldberg19] (2.5)
double kappa_of(const Vector2& e, const Vector2& f) {
  return 2 * cross_2d(e, f) / (std::sqrt(e.squaredNorm() * f.squaredNorm()) + e.dot(f));
}

void add_to_node(VectorX& gradient, int node, const Vector2& value) {
  gradient[2 * node] += value.x();
  gradient[2 * node + 1] += value.y();
}

void add_block(BandMatrix& hessian, int i, int j, const Matrix2& block) {
  double* upper = hessian.row(2 * i) + 2 * j;
  double* lower = hessian.row(2 * i + 1) + 2 * j;
  upper[0] += block(0, 0);
  upper[1] += block(0, 1);
  lower[0] += block(1, 0);
  lower[1] += block(1, 1);
}

void add_stretch(const StretchTerm& term, double factor, double rate_factor, double before,
                 const VectorX& x, VectorX& gradient, BandMatrix* hessian) {
  const Vector2 e = edge(x, term.i, term.j);
  const double length = e.norm();
  const Vector2 t = e / length;
  const double strain = length / term.rest_length - 1;
  const double EA = factor * term.EA, damping = rate_factor * term.viscous;
  const double tension = EA * strain + damping * (strain - before);
  const Vector2 force = tension * t;
  add_to_node(gradient, term.i, -force);
  add_to_node(gradient, term.j, force);
  if (!hessian) return;

  const double across = tension / length;
  const double along = (EA + damping) / term.rest_length - across;
  Matrix2 block = along * t * t.transpose();
  block(0, 0) += across;
  block(1, 1) += across;
  add_block(*hessian, term.i, term.i, block);
  add_block(*hessian, term.j, term.j, block);
  block = -block;
  add_block(*hessian, term.i, term.j, block);
  add_block(*hessian, term.j, term.i, block);
}

void add_bend(const BendTerm& term, double factor, double rate_factor, double rest_curvature,
              double before, const VectorX& x, VectorX& gradient, BandMatrix* hessian) {
  const Vector2 e = edge(x, term.i, term.j), f = edge(x, term.j, term.k);
  const double e2 = 1 / e.squaredNorm(), f2 = 1 / f.squaredNorm();
  const double kappa = kappa_of(e, f);
  const double EI = factor * term.EI / term.length;
  const double damping = rate_factor * term.viscous / term.length;
  const double moment = EI * (kappa - rest_curvature * term.length) + damping * (kappa - before);
  const double slope = 1 + 0.25 * kappa * kappa;  // d kappa / d phi

  // d phi by node, [Goldberg19] (2.10)
  const Vector2 phi_i(-e.y() * e2, e.x() * e2), phi_k(-f.y() * f2, f.x() * f2);
  const Vector2 phi_j = -phi_i - phi_k;
  const double by_phi = moment * slope;
  add_to_node(gradient, term.i, by_phi * phi_i);
  add_to_node(gradient, term.j, by_phi * phi_j);
  add_to_node(gradient, term.k, by_phi * phi_k);
  if (!hessian) return;

  const double curve = ((EI + damping) * slope + 0.5 * moment * kappa) * slope;
  const Matrix2 He = by_phi * angle_hessian(e, e2), Hf = by_phi * angle_hessian(f, f2);
  const Matrix2 ij = curve * phi_i * phi_j.transpose() + He;
  const Matrix2 jk = curve * phi_j * phi_k.transpose() - Hf;
  const Matrix2 ik = curve * phi_i * phi_k.transpose();
  add_block(*hessian, term.i, term.i, curve * phi_i * phi_i.transpose() - He);
  add_block(*hessian, term.j, term.j, curve * phi_j * phi_j.transpose() - He + Hf);
  add_block(*hessian, term.k, term.k, curve * phi_k * phi_k.transpose() + Hf);
  add_block(*hessian, term.i, term.j, ij);
  add_block(*hessian, term.j, term.i, ij.transpose());
  add_block(*hessian, term.j, term.k, jk);
  add_block(*hessian, term.k, term.j, jk.transpose());
  add_block(*hessian, term.i, term.k, ik);
  add_block(*hessian, term.k, term.i, ik.transpose());
}

/// A vector on the way: at both ends, in the middle, and how long it is.
struct Passage {
  Passage(const Vector2& v0, const Vector2& v1)
      : start(v0), end(v1), middle(0.5 * (v0 + v1)), length0(v0.norm()), length1(v1.norm()) {}

  /// d of length1 - length0 = d . (end - start), exactly.
  Vector2 along() const { return middle / mean(); }
  double mean() const { return 0.5 * (length0 + length1); }

  Vector2 start, end, middle;
  double length0, length1;
};

void add_stretch_between(const StretchTerm& term, double factor, double rate, const VectorX& x0,
                         const VectorX& x1, VectorX& gradient) {
  const Passage e(edge(x0, term.i, term.j), edge(x1, term.i, term.j));
  const double strain = e.mean() / term.rest_length - 1;
  const double change = (e.length1 - e.length0) / term.rest_length;
  const Vector2 force = (factor * term.EA * strain + rate * term.viscous * change) * e.along();
  add_to_node(gradient, term.i, -force);
  add_to_node(gradient, term.j, force);
}

// kappa = 2 N/D with N = e x f and D = |e||f| + e.f, and products change by
// (a b)_1 - (a b)_0 = (a_1 - a_0) b_mean + a_mean (b_1 - b_0), exactly
void add_bend_between(const BendTerm& term, double factor, double rate, double rest_curvature,
                      const VectorX& x0, const VectorX& x1, VectorX& gradient) {
  const Passage e(edge(x0, term.i, term.j), edge(x1, term.i, term.j));
  const Passage f(edge(x0, term.j, term.k), edge(x1, term.j, term.k));
  const double N0 = cross_2d(e.start, f.start), N1 = cross_2d(e.end, f.end);
  const double D0 = e.length0 * f.length0 + e.start.dot(f.start);
  const double D1 = e.length1 * f.length1 + e.end.dot(f.end);
  const double kappa0 = 2 * N0 / D0, kappa1 = 2 * N1 / D1;
  const double moment =
      (factor * term.EI * (0.5 * (kappa0 + kappa1) - rest_curvature * term.length) +
       rate * term.viscous * (kappa1 - kappa0)) /
      term.length;

  const double by_N = (D0 + D1) / (D0 * D1), by_D = -(N0 + N1) / (D0 * D1);
  const Vector2 by_e =
      by_N * Vector2(f.middle.y(), -f.middle.x()) + by_D * (f.middle + f.mean() * e.along());
  const Vector2 by_f =
      by_N * Vector2(-e.middle.y(), e.middle.x()) + by_D * (e.middle + e.mean() * f.along());
  add_to_node(gradient, term.i, -moment * by_e);
  add_to_node(gradient, term.j, moment * (by_e - by_f));
  add_to_node(gradient, term.k, moment * by_f);
}

}  // namespace

void net_strain(const NetData& net, const VectorX& x, NetStrain& strain) {
  strain.stretch.resize(static_cast<Eigen::Index>(net.stretches.size()));
  strain.kappa.resize(static_cast<Eigen::Index>(net.bends.size()));
  for (std::size_t n = 0; n < net.stretches.size(); ++n) {
    const StretchTerm& term = net.stretches[n];
    strain.stretch[n] = edge(x, term.i, term.j).norm() / term.rest_length - 1;
  }
  for (std::size_t n = 0; n < net.bends.size(); ++n) {
    const BendTerm& term = net.bends[n];
    strain.kappa[n] = kappa_of(edge(x, term.i, term.j), edge(x, term.j, term.k));
  }
}

double viscous_power(const NetData& net, const NetViscous& viscous, const NetStrain& strain) {
  double sum = 0;
  for (std::size_t n = 0; n < net.stretches.size(); ++n) {
    const StretchTerm& term = net.stretches[n];
    const double change = strain.stretch[n] - viscous.before.stretch[n];
    sum += term.viscous * term.rest_length * change * change;
  }
  for (std::size_t n = 0; n < net.bends.size(); ++n) {
    const BendTerm& term = net.bends[n];
    const double change = strain.kappa[n] - viscous.before.kappa[n];
    sum += term.viscous / term.length * change * change;
  }
  return sum / (viscous.step * viscous.step);
}

double elastic_energy(const NetData& net, const NetInput& input, const NetStrain& strain) {
  double sum = 0;
  for (std::size_t n = 0; n < net.stretches.size(); ++n) {
    const StretchTerm& term = net.stretches[n];
    const double EA = input.stiffness_factor[term.segment] * term.EA;
    sum += 0.5 * EA * strain.stretch[n] * strain.stretch[n] * term.rest_length;
  }
  for (std::size_t n = 0; n < net.bends.size(); ++n) {
    const BendTerm& term = net.bends[n];
    const double bent = strain.kappa[n] - input.rest_curvature[term.segment] * term.length;
    sum += 0.5 * input.stiffness_factor[term.segment] * term.EI / term.length * bent * bent;
  }
  return sum;
}

NetEnergy net_energy(const NetData& net, const NetInput& input, const VectorX& x, const VectorX& v,
                     double load_factor) {
  NetEnergy energy;
  for (int i = 0; i < net.nodes(); ++i) {
    const Vector2 place = x.segment<2>(2 * i);
    energy.kinetic += 0.5 * net.mass[i] * v.segment<2>(2 * i).squaredNorm();
    energy.gravity -= load_factor * net.mass[i] * net.gravity.dot(place);
    energy.load -= load_factor * net.load.segment<2>(2 * i).dot(place);
  }
  for (const StretchTerm& term : net.stretches) {
    const double strain = edge(x, term.i, term.j).norm() / term.rest_length - 1;
    const double EA = input.stiffness_factor[term.segment] * term.EA;
    energy.stretch += 0.5 * EA * strain * strain * term.rest_length;
  }
  for (const BendTerm& term : net.bends) {
    const double kappa = kappa_of(edge(x, term.i, term.j), edge(x, term.j, term.k));
    const double bent = kappa - input.rest_curvature[term.segment] * term.length;
    energy.bend += 0.5 * input.stiffness_factor[term.segment] * term.EI / term.length * bent * bent;
  }
  return energy;
}

BandMatrix net_matrix(const NetData& net) {
  std::vector<int> first(static_cast<std::size_t>(net.nodes())), end(first.size());
  for (int node = 0; node < net.nodes(); ++node) first[node] = node, end[node] = node + 1;
  const auto couple = [&](std::initializer_list<int> nodes) {
    const auto [low, high] = std::minmax(nodes);
    for (const int node : nodes) {
      first[node] = std::min(first[node], low);
      end[node] = std::max(end[node], high + 1);
    }
  };
  for (const StretchTerm& term : net.stretches) couple({term.i, term.j});
  for (const BendTerm& term : net.bends) couple({term.i, term.j, term.k});

  std::vector<int> first_entry, end_entry;  // of both coordinates of a node
  for (int i = 0; i < net.size(); ++i) {
    first_entry.push_back(2 * first[i / 2]);
    end_entry.push_back(2 * end[i / 2]);
  }
  BandMatrix A(net.size(), net.band);
  A.set_profile(std::move(first_entry), std::move(end_entry));
  return A;
}

void add_elastic(const NetData& net, const NetInput& input, const NetViscous* viscous,
                 const VectorX& x, VectorX& gradient, BandMatrix* hessian) {
  const double rate_factor = viscous ? 1 / viscous->step : 0;
  for (std::size_t n = 0; n < net.stretches.size(); ++n) {
    const StretchTerm& term = net.stretches[n];
    add_stretch(term, input.stiffness_factor[term.segment], rate_factor,
                viscous ? viscous->before.stretch[n] : 0, x, gradient, hessian);
  }
  for (std::size_t n = 0; n < net.bends.size(); ++n) {
    const BendTerm& term = net.bends[n];
    add_bend(term, input.stiffness_factor[term.segment], rate_factor,
             input.rest_curvature[term.segment], viscous ? viscous->before.kappa[n] : 0, x,
             gradient, hessian);
  }
}

void add_elastic_between(const NetData& net, const NetInput& input, const VectorX& x0,
                         const VectorX& x1, double step, VectorX& gradient) {
  for (const StretchTerm& term : net.stretches)
    add_stretch_between(term, input.stiffness_factor[term.segment], 1 / step, x0, x1, gradient);
  for (const BendTerm& term : net.bends)
    add_bend_between(term, input.stiffness_factor[term.segment], 1 / step,
                     input.rest_curvature[term.segment], x0, x1, gradient);
}

void add_loads(const NetData& net, double factor, VectorX& gradient) {
  for (int i = 0; i < net.nodes(); ++i) {
    gradient.segment<2>(2 * i) -= factor * (net.mass[i] * net.gravity + net.load.segment<2>(2 * i));
  }
}

void hold_fixed(const NetData& net, BandMatrix& A, VectorX& residual) {
  for (int i = 0; i < net.size(); ++i) {
    if (!net.fixed[i]) continue;
    // the weight of the row that was there, so that all rows stay comparable
    const double weight = std::abs(A.row(i)[i]);
    A.clear_row(i);
    A.row(i)[i] = weight > 0 ? weight : 1;
    residual[i] = 0;
  }
}

Vector3 net_momentum(const NetData& net, const VectorX& x, const VectorX& v) {
  Vector3 sum = Vector3::Zero();
  for (int i = 0; i < net.nodes(); ++i) {
    const Vector2 p = net.mass[i] * v.segment<2>(2 * i);
    sum += Vector3(p.x(), p.y(), cross_2d(x.segment<2>(2 * i), p));
  }
  return sum;
}

}  // namespace cuttle
