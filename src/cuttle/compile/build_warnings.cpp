#include "cuttle/compile/build_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/compile/closing_warnings.h"
#include "cuttle/compile/family_table.h"
#include "cuttle/compile/part_table.h"
#include "cuttle/compile/plausibility.h"
#include "cuttle/compile/signal_warnings.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/linalg/lu.h"
#include "cuttle/water/warn_of_water.h"

namespace cuttle {

namespace {

constexpr double kManySteps = 1e5;   // of an explicit method
constexpr double kExplicitStep = 3;  // largest stable step times the fastest rate

// largest eigenvalue of M^-1 A, A symmetric and not negative, to a few per cent: by iteration,
// since all eigenvalues of a body with hundreds of coordinates would take seconds
double largest_eigenvalue(const Cholesky& M, const MatrixX& A) {
  constexpr int kMostIterations = 100;
  constexpr double kSettled = 1e-3;
  VectorX x = VectorX::LinSpaced(A.rows(), 1, -0.5);
  double value = 0;
  for (int i = 0; i < kMostIterations; ++i) {
    const VectorX y = M.solve(VectorX(A * x));
    const double next = y.norm() / x.norm();
    if (!(next > 0) || !std::isfinite(next)) return 0;
    x = y / y.norm();
    const bool settled = std::abs(next - value) < kSettled * next;
    value = next;
    if (settled) break;
  }
  return value;
}

// fastest rate of a soft body on a fixed base [rad/s]: of its vibration or of its damping
double fastest_rate(const BodyFamily& soft, BodyWork& b) {
  soft.inertia(b);
  MatrixX M(b.n, b.n);
  for (int i = 0; i < b.n; ++i)
    for (int j = i; j < b.n; ++j)
      M(i, j) = M(j, i) = b.M_qq[size_t(i * b.nb + j / kBlock)][j % kBlock];
  const Cholesky factors(M);
  if (!factors.ok()) return 0;
  MatrixX K = soft.stiffness(b);
  for (int i = 0; i < b.n && b.has_K_act; ++i)
    for (int j = 0; j < b.n; ++j) K(i, j) += b.K_act[size_t(i * b.nb + j / kBlock)][j % kBlock];
  return std::max(std::sqrt(largest_eigenvalue(factors, K)),
                  largest_eigenvalue(factors, soft.damping(b)));
}

// Leaves in K_act what signals add to the stiffness of strains where they make it largest.
void add_driven_stiffness(const Scenario& scenario, Input u, Workspace& ws) {
  constexpr int kLooks = 100;  // over the time of the study
  const Model& model = scenario.model;
  const auto driven = [](const auto& actor) { return actor->stores_strain(); };
  if (std::ranges::none_of(model.actors, driven)) return;
  InputSource inputs = scenario.inputs;
  Input seen;
  for (int i = 0; i <= kLooks; ++i) {
    const double t = scenario.initial.t + scenario.spec.study.duration * i / kLooks;
    if (!inputs.evaluate(t, seen).ok()) continue;
    for (int k = 0; k < inputs.size(); ++k)
      if (inputs.role(k) == InputRole::positive) u.u[k] = std::max(u.u[k], seen.u[k]);
  }
  for (const auto& actor : model.actors)
    if (driven(actor)) actor->apply(model, scenario.initial, u, false, ws);
}

void add_warnings(const Scenario& scenario, Diagnostics& warnings) {
  const Model& model = scenario.model;
  add_plausibility_warnings(scenario, warnings);
  Workspace ws(model);
  Input u;
  InputSource inputs = scenario.inputs;
  if (!inputs.evaluate(scenario.initial.t, u).ok()) return;
  u = input_at(model, scenario.initial, u);
  update_kinematics(model, scenario.initial, u, nullptr, ws);
  const Built built{scenario.spec, model, scenario.initial, u, scenario.actors};

  add_driven_stiffness(scenario, u, ws);
  double fastest = 0;
  std::string fastest_body;
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    if (const FamilyKind& family = family_of(body); family.warn)
      family.warn(built, int(i), warnings);
    if (body.n() == 0) continue;
    const double rate = fastest_rate(*body.family, ws.bodies[i]);
    if (rate > fastest) {
      fastest = rate;
      fastest_body = body.name;
    }
  }
  // parts see no forces
  for (BodyWork& b : ws.bodies) std::ranges::fill(b.p_q, Lanes(0));

  const auto warn_of_parts = [&](auto belongs) {
    for (const PartKind* kind : parts_by_turn())
      if (kind->warn && belongs(kind->turn)) kind->warn(built, ws, warnings);
  };
  warn_of_parts([](int turn) { return turn <= kTurnOfWater; });
  warn_of_water(built, ws, warnings);
  warn_of_parts([](int turn) { return turn > kTurnOfWater; });
  add_closing_warnings(scenario, warnings);
  add_signal_warnings(scenario, warnings);
  const StudySpec& study = scenario.spec.study;
  const bool explicit_method = study.method == Method::dopri5 || study.method == Method::adams;
  const double steps = fastest * study.duration / kExplicitStep;
  if (study.type == StudyType::dynamics && explicit_method && steps > kManySteps)
    warnings.add(find_body(scenario.spec, fastest_body)
                     ->origin.warning(
                         "", fmt::format("{} is stiff (fastest rate {:.2g} rad/s, a time constant "
                                         "of {:.2g} s): an explicit method needs about {:.1g} "
                                         "steps; try method: implicit",
                                         fastest_body, fastest, 1 / fastest, steps)));
}

}  // namespace

std::vector<std::string> model_warnings(const Scenario& scenario) {
  Diagnostics warnings;
  add_warnings(scenario, warnings);
  std::vector<std::string> texts;
  for (const Diagnostic& warning : warnings.list()) texts.push_back(warning_text(warning));
  return texts;
}

}  // namespace cuttle
