#pragma once
// A robot as the integrators see it.

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>

#include "cuttle/connection/constraint_solver.h"
#include "cuttle/contact/contact_preconditioner.h"
#include "cuttle/contact/contact_solver.h"
#include "cuttle/contact/safe_step.h"
#include "cuttle/core/workspace.h"
#include "cuttle/dynamics/dampers.h"
#include "cuttle/dynamics/tree_tangent.h"
#include "cuttle/solve/system.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// Fills the input at time t; a failure stops the run.
using InputFunction = std::function<Status(double t, Input&)>;

/// Quadratures of a run: work done on the robot [J], by kind.
enum WorkKind { kDampingWork, kEffortWork, kPrescribedWork, kActorWork, kWorkKinds };

class MechanicalSystem final : public System {
 public:
  MechanicalSystem(const Model&, InputFunction);

  int nq() const override { return model_.nq; }
  int nv() const override { return model_.nv; }
  int nw() const override { return kWorkKinds; }
  Status acceleration(double t, const VectorX& q, const VectorX& v, VectorX& a,
                      VectorX& power) override;
  void position_rate(const VectorX& q, const VectorX& v, VectorX& q_dot) const override;
  void retract(const VectorX& q, const VectorX& d, VectorX& out) const override;
  void normalize(double t, VectorX& q, VectorX& v) override;
  const VectorX& q_scale() const override { return model_.q_scale; }
  const VectorX& v_scale() const override { return model_.v_scale; }
  const VectorX& q_reach() const override { return q_reach_; }
  /// Contacts dissipate in moments: with them, the steps are chosen for their work, too.
  VectorX w_scale() const override;

  /// Forward dynamics with the effective inertia is the quasi-Newton iteration; when it contracts
  /// too slowly, Newton with the exact tree tangent and a line search takes over.
  StageResult solve_stage(const StageRequest&, VectorX& q, VectorX& v, VectorX& a,
                          VectorX& power) override;

  bool offers_shifted() const override { return true; }
  Status factor_shifted(double t, const VectorX& q, const VectorX& v, double gamma) override;
  void solve_shifted(const VectorX& r_q, const VectorX& r_v, VectorX& x_q, VectorX& x_v) override;

  bool constrained() const override {
    return constraints_ != nullptr && method_ != ConstraintMethod::baumgarte;
  }

  /// How closed connections are kept closed; the rate [1/s] is that of baumgarte. Before the first
  /// integrator is made. udwadia_kalaba has no implicit stages.
  void set_constraints(ConstraintMethod method, double baumgarte_rate);

  /// Which connections are closed, and where their parts met.
  void set_connections(const std::vector<ConnectionState>& connections);
  ConstraintSolver* constraints() { return constraints_.get(); }
  /// How the last `normalize` fared: a failure if the connections could not be closed.
  const Status& closing() const { return closing_; }

  /// To be called after every accepted step: contacts remember where they are. True if friction
  /// jumped, so that the integrator should restart.
  bool accept(double t, const VectorX& q, const VectorX& v);
  /// True if friction at this state is no longer that of the step that leads there.
  bool friction_changes(double t, const VectorX& q, const VectorX& v);
  /// How long a step may be before shapes could pass through each other; valid after accept.
  double safe_step() const {
    return model_.contact.empty() ? std::numeric_limits<double>::infinity()
                                  : cuttle::safe_step(model_, ws_);
  }
  /// What contacts and joints remember, from and to a state.
  void set_memory(const State& x) {
    x_.contacts = x.contacts;
    x_.joint_contacts = x.joint_contacts;
    ws_.contact.stepped = false;
  }
  /// The inputs are the same at all times, because there are none: they are looked at once.
  void keep_inputs(bool kept) { no_inputs_ = kept; }
  /// Exact contacts are kept, by an integrator that repeats the steps in which they touch with
  /// backward Euler; else they are springs.
  void keep_contacts_exact(bool kept) { ws_.contact.exact = kept; }
  void get_memory(State& x) const {
    x.contacts = x_.contacts;
    x.joint_contacts = x_.joint_contacts;
  }

  /// Inputs may jump at the end of a smooth piece, and steps end there: until the next call the
  /// robot is seen at t as it is just before. To be called before the integrator starts.
  void set_piece_end(double t) {
    last_seen_ = t - kJustBefore * (1 + std::abs(t));
    t_input_ = std::numeric_limits<double>::quiet_NaN();
  }

  /// Puts prescribed coordinates and their velocities where the inputs want them.
  Status set_drives(State& x);
  /// Notes the inputs at the end of a step: they may be others from there on.
  Status note_inputs(double t);
  /// What jumps of inputs do to stored energies at x.t, where a step has ended, as far as they are
  /// seen at that time and not only behind it [J].
  double shown_jump(const State& x) const;
  /// Carries the motion over a corner of the inputs, after set_piece_end: drives that change their
  /// velocity at once take the robot along, rest strains and stiffnesses that jump change what is
  /// stored. Their work goes to w.
  Status pass_corner(State& x, VectorX& w);

  const Input& input() const { return u_; }
  /// True if the last thing that went wrong was an input: a signal has no value, or none that is
  /// allowed.
  bool inputs_failed() const { return inputs_failed_; }
  Workspace& workspace() { return ws_; }

 private:
  Status set_time(double t);
  static constexpr double kJustBefore = 1e-13;  // part of the time
  double seen(double t) const { return std::min(t, last_seen_); }
  /// Goes where contacts are to be looked at; false if there are none.
  bool see_contacts(double t, const VectorX& q, const VectorX& v);
  /// Forward dynamics at x_, under the connections if there are any.
  Status accelerate(Workspace& ws, const EffectiveInertia& effective = {});
  /// Linear velocity of a free joint that crosses an impact.
  Vector3 impact_velocity(const StageRequest&, const JointStep&, const VectorX& a,
                          const Vector4& quaternion, const Vector3& omega) const;
  /// q and v of a stage for its accelerations a.
  void stage_state(const StageRequest&, const VectorX& a, VectorX& q, VectorX& v);
  /// Size of a change of a, in units of the tolerance.
  double stage_change(const StageRequest&, const VectorX& change) const;
  /// True if the last change of a stage, at x_, moves no shapes that touch against each other by
  /// more than the round-off of places that far from the world's origin, and nothing else by more
  /// than the tolerance.
  bool stalls_by_round_off(const StageRequest&, const VectorX& change);
  StageResult exact_newton(const StageRequest&, VectorX& q, VectorX& v, VectorX& a, int iterations);
  void store_power(VectorX& power) const;
  /// Strain energy that inputs change [J].
  double driven_energy(const State& x, const Input& u) const;
  /// StageResult::unseen at x_, ws_.
  double unseen_share() const;
  std::string worst_body(const StageRequest&, const VectorX& change) const;
  /// A failure where an input that follows the state has no value, or none that is allowed.
  Status law_status(double t) const;
  Status failure(double t) const;  // names the body where the numbers went wrong
  /// Prescribed coordinates have their acceleration from the input.
  void hold_prescribed(VectorX& a) const;

  const Model& model_;
  InputFunction input_function_;
  Input u_;
  double t_input_;
  double last_seen_ = std::numeric_limits<double>::infinity();
  State x_;
  Workspace ws_;
  std::unique_ptr<Workspace> shifted_;  // factors of the preconditioner, made on first use
  /// What a change of a stage moves, made on first use.
  struct Touching {
    explicit Touching(const Model& model) : ws(model) {}
    State x;
    Input u;
    Workspace ws;
    VectorX rest;  // of the change: of bodies that touch nothing
  };
  std::unique_ptr<Touching> touching_;
  std::unique_ptr<TreeTangent> tangent_;
  std::unique_ptr<ConstraintSolver> constraints_;          // only if the model has connections
  std::unique_ptr<ConstraintSolver> shifted_constraints_;  // for the preconditioner
  ConstraintMethod method_ = ConstraintMethod::projection;
  std::unique_ptr<ContactSolver> contact_;  // only if the model has contacts
  std::unique_ptr<ContactPreconditioner> shifted_contact_;
  State projected_;
  Status closing_;     // of the last way back to the loops ...
  Status projection_;  // ... and what the next evaluation tells of it: a step is tried again
  std::vector<Vector6> base_wrench_;
  DamperScratch damper_scratch_;
  std::vector<int> weight_index_;  // (nv) coordinate whose weight a velocity's displacement takes
  const Workspace* factors_ = nullptr;  // where the factors of solve_shifted are
  double gamma_shifted_ = 0;
  double trusted_rate_ = 1;               // contraction of the iteration, as measured lately
  int trusted_stages_ = 0;                // for so many more stages
  double stage_t_ = 0, stage_gamma_ = 0;  // of the stage whose factors ws_ holds; 0: none
  VectorX change_, d_, trial_a_, stiff_force_, displacement_;
  VectorX q_reach_;
  double energy_scale_ = 0;  // [J] zero where nothing has inertia
  bool inputs_failed_ = false, no_inputs_ = false;
  bool drives_ = false;   // some coordinate is prescribed
  bool elastic_ = false;  // some actor stores strain energy that inputs change
  Input noted_;           // at the end of the last step
};

}  // namespace cuttle
