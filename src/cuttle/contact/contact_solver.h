#pragma once
// Contact in an implicit stage. The quasi-Newton iteration of the stage knows the stiffness of
// strains and joints; that of the contacts, which may be a million times larger, joins here: the
// change of the contact forces and the accelerations are found together, in contact space, with the
// law of friction exact. The number of iterations does not depend on the stiffness. Stops and dry
// friction of joints are rows beside those of the places where shapes touch.

#include <memory>
#include <vector>

#include "cuttle/base/status.h"
#include "cuttle/connection/constraint_solver.h"
#include "cuttle/connection/tree_columns.h"
#include "cuttle/contact/cone_problem.h"
#include "cuttle/dynamics/forward.h"

namespace cuttle {

class ContactSolver {
 public:
  explicit ContactSolver(const Model& model);

  /// A new stage: the places of the last one are forgotten. Exact contacts act in those of
  /// backward Euler only.
  void begin_stage(bool backward_euler, Workspace& ws);

  /// ws.a, the accelerations of one iteration with the contact forces of its beginning (at the
  /// accelerations effective.a_old), becomes what it is with those of its end. `constraints` (or
  /// null) has the columns of the same iteration.
  Status correct(const Model&, const State& x, const EffectiveInertia& effective,
                 ConstraintSolver* constraints, Workspace& ws);

  /// True if the stage has places to look at, ...
  bool touching() const { return !places_.empty(); }
  /// ... or joints that rub or are at their stops.
  bool busy() const { return touching() || !joints_.empty(); }

  /// True if a place has closed or opened since the step began. A panel of a rod beside one that
  /// touched does neither: its force begins and ends smoothly as the patch moves on.
  bool switched(const Model&, const State& x, const Workspace& ws) const;
  /// The same for a stage that came out without this solver: true if a place pushes that did not.
  static bool closed_anew(const State& x, const Workspace& ws);
  /// Steps in which exact contacts touch are those of backward Euler: they touch when the step
  /// begins, or would be below their ground at the end of another stage.
  static bool stands_exactly(const State& x, const Workspace& ws);
  static bool sinks(const Workspace& ws);
  /// Energy that exact contacts take which land, stick or break loose in a step, [J] per second of
  /// it: backward Euler lets the masses of nodes collide without bounce.
  double impact_power(const Model&, const State& x, double gamma, const VectorX& a,
                      const Workspace& ws) const;
  /// What the dampers of places that closed since the step began would have taken: stages leave
  /// them out, because their force would jump at the surface.
  static double undamped_work(const Model&, const State& x, const Workspace& ws);

 private:
  struct Place {
    ContactKey key;
    int contact = 0;                     // in ws.contact.contacts
    bool stood = false;                  // it touched when the step began
    Matrix3 axes = Matrix3::Identity();  // columns: normal and two tangents
    Vector3 lambda = Vector3::Zero();    // force on b along them, at the end
    Vector3 before = Vector3::Zero();    // at the beginning
  };

  /// A row of a joint: its stop, or its friction.
  struct JointPlace {
    int contact = 0;  // of model.joint_contacts
    bool stop = false;
    double lambda = 0;  // force of the stop, or of friction on the coordinate, at the end
    double before = 0;  // at the beginning
  };
  /// The law of a row without its limits, lambda = -u, and its compliance per acceleration. Exact
  /// rows have no u: what is left of a gap, or was slipped, per acceleration.
  struct RowLaw {
    double u = 0, compliance = 0;
    bool exact = false;
    double left = 0;
  };

  /// Memory of a stage, for a number of rows. That changes from step to step, and steps do not
  /// allocate: each has its own, made when it first occurs, or before if it can be foreseen.
  struct Rows {
    explicit Rows(int count);
    ConeProblem cone;
    VectorX lambda, before;
    MatrixX G;
  };
  Rows& rows_of(int count);

  bool pushes(const ContactKey&) const;
  void choose_places(const Model&, const State& x, double gamma, const Workspace& ws);
  void choose_joints(const Model&, const State& x, double gamma, const Workspace& ws);
  RowLaw law_of(const Model&, int row, const EffectiveInertia&, const Workspace& ws) const;
  RowLaw law_of_exact(const Place&, const Contact&, int axis, const EffectiveInertia&) const;
  RowLaw law_of_joint(const Model&, const JointPlace&, const EffectiveInertia&,
                      const Workspace& ws) const;
  void add_rows(const Model&, ConstraintSolver* constraints, const Workspace& ws);
  void set_up_cone(const Model&, const EffectiveInertia&, const VectorX& a_old, const Workspace& ws,
                   Rows&) const;
  void leave_out_held_rows(Rows&, const Workspace& ws) const;
  bool solve_cone(const Model&, const Workspace& ws, Rows&) const;
  void hold_exact(const Rows&, Workspace& ws) const;

  TreeColumns columns_;
  std::vector<Place> places_, last_;
  std::vector<JointPlace> joints_;  // their rows follow those of the places
  std::vector<char> met_stop_;      // (joint contacts) this stage has looked at its stop
  bool backward_euler_ = false;     // this stage
  std::vector<int> row_place_, row_axis_;
  std::vector<VectorX> constrained_;  // columns under the connections, if there are any
  std::vector<double> loose_;         // (rows) what they move without the connections
  bool use_constrained_ = false;
  std::vector<ConeBlock> blocks_;
  std::vector<std::unique_ptr<Rows>> rows_;  // by their number, ...
  std::unique_ptr<Rows> many_;               // ... and of more than is worth keeping
  VectorX a_old_;
};

}  // namespace cuttle
