#pragma once
// B: how generalised forces depend on the inputs.

#include <span>
#include <vector>

#include "cuttle/core/workspace.h"

namespace cuttle {

/// Derivatives of the generalised forces of efforts and actors at fixed motion. Only actors that
/// read an input are asked, by a formula of fourth order with a step of h = max(1e-2 |u|, 1e-4):
/// laws that are polynomials of degree four or less near u (efforts, muscles, thrusters, drag in a
/// current) are differentiated exactly, others (fins) up to h^4 / 30 of their fifth derivative.
/// What says that it is linear (tensions, loads) is asked at u + h and u - h only. Entries that
/// prescribe a coordinate have no force.
class InputForces {
 public:
  /// Of all inputs, or of some: columns are in their order. The actors of the model must outlive
  /// it.
  explicit InputForces(const Model&);
  InputForces(const Model&, std::span<const int> inputs);

  /// Reads the kinematics of ws at (x, u, a); spoils the loads of its points and the p_q of its
  /// bodies, but not the factors of the tree. No memory after the first call.
  void compute(const Model&, const State&, const Input&, const double* a, Workspace&);

  /// Entries that follow the others, d u = by_u d u, pass on what they do. Of all inputs.
  void follow(std::span<const int> entries, const MatrixX& by_u);

  const MatrixX& B() const { return B_; }          // (nv x inputs) d force / du
  const MatrixX& B_dot() const { return B_dot_; }  // (nv x inputs) d force / du', of currents
  /// Columns that may be other than zero.
  const std::vector<int>& forcing() const { return forcing_; }
  const std::vector<int>& forcing_rates() const { return forcing_rates_; }

 private:
  /// An input entry that some actors read.
  struct Reader {
    int input = 0, column = 0;
    bool rate = false;    // its rate, too
    bool linear = false;  // all that they do is linear in it
    std::vector<const Actor*> actors;
  };
  using Column = Eigen::Ref<VectorX>;

  void differentiate(const Model&, const State&, const double* a, const Reader&, double* entry,
                     Workspace&, Column out);
  void add_forces(const Model&, const State&, const double* a, const Reader&, double factor,
                  Workspace&);
  /// Generalised forces of the point forces collected, leaf to root.
  void project(const Model&, Workspace&, Column out);

  struct Effort {  // of a joint, straight on its coordinate
    int coordinate, column;
  };

  std::vector<Reader> readers_;
  std::vector<Effort> efforts_;
  std::vector<int> forcing_, forcing_rates_;
  MatrixX B_, B_dot_;
  Input u_;
  std::vector<std::vector<Vector6>> force_;  // (bodies x points)
  VectorX projected_;                        // (nv)
  std::vector<VectorX> own_;                 // (bodies) on own coordinates
};

}  // namespace cuttle
