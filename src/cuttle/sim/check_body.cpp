#include <fmt/format.h>

#include "cuttle/math/linalg/eigen.h"
#include "cuttle/model/joint.h"
#include "cuttle/model/strain_basis.h"
#include "cuttle/sim/check_scenario.h"

namespace cuttle {

namespace {

// number of functions of a basis
int basis_size(const ModeSpec& mode) {
  if (mode.basis == "table") return static_cast<int>(mode.table.size()) - 1;
  StrainBasis basis;
  basis.kind = mode.basis;
  basis.order = mode.basis == "linear" || mode.basis == "hermite" ? mode.elements : mode.order;
  return basis.size();
}

bool is_polynomial(const ModeSpec& mode) {
  return mode.basis == "legendre" || mode.basis == "monomial" || mode.basis == "chebyshev";
}

// coordinates given at the start must exist
void check_strain_state(const DivisionSpec& division, const StrainStateSpec& state,
                        Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < kModes; ++i) {
    const int given = static_cast<int>(state.modes[i].size());
    if (given == 0) continue;
    const auto& mode = division.strain.modes[i];
    if (!mode) {
      diagnostics.add(state.origin.error(kModeNames[i], "this mode is not active",
                                         "list it under strain, or give it a rest value"));
    } else if (given > basis_size(*mode)) {
      diagnostics.add(state.origin.error(
          kModeNames[i],
          fmt::format("{} values for a basis of {} functions", given, basis_size(*mode))));
    }
  }
}

void check_division(const DivisionSpec& division, Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < kModes; ++i) {
    const auto& mode = division.strain.modes[i];
    if (!mode || !division.quadrature || !is_polynomial(*mode)) continue;
    // n Gauss points see polynomials of degree 2n - 1; the stiffness has degree 2 order
    if (*division.quadrature > mode->order) continue;
    diagnostics.add(
        division.origin.error("quadrature",
                              fmt::format("{} Gauss points cannot resolve {} of order {}",
                                          *division.quadrature, kModeNames[i], mode->order),
                              fmt::format("at least {} are needed; without this field there are {}",
                                          mode->order + 1, mode->order + 3)));
    break;
  }
  check_strain_state(division, division.initial, diagnostics);
  check_strain_state(division, division.velocity, diagnostics);
}

// moments of inertia of a real body: not negative, and none larger than the other two together
bool is_physical_inertia(const std::vector<double>& I) {
  Matrix3 matrix = Vector3(I[0], I[1], I[2]).asDiagonal();
  if (I.size() == 6) {
    matrix(0, 1) = matrix(1, 0) = I[3];
    matrix(0, 2) = matrix(2, 0) = I[4];
    matrix(1, 2) = matrix(2, 1) = I[5];
  }
  const Vector3 moments = symmetric_eigenvalues(matrix);
  const double slack = 1e-9 * moments.cwiseAbs().maxCoeff();
  return moments[0] >= -slack && moments[0] + moments[1] >= moments[2] - slack;
}

void check_rigid(const RigidSpec& rigid, Diagnostics& diagnostics) {
  if (!rigid.mass && rigid.shapes.empty() && !rigid.origin.given("mass") &&
      !rigid.origin.given("shapes"))
    diagnostics.add(
        rigid.origin.error("mass", "missing", "give mass or shapes; a massless body has mass: 0"));
  if (rigid.inertia) {
    const std::size_t count = rigid.inertia->size();
    if (count != 3 && count != 6)
      diagnostics.add(rigid.origin.error("inertia",
                                         fmt::format("expected 3 or 6 numbers, got {}", count),
                                         "[Ixx, Iyy, Izz] or [Ixx, Iyy, Izz, Ixy, Ixz, Iyz]"));
    else if (!is_physical_inertia(*rigid.inertia))
      diagnostics.add(rigid.origin.error(
          "inertia", "no body has such moments of inertia",
          "principal moments must be >= 0, and none may exceed the sum of the other two"));
  }
  for (const ShapeSpec& shape : rigid.shapes) {
    if (shape.density && shape.mass)
      diagnostics.add(shape.origin.error("mass", "cannot be combined with density"));
    if (!shape.density && !shape.mass && !rigid.mass && !shape.origin.given("density") &&
        !shape.origin.given("mass"))
      diagnostics.add(shape.origin.error("density", "missing",
                                         "give density or mass of the shape, or mass of the body"));
  }
}

struct Coordinates {
  int count = 0;
  bool group = false;  // spherical or free: initial values are a pose
};

Coordinates coordinates_of(const JointSpec& joint) {
  Coordinates result;
  const JointKind* const kind = find_joint_kind(joint.type);
  if (!kind) return result;
  for (const StepRow& step : kind->steps) {
    result.count += step_nv(step.kind);
    result.group = result.group || step.kind == StepKind::rotation || step.kind == StepKind::motion;
  }
  return result;
}

void check_joint(const JointSpec& joint, Diagnostics& diagnostics) {
  const Coordinates c = coordinates_of(joint);
  const auto check_count = [&](const char* field, std::size_t given, bool one_for_all) {
    const auto count = static_cast<int>(given);
    if (count == 0 || count == c.count || (one_for_all && count == 1)) return;
    diagnostics.add(joint.origin.error(
        field, fmt::format("a {} joint has {} coordinate{}, got {} value{}", joint.type, c.count,
                           c.count == 1 ? "" : "s", count, count == 1 ? "" : "s")));
  };
  check_count("stiffness", joint.stiffness.size(), true);
  check_count("damping", joint.damping.size(), true);
  check_count("rest", joint.rest.size(), true);
  check_count("velocity", joint.velocity.size(), false);
  check_count("effort", joint.effort.size(), false);
  check_count("prescribed", joint.prescribed.size(), false);
  if (c.group && !joint.initial.values.empty())
    diagnostics.add(joint.origin.error("initial", "expected a pose",
                                       "write {position: [x, y, z], rotation: {...}}"));
  else if (!c.group && joint.initial.pose)
    diagnostics.add(joint.origin.error("initial", "expected numbers, got a pose"));
  else
    check_count("initial", joint.initial.values.size(), true);

  // a coordinate cannot be driven twice
  for (std::size_t i = 0; i < std::min(joint.effort.size(), joint.prescribed.size()); ++i)
    if (joint.effort[i] && joint.prescribed[i])
      diagnostics.add(joint.origin.error(
          "effort", fmt::format("coordinate {} is already prescribed", i + 1), "use null there"));
  if (joint.axis2 && joint.axis.cross(*joint.axis2).norm() < 1e-6)
    diagnostics.add(joint.origin.error("axis2", "is parallel to axis"));
}

}  // namespace

void check_body(const BodySpec& body, Diagnostics& diagnostics) {
  check_joint(body.joint, diagnostics);
  if (body.rigid) check_rigid(*body.rigid, diagnostics);
  if (!body.rod) return;
  if (body.rod->divisions.empty()) diagnostics.add(body.rod->origin.error("divisions", "is empty"));
  for (const DivisionSpec& division : body.rod->divisions) check_division(division, diagnostics);
}

}  // namespace cuttle
