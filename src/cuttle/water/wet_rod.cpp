#include <numbers>

#include "cuttle/part/family_kind.h"
#include "cuttle/rod/rod_draft.h"
#include "cuttle/rod/rod_span.h"
#include "cuttle/signal/function.h"
#include "cuttle/water/wet_family.h"

namespace cuttle {

namespace {

// how much water a custom section displaces is not known unless its radius is given
void check_wet_sections(const RodSpec& rod, Diagnostics& diagnostics) {
  for (const DivisionSpec& division : rod.divisions) {
    const SectionSpec& section = division.section;
    if (section.shape == SectionShape::custom && !section.radius && !section.origin.given("radius"))
      diagnostics.add(section.origin.error(
          "radius", "missing: the rod is in water",
          "how thick it is [m], for buoyancy and drag; or give the rod `water: none`"));
  }
}

void check_rod(const BodySpec& body, bool wet, Diagnostics& diagnostics) {
  const bool dry = body.rod->water && body.rod->water->dry();
  if (!wet && body.rod->water && !dry) report_no_water(body.rod->water->origin, diagnostics);
  if (wet && !dry) check_wet_sections(*body.rod, diagnostics);
}

// Half sizes and area of a rod's section. A custom section is round where its radius is given.
struct SectionSize {
  double half_y = 0, half_z = 0;  // [m]
  double area = 0;                // [m^2]
};

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

RodWater make_rod_water(const Draft& draft, int body, const RodSpec& spec) {
  const RodWaterSpec water = spec.water.value_or(RodWaterSpec());
  const bool shapes = water.from == WaterSource::shapes;
  const Vector3 usual(kRodDrag[0], kRodDrag[1], kRodDrag[2]);
  const double factor = constant_drag_factor(water.drag_factor);
  const Vector3 drag =
      factor * water.drag.value_or(shapes && !water.linear ? usual : Vector3::Zero());
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
    wet.linear = factor * water.linear.value_or(Vector3::Zero());
    return wet;
  };
  const Rod& rod = rod_of(draft.model, body);
  RodWater made = rod_water(body, rod, draft.spec.water->density, form_of(water.form), section);
  if (water.reactive)
    made.tail = tail_shedding(rod, water.head == RodEnd::base ? RodHead::base : RodHead::tip);
  return made;
}

void prepare_rod(const BodySpec& spec, int, BodyDraft& draft, WaterLoads::Data& water) {
  const RodWaterSpec rod_water = spec.rod->water.value_or(RodWaterSpec());
  auto& divisions = static_cast<RodDraft&>(draft).divisions;
  for (size_t d = 0; d < divisions.size(); ++d)
    divisions[d].section =
        wet_section(divisions[d], spec.rod->divisions[d], rod_water, water.medium.density);
}

void add_rod(Draft& draft, int body, WaterLoads::Data& water) {
  const RodSpec& spec = *draft.body_spec(body).rod;
  RodWater& made = water.rods.emplace_back(make_rod_water(draft, body, spec));
  if (spec.water) made.drag_input = add_drag_factor(draft, body, spec.water->drag_factor);
}

bool is_dry_rod(const BodySpec& body) { return body.rod->water && body.rod->water->dry(); }

}  // namespace

extern constinit const WetFamily kWetRods{.is = has_family<&BodySpec::rod>,
                                          .dry = is_dry_rod,
                                          .check = check_rod,
                                          .prepare = prepare_rod,
                                          .add = add_rod};

}  // namespace cuttle
