#pragma once

#include <vector>

#include "cuttle/core/actor.h"

namespace cuttle {

/// What signals do to the elasticity of a division of a rod. With a rest strain xi_0 + d(X, t),
/// xi_0 that from which the coordinates count, and a stiffness s(t) S, its energy is
///
///   V = s (1/2 q.K q - b.q + c),  b = integral of Phi^T S d,  c = integral of 1/2 d.S d.
///
/// The body knows 1/2 q.K q; the actor adds the rest. Damping stays that of the strain rate.
class ElasticDrive final : public Actor {
 public:
  /// The rest strain of a mode: one entry of Input::u, or one for each node.
  struct Rest {
    int mode = 0;
    int first_input = 0;
    bool along = false;
    std::vector<double> start;  // (entries) xi_0
    int first_column = 0;       // of `force`

    int entries() const { return int(start.size()); }
  };
  struct Data {
    int body = 0;
    int column = 0;         // first own coordinate of the division
    MatrixX K;              // (n x n) of the division, where the factor is 1
    int factor_input = -1;  // entry of Input::u; none: 1
    std::vector<Rest> rests;
    MatrixX force;               // (n x entries) b per rest strain
    std::vector<MatrixX> nodes;  // (rests x rests) weight times S, c is 1/2 d.(sum) d
  };
  explicit ElasticDrive(Data data) : data_(std::move(data)) {}
  const Data& data() const { return data_; }

  EnergyRole role() const override { return EnergyRole::drives; }
  void apply(const Model&, const State&, const Input&, bool with_tangent,
             Workspace&) const override;
  bool reads(int input) const override;
  bool linear_in(int input) const override { return reads(input); }
  bool stores_strain() const override { return true; }
  /// Potential: V - 1/2 q.K q. Power: what V gains by the rates of the inputs.
  EnergyBooks books(const Model&, const State&, const Input&, const Workspace&) const override;

 private:
  /// Statics applies what signals change in parts, as it does loads.
  double factor(const Input& u) const;
  double change(const Rest& rest, int entry, const Input& u) const;

  Data data_;
};

}  // namespace cuttle
