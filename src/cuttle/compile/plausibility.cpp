#include "cuttle/compile/plausibility.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "cuttle/compile/family_table.h"
#include "cuttle/compile/part_table.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/part/density_slip.h"

namespace cuttle {

namespace {

constexpr double kSoftest = 1e3, kStiffest = 1e12;         // [Pa] a loose gel, diamond
constexpr double kSlowest = 1;                             // [s] for a material to follow its load
constexpr double kMostInitialTurn = 2 * std::numbers::pi;  // [rad] that a joint starts with
constexpr double kLightestNeighbour = 1e-6;                // part of the mass

// all materials in use, with the file's place of each
std::vector<const MaterialSpec*> materials_of(const ScenarioSpec& spec) {
  std::vector<const MaterialSpec*> materials;
  for (const BodySpec& body : spec.bodies)
    if (const FamilyKind& family = family_of(body); family.materials)
      for (const MaterialSpec* material : family.materials(body)) materials.push_back(material);
  return materials;
}

void look_at_stiffness(const Scenario& scenario, Diagnostics& warnings) {
  for (const MaterialSpec* material : materials_of(scenario.spec)) {
    const double E = material->young;
    if (E < kSoftest || E > kStiffest)
      warnings.add(material->origin.warning(
          "young", fmt::format("{:.3g} Pa is {}: kPa, MPa or GPa?", E,
                               E < kSoftest ? "softer than a gel" : "stiffer than diamond")));
  }
}

void look_at_densities(const Scenario& scenario, Diagnostics& warnings) {
  for (const MaterialSpec* material : materials_of(scenario.spec))
    look_at_density(material->density, material->origin, warnings);
  if (scenario.spec.water)
    look_at_density(scenario.spec.water->density, scenario.spec.water->origin, warnings);
}

// a Kelvin-Voigt solid follows its load within 3 viscosity / E
void look_at_viscosity(const Scenario& scenario, Diagnostics& warnings) {
  if (scenario.spec.study.type != StudyType::dynamics) return;
  for (const MaterialSpec* material : materials_of(scenario.spec)) {
    const double time = 3 * material->viscosity / material->young;
    if (time > kSlowest)
      warnings.add(material->origin.warning(
          "viscosity",
          fmt::format("{:.3g} Pa s with a Young's modulus of {:.3g} Pa: the material takes {:.2g} "
                      "s to follow a load, and steps are stiff; kPa s or Pa s?",
                      material->viscosity, material->young, time)));
  }
}

// which coordinates of a joint are angles, for joints whose coordinates are written as numbers
bool turns(const std::string& joint, std::size_t coordinate) {
  if (joint == "revolute" || joint == "helical" || joint == "universal") return true;
  if (joint == "cylindrical") return coordinate == 0;
  return joint == "planar" && coordinate == 2;
}

bool is_round_degrees(double value) {
  static constexpr std::array kRound = {15, 30, 45, 60, 90, 120, 135, 180, 270, 360};
  return std::ranges::find(kRound, std::abs(value)) != kRound.end();
}

// the number with which a signal begins, where one is written
std::optional<double> first_value(const std::optional<SignalSpec>& signal) {
  if (signal && signal->kind == SignalSpec::Kind::constant) return signal->constant;
  if (signal && signal->kind == SignalSpec::Kind::table) return signal->values.front();
  return std::nullopt;
}

void look_at_angles(const Scenario& scenario, Diagnostics& warnings) {
  for (const BodySpec& body : scenario.spec.bodies) {
    const JointSpec& joint = body.joint;
    const auto look = [&](const char* field, std::size_t i, double value) {
      if (turns(joint.type, i) && std::abs(value) > kMostInitialTurn)
        warnings.add(joint.origin.warning(
            field, fmt::format("{:.4g} rad is more than a turn: {:.4g} deg?", value, value)));
    };
    for (std::size_t i = 0; i < joint.initial.values.size(); ++i)
      look("initial", i, joint.initial.values[i]);
    for (std::size_t i = 0; i < joint.rest.size(); ++i) look("rest", i, joint.rest[i]);
    for (std::size_t i = 0; i < joint.limits.size(); ++i)
      for (const double limit : joint.limits[i].value_or(std::array{0.0, 0.0}))
        if (is_round_degrees(limit)) look("limits", i, limit);
    // a drive may be turned several times round, but hardly by what is a round number of degrees
    for (std::size_t i = 0; i < joint.prescribed.size(); ++i)
      if (const auto start = first_value(joint.prescribed[i]); start && is_round_degrees(*start))
        look("prescribed", i, *start);
  }
}

void look_at_bodies(const Scenario& scenario, Diagnostics& warnings) {
  for (const BodySpec& body : scenario.spec.bodies)
    if (const FamilyKind& family = family_of(body); family.slips) family.slips(body, warnings);
}

void look_at_parts(const Scenario& scenario, Diagnostics& warnings) {
  Input u;
  InputSource inputs = scenario.inputs;
  if (!inputs.evaluate(scenario.initial.t, u).ok()) return;
  u = input_at(scenario.model, scenario.initial, u);
  const Built built{scenario.spec, scenario.model, scenario.initial, u, scenario.actors};
  for (const PartKind* kind : parts_by_turn())
    if (kind->slips) kind->slips(built, warnings);
}

void look_at_masses(const Scenario& scenario, Diagnostics& warnings) {
  const Model& model = scenario.model;
  const BodyIndex index(scenario.spec);
  for (const Body& body : model.bodies) {
    if (body.parent < 0) continue;
    const Body& parent = model.bodies[size_t(body.parent)];
    const double own = body.family->mass(), other = parent.family->mass();
    const double less = std::min(own, other), more = std::max(own, other);
    if (!(less > 0 && less < kLightestNeighbour * more)) continue;
    const Body &light = own < other ? body : parent, &heavy = own < other ? parent : body;
    warnings.add(index.find(light.name)
                     ->origin.warning(
                         "", fmt::format("{} has {:.3g} kg next to the {:.3g} kg of {}: kg or g?",
                                         light.name, less, more, heavy.name)));
  }
}

void look_at_rows(const Scenario& scenario, Diagnostics& warnings) {
  const StudySpec& study = scenario.spec.study;
  if (study.type != StudyType::dynamics || study.output_step <= study.duration) return;
  warnings.add(study.origin.warning(
      "output_step",
      fmt::format("{:.6g} s is longer than the duration of {:.6g} s: the series has a first and a "
                  "last row only; ms or s? A hundredth of the duration is output_step: {:.3g}",
                  study.output_step, study.duration, 0.01 * study.duration)));
}

// One row: a slip, and who looks for it.
struct Rule {
  const char* slip;
  void (*look)(const Scenario& scenario, Diagnostics& warnings);
};
constexpr Rule kRules[] = {
    {"moduli that no material has", look_at_stiffness},
    {"densities of materials and water in g/cm^3", look_at_densities},
    {"materials that hardly move", look_at_viscosity},
    {"angles in degrees", look_at_angles},
    {"bodies: rods like threads, densities of shapes", look_at_bodies},
    {"parts: cables far from their rod", look_at_parts},
    {"masses that do not go together", look_at_masses},
    {"series of two rows", look_at_rows},
};

}  // namespace

void add_plausibility_warnings(const Scenario& scenario, Diagnostics& warnings) {
  for (const Rule& rule : kRules) rule.look(scenario, warnings);
}

}  // namespace cuttle
