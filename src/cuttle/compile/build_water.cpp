#include "cuttle/compile/build_water.h"

#include <fmt/format.h>

#include <numbers>

#include "cuttle/compile/build_draft.h"
#include "cuttle/math/se3.h"
#include "cuttle/rod/rod_span.h"
#include "cuttle/signal/function.h"

namespace cuttle {

namespace {

ShapeWater solid_water(const ShapeSpec& shape, double density) {
  if (shape.box) return box_water(*shape.box, density);
  if (shape.sphere) return sphere_water(*shape.sphere, density);
  if (shape.ellipsoid) return ellipsoid_water(*shape.ellipsoid, density);
  if (shape.cylinder) return cylinder_water((*shape.cylinder)[0], (*shape.cylinder)[1], density);
  if (shape.cone) return cone_water((*shape.cone)[0], (*shape.cone)[1], density);
  return capsule_water((*shape.capsule)[0], (*shape.capsule)[1], density);
}

QuadraticForm form_of(DragForm form) {
  return form == DragForm::vector ? QuadraticForm::vector : QuadraticForm::componentwise;
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

// A division of a rod in water: its section brings added mass along.
std::function<RodSection(double X)> wet_section(const RodDivision& division,
                                                const DivisionSpec& spec, const RodWaterSpec& water,
                                                double density) {
  const bool shapes = water.from == WaterSource::shapes;
  const std::array<double, 2> B =
      water.added_mass.value_or(std::array{shapes ? kRodAddedMass : 0, shapes ? kRodAddedMass : 0});
  return
      [dry = division.section, section = spec.section, length = spec.length, B, density](double X) {
        RodSection wet = dry(X);
        const SectionSize size = section_size(section, length, X);
        wet.added_mass = section_added_mass(density, size.half_y, size.half_z, B[0], B[1]);
        return wet;
      };
}

RodWater make_rod_water(const ScenarioDraft& draft, int body, const RodSpec& spec) {
  const RodWaterSpec water = spec.water.value_or(RodWaterSpec());
  const bool shapes = water.from == WaterSource::shapes;
  const Vector3 usual(kRodDrag[0], kRodDrag[1], kRodDrag[2]);
  const Vector3 drag = water.drag.value_or(shapes ? usual : Vector3::Zero());
  const auto section = [&](double X) {
    // the division that holds X
    size_t d = 0;
    double start = 0;
    for (; d + 1 < spec.divisions.size() && X > start + spec.divisions[d].length; ++d)
      start += spec.divisions[d].length;
    const DivisionSpec& division = spec.divisions[d];
    const SectionSize size = section_size(division.section, division.length, X - start);
    SectionWater wet = section_water(size.half_y, size.half_z, drag);
    wet.area = shapes ? size.area : 0;
    return wet;
  };
  const Rod& rod = rod_of(draft.model, body);
  RodWater made = rod_water(body, rod, draft.spec.water->density, form_of(water.form), section);
  if (water.reactive)
    made.tail = tail_shedding(rod, water.head == RodEnd::base ? RodHead::base : RodHead::tip);
  return made;
}

// water that a shell carries along belongs to its inertia
void wet_shell(const ShellSpec& spec, double density, ShellDescription& shell) {
  const ShellWaterSpec water = spec.water.value_or(ShellWaterSpec());
  shell.added_mass = water.added_mass;
  shell.added_per_volume = water.added_volume * density;
  shell.inside_density = water.inside ? density : 0;
}

ShellWater make_shell_water(const ScenarioDraft& draft, int body, const ShellSpec& spec) {
  const ShellWaterSpec water = spec.water.value_or(ShellWaterSpec());
  return {
      body,
      {.density = draft.spec.water->density, .coefficient = water.drag, .across = water.side_drag}};
}

ProfileCurrent profile_current(const ScenarioSpec& scenario) {
  const CurrentSpec& current = scenario.water->current;
  const bool ned = scenario.frame == WorldFrame::ned;
  const bool depth =
      current.over.value_or(ned ? ProfileAxis::depth : ProfileAxis::height) == ProfileAxis::depth;
  const double surface = scenario.water->level.value_or(0);
  ProfileCurrent profile;
  profile.up = up_of(scenario);
  profile.interpolation = current.interpolation;
  for (const CurrentKnot& knot : *current.profile) {
    profile.heights.push_back(depth ? surface - knot.at : knot.at);
    profile.velocities.push_back(knot.velocity);
  }
  if (depth) {
    std::reverse(profile.heights.begin(), profile.heights.end());
    std::reverse(profile.velocities.begin(), profile.velocities.end());
  }
  return profile;
}

Current make_current(ScenarioDraft& draft) {
  const CurrentSpec& current = draft.spec.water->current;
  if (current.profile) return profile_current(draft.spec);
  if (current.field) {
    const Origin origin{current.origin.path + ".field", current.origin.at("field"), {}};
    return expression_current(*current.field, {}, origin);
  }
  if (!current.uniform) return {};
  UniformCurrent uniform;
  uniform.first_input = draft.model.nu();
  for (size_t i = 0; i < 3; ++i) {
    const std::string axis(1, "xyz"[i]);
    draft.add_input(draft.add_signal((*current.uniform)[i]), 0, InputRole::current,
                    {"water.current." + axis, "m/s"}, "current " + axis);
  }
  return uniform;
}

}  // namespace

bool is_wet(const ScenarioSpec& scenario, const BodySpec& body) {
  if (!scenario.water) return false;
  if (body.rigid) return !body.rigid->water || !body.rigid->water->dry();
  if (body.shell) return !body.shell->water || !body.shell->water->dry();
  return !body.rod->water || !body.rod->water->dry();
}

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
  return water;
}

SectionSize section_size(const SectionSpec& section, double division_length, double X) {
  const auto at = [&](const std::optional<FunctionSpec>& size) {
    return size ? Function(*size, division_length).value(X) : 0.0;
  };
  switch (section.shape) {
    case SectionShape::rectangle: {
      const double width = at(section.width), height = at(section.height);
      return {width / 2, height / 2, width * height};
    }
    case SectionShape::ellipse: {
      const double y = at(section.semi_y), z = at(section.semi_z);
      return {y, z, std::numbers::pi * y * z};
    }
    case SectionShape::circle:
    case SectionShape::custom:
      break;
  }
  const double r = at(section.radius);
  return {r, r, std::numbers::pi * r * r};
}

void prepare_water(ScenarioDraft& draft) {
  if (!draft.spec.water) return;
  const WaterSpec& water = *draft.spec.water;
  if (!(water.density > 0)) {
    draft.diagnostics.add(
        water.origin.error("density", fmt::format("is {} kg/m^3, must be > 0", water.density)));
    return;
  }
  Medium& medium = draft.water.medium;
  medium.density = water.density;
  medium.up = up_of(draft.spec);
  if (water.level) medium.level = *water.level;
  for (size_t i = 0; i < draft.order.size(); ++i) {
    const BodySpec& body = *draft.order[i];
    if (!is_wet(draft.spec, body)) continue;
    if (body.rigid)
      draft.water.rigids.push_back(make_rigid_water(*body.rigid, int(i), water.density));
    if (body.shell) wet_shell(*body.shell, water.density, *draft.shells[i]);
    const RodWaterSpec rod_water =
        body.rod ? body.rod->water.value_or(RodWaterSpec()) : RodWaterSpec();
    for (size_t d = 0; d < draft.divisions[i].size(); ++d) {
      RodDivision& division = draft.divisions[i][d];
      division.section = wet_section(division, body.rod->divisions[d], rod_water, water.density);
    }
  }
}

Matrix6 added_mass_of(const ScenarioDraft& draft, int body) {
  for (const RigidWater& water : draft.water.rigids)
    if (water.body == body) return water.added_mass;
  return Matrix6::Zero();
}

void add_water(ScenarioDraft& draft) {
  if (draft.spec.water) draft.guard([&] { draft.water.medium.current = make_current(draft); });
  draft.share(draft.water.medium);
  if (!draft.spec.water || !draft.diagnostics.empty()) return;
  for (size_t i = 0; i < draft.order.size(); ++i) {
    const BodySpec& body = *draft.order[i];
    if (!is_wet(draft.spec, body)) continue;
    if (body.rod) draft.water.rods.push_back(make_rod_water(draft, int(i), *body.rod));
    if (body.shell) draft.water.shells.push_back(make_shell_water(draft, int(i), *body.shell));
  }
  if (!draft.water.rigids.empty() || !draft.water.rods.empty() || !draft.water.shells.empty())
    draft.add_actor("water", std::make_shared<const WaterLoads>(draft.water));
}

}  // namespace cuttle
