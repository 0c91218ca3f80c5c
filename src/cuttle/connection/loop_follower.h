#pragma once
// How loops move when their drives do.

#include <vector>

#include "cuttle/connection/loop_robots.h"
#include "cuttle/core/workspace.h"

namespace cuttle {

/// True if rows that determine all displacements have turned inside out: after is on another branch
/// of the loops, or beyond a place where branches meet. Rows per displacement, in any unit.
bool mirrored(const MatrixX& before, const MatrixX& after);

/// How a robot fared: there, at a place that it cannot pass, or on a way that takes too many parts.
enum class Followed { arrived, stuck, too_far };

/// Leads loops from one closed state to the next while their drives move together, all robots in
/// one sweep and each by itself. The tangent of the rows predicts every part of the way, and
/// Gauss-Newton corrects it: where it has to correct much, or where it comes down on the mirrored
/// branch, the part was too long.
class LoopFollower {
 public:
  LoopFollower(const Model& model, std::vector<LoopRobot> robots);

  /// From x, where their loops are closed, to where u has their drives. For each robot whether it
  /// came there; the others stay as they are in x. Gives up those that need more parts than `most`.
  std::vector<Followed> follow(const Input& u, State& x, double most);

  /// Parts of a way that take some seconds.
  double affordable_parts() const;

 private:
  /// One robot on its way.
  struct Walker {
    LoopRobot robot;
    VectorX scale;                           // (free) displacements that closing takes alike
    VectorX from, to;                        // of the drives
    double length = 0;                       // of the way
    double done = 0, part = 1, longest = 1;  // of 1
    bool walks = false;
    Followed end = Followed::too_far;  // unless it comes to another
    // of the part that is tried
    MatrixX before, after;  // rows per scaled displacement, where it begins and ends
    double move = 0;        // that is predicted, with the drives
    VectorX correction;     // scaled displacement from there
    double gap = 0;
    bool corrects = false;
  };
  struct Rows {
    MatrixX A;  // per scaled displacement
    VectorX gap, rate;
  };
  void start(const Input& u, const VectorX& q, double most);
  Rows rows_of(const Walker& walker) const;
  void place(const Walker& walker, double at, bool moving);
  void displace(const Walker& walker, const VectorX& step);
  void predict();
  void correct();
  void correct(Walker& walker, bool last);
  void judge(Walker& walker);

  const Model& model_;
  std::vector<Walker> walkers_;
  Workspace ws_;
  State at_;
  Input u_;
  VectorX last_, step_;  // q where the part began; (nv) all robots together
};

}  // namespace cuttle
