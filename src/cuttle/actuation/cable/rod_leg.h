#pragma once
// A stretch of cable inside a body with strain coordinates. Its tangent, in the section frame,
//   t = rho + kappa x p + p',   p = (0, y, z),
// is linear in the coordinates, t = t0 + N q, and its length is the integral of |t| [Mathew22].

#include <functional>
#include <vector>

#include "cuttle/core/workspace.h"

namespace cuttle {

struct RodLeg {
  /// A Gauss point of the leg. N is stored for whole blocks of 8 coordinates, first row first.
  struct Node {
    double weight = 0;             // [m]
    Vector3 t0 = Vector3::Zero();  // tangent at q = 0, per metre of rod
    int block = 0, blocks = 0;     // blocks of own coordinates that act here
    std::vector<Lanes> N;          // (3 x blocks), or its first row if the others are zero
  };
  int body = 0;
  std::vector<Node> nodes;
};

/// What a cable must know about the strain of the body that it runs along.
struct StrainField {
  /// A stretch on which everything is smooth, and the Gauss points that it takes.
  struct Piece {
    double start = 0, end = 0;  // [m]
    int points = 5;
  };
  std::vector<Piece> pieces;               // in order, from the base to the tip
  std::function<MatrixX(double X)> basis;  // (6 x n)
  std::function<Vector6(double X)> rest_strain;
};

/// Offset of a cable from the rod axis and its slope per metre along the cable's run.
struct PathOffset {
  double y = 0, z = 0, dy = 0, dz = 0;
};

/// The run from abscissa `from` to `to` (either may be the larger one); the path is a function of
/// the metres from `from`. Pieces that the run covers in part keep their number of points.
RodLeg make_rod_leg(int body, const StrainField&, double from, double to,
                    const std::function<PathOffset(double s)>& path);

/// Length, its rate, and the gradient dl/dq of the own coordinates (added, times a factor).
double leg_length(const RodLeg&, const Model&, const State&);
double leg_rate(const RodLeg&, const Model&, const State&);
void add_leg_gradient(const RodLeg&, const Model&, const State&, double factor, VectorX& gradient);

/// Adds T dl/dq to p_q; with `with_stiffness` T d2l/dq2 to K_act (semidefinite for T >= 0).
void pull_leg(const RodLeg&, const Model&, const State&, double tension, bool with_stiffness,
              Workspace&);

}  // namespace cuttle
