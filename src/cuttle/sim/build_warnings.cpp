#include "cuttle/sim/build_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/linalg/lu.h"
#include "cuttle/rod/rod.h"
#include "cuttle/shell/load/part.h"
#include "cuttle/sim/build_shell.h"
#include "cuttle/sim/closing_warnings.h"
#include "cuttle/sim/contact_warnings.h"
#include "cuttle/sim/net_warnings.h"
#include "cuttle/sim/plausibility.h"
#include "cuttle/sim/signal_warnings.h"
#include "cuttle/sim/water_warnings.h"

namespace cuttle {

namespace {

constexpr double kMostAngle = 1;     // [rad] between neighbouring points of a rod
constexpr double kManySteps = 1e5;   // of an explicit method
constexpr double kExplicitStep = 3;  // largest stable step times the fastest rate
// lengths of the edge effect that one curvature mode of a shell may span: beyond, the bending at a
// held edge is missed
constexpr double kEdgeEffects = 3;

// largest turn of the initial shape from a point of the rod to the next one
double largest_angle(const Rod& rod, const double* q) {
  const RodData& data = rod.data();
  double most = 0;
  for (size_t i = 0; i < data.from.size(); ++i) {
    const double a = data.abscissa[size_t(data.from[i])], b = data.abscissa[i + 1];
    most = std::max(most, (b - a) * rod.strain(0.5 * (a + b), q).head<3>().norm());
  }
  return most;
}

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
  return std::max(std::sqrt(largest_eigenvalue(factors, soft.stiffness(b))),
                  largest_eigenvalue(factors, soft.damping(b)));
}

void warn_of_rod(const Body& body, const Rod& rod, const State& initial,
                 std::vector<std::string>& warnings) {
  const double angle = largest_angle(rod, initial.q.data() + body.q);
  if (angle > kMostAngle)
    warnings.push_back(
        fmt::format("{} turns by {:.2g} rad between two stations: use more quadrature points",
                    body.name, angle));
}

// quadrature does not see a load end inside of a division
void warn_of_shell_loads(const Scenario& scenario, std::vector<std::string>& warnings) {
  for (const ShellLoadSpec& load : scenario.spec.of<ShellLoadSpec>()) {
    const ShellSpec& spec = *find_body(scenario.spec, load.body)->shell;
    const auto body = size_t(scenario.model.find_body(load.body));
    const auto& shell = dynamic_cast<const Shell&>(*scenario.model.bodies[body].family);
    const double length = shell.data().length;
    for (const std::optional<double>& X : {load.from, load.to}) {
      if (!X) continue;
      const auto meets = [&, at = from_held_edge(spec, length, *X)](double end) {
        return std::abs(end - at) <= kSamePlace * length;
      };
      if (std::ranges::any_of(shell.data().division_ends, meets)) continue;
      warnings.push_back(
          fmt::format("the shell load {} ends at X = {:.4g} m inside a division of {}: let a "
                      "division end there",
                      load.name, *X, load.body));
    }
  }
}

// a held edge bends a wall of radius r and thickness t within sqrt(r t)
void warn_of_shell_edge(const Body& body, const ShellData& data,
                        std::vector<std::string>& warnings) {
  const ShellDivision& first = data.divisions.front();
  const int modes = first.modes.curvature;
  const double t = 2 * data.rings.front().half_thickness;
  const double effect = std::sqrt(data.base_radius * t);
  if (modes > 0 && first.end <= kEdgeEffects * effect * modes) return;
  warnings.push_back(
      fmt::format("{} has {} curvature mode{} over the {:.3g} m at its held edge, where it bends "
                  "within about {:.2g} m: let a short division of about {:.1g} m begin there",
                  body.name, modes == 0 ? "no" : std::to_string(modes), modes == 1 ? "" : "s",
                  first.end, effect, kEdgeEffects * effect));
}

}  // namespace

std::vector<std::string> model_warnings(const Scenario& scenario) {
  const Model& model = scenario.model;
  std::vector<std::string> warnings = plausibility_warnings(scenario);
  Workspace ws(model);
  Input u;
  InputSource inputs = scenario.inputs;
  if (!inputs.evaluate(scenario.initial.t, u).ok()) return warnings;
  update_kinematics(model, scenario.initial, u, nullptr, ws);

  double fastest = 0;
  std::string fastest_body;
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    if (const auto* rod = dynamic_cast<const Rod*>(body.family.get()))
      warn_of_rod(body, *rod, scenario.initial, warnings);
    if (const auto* shell = dynamic_cast<const Shell*>(body.family.get()))
      warn_of_shell_edge(body, shell->data(), warnings);
    if (body.n() == 0) continue;
    const double rate = fastest_rate(*body.family, ws.bodies[i]);
    if (rate > fastest) {
      fastest = rate;
      fastest_body = body.name;
    }
  }

  warn_of_shell_loads(scenario, warnings);
  add_water_warnings(scenario, ws, warnings);
  add_contact_warnings(scenario, ws, warnings);
  add_net_warnings(scenario, warnings);
  add_closing_warnings(scenario, warnings);
  add_signal_warnings(scenario, warnings);
  const StudySpec& study = scenario.spec.study;
  if (study.type != StudyType::dynamics && !scenario.spec.controllers.empty())
    warnings.push_back(
        "controllers act only in a study of type dynamics: in this one they do nothing");
  const bool explicit_method = study.method == Method::dopri5 || study.method == Method::adams;
  const double steps = fastest * study.duration / kExplicitStep;
  if (study.type == StudyType::dynamics && explicit_method && steps > kManySteps)
    warnings.push_back(
        fmt::format("{} is stiff (fastest rate {:.2g} rad/s, a time constant of {:.2g} s): an "
                    "explicit method needs about {:.1g} steps; try method: implicit",
                    fastest_body, fastest, 1 / fastest, steps));
  return warnings;
}

}  // namespace cuttle
