#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <random>
#include <stdexcept>
#include <vector>

#include "bench.h"
#include "cuttle/connection/constraint_solver.h"
#include "cuttle/contact/find_contacts.h"
#include "cuttle/dynamics/derivatives.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/io/write_report.h"
#include "cuttle/math/difference.h"
#include "cuttle/rigid/rigid.h"
#include "cuttle/scene/scene_sampler.h"
#include "cuttle/study/run.h"
#include "measure.h"
#include "support/robots.h"

namespace cuttle::bench {
namespace {

/// A robot in a random state, ready to be evaluated.
struct Evaluation {
  explicit Evaluation(Model robot) : model(std::move(robot)), ws(model) {
    std::mt19937_64 random(1);
    x = testing::random_state(random, model);
    u = testing::zero_input(model);
  }
  void operator()() { forward_dynamics(model, x, u, ws); }

  Model model;
  State x;
  Input u;
  Workspace ws;
};

/// |inverse dynamics at the computed accelerations| over that at zero accelerations.
double relative_residual(Evaluation& evaluation) {
  evaluation();
  const VectorX a = evaluation.ws.a;
  inverse_dynamics(evaluation.model, evaluation.x, evaluation.u, nullptr, evaluation.ws);
  const double scale = evaluation.ws.tau.norm();
  inverse_dynamics(evaluation.model, evaluation.x, evaluation.u, a.data(), evaluation.ws);
  return evaluation.ws.tau.norm() / scale;
}

Measurement growth(Model (*robot)(int)) {
  Growth line;
  double seconds = 0, first = 0;
  for (int rods = 1; rods <= 256; rods *= 2) {
    Evaluation evaluation(robot(rods));
    seconds = time_call(evaluation);
    if (rods == 1) first = seconds;
    line.add(rods, seconds);
  }
  return {seconds, line.slope(),
          fmt::format("time of 256 rods (2048 DoF); one rod {:.2f} us", first * 1e6)};
}

/// A swimmer whose base is driven by six efforts.
Model driven_swimmer() {
  Model model = testing::swimmer(3);
  model.bodies[0].steps[0].effort_input = 0;
  model.inputs.resize(6);
  return model;
}

/// Largest deviation of the derivatives from differences of fourth order, relative to the largest
/// entry of each matrix.
double derivative_error(Evaluation& evaluation, const AccelerationDerivatives& exact) {
  const Model& model = evaluation.model;
  const State x = evaluation.x;
  const Input u = evaluation.u;
  const auto at = [&](double h, int j, char what) {
    VectorX d = VectorX::Zero(model.nv);
    if (what == 'q') {
      d[j] = h;
      retract(model, x.q, d, evaluation.x.q);
    }
    if (what == 'v') evaluation.x.v[j] += h;
    if (what == 'u') evaluation.u.u[j] += h;
    evaluation();
    evaluation.x = x;
    evaluation.u = u;
    return VectorX(evaluation.ws.a);
  };
  double worst = 0;
  for (const auto& [what, matrix] :
       {std::pair{'q', &exact.da_dq}, std::pair{'v', &exact.da_dv}, std::pair{'u', &exact.da_du}})
    for (int j = 0; j < int(matrix->cols()); ++j) {
      const VectorX slope = central_derivative([&](double h) { return at(h, j, what); }, 1e-3);
      worst = std::max(
          worst, (slope - matrix->col(j)).cwiseAbs().maxCoeff() / matrix->cwiseAbs().maxCoeff());
    }
  return worst;
}

/// Free capsules in a long box, as many per length whatever their number. They are seen in as many
/// states as make 8192 capsules together, so that the processor knows small clouds no better by
/// heart than large ones.
class Cloud {
 public:
  explicit Cloud(int count) {
    const auto capsule = std::make_shared<Rigid>(solid_capsule(1, 0.05, 0.1), std::vector<Pose>{});
    model_.contact.rules.push_back({.name = "all", .stiffness = 1e3});
    for (int i = 0; i < count; ++i) {
      ContactShape shape;
      shape.body = testing::add_body(model_, capsule, "free");
      shape.half_length = 0.05;
      shape.radius = {0.05, 0.05};
      shape.side_a = shape.side_b = 1;
      model_.contact.shapes.push_back(shape);
    }
    std::mt19937_64 random(2);
    std::uniform_real_distribution<double> place(0, 0.8);
    const Input u = testing::zero_input(model_);
    for (int state = 0; state < 8192 / count; ++state) {
      x_ = testing::random_state(random, model_);
      for (const Body& body : model_.bodies)
        x_.q.segment<3>(body.steps[0].q + 4) =
            Vector3(place(random) * count / 64, place(random), place(random));
      states_.emplace_back(model_);
      update_kinematics(model_, x_, u, nullptr, states_.back());
    }
  }

  /// All contacts anew: everything has moved since the last call.
  void operator()() {
    const std::size_t next = (now_ + 1) % states_.size();
    std::swap(states_[now_].contact, states_[next].contact);
    now_ = next;
    find_contacts(model_, x_, states_[now_]);
  }

  std::size_t contacts() const { return states_[now_].contact.contacts.size(); }

 private:
  Model model_;
  State x_;
  std::vector<Workspace> states_;
  std::size_t now_ = 0;
};

/// Free boxes in a row, each fixed to the one before it by a connection; if wanted under water,
/// with a thruster each.
std::string docked_modules(int count, bool wet) {
  std::string text = "name: modules\nbodies:\n", connections = "connections:\n";
  std::string thrusters = "water: {density: 1000, current: [0.1, 0, 0]}\nthrusters:\n";
  for (int i = 0; i < count; ++i) {
    text += fmt::format(
        "  - {{name: m{}, joint: {{type: free, initial: {{position: [{}, 0, 0]}}}}, rigid: "
        "{{shapes: "
        "[{{box: [0.3, 0.2, 0.1], density: 500}}]}}}}\n",
        i, 0.3 * i);
    thrusters += fmt::format("  - {{name: t{0}, body: m{0}, command: 10, linear: 0.3}}\n", i);
    if (i > 0)
      connections += fmt::format(
          "  - {{name: c{0}, type: fixed, a: {{body: m{1}, pose: {{position: [0.15, 0, 0]}}}}, b: "
          "{{body: m{0}, pose: {{position: [-0.15, 0, 0]}}}}}}\n",
          i, i - 1);
  }
  return text + connections + (wet ? thrusters : "") + "study: {type: dynamics, duration: 1}\n";
}

/// Accelerations of 2 to 200 modules in a row. Cost goes with the connections; over the modules a
/// straight line has slope 1.15.
Measurement growth_of_modules(bool wet) {
  Growth line;
  double seconds = 0, first = 0;
  for (const int modules : {2, 5, 10, 20, 50, 100, 200}) {
    Scenario scenario = build(parse_scenario(docked_modules(modules, wet), "modules.yaml"));
    Input u = testing::zero_input(scenario.model);
    const Status inputs = scenario.inputs.evaluate(0, u);
    if (!inputs.ok()) throw std::runtime_error(inputs.message);
    Workspace ws(scenario.model);
    ConstraintSolver solver(scenario.model);
    seconds = time_call([&] {
      const Status status = solver.solve(scenario.model, scenario.initial, u, ws);
      if (!status.ok()) throw std::runtime_error(status.message);
    });
    if (modules == 2) first = seconds;
    line.add(modules - 1, seconds);
  }
  return {seconds, line.slope(),
          fmt::format("time of 200 modules (1200 DoF, 1194 rows); two {:.2f} us", first * 1e6)};
}

}  // namespace

Measurement swimmer_evaluation() {
  Evaluation evaluation(testing::swimmer(3));
  return {time_call(evaluation), relative_residual(evaluation),
          fmt::format("forward dynamics, {} DoF", evaluation.model.nv)};
}

Measurement linearize() {
  Evaluation evaluation(driven_swimmer());
  const double forward = time_call(evaluation);
  DerivativeSolver solver(evaluation.model);
  AccelerationDerivatives derivatives;
  const double seconds = time_call([&] {
    const Status status =
        solver.solve(evaluation.model, evaluation.x, evaluation.u, evaluation.ws, derivatives);
    if (!status.ok()) throw std::runtime_error(status.message);
  });
  return {seconds, derivative_error(evaluation, derivatives),
          fmt::format("all derivatives of forward dynamics, {} DoF, {} inputs: {:.1f} evaluations",
                      evaluation.model.nv, evaluation.model.nu(), seconds / forward)};
}

Measurement growth_chain() {
  return growth([](int rods) { return testing::rod_chain(rods); });
}
Measurement growth_star() {
  return growth([](int rods) { return testing::rod_star(rods); });
}

Measurement growth_modules() { return growth_of_modules(false); }
Measurement growth_modules_water() { return growth_of_modules(true); }

Measurement growth_contact() {
  Growth line;
  double seconds = 0, first = 0;
  std::size_t found = 0;
  for (int count = 64; count <= 4096; count *= 2) {
    Cloud cloud(count);
    seconds = time_call(cloud);
    found = cloud.contacts();
    if (count == 64) first = seconds;
    line.add(count, seconds);
  }
  return {seconds, line.slope(),
          fmt::format("pairs and places anew, 4096 free capsules ({} near or closed); 64 {:.2f} us",
                      found, first * 1e6)};
}

Measurement report() {
  const ScenarioSpec spec = read_scenario(CUTTLE_MODELS "/hybrid_arm.yaml");
  const Scenario scenario = build(spec);
  const RunResult result = run(scenario);
  std::size_t size = 0;
  const double seconds = time_call([&] {
    const Scene scene = make_scene(scenario, result.trajectory);
    size = report_text({result, scene, spec.name, spec.source}).size();
  });
  return {seconds, double(size), "scene and page of the flagship, 10 s at 100 Hz"};
}

}  // namespace cuttle::bench
