#include <fmt/format.h>

#include <algorithm>

#include "cuttle/math/linalg/eigen.h"
#include "cuttle/part/family_kind.h"
#include "cuttle/rigid/rigid_draft.h"
#include "cuttle/water/wet_family.h"

namespace cuttle {

namespace {

// ---------------------------------------------------------------------------------------- checks

constexpr double kEntryRounding = 1e-9;  // of the largest entry of a matrix

// "row 2, column 5 is 1, but row 5, column 2 is 3"; empty: symmetric
std::string asymmetry(const Matrix6& M) {
  Eigen::Index i = 0, j = 0;
  const double most = (M - M.transpose()).cwiseAbs().maxCoeff(&i, &j);
  if (most <= kEntryRounding * M.cwiseAbs().maxCoeff()) return "";
  if (i > j) std::swap(i, j);
  return fmt::format("row {}, column {} is {:.6g}, but row {}, column {} is {:.6g}", i + 1, j + 1,
                     M(i, j), j + 1, i + 1, M(j, i));
}

// smallest eigenvalue of the symmetric part; 0 if it is negative by rounding only
double least_eigenvalue(const Matrix6& M) {
  const Matrix6 symmetric = 0.5 * (M + M.transpose());
  const double least = symmetric_eigenvalues(symmetric)[0];
  return least < -kEntryRounding * M.cwiseAbs().maxCoeff() ? least : 0;
}

void check_rigid_water(const BodySpec& body, const RigidWaterSpec& water,
                       Diagnostics& diagnostics) {
  if (water.added_mass) {
    const Matrix6& M = water.added_mass->matrix;
    const double least = least_eigenvalue(M);
    if (const std::string text = asymmetry(M); !text.empty())
      diagnostics.add(water.origin.error("added_mass", "is not symmetric: " + text));
    else if (least < 0)
      diagnostics.add(water.origin.error(
          "added_mass", fmt::format("has the negative eigenvalue {:.4g}", least),
          "the kinetic energy of the water is never negative: all eigenvalues must be >= 0"));
  }
  for (const auto& [field, matrix] :
       {std::pair("linear", &water.linear), std::pair("quadratic", &water.quadratic)}) {
    const double least = *matrix ? least_eigenvalue((*matrix)->matrix) : 0;
    if (least < 0)
      diagnostics.add(water.origin.error(
          field,
          fmt::format("gives energy to the body: its symmetric part has the eigenvalue {:.4g}",
                      least),
          "write damping as positive numbers: the force is minus damping times velocity"));
  }
  const std::string& frame = water.at.frame;
  if (frame.empty() || frame == "base" || body.rigid->frames.count(frame) > 0) return;
  std::vector<std::string> frames;
  for (const auto& [name, pose] : body.rigid->frames) frames.push_back(name);
  diagnostics.add(water.origin.error("at", "unknown frame '" + frame + "' of body " + body.name,
                                     suggest(frame, frames, "frames")));
}

void check_rigid(const BodySpec& body, bool wet, Diagnostics& diagnostics) {
  if (!body.rigid->water) return;
  const RigidWaterSpec& water = *body.rigid->water;
  if (!wet && !water.dry()) report_no_water(water.origin, diagnostics);
  check_rigid_water(body, water, diagnostics);
}

// ---------------------------------------------------------------------------------------- build

ShapeWater solid_water(const ShapeSpec& shape, double density) {
  if (shape.box) return box_water(*shape.box, density);
  if (shape.sphere) return sphere_water(*shape.sphere, density);
  if (shape.ellipsoid) return ellipsoid_water(*shape.ellipsoid, density);
  if (shape.cylinder) return cylinder_water((*shape.cylinder)[0], (*shape.cylinder)[1], density);
  if (shape.cone) return cone_water((*shape.cone)[0], (*shape.cone)[1], density);
  if (const TriangleMesh* const mesh = mesh_of(shape)) {
    const VolumeMoments moments = volume_moments(*mesh);
    const EqualEllipsoid equal = equal_ellipsoid(moments);
    return ellipsoid_water(equal.semi_axes, density).moved({equal.axes, moments.center});
  }
  return capsule_water((*shape.capsule)[0], (*shape.capsule)[1], density);
}

// (angular; linear), whatever the order in the file
Matrix6 ordered(const std::optional<CoefficientSpec>& given, TwistOrder order) {
  const Matrix6 M = given ? given->matrix : Matrix6::Zero();
  if (order == TwistOrder::angular_first) return M;
  Matrix6 out;
  out << M.bottomRightCorner<3, 3>(), M.bottomLeftCorner<3, 3>(), M.topRightCorner<3, 3>(),
      M.topLeftCorner<3, 3>();
  return out;
}

Pose place_of(const WaterPlaceSpec& at, const RigidSpec& rigid) {
  const auto frame = rigid.frames.find(at.frame);
  if (frame != rigid.frames.end()) return {frame->second.rotation, frame->second.position};
  return {Matrix3::Identity(), at.position};
}

// its shapes, and the coefficients of the file instead of theirs
RigidWater make_rigid_water(const RigidSpec& rigid, int body, double density) {
  const RigidWaterSpec spec = rigid.water.value_or(RigidWaterSpec());
  ShapeWater shapes;
  if (spec.from == WaterSource::shapes)
    for (const ShapeSpec& shape : rigid.shapes)
      shapes += solid_water(shape, density).moved({shape.pose.rotation, shape.pose.position});
  RigidWater water = rigid_water(body, shapes);
  const double volume = spec.volume.value_or(shapes.volume);
  if ((spec.volume || spec.center) && volume > 0) {
    set_volume(water, volume, spec.center.value_or(shapes.center));
  } else if (spec.volume) {
    water.volume = 0;
    water.elements.clear();
  }

  // the file's coefficients stand instead of those of the shapes
  const Pose X = place_of(spec.at, rigid);
  if (spec.added_mass) water.added_mass = moved_added_mass(ordered(spec.added_mass, spec.order), X);
  if (spec.linear || spec.quadratic)
    water.drags = {{.X_BD = X,
                    .linear = ordered(spec.linear, spec.order),
                    .quadratic = ordered(spec.quadratic, spec.order),
                    .form = form_of(spec.form)}};
  if (const double factor = constant_drag_factor(spec.drag_factor); factor != 1)
    for (RigidDrag& drag : water.drags) {
      drag.linear *= factor;
      drag.quadratic *= factor;
    }
  return water;
}

void prepare_rigid(const BodySpec& spec, int body, BodyDraft& draft, WaterLoads::Data& water) {
  water.rigids.push_back(make_rigid_water(*spec.rigid, body, water.medium.density));
  static_cast<RigidDraft&>(draft).added_mass = water.rigids.back().added_mass;
}

void add_rigid(Draft& draft, int body, WaterLoads::Data& water) {
  const std::optional<RigidWaterSpec>& spec = draft.body_spec(body).rigid->water;
  if (!spec) return;
  const int input = add_drag_factor(draft, body, spec->drag_factor);
  std::ranges::find(water.rigids, body, &RigidWater::body)->drag_input = input;
}

bool is_dry_rigid(const BodySpec& body) { return body.rigid->water && body.rigid->water->dry(); }

}  // namespace

extern constinit const WetFamily kWetRigidBodies{.is = has_family<&BodySpec::rigid>,
                                                 .dry = is_dry_rigid,
                                                 .check = check_rigid,
                                                 .prepare = prepare_rigid,
                                                 .add = add_rigid};

}  // namespace cuttle
