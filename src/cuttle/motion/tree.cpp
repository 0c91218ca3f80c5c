#include "cuttle/motion/tree.h"

#include "cuttle/analysis/equilibrium.h"
#include "cuttle/analysis/modes.h"
#include "cuttle/base/error.h"
#include "cuttle/compile/part_table.h"
#include "cuttle/compile/scenario.h"

namespace cuttle {

Tree::Tree(const Scenario& scenario) : scenario_(scenario), inputs_(scenario.inputs) {}

PiecewiseMotion& Tree::move_by(const StudySpec& study, ControlLoop& control) {
  motion_ = std::make_unique<PiecewiseMotion>(scenario_, study, control);
  return *motion_;
}

Status Tree::start(State& x, const MotionStart& how) {
  expects(motion_ != nullptr, "something moves the tree");
  return motion_->start(x, how.horizon, how.decide);
}

Status Tree::advance(double t, State& x) {
  Status status = motion_->advance(t);
  put_bodies(motion_->state(), x);
  return status;
}

Status Tree::settle(double t, const StudySpec& study, State& x) {
  const Model& model = scenario_.model;
  Input u;
  if (Status status = evaluate_at_rest(inputs_, t, u); !status.ok()) return status;
  StaticsSolver solver(model);
  x.v.setZero();  // also for what contacts and joints remember
  solver.renew_memory(u, x);
  equilibrium_ = initial_equilibrium(scenario_, solver, u, statics_options(study), x);
  Status status = equilibrium_->status;
  add_limit_hint(scenario_, equilibrium_->load_steps > 0, status);
  // places that have closed on the way stick from now on
  if (status.ok())
    status = solver.let_slide(u, x, [&] {
      const StaticsResult slid = solver.solve(u, statics_options(study), x);
      equilibrium_->iterations += slid.iterations;
      equilibrium_->evaluations += slid.evaluations;
      return slid.status;
    });
  unstable_ = status.ok() && !solver.stable(u, x);
  return status;
}

Status Tree::vibrate(double t, const State& x, int count, std::vector<Vibration>& list) {
  Input u;
  Status status = evaluate_at_rest(inputs_, t, u);
  if (!status.ok()) return status;
  Workspace ws(scenario_.model);
  for (const NaturalMode& mode : natural_modes(scenario_.model, x, u, count, ws, status)) {
    // displaced by a tenth of the shape
    list.push_back({mode.frequency, mode.growth, mode.damping, x});
    State& shown = list.back().x;
    const VectorX shift = 0.1 * mode.shape;
    retract(scenario_.model, x.q, shift, shown.q);
    shown.v = mode.shape;
  }
  return status;
}

void Tree::report(SolverReport& result) const {
  if (equilibrium_) count_equilibrium(*equilibrium_, result);
  if (unstable_)
    result.warnings.push_back(
        std::string(kUnstableEquilibrium) +
        "; with load_steps the load is applied in steps, which may lead to a stable one");
  if (!motion_) return;
  const IntegratorStatistics& s = motion_->statistics();
  result.solver.method = motion_->kind().name;
  result.solver.steps += s.steps;
  result.solver.rejected += s.rejected + s.failed;
  result.solver.evaluations += s.evaluations;
  result.solver.iterations += s.iterations;
  result.solver.exact_solves += s.exact_newton;
}

Subsystems subsystems_of(const Scenario& scenario) {
  Subsystems parts = subsystems_beside(scenario, scenario.spec.study);
  if (!scenario.model.bodies.empty()) parts.insert(parts.begin(), std::make_unique<Tree>(scenario));
  return parts;
}

Subsystems subsystems_beside(const Scenario& scenario, const StudySpec& study) {
  Subsystems all;
  for (const PartKind* kind : parts_by_turn())
    if (kind->move)
      for (auto& part : kind->move(scenario.spec, scenario.actors, study))
        all.push_back(std::move(part));
  return all;
}

void read_all(const Subsystems& parts, double t, std::vector<NetReading>& readings) {
  for (const auto& part : parts) part->read(t, readings);
}

}  // namespace cuttle
