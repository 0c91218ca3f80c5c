#include "cuttle/study/describe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "cuttle/analysis/linear_motion.h"
#include "cuttle/analysis/rod_error.h"
#include "cuttle/base/error.h"
#include "cuttle/compile/compile.h"
#include "cuttle/compile/family_table.h"
#include "cuttle/compile/part_table.h"
#include "cuttle/connection/free_motion.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/part/text_table.h"
#include "cuttle/rod/rod_span.h"
#include "cuttle/spec/spec_choices.h"
#include "cuttle/study/assembly_text.h"
#include "cuttle/water/displaced.h"

namespace cuttle {

namespace {

using Row = TableRow;

// lengths that rounding leaves are none
double rounded(double length) { return std::abs(length) < 1e-12 ? 0 : length; }

int joint_coordinate_count(const Body& body) {
  int count = 0;
  for (const JointStep& step : body.steps) count += step.nv();
  return count;
}

int prescribed_count(const Body& body) {
  return int(std::count_if(body.steps.begin(), body.steps.end(),
                           [](const JointStep& step) { return step.prescribed(); }));
}

std::string bodies_table(const Model& model) {
  std::vector<Row> rows = {
      {"name", "family", "parent", "joint", "DoF", "mass [kg]", "length [m]", "points", "strains"}};
  for (const Body& body : model.bodies) {
    const FamilyKind& family = family_of(body);
    const BodySummary own = family.summary ? family.summary(*body.family) : BodySummary();
    const int dof = joint_coordinate_count(body) - prescribed_count(body) + body.n();
    rows.push_back({body.name, std::string(body.family->family()),
                    body.parent < 0 ? "world" : model.bodies[size_t(body.parent)].name,
                    body.joint_kind + (prescribed_count(body) > 0 ? ", driven" : ""),
                    std::to_string(dof), number(body.family->mass()), own.length,
                    std::to_string(body.family->n_points()), own.strains});
  }
  return aligned(rows);
}

// stops and friction of joints, with their defaults
std::string joints_table(const Model& model) {
  std::vector<Row> rows = {{"coordinate", "from", "to", "stop stiffness", "stop damping",
                            "friction", "kinetic", "bristle stiffness", "bristle damping"}};
  const auto limit = [](double value) { return std::isfinite(value) ? number(value) : "-"; };
  for (const JointContact& c : model.joint_contacts) {
    const bool stops = c.stops(), rough = c.friction.rough();
    const auto given = [](bool there, double value) { return there ? number(value) : "-"; };
    rows.push_back({c.name, limit(c.low), limit(c.high), given(stops, c.stiffness),
                    given(stops, c.damping), given(rough, c.friction.static_friction),
                    given(rough, c.friction.kinetic_friction),
                    given(rough, c.friction.tangential_stiffness),
                    given(rough, c.friction.tangential_damping)});
  }
  return aligned(rows);
}

// what families show of their bodies in the initial shape
std::string families_text(const Scenario& scenario, const Input& u) {
  const Built built{scenario.spec, scenario.model, scenario.initial, u, scenario.actors};
  Workspace ws(scenario.model);
  update_kinematics(scenario.model, scenario.initial, u, nullptr, ws);
  std::string out;
  for (const FamilyKind* family : family_table()) {
    if (!family->table) continue;
    const std::vector<Row> rows = family->table(built, ws);
    if (!rows.empty()) out += fmt::format("\n{}\n", family->tables) + aligned(rows);
  }
  return out;
}

std::string totals(const Scenario& scenario, const Input& u) {
  const Model& model = scenario.model;
  Workspace ws(model);
  update_kinematics(model, scenario.initial, u, nullptr, ws);
  double mass = 0;
  Vector3 moment = Vector3::Zero();
  int prescribed = 0;
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    const BodyFamily& family = *model.bodies[i].family;
    mass += family.mass();
    moment += ws.bodies[i].X_WB.R * family.first_moment(ws.bodies[i]) +
              family.mass() * ws.bodies[i].X_WB.p;
    prescribed += prescribed_count(model.bodies[i]);
  }
  std::string dof = std::to_string(model.nv - prescribed);
  if (prescribed > 0) dof += fmt::format(" and {} prescribed", prescribed);
  std::vector<Row> rows = {{"degrees of freedom", dof}, {"mass", number(mass) + " kg"}};
  if (mass > 0)
    rows.push_back({"centre of mass", fmt::format("({:.6g}, {:.6g}, {:.6g}) m", moment[0] / mass,
                                                  moment[1] / mass, moment[2] / mass)});
  rows.push_back({"gravity", fmt::format("({:.6g}, {:.6g}, {:.6g}) m/s^2", model.gravity[0],
                                         model.gravity[1], model.gravity[2])});
  return aligned(rows);
}

// loads along a rod have one input per station: only the first and their number are shown
std::string inputs_table(const Model& model, const Input& u) {
  std::map<std::string, int> stations;
  for (const InputInfo& info : model.inputs) ++stations[info.name.substr(0, info.name.find('['))];
  std::vector<Row> rows;
  for (int i = 0; i < model.nu(); ++i) {
    const InputInfo& info = model.inputs[size_t(i)];
    const size_t bracket = info.name.find('[');
    if (bracket == std::string::npos) {
      rows.push_back({info.name, number(u.u[i]), info.unit});
      continue;
    }
    if (info.name.substr(bracket) != "[0]") continue;
    const std::string name = info.name.substr(0, bracket);
    rows.push_back({name, number(u.u[i]), info.unit,
                    fmt::format("at the first of {} stations", stations[name])});
  }
  return aligned(rows);
}

// density and surface, then each wet body wholly under water
std::string water_table(const Scenario& scenario, const Input& u) {
  const Model& model = scenario.model;
  const WaterLoads* const water = water_of(model);
  Workspace ws(model);
  update_kinematics(model, scenario.initial, u, nullptr, ws);
  const WaterSpec& spec = *scenario.spec.water;
  std::string out =
      aligned({{"density", number(spec.density) + " kg/m^3"},
               {"surface", spec.level ? "at height " + number(*spec.level) + " m" : "none"}});
  std::vector<Row> rows = {
      {"name", "mass [kg]", "displaced [kg]", "net buoyancy [N]", "CB to CG [m]"}};
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    const BodyFamily& family = *model.bodies[i].family;
    const Displaced displaced =
        water ? displaced_by(model, *water, int(i), ws.bodies[i]) : Displaced();
    const double mass = family.mass(), carried = spec.density * displaced.volume;
    std::string distance;
    if (mass > 0 && carried > 0)
      distance =
          number(rounded((displaced.center - family.first_moment(ws.bodies[i]) / mass).norm()));
    rows.push_back({model.bodies[i].name, number(mass), displaced.wet ? number(carried) : "dry",
                    displaced.wet ? number((carried - mass) * model.gravity.norm()) : "",
                    distance});
  }
  return out + aligned(rows);
}

// forces of what is held twice cannot be told apart
std::string redundancy_text(const Scenario& scenario, const Input& u) {
  const int extra = redundant_rows(scenario.model, scenario.initial, u);
  if (extra == 0) return "";
  return fmt::format(
      "  {} of their constraints {} redundant: the forces and moments at them are one of many "
      "solutions\n",
      extra, extra == 1 ? "is" : "are");
}

// the tables of the parts of some chapters
template <class Belongs>
std::string parts_text(const Scenario& scenario, const Input& u, Belongs belongs) {
  const Built built{scenario.spec, scenario.model, scenario.initial, u, scenario.actors};
  std::string out;
  for (const PartKind* kind : parts_by_turn()) {
    if (!kind->summary || !belongs(kind->chapter) || scenario.spec.size(*kind->type) == 0) continue;
    const PartSummary summary = kind->summary(built);
    if (summary.rows.empty()) continue;
    out += fmt::format("\n{}", kind->list);
    if (summary.at_start) out += fmt::format(" at t = {:.6g}", scenario.initial.t);
    out += "\n" + aligned(summary.rows);
    if (kind->closes_loops) out += redundancy_text(scenario, u) + assembly_text(scenario, u);
  }
  return out;
}

// how far off the rods are, by their points and functions
std::string rods_table(const Scenario& scenario, const std::vector<RodError>& errors) {
  std::vector<Row> rows = {{"name", "Gauss points", "quadrature error [m]", "basis error [m]",
                            "fraction of the length"}};
  for (const RodError& rod : errors) {
    const int body = scenario.model.find_body(rod.body);
    const RodData& data = rod_of(scenario.model, body).data();
    rows.push_back({rod.body, std::to_string(data.stations.size()),
                    fmt::format("{:.2g}", rod.quadrature), fmt::format("{:.2g}", rod.basis),
                    fmt::format("{:.2g}", (rod.quadrature + rod.basis) / rod.length)});
  }
  return aligned(rows);
}

std::string probes_table(const std::vector<Probe>& probes) {
  std::vector<Row> rows;
  for (const Probe& probe : probes) {
    std::vector<std::string> parts;
    for (const Column& column : probe.columns())
      parts.push_back(column.name.substr(probe.name().size() + 1));
    rows.push_back({probe.name(), fmt::format("{}", fmt::join(parts, ", "))});
  }
  return aligned(rows);
}

std::string study_text(const Scenario& scenario) {
  const StudySpec& study = scenario.spec.study;
  switch (study.type) {
    case StudyType::dynamics:
      if (scenario.model.bodies.empty())
        return fmt::format("dynamics over {:.6g} s, output every {:.6g} s, method {}",
                           study.duration, study.output_step, name_of(study.net_method));
      return fmt::format("dynamics over {:.6g} s, output every {:.6g} s, method {}, rtol {:.3g}",
                         study.duration, study.output_step, name_of(study.method), study.rtol);
    case StudyType::statics:
      return fmt::format("statics, tolerance {:.3g}, {} load step{}", study.tolerance,
                         study.load_steps, study.load_steps == 1 ? "" : "s");
    case StudyType::load_path:
      if (study.by_arc_length())
        return fmt::format("load path by arc length from {:.6g} to {:.6g}, at most {} points",
                           study.from, study.to, study.steps);
      return fmt::format("load path from {:.6g} to {:.6g} in {} steps", study.from, study.to,
                         study.steps);
    case StudyType::modes:
      return fmt::format("{} modes about {}", study.count, name_of(study.about));
  }
  return "";
}

std::vector<std::string> all_warnings(const Scenario& scenario, const RodErrors& errors) {
  std::vector<std::string> warnings = scenario.warnings;
  for (std::string& warning : rod_error_warnings(scenario, errors))
    warnings.push_back(std::move(warning));
  return warnings;
}

}  // namespace

std::vector<std::string> expected_warnings(const Scenario& scenario) {
  return all_warnings(scenario, expected_rod_errors(scenario));
}

std::string describe_model(const Scenario& scenario) {
  const Model& model = scenario.model;
  Input u;
  InputSource inputs = scenario.inputs;
  expects(inputs.evaluate(scenario.initial.t, u).ok(), "signals that were evaluated at the start");
  u = input_at(model, scenario.initial, u);

  std::string out = scenario.spec.name;
  if (!scenario.spec.title.empty()) out += ": " + scenario.spec.title;
  out += "\n";
  if (!model.bodies.empty()) out += "\nbodies\n" + bodies_table(model);
  if (!model.joint_contacts.empty())
    out += "\nstops and friction of joints\n" + joints_table(model);
  out += families_text(scenario, u);
  out += parts_text(scenario, u, [](Chapter chapter) { return chapter == Chapter::beside; });
  if (!model.bodies.empty()) out += "\ntotal\n" + totals(scenario, u);
  if (model.nu() > 0)
    out += fmt::format("\ninputs at t = {:.6g}\n", scenario.initial.t) + inputs_table(model, u);
  if (scenario.spec.water) out += "\nwater\n" + water_table(scenario, u);
  out += parts_text(scenario, u, acts_on_bodies);
  if (!scenario.probes.empty()) out += "\nprobes\n" + probes_table(scenario.probes);
  out += parts_text(scenario, u, [](Chapter chapter) { return chapter == Chapter::control; });
  out += "\nstudy\n  " + study_text(scenario) + "\n";
  const RodErrors errors = expected_rod_errors(scenario);
  if (!errors.rods.empty())
    out += "\nrods, at their equilibrium" + (errors.when.empty() ? "" : " " + errors.when) + "\n" +
           rods_table(scenario, errors.rods);
  if (!errors.why.empty()) out += "\nrods\n  " + not_estimated(errors) + "\n";
  const std::vector<std::string> warnings = all_warnings(scenario, errors);
  if (!warnings.empty()) out += "\nwarnings\n";
  for (const std::string& warning : warnings) out += "  " + warning + "\n";
  return out;
}

}  // namespace cuttle
