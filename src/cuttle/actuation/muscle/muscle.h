#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "cuttle/actuation/cable/rod_leg.h"
#include "cuttle/math/quadrature.h"

namespace cuttle {

/// A front that runs over a muscle and recruits what lies behind it.
struct MuscleFront {
  double begin = 0, duration = 1;  // [s]
  bool falling = true;             // the strength falls to zero at the front
  bool hold = false;               // the muscle stays recruited when the front has arrived
  bool to_base = false;            // it runs from `to` to `from`

  double end() const { return begin + duration; }
};

/// A moment or a force M(X, t) inside a body with strain coordinates, conjugate to the strain
/// e^T Phi q of one mode: the generalised force is the integral of Phi^T e M over the recruited
/// stretch. With a falling front this is [Renda18] (25), M = m (1 - X / X_f) for X < X_f; from the
/// end of the front on M is zero (there: just after it). Positive strength makes the strain grow.
/// A strength that is itself a function of X and t, as that of a travelling wave, has an entry of
/// the input at each of the Gauss points of the rod, and no front.
class Muscle final : public Actor {
 public:
  /// Where the basis is smooth: its functions are Legendre series there, so that any part of the
  /// piece is integrated exactly and without memory.
  struct Piece {
    double start = 0, end = 0;  // [m]
    int column = 0;             // first own coordinate that acts here
    MatrixX series;             // (degree + 1 x columns)
  };
  /// A Gauss point of a strength that depends on X.
  struct Node {
    double X = 0;  // [m]
    VectorX push;  // generalised force on own coordinates per strength
  };
  struct Data {
    int body = 0;
    int mode = 0;            // row of the strain
    int strength_input = 0;  // entry of Input::u [N m] or [N]; with nodes the first of theirs
    double from = 0, to = 0;
    std::optional<MuscleFront> front;  // none: all of it, all the time
    std::vector<Piece> pieces;         // of from .. to
    std::vector<Node> nodes;           // instead of pieces
  };
  explicit Muscle(Data data);
  const Data& data() const { return data_; }

  /// What is recruited at time t [m]; its length may be zero.
  struct Stretch {
    double low = 0, high = 0;
    double length() const { return high - low; }
  };
  Stretch recruited(double t) const;

  /// Adds a factor times the generalised force per strength to the own coordinates of the body.
  void add_force(double t, double factor, double* force) const;

  /// Strength [N m] or [N]; of one that depends on X that of largest size.
  double strength(const Input& u) const;

  EnergyRole role() const override { return EnergyRole::drives; }
  void apply(const Model&, const State&, const Input&, bool with_tangent,
             Workspace&) const override;
  bool reads(int input) const override {
    const int count = std::max(1, int(data_.nodes.size()));
    return input >= data_.strength_input && input < data_.strength_input + count;
  }
  /// A muscle stores nothing: power strength times the rate of what it works on.
  EnergyBooks books(const Model&, const State&, const Input&, const Workspace&) const override;

 private:
  /// Calls visit(coordinate, part of the generalised force per strength).
  template <class Visit>
  void for_each_part(double t, Visit visit) const;

  Data data_;
  Quadrature rule_;  // exact for the highest degree of the pieces, times a linear strength
};

/// The pieces of a muscle between two abscissas; empty where the mode has no coordinates.
std::vector<Muscle::Piece> make_muscle_pieces(const StrainField&, int mode, double from, double to);

}  // namespace cuttle
