#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "cuttle/model/spec_check.h"

namespace cuttle {

namespace {

// the shell that a part acts on, or nullptr (reported)
const BodySpec* shell_of(const ScenarioSpec& scenario, const std::string& name,
                         const Origin& origin, const char* field, const char* hint,
                         Diagnostics& diagnostics) {
  if (name.empty()) return nullptr;
  const BodySpec* const body = find_body(scenario, name);
  if (!body) {
    std::vector<std::string> names;
    for (const BodySpec& other : scenario.bodies) names.push_back(other.name);
    diagnostics.add(
        origin.error(field, "unknown body '" + name + "'", suggest(name, names, "bodies")));
    return nullptr;
  }
  if (body->shell) return body;
  if (has_kind(*body))
    diagnostics.add(origin.error(field, "the body " + name + " is not a shell", hint));
  return nullptr;
}

// exactly one of density and mass
void check_mass(const ShellSpec& shell, Diagnostics& diagnostics) {
  const MaterialSpec& material = shell.material.spec;
  const bool dense = material.density > 0 || material.origin.given("density");
  const bool unread = shell.origin.given("mass") && !shell.mass;
  // a material that was not understood has been told
  const bool known = shell.origin.path.empty() || material.young > 0;
  if (dense && shell.mass)
    diagnostics.add(shell.origin.error(
        "mass",
        fmt::format("cannot stand beside the density of the material, {:.6g} kg/m^3",
                    material.density),
        "leave out one of the two"));
  if (!dense && !shell.mass && !unread && known)
    diagnostics.add(shell.origin.error(
        "mass", "missing", "give the mass of the shell, or the density of its material"));
}

// a shell is of one elastic material, and water acts on it only where there is some
void check_values(const ShellSpec& shell, bool wet, Diagnostics& diagnostics) {
  const MaterialSpec& material = shell.material.spec;
  const double shear = material.young / (2 * (1 + material.poisson));
  if (material.shear && std::abs(*material.shear - shear) > 1e-6 * shear)
    diagnostics.add(shell.origin.error(
        "material",
        fmt::format("has the shear modulus {:.6g} Pa, but a shell has young / (2 (1 + poisson)) = "
                    "{:.6g} Pa",
                    *material.shear, shear),
        "take a material without `shear`"));
  if (!wet && shell.water && !shell.water->dry())
    diagnostics.add(shell.water->origin.error("", "has no effect: there is no water in this model",
                                              "give the model water: {density: 1000}"));
}

// the shell has no inertia and no weight across its axis
void check_axial(const ScenarioSpec& scenario, const BodySpec& body, Diagnostics& diagnostics) {
  if (body.shell->coupling != ShellCoupling::axial) return;
  const Origin& origin = body.shell->origin;
  if (scenario.gravity.norm() > 0)
    diagnostics.add(origin.error(
        "coupling",
        fmt::format("axial leaves out the weight across the axis, but gravity is [{:g}, "
                    "{:g}, {:g}] m/s^2",
                    scenario.gravity[0], scenario.gravity[1], scenario.gravity[2]),
        "take coupling: full, or gravity: [0, 0, 0]"));
  const JointSpec& joint = body.joint;
  const bool along = joint.type == "prismatic" && joint.axis.cross(Vector3::UnitX()).norm() < 1e-9;
  if (joint.type != "fixed" && !along)
    diagnostics.add(origin.error(
        "coupling",
        fmt::format("axial leaves out the inertia across the axis, which this {} joint needs",
                    joint.type),
        "take coupling: full, a fixed joint, or a prismatic joint with axis: x"));
}

void check_jets(const ScenarioSpec& scenario, bool wet, Diagnostics& diagnostics) {
  std::set<std::string> driven;
  for (const JetSpec& jet : scenario.jets) {
    if (!wet)
      diagnostics.add(jet.origin.error("", "there is no water in this model that it could push",
                                       "give the model water: {density: 1000}"));
    const BodySpec* const body =
        shell_of(scenario, jet.body, jet.origin, "body", "a jet comes out of a shell", diagnostics);
    if (!body) continue;
    if (body->shell->water && body->shell->water->dry())
      diagnostics.add(jet.origin.error("body", "the shell " + jet.body + " has `water: none`"));
    if (!driven.insert(jet.body).second)
      diagnostics.add(jet.origin.error("body", "the shell " + jet.body + " has another jet",
                                       "one jet each: add up the areas of several nozzles"));
  }
}

void check_shell_probes(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  for (const ProbeSpec& probe : scenario.probes) {
    if (probe.kind() == ProbeSpec::Kind::shell)
      shell_of(scenario, probe.shell, probe.origin, "shell", "", diagnostics);
    if (probe.kind() != ProbeSpec::Kind::jet) continue;
    std::vector<std::string> names;
    for (const JetSpec& jet : scenario.jets) names.push_back(jet.name);
    if (std::find(names.begin(), names.end(), probe.jet) == names.end())
      diagnostics.add(probe.origin.error("jet", "unknown jet '" + probe.jet + "'",
                                         suggest(probe.jet, names, "jets")));
  }
}

}  // namespace

void check_shell_mount(const MountSpec& at, const BodySpec& body, const Origin& origin,
                       const char* field, Diagnostics& diagnostics) {
  const bool named = at.kind == MountSpec::Kind::frame && at.frame != "edge";
  if (!named && at.kind != MountSpec::Kind::tip) return;
  diagnostics.add(origin.error(
      field, fmt::format("'{}' is no place on the shell {}", named ? at.frame : "tip", body.name),
      "give base, edge, or an abscissa in metres"));
}

void check_shells(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  const bool wet = scenario.water.has_value() || scenario.origin.given("water");
  for (const BodySpec& body : scenario.bodies) {
    if (!body.shell) continue;
    check_mass(*body.shell, diagnostics);
    check_values(*body.shell, wet, diagnostics);
    check_axial(scenario, body, diagnostics);
  }
  for (const ShellLoadSpec& load : scenario.shell_loads)
    shell_of(scenario, load.body, load.origin, "body",
             "for a rod take loads, for a rigid body loads or thrusters", diagnostics);
  check_jets(scenario, wet, diagnostics);
  check_shell_probes(scenario, diagnostics);
}

}  // namespace cuttle
