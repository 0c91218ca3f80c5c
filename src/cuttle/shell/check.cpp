#include "cuttle/shell/check.h"

#include <fmt/format.h>

#include <cmath>

namespace cuttle {

namespace {

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
        fmt::format("cannot be combined with the density of the material, {:.6g} kg/m^3",
                    material.density),
        "leave out one of the two"));
  if (!dense && !shell.mass && !unread && known)
    diagnostics.add(shell.origin.error(
        "mass", "missing", "give the mass of the shell, or the density of its material"));
}

// a shell is of one elastic material
void check_material(const ShellSpec& shell, Diagnostics& diagnostics) {
  const MaterialSpec& material = shell.material.spec;
  const double shear = material.young / (2 * (1 + material.poisson));
  if (material.shear && std::abs(*material.shear - shear) > 1e-6 * shear)
    diagnostics.add(shell.origin.error(
        "material",
        fmt::format("has the shear modulus {:.6g} Pa, but a shell has young / (2 (1 + poisson)) = "
                    "{:.6g} Pa",
                    *material.shear, shear),
        "use a material without `shear`"));
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
        "use coupling: full, or gravity: [0, 0, 0]"));
  const JointSpec& joint = body.joint;
  const bool along = joint.type == "prismatic" && joint.axis.cross(Vector3::UnitX()).norm() < 1e-9;
  if (joint.type != "fixed" && !along)
    diagnostics.add(origin.error(
        "coupling",
        fmt::format("axial leaves out the inertia across the axis, which this {} joint needs",
                    joint.type),
        "use coupling: full, a fixed joint, or a prismatic joint with axis: x"));
}

}  // namespace

void check_shell(const ScenarioSpec& scenario, const BodySpec& body, Diagnostics& diagnostics) {
  check_mass(*body.shell, diagnostics);
  check_material(*body.shell, diagnostics);
  check_axial(scenario, body, diagnostics);
}

}  // namespace cuttle
