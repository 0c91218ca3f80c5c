#include "cuttle/analysis/rod_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "cuttle/analysis/equilibrium.h"
#include "cuttle/analysis/rod_refinement.h"
#include "cuttle/analysis/statics.h"
#include "cuttle/base/interrupt.h"
#include "cuttle/compile/state_reader.h"
#include "cuttle/connection/connection_forces.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/connection/scales.h"
#include "cuttle/contact/contact_forces.h"
#include "cuttle/dynamics/dense.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/dynamics/tree_tangent.h"
#include "cuttle/math/linalg/lu.h"
#include "cuttle/math/linalg/orthogonal.h"
#include "cuttle/rod/rod_span.h"
#include "cuttle/water/water_loads.h"

namespace cuttle {

namespace {

// beyond, the dense tangents of the finer robots and the search for an equilibrium take seconds
constexpr int kMostRefined = 200;
constexpr size_t kMostActors = 200;
constexpr double kMostSearch = 5;  // for that search
constexpr int kPlaces = 8;         // along a rod, where its displacement is looked at

// what a state does, beside its coordinates
struct Moving {
  bool moving = false;
  VectorX a;               // (nv) accelerations, zero at rest
  VectorX lambda;          // forces of the connections
  double square_rate = 0;  // [1/s^2] of what swings; 0: slow, so that inertia does not matter
};

// How fast strains swing, |a| / |v|, where inertia bends the rods as springs do. An error of the
// forces then meets the inertia as well, and has had no time to become one of the shape. Where they
// turn back v is nothing: the largest |v| of the motion tells more.
double square_rate_of(const Model& model, const State& x, const Input& u, const VectorX& a,
                      double fastest) {
  Workspace ws(model);
  inverse_dynamics(model, x, u, a.data(), ws);
  VectorX inertial = ws.tau;
  inverse_dynamics(model, x, u, nullptr, ws);
  inertial -= ws.tau;
  // what inputs change of the stiffness, too
  const auto driven = [](const auto& actor) { return actor->stores_strain(); };
  const bool changes = std::ranges::any_of(model.actors, driven);
  const MatrixX K = changes ? stiffness_matrix(model, x, u, ws) : MatrixX();
  double swung = 0, sprung = 0;
  for (const Body& body : model.bodies) {
    const Rod* const rod = find_rod(body);
    if (!rod || body.n() == 0) continue;
    const VectorX scale = model.q_scale.segment(body.q, body.n());
    swung += inertial.segment(body.v, body.n()).cwiseProduct(scale).squaredNorm();
    const VectorX q = x.q.segment(body.q, body.n());
    const VectorX force = changes ? VectorX(K.block(body.v, body.v, body.n(), body.n()) * q)
                                  : VectorX(rod->data().K * q);
    sprung += force.cwiseProduct(scale).squaredNorm();
  }
  const double fast = square_strain_rate(model, a);
  const double slow = std::max(square_strain_rate(model, x.v), fastest);
  constexpr double kMatters = 0.05;  // part of the elastic forces
  return slow > 0 && swung > kMatters * kMatters * sprung ? fast / slow : 0;
}

Moving reference_motion(const Scenario& scenario, const State& x, const Input& u, bool moving,
                        double fastest) {
  StateReader reader(scenario);
  reader.read(x, u, moving);
  const Workspace& ws = reader.workspace();
  const double rate = moving ? square_rate_of(scenario.model, x, u, ws.a, fastest) : 0;
  return {moving, ws.a, ws.lambda, rate};
}

// A robot at a state: what its balance leaves, and how it would move to be in balance.
class Balance {
 public:
  Balance(const Model& model, const State& x, const Input& u, const Moving& motion)
      : model_(model), x_(x), moving_(motion.moving), ws_(model), tangent_(model) {
    if (!model.connections.empty())
      model_.actors.push_back(std::make_shared<const ConnectionForces>());
    ws_.lambda = motion.lambda;
    tangent_.linearise(model_, x, u, motion.moving ? motion.a.data() : nullptr,
                       {1, 0, motion.square_rate}, ws_);
    residual_ = ws_.tau;
    clear_prescribed(model_, residual_);
  }

  const VectorX& residual() const { return residual_; }

  /// Displacement that takes a residual away. In motion, and where joints move without resistance,
  /// the joints stay where they are. Empty if there is none.
  VectorX step_against(const VectorX& residual) {
    if (!moving_)
      if (VectorX d = solve(residual, false); d.size() > 0) return d;
    return solve(residual, true);
  }

 private:
  VectorX solve(const VectorX& residual, bool hold_joints) {
    const int nv = model_.nv;
    const VectorX scale = displacement_scale(model_);
    MatrixX K = tangent_.dense(model_, ws_);
    const bool loops = !hold_joints && ws_.lambda.size() > 0;
    if (loops) K += cross_stiffness(model_, x_, ws_.lambda, ws_);
    K = (scale.asDiagonal() * K * scale.asDiagonal()).eval();
    VectorX r = scale.cwiseProduct(residual);
    const double size = K.cwiseAbs().maxCoeff();
    if (!(size > 0) || !std::isfinite(size) || !r.allFinite()) return {};
    K /= size;
    hold(hold_joints, K, r);

    MatrixX A(0, nv);
    if (loops) A = dense_rows(model_, x_, ws_).A * scale.asDiagonal();
    MatrixX system = MatrixX::Zero(nv + A.rows(), nv + A.rows());
    system << K, -A.transpose(), A, MatrixX::Zero(A.rows(), A.rows());
    VectorX rhs = VectorX::Zero(nv + A.rows());
    rhs.head(nv) = r / size;
    const FullLu lu(system);
    if (lu.rank() < nv) return {};
    // loops may hold a motion twice
    const VectorX d = lu.invertible() ? lu.solve(rhs) : LeastNorm(system).solve(rhs);
    if (!d.allFinite()) return {};
    return -scale.cwiseProduct(d.head(nv));
  }

  void hold(bool joints, MatrixX& K, VectorX& r) const {
    for (const Body& body : model_.bodies)
      for (const JointStep& step : body.steps)
        for (int i = step.v; i < step.v + step.nv(); ++i) {
          if (!joints && !step.prescribed()) continue;
          K.row(i).setZero();
          K.col(i).setZero();
          K(i, i) = 1;
          r[i] = 0;
        }
  }

  Model model_;  // with the forces of its connections
  State x_;
  bool moving_;
  Workspace ws_;
  TreeTangent tangent_;
  VectorX residual_;
};

// places along the axis of a rod in its base frame
std::vector<Vector3> axis_of(const Rod& rod, const double* q) {
  RodBuilder builder(rod);
  std::vector<int> points;
  for (int i = 1; i <= kPlaces; ++i)
    points.push_back(builder.point_at(rod.data().length * i / kPlaces));
  Model alone;
  Body body;
  body.family = builder.finish();
  body.steps.resize(1);
  body.steps[0].kind = StepKind::fixed;
  alone.bodies.push_back(body);
  finish_layout(alone);
  Workspace ws(alone);
  const VectorX still = VectorX::Zero(rod.n());
  body.family->kinematics(q, still.data(), nullptr, ws.bodies[0]);
  std::vector<Vector3> places;
  for (const int point : points) places.push_back(ws.bodies[0].points[size_t(point)].X_BP.p);
  return places;
}

// the axes of all rods of a robot; empty lists for other bodies
using Axes = std::vector<std::vector<Vector3>>;
Axes axes_of(const Model& model, const VectorX& q) {
  Axes axes(model.bodies.size());
  for (size_t i = 0; i < model.bodies.size(); ++i)
    if (const Rod* const rod = find_rod(model.bodies[i]))
      axes[i] = axis_of(*rod, q.data() + model.bodies[i].q);
  return axes;
}

double distance(const std::vector<Vector3>& a, const std::vector<Vector3>& b) {
  double largest = 0;
  for (size_t i = 0; i < a.size(); ++i) largest = std::max(largest, (a[i] - b[i]).norm());
  return largest;
}

// True if something moves a body of its own accord: its joint, or one of those that carry it.
bool floats(const Model& model, int body) {
  for (; body >= 0; body = model.bodies[size_t(body)].parent)
    for (const JointStep& step : model.bodies[size_t(body)].steps)
      if (step.nv() > 0 && !step.prescribed()) return true;
  return false;
}

// Parts of their volume that rods which float have under water, in metres of their length: what
// changes there changes how deep a rod lies, which its shape does not tell. (bodies) 0 for others.
std::vector<double> immersions_of(const Model& model, const State& x, const Input& u) {
  std::vector<double> immersions(model.bodies.size(), 0.0);
  for (const auto& actor : model.actors) {
    const auto* const water = dynamic_cast<const WaterLoads*>(actor.get());
    if (!water || !water->data().medium.has_surface()) continue;
    Workspace ws(model);
    update_kinematics(model, x, u, nullptr, ws);
    const WaterWorld world = water_world(water->data().medium, model.gravity);
    for (const RodWater& rod : water->data().rods) {
      double volume = 0;
      for (const RodStationWater& station : rod.stations) volume += station.volume;
      if (!(volume > 0) || !floats(model, rod.body)) continue;
      const Rod& of = *find_rod(model.bodies[size_t(rod.body)]);
      immersions[size_t(rod.body)] =
          volume_under_water(rod, world, ws.bodies[size_t(rod.body)]) / volume * of.data().length;
    }
  }
  return immersions;
}

// A robot, a state of it and the axes of its rods there. The next finer one follows from it.
struct Level {
  Scenario scenario;
  State x = {};
  Input u = {};
  Moving motion = {};
  VectorX residual = {};  // (nv)
  Axes axes = {};
  std::vector<double> immersions = {};  // before the step that makes up for them
};

// why there is no estimate for a robot; empty: there may be one
std::string too_large(const Model& model) {
  if (model.nv > kMostRefined)
    return fmt::format("{} coordinates are more than {}", model.nv, kMostRefined);
  if (model.actors.size() > kMostActors)
    return fmt::format("{} loads and actuators are more than {}", model.actors.size(), kMostActors);
  return "";
}

// Shapes that push turn nanometres into newtons: no small change of the robot is in balance again.
bool touching(const Model& model, const State& x, const Input& u) {
  if (model.contact.empty()) return false;
  Workspace ws(model);
  update_kinematics(model, x, u, nullptr, ws);
  update_contacts(model, x, ws);
  return std::ranges::any_of(ws.contact.contacts, &Contact::closed);
}

// one Newton step of the finer robot, against what its balance says and the coarser one's did not
std::optional<Level> finer(const Level& last, const Scenario& first, Finer what) {
  Level next{.scenario = refined(first, what)};
  const Model& model = next.scenario.model;
  const Embedding embedding(last.scenario.model, model);
  InputSource inputs = next.scenario.inputs;
  if (!inputs.evaluate(last.x.t, next.u).ok()) return std::nullopt;
  embedding.copy_inputs(last.u, next.u);
  next.x = embedding.state(last.x);
  next.motion = last.motion;
  next.motion.a = embedding.velocity(last.motion.a);
  Balance balance(model, next.x, next.u, next.motion);
  const VectorX step = balance.step_against(balance.residual() - embedding.forces(last.residual));
  if (step.size() == 0) return std::nullopt;
  if (what == Finer::points) next.immersions = immersions_of(model, next.x, next.u);
  const VectorX q = next.x.q;
  retract(model, q, step, next.x.q);
  next.residual = Balance(model, next.x, next.u, next.motion).residual();
  next.axes = axes_of(model, next.x.q);
  return next;
}

}  // namespace

bool has_rods(const Model& model) {
  return std::ranges::any_of(
      model.bodies, [](const Body& body) { return find_rod(body) != nullptr && body.n() > 0; });
}

double square_strain_rate(const Model& model, const Eigen::Ref<const VectorX>& v) {
  double sum = 0;
  for (const Body& body : model.bodies)
    if (find_rod(body) && body.n() > 0)
      sum += v.segment(body.v, body.n())
                 .cwiseQuotient(model.q_scale.segment(body.q, body.n()))
                 .squaredNorm();
  return sum;
}

RodErrors rod_errors(const Scenario& scenario, const State& x, const Input& u, bool moving,
                     double fastest) {
  const Model& model = scenario.model;
  if (!has_rods(model)) return {};
  if (std::string why = too_large(model); !why.empty()) return {{}, std::move(why)};
  if (touching(model, x, u)) return {{}, "shapes touch"};
  Level level{.scenario = scenario,
              .x = x,
              .u = u,
              .motion = reference_motion(scenario, x, u, moving, fastest)};
  level.residual = Balance(model, x, u, level.motion).residual();
  level.axes = axes_of(model, x.q);
  const std::vector<double> immersions = immersions_of(model, x, u);

  std::vector<RodError> errors;
  std::vector<size_t> bodies;
  for (size_t i = 0; i < model.bodies.size(); ++i)
    if (const Rod* const rod = find_rod(model.bodies[i]); rod && rod->n() > 0) {
      errors.push_back({.body = model.bodies[i].name, .length = rod->data().length});
      bodies.push_back(i);
    }
  for (const auto& [what, error] :
       {std::pair(Finer::points, &RodError::quadrature),
        std::pair(Finer::functions, &RodError::basis), std::pair(Finer::shear, &RodError::shear)}) {
    if (const Status stop = interruption(x.t); !stop.ok()) return {{}, stop.message};
    std::optional<Level> next;
    try {
      next = finer(level, scenario, what);
    } catch (const InputError&) {
      // such as a basis at its largest order: nothing finer to compare with
    }
    if (!next) return {{}, "there is no finer robot for comparison"};
    for (size_t i = 0; i < bodies.size(); ++i)
      errors[i].*error = distance(level.axes[bodies[i]], next->axes[bodies[i]]);
    if (what == Finer::points)
      for (size_t i = 0; i < bodies.size(); ++i)
        errors[i].quadrature = std::max(
            errors[i].quadrature, std::abs(next->immersions[bodies[i]] - immersions[bodies[i]]));
    level = std::move(*next);
  }
  return {std::move(errors), ""};
}

RodErrors expected_rod_errors(const Scenario& scenario) {
  const Model& model = scenario.model;
  if (!has_rods(model)) return {};
  if (std::string why = too_large(model); !why.empty()) return {{}, std::move(why)};
  // where shapes touch, an equilibrium may be far to seek
  if (!model.contact.empty()) return {{}, "shapes may touch"};
  State x = scenario.initial;
  const StudySpec& study = scenario.spec.study;
  if (study.type == StudyType::load_path) x.t = study.to;
  InputSource inputs = scenario.inputs;
  Input u;
  if (!evaluate_at_rest(inputs, x.t, u).ok()) return {{}, "the inputs are not finite"};
  const InterruptScope patience(kMostSearch);
  StaticsSolver solver(model);
  const StaticsOptions options{.max_iterations = 20, .settle = false};
  const bool found = initial_equilibrium(scenario, solver, u, options, x).status.ok();
  if (const Status stop = interruption(x.t); !stop.ok()) return {{}, stop.message};
  if (!found) return {{}, "no equilibrium was found at the first attempt"};
  RodErrors errors = rod_errors(scenario, x, u, false);
  if (study.type == StudyType::dynamics) errors.when = "under the inputs at the start";
  return errors;
}

}  // namespace cuttle
