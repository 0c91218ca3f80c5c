#pragma once
// Contact in an implicit stage. The quasi-Newton iteration of the stage knows the stiffness of
// strains and joints; that of the contacts, which may be a million times larger, joins here: the
// change of the contact forces and the accelerations are found together, in contact space, with the
// law of friction exact. The number of iterations does not depend on the stiffness.

#include <vector>

#include "cuttle/base/status.h"
#include "cuttle/connection/constraint_solver.h"
#include "cuttle/connection/tree_columns.h"
#include "cuttle/contact/cone_problem.h"
#include "cuttle/dynamics/forward.h"

namespace cuttle {

class ContactSolver {
 public:
  explicit ContactSolver(const Model& model) : columns_(model) {}

  /// A new stage: the places of the last one are forgotten.
  void begin_stage();

  /// ws.a, the accelerations of one iteration with the contact forces of its beginning (at the
  /// accelerations effective.a_old), becomes what it is with those of its end. `constraints` (or
  /// null) has the columns of the same iteration.
  Status correct(const Model&, const State& x, const EffectiveInertia& effective,
                 ConstraintSolver* constraints, Workspace& ws);

  /// True if the stage has places to look at.
  bool touching() const { return !places_.empty(); }

  /// True if a place has closed or opened since the step began.
  bool switched(const State& x) const;
  /// The same for a stage that came out without this solver: true if a place pushes that did not.
  static bool closed_anew(const State& x, const Workspace& ws);
  /// What the dampers of places that closed since the step began would have taken: stages leave
  /// them out, because their force would jump at the surface.
  static double undamped_work(const Model&, const State& x, const Workspace& ws);

 private:
  struct Place {
    ContactKey key;
    int contact = 0;                     // in ws.contact.contacts
    Matrix3 axes = Matrix3::Identity();  // columns: normal and two tangents
    Vector3 lambda = Vector3::Zero();    // force on b along them, at the end
    Vector3 before = Vector3::Zero();    // at the beginning
  };

  void choose_places(const State& x, double gamma, const Workspace& ws);
  void add_rows(const Model&, ConstraintSolver* constraints, const Workspace& ws);
  void set_up_cone(const Model&, const EffectiveInertia&, const VectorX& a_old,
                   const Workspace& ws);

  TreeColumns columns_;
  std::vector<Place> places_, last_;
  std::vector<int> row_place_, row_axis_;
  std::vector<VectorX> constrained_;  // columns under the connections, if there are any
  bool use_constrained_ = false;
  ConeProblem cone_;
  VectorX lambda_, before_, a_old_;
  MatrixX G_;
};

}  // namespace cuttle
