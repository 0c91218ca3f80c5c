#include "cuttle/compile/build_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/compile/family_table.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/math/linalg/eigen.h"

namespace cuttle {

namespace {

constexpr double kStrainScale = 1e-2;    // of stretch and shear
constexpr double kLeastInertia = 1e-14;  // part of (mass times reach^2) that counts as inertia

// mass of each body with everything that it carries
std::vector<double> carried_masses(const Model& model) {
  std::vector<double> mass(model.bodies.size());
  for (size_t i = model.bodies.size(); i-- > 0;) {
    const Body& body = model.bodies[i];
    mass[i] += body.family->mass();
    if (body.parent >= 0) mass[size_t(body.parent)] += mass[i];
  }
  return mass;
}

// smallest inertia of a step, relative to its mass at the robot's reach; NaN if there is none
double relative_inertia(const JointStep& step, const StepWork& w, double mass, double reach) {
  const int nv = step.nv();
  if (step.kind == StepKind::screw) {
    const double lever = step.S.head<3>().squaredNorm() * reach * reach;
    return 1 / (w.D_inv(0, 0) * mass * (lever + step.S.tail<3>().squaredNorm()));
  }
  StepMatrix mobility = w.D_inv.topLeftCorner(nv, nv);
  mobility.topRows(3) *= reach;
  mobility.leftCols(3) *= reach;
  if (!mobility.allFinite()) return std::nan("");
  const MatrixX symmetric = 0.5 * (mobility + mobility.transpose());
  const VectorX values = SymmetricEigen(symmetric).values();
  return values[0] > 0 ? 1 / (mass * values[nv - 1]) : std::nan("");
}

void report_singular(const BodySpec& body, Diagnostics& diagnostics) {
  const FamilyKind& family = family_of(body);
  diagnostics.add(family.quadrature_origin(body).error(
      "quadrature", fmt::format("some strain coordinates of this {} have no inertia", family.field),
      "use more Gauss points, or fewer strain coordinates"));
}

void report_joint(const BodySpec& body, double mass, Diagnostics& diagnostics) {
  diagnostics.add(
      body.origin.error("joint",
                        fmt::format("nothing beyond this {} joint has inertia that resists its "
                                    "motion (mass beyond it: {:.6g} kg)",
                                    body.joint.type, mass),
                        "give the body mass and inertia, or attach something that has them"));
}

}  // namespace

double reach_of(const ScenarioDraft& draft) {
  std::vector<double> reach(draft.order.size());
  double most = 0;
  for (size_t i = 0; i < reach.size(); ++i) {
    const BodySpec& body = *draft.order[i];
    const int parent = draft.body_index(body.parent);
    reach[i] = draft.bodies[i]->reach();
    if (parent >= 0) reach[i] += reach[size_t(parent)] + body.pose.position.norm();
    most = std::max(most, reach[i]);
  }
  return most > 0 ? most : 1;
}

void set_scales(ScenarioDraft& draft) {
  Model& model = draft.model;
  const double reach = reach_of(draft), g = model.gravity.norm();
  const auto rate = [g](double length) { return std::max(1.0, std::sqrt(g / length)); };
  model.q_scale = VectorX::Ones(model.nq);
  model.v_scale = VectorX::Ones(model.nv);
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    for (const JointStep& step : body.steps) {
      const bool slides = step.kind == StepKind::screw && step.S.head<3>().isZero(0);
      if (slides) model.q_scale[step.q] = reach;
      if (step.kind == StepKind::motion) model.q_scale.segment<3>(step.q + 4).setConstant(reach);
      for (int k = 0; k < step.nv(); ++k)
        model.v_scale[step.v + k] = rate(reach) * (slides || k >= 3 ? reach : 1);
    }
    if (body.n() == 0) continue;
    const OwnColumns own = family_of(body).own_columns(*body.family);
    for (int j = 0; j < body.n(); ++j) {
      const double size = own.places                 ? own.length
                          : own.curvature[size_t(j)] ? 1 / own.length
                                                     : kStrainScale;
      model.q_scale[body.q + j] = size;
      model.v_scale[body.v + j] = size * rate(own.length);
    }
  }
}

std::vector<InertiaFault> inertia_faults(const ScenarioDraft& draft, const Workspace& ws) {
  const Model& model = draft.model;
  const double reach = reach_of(draft);
  const std::vector<double> masses = carried_masses(model);
  std::vector<InertiaFault> faults(model.bodies.size(), InertiaFault::none);
  // From leaf to root, as the sweep went: what a body without inertia leaves to its carriers are no
  // numbers, and no fault of theirs. It ends at a soft body that is singular.
  for (int i = int(model.bodies.size()) - 1; i >= 0; --i) {
    const Body& body = model.bodies[size_t(i)];
    InertiaFault& fault = faults[size_t(i)];
    const auto moves_nothing = [&](const JointStep& step) {
      const StepWork& w = ws.steps[size_t(i)][size_t(&step - body.steps.data())];
      return step.nv() > 0 && !step.prescribed() &&
             !(relative_inertia(step, w, masses[size_t(i)], reach) > kLeastInertia);
    };
    if (i < ws.singular_body)
      fault = InertiaFault::spoilt;
    else if (fault == InertiaFault::none && i == ws.singular_body)
      fault = InertiaFault::coordinates;
    else if (fault == InertiaFault::none && std::ranges::any_of(body.steps, moves_nothing))
      fault = InertiaFault::joint;
    if (fault != InertiaFault::none && body.parent >= 0)
      faults[size_t(body.parent)] = InertiaFault::spoilt;
  }
  return faults;
}

bool needs_inertia(const StudySpec& study) {
  return study.type == StudyType::dynamics || study.type == StudyType::modes;
}

void check_inertia(ScenarioDraft& draft, const State& initial, const Input& u) {
  const Model& model = draft.model;
  Workspace ws(model);
  forward_dynamics(model, initial, u, ws);
  const std::vector<InertiaFault> faults = inertia_faults(draft, ws);
  const std::vector<double> masses = carried_masses(model);
  for (int i = int(model.bodies.size()) - 1; i >= 0; --i) {
    if (faults[size_t(i)] == InertiaFault::coordinates)
      report_singular(draft.body_spec(i), draft.diagnostics);
    if (faults[size_t(i)] == InertiaFault::joint)
      report_joint(draft.body_spec(i), masses[size_t(i)], draft.diagnostics);
  }
}

}  // namespace cuttle
