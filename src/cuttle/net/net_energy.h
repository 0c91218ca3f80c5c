#pragma once

#include "cuttle/math/types.h"
#include "cuttle/net/banded_lu.h"
#include "cuttle/net/net.h"

namespace cuttle {

/// Strains of a shape: |e|/L0 - 1 of the stretch terms, kappa of the bend terms.
struct NetStrain {
  VectorX stretch, kappa;
};

void net_strain(const NetData& net, const VectorX& x, NetStrain& strain);

/// Kelvin-Voigt damping over one implicit step: strain rates are (strain - before) / step.
struct NetViscous {
  const NetStrain& before;
  double step;
};

struct NetEnergy {
  double kinetic = 0, stretch = 0, bend = 0;
  double gravity = 0, load = 0;  // potentials of weights and of dead forces
  double potential() const { return stretch + bend + gravity + load; }
  double total() const { return kinetic + potential(); }
};

/// Power that the viscous forces take away when the strains are these [W].
double viscous_power(const NetData& net, const NetViscous& viscous, const NetStrain& strain);

/// Of stretching and bending.
double elastic_energy(const NetData& net, const NetInput& input, const NetStrain& strain);

/// With the loads times `load_factor`.
NetEnergy net_energy(const NetData& net, const NetInput& input, const VectorX& x, const VectorX& v,
                     double load_factor = 1);

/// A matrix with room for the second derivatives of everything that a net stores or loses: zero.
BandMatrix net_matrix(const NetData& net);

/// Adds the gradient of the elastic energy (and of the viscous potential of the step, if there is
/// one), and its exact second derivative if a matrix is given. [Goldberg19] (2.5), (2.10), (4.2)
/// Never allocates.
void add_elastic(const NetData& net, const NetInput& input, const NetViscous* viscous,
                 const VectorX& x, VectorX& gradient, BandMatrix* hessian);

/// Adds the forces, with a minus sign, that act while a net goes from x0 to x1 in a time `step`:
/// the elastic ones do exactly the work by which the energy changes, and neither they nor the
/// viscous ones have a resultant. Second order at the middle. [Gonzalez96] Never allocates.
void add_elastic_between(const NetData& net, const NetInput& input, const VectorX& x0,
                         const VectorX& x1, double step, VectorX& gradient);

/// Adds the gradient of the potential of the loads, times `factor`.
void add_loads(const NetData& net, double factor, VectorX& gradient);

/// The rows of held coordinates say that they do not move.
void hold_fixed(const NetData& net, BandMatrix& A, VectorX& residual);

/// Linear and angular momentum about the origin.
Vector3 net_momentum(const NetData& net, const VectorX& x, const VectorX& v);

}  // namespace cuttle
