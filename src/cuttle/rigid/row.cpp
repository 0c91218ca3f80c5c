#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuttle/math/linalg/eigen.h"
#include "cuttle/math/turn_between.h"
#include "cuttle/part/density_slip.h"
#include "cuttle/part/family_kind.h"
#include "cuttle/rigid/mass_properties.h"
#include "cuttle/rigid/rigid_draft.h"
#include "cuttle/spec/spec_place.h"

namespace cuttle {

namespace {

// ---------------------------------------------------------------------------------------- checks

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

void check(const BodySpec& body, Diagnostics& diagnostics) {
  const RigidSpec& rigid = *body.rigid;
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

void tell_notes(const std::optional<MeshSpec>& mesh, Diagnostics& warnings) {
  if (!mesh) return;
  for (const std::string& note : mesh->notes) warnings.add(mesh->origin.warning("", note));
}

void slips(const BodySpec& body, Diagnostics& warnings) {
  for (const ShapeSpec& shape : body.rigid->shapes)
    if (shape.density) look_at_density(*shape.density, shape.origin, warnings);
  for (const ShapeSpec& shape : body.rigid->shapes)
    for (const auto* mesh : {&shape.hull, &shape.mesh}) tell_notes(*mesh, warnings);
  if (!body.rigid->touch) return;
  for (const TouchSpec& shape : *body.rigid->touch)
    for (const auto* mesh : {&shape.hull, &shape.mesh}) tell_notes(*mesh, warnings);
}

// ---------------------------------------------------------------------------------------- points

std::unique_ptr<BodyDraft> draft(const BodySpec& spec, double /*t0*/) {
  return std::make_unique<RigidDraft>(spec);
}

int point_of(const BodySpec& spec, const BodyFamily&, const BodyPlaceSpec& at) {
  return frame_point(*spec.rigid, at);
}

std::vector<NamedPoint> named_points(const BodySpec& spec, const BodyFamily&) {
  std::vector<NamedPoint> points;
  if (!spec.rigid->frames.contains("base")) points.push_back({"base", 0});
  for (const auto& [name, pose] : spec.rigid->frames) {
    const BodyPlaceSpec at{BodyPlaceSpec::Kind::frame, 0, name};
    points.push_back({name, frame_point(*spec.rigid, at)});
  }
  return points;
}

// ---------------------------------------------------------------------------------------- drawing

struct DrawnSolid {
  ShapeSpec shape;
  Pose pose;
};

/// A body that tells only its mass: a solid ellipsoid of the same mass and inertia, or, where the
/// inertia is too small to show, a sphere of a usual density; a stick joins it to the joint.
std::vector<DrawnSolid> mass_shapes(const MassProperties& mass) {
  if (!(mass.mass > 0)) return {};
  constexpr double kUsualDensity = 2000;  // [kg/m^3]
  const double radius = std::cbrt(3 * mass.mass / (4 * std::numbers::pi * kUsualDensity));

  // a solid ellipsoid has I_x = m (b^2 + c^2) / 5
  const Eigen::SelfAdjointEigenSolver<Matrix3> eigen(mass.inertia);
  const Vector3 I = eigen.eigenvalues();
  Vector3 semi;
  for (int k = 0; k < 3; ++k)
    semi[k] = std::sqrt(std::max(0.0, 2.5 / mass.mass * (I.sum() - 2 * I[k])));
  Matrix3 axes = eigen.eigenvectors();
  if (axes.determinant() < 0) axes.col(0) = -axes.col(0);
  const bool visible = semi.maxCoeff() > 0.2 * radius;
  if (!visible) {
    semi.setConstant(radius);
    axes.setIdentity();
  }
  semi = semi.cwiseMax(0.02 * semi.maxCoeff());
  std::vector<DrawnSolid> solids(1);
  solids[0].shape.ellipsoid = semi;
  solids[0].pose = {axes, mass.center};

  const double distance = mass.center.norm();
  if (distance > semi.maxCoeff()) {
    DrawnSolid& stick = solids.emplace_back();
    stick.shape.cylinder = {0.12 * semi.minCoeff(), distance};
    stick.pose = {turn_between(Vector3::UnitX(), mass.center).toRotationMatrix(), mass.center / 2};
  }
  return solids;
}

class RigidSketch final : public BodySketch {
 public:
  RigidSketch(const RigidSpec& spec, int body, std::shared_ptr<const BodyFamily> family)
      : spec_(spec), body_(body), family_(std::move(family)) {}

  void draw(Canvas& canvas) override {
    for (const ShapeSpec& shape : spec_.shapes)
      canvas.solid(body_, shape, {shape.pose.rotation, shape.pose.position});
    if (!spec_.shapes.empty()) return;
    Diagnostics none;
    for (const DrawnSolid& drawn : mass_shapes(mass_properties(spec_, none)))
      canvas.solid(body_, drawn.shape, drawn.pose);
  }

  /// Frames are written into the offset.
  BodyPlace place(const BodyPlaceSpec& at, const Vector3& offset) override {
    const PoseSpec* const frame = named_frame(spec_, at);
    return {body_, 0, frame ? Vector3(frame->rotation * offset + frame->position) : offset};
  }

  std::shared_ptr<const BodyFamily> finish() override { return family_; }

 private:
  const RigidSpec& spec_;
  int body_;
  std::shared_ptr<const BodyFamily> family_;
};

std::unique_ptr<BodySketch> sketch(const BodySpec& spec, int body,
                                   std::shared_ptr<const BodyFamily> family) {
  return std::make_unique<RigidSketch>(*spec.rigid, body, std::move(family));
}

}  // namespace

extern constinit const FamilyKind kRigidBodies{.field = "rigid",
                                               .is = has_family<&BodySpec::rigid>,
                                               .forget = forget_family<&BodySpec::rigid>,
                                               .check = check,
                                               .draft = draft,
                                               .point_of = point_of,
                                               .named_points = named_points,
                                               .slips = slips,
                                               .sketch = sketch};

}  // namespace cuttle
