#include "cuttle/net/net_linear.h"

#include "cuttle/net/net_energy.h"

namespace cuttle {
namespace {

VectorX elastic_gradient(const NetData& net, const NetInput& input, const VectorX& x) {
  VectorX gradient = VectorX::Zero(net.size());
  add_elastic(net, input, nullptr, x, gradient, nullptr);
  return gradient;
}

}  // namespace

NetLinear linearize_net(const NetData& net, const NetInput& input, const VectorX& x) {
  NetLinear linear;
  const int n = net.size(), segments = int(net.segments.size());
  linear.mass.resize(n);
  for (int i = 0; i < n; ++i) linear.mass[i] = net.mass[i / 2];

  BandMatrix hessian = net_matrix(net);
  VectorX gradient = VectorX::Zero(n);
  add_elastic(net, input, nullptr, x, gradient, &hessian);
  linear.K = hessian.dense();

  // over a step of one second from this very shape only the viscous part of the Hessian is new
  NetStrain strain;
  net_strain(net, x, strain);
  BandMatrix with_viscous = net_matrix(net);
  VectorX unused = VectorX::Zero(n);
  const NetViscous viscous{strain, 1.0};
  add_elastic(net, input, &viscous, x, unused, &with_viscous);
  linear.D = with_viscous.dense() - linear.K;
  for (int i = 0; i < n; ++i) linear.D(i, i) += net.drag[i / 2];

  linear.C.resize(n, segments);
  linear.S.resize(n, segments);
  for (int s = 0; s < segments; ++s) {
    NetInput changed = input;
    changed.rest_curvature[s] += 1;
    linear.C.col(s) = gradient - elastic_gradient(net, changed, x);
    changed = input;
    changed.stiffness_factor[s] += 1;
    linear.S.col(s) = gradient - elastic_gradient(net, changed, x);
  }
  add_loads(net, 1, gradient);
  linear.force = -gradient;
  for (int i = 0; i < n; ++i) {
    if (!net.fixed[size_t(i)]) continue;
    for (MatrixX* matrix : {&linear.K, &linear.D}) {
      matrix->row(i).setZero();
      matrix->col(i).setZero();
    }
    linear.C.row(i).setZero();
    linear.S.row(i).setZero();
    linear.force[i] = 0;
  }
  return linear;
}

}  // namespace cuttle
