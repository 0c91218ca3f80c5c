#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cuttle/part/family_kind.h"
#include "cuttle/rod/build_elastic_drive.h"
#include "cuttle/rod/build_rod.h"
#include "cuttle/rod/check.h"
#include "cuttle/rod/choose_quadrature.h"
#include "cuttle/rod/draw.h"
#include "cuttle/rod/rod.h"
#include "cuttle/rod/rod_draft.h"
#include "cuttle/rod/rod_panels.h"
#include "cuttle/rod/rod_span.h"

namespace cuttle {

namespace {

const RodData& data_of(const BodyFamily& family) { return static_cast<const Rod&>(family).data(); }

// ---------------------------------------------------------------------------------------- build

std::vector<MaterialUse*> material_uses(BodySpec& spec) {
  std::vector<MaterialUse*> uses;
  for (DivisionSpec& division : spec.rod->divisions) uses.push_back(&division.material);
  return uses;
}

void forget_files(BodySpec& spec) {
  for (DivisionSpec& division : spec.rod->divisions)
    for (std::optional<ModeSpec>& mode : division.strain.modes)
      if (mode && !mode->table.empty()) mode->csv.clear();
}

std::unique_ptr<BodyDraft> draft(const BodySpec& spec, double t0) {
  return std::make_unique<RodDraft>(spec, t0);
}

int point_of(const BodySpec& spec, const BodyFamily& family, const BodyPlaceSpec& at) {
  return rod_point(static_cast<const Rod&>(family), abscissa_of(at, *spec.rod));
}

void set_initial(const BodySpec& spec, const Body& body, State& x) {
  set_initial_strain(*spec.rod, body, x);
}

bool gives_initial(const BodySpec& spec) {
  return std::ranges::any_of(spec.rod->divisions, [](const DivisionSpec& division) {
    return std::ranges::any_of(division.initial.modes,
                               [](const auto& mode) { return !mode.empty(); });
  });
}

OwnColumns own_columns(const BodyFamily& family) {
  OwnColumns own{.length = data_of(family).length, .curvature = {}};
  for (const int mode : data_of(family).column_mode) own.curvature.push_back(mode < 3);
  return own;
}

const Origin& quadrature_origin(const BodySpec& spec) { return spec.rod->divisions.front().origin; }

// ---------------------------------------------------------------------------------------- points

int tip(const BodyFamily& family) {
  const auto& rod = static_cast<const Rod&>(family);
  return rod_point(rod, rod.data().length);
}

std::vector<NamedPoint> named_points(const BodySpec&, const BodyFamily& family) {
  return {{"tip", tip(family)}, {"base", 0}};
}

std::vector<double> abscissas(const BodySpec&, const BodyFamily& family) {
  return data_of(family).abscissa;
}

// ---------------------------------------------------------------------------------------- check

// "bend_y 3, torsion 1": coordinates per mode, over all divisions
BodySummary summary(const BodyFamily& family) {
  const RodData& data = data_of(family);
  std::vector<std::string> parts;
  for (int mode = 0; mode < kModes; ++mode) {
    const auto count = std::ranges::count(data.column_mode, mode);
    if (count > 0) parts.push_back(fmt::format("{} {}", kModeNames[size_t(mode)], count));
  }
  return {number(data.length), fmt::format("{}", fmt::join(parts, ", "))};
}

std::vector<const MaterialSpec*> materials(const BodySpec& spec) {
  std::vector<const MaterialSpec*> materials;
  for (const DivisionSpec& division : spec.rod->divisions)
    if (division.section.shape != SectionShape::custom)
      materials.push_back(&division.material.spec);
  return materials;
}

// ---------------------------------------------------------------------------------------- warnings

constexpr double kSlenderest = 500;  // length / diameter

void slips(const BodySpec& body, Diagnostics& warnings) {
  const double thickness = thickness_of(*body.rod), length = body.rod->length();
  if (!(thickness > 0)) return;
  const Origin& origin = body.rod->divisions.front().section.origin;
  if (length > kSlenderest * thickness)
    warnings.add(origin.warning(
        "", fmt::format("the rod {} is {:.3g} times as long as it is thick ({:.3g} mm): a thread; "
                        "m, cm or mm?",
                        body.name, length / thickness, 1e3 * thickness)));
  else if (thickness > length)
    warnings.add(origin.warning("", fmt::format("the rod {} is thicker ({:.3g} m) than it is long "
                                                "({:.3g} m); m, cm or mm?",
                                                body.name, thickness, length)));
}

constexpr double kMostAngle = 1;  // [rad] between neighbouring points

// largest turn of the initial shape from a point of the rod to the next one
double largest_angle(const Rod& rod, const double* q) {
  const RodData& data = rod.data();
  double most = 0;
  for (size_t i = 0; i < data.from.size(); ++i) {
    const double a = data.abscissa[size_t(data.from[i])], b = data.abscissa[i + 1];
    most = std::max(most, (b - a) * rod.strain(0.5 * (a + b), q).head<3>().norm());
  }
  return most;
}

void warn(const Built& built, int index, Diagnostics& warnings) {
  const Body& body = built.model.bodies[size_t(index)];
  const double angle = largest_angle(rod_of(built.model, index), built.initial.q.data() + body.q);
  if (angle > kMostAngle)
    warnings.add(find_body(built.spec, body.name)
                     ->origin.warning("rod", fmt::format("{} turns by {:.2g} rad between two "
                                                         "stations: use more quadrature points",
                                                         body.name, angle)));
}

}  // namespace

extern constinit const FamilyKind kRods{.field = "rod",
                                        .is = has_family<&BodySpec::rod>,
                                        .forget = forget_family<&BodySpec::rod>,
                                        .check = check_rod,
                                        .check_in_model = check_densities,
                                        .material_uses = material_uses,
                                        .forget_files = forget_files,
                                        .draft = draft,
                                        .adapt = choose_quadrature,
                                        .drive = add_elastic_drives,
                                        .point_of = point_of,
                                        .set_initial = set_initial,
                                        .gives_initial = gives_initial,
                                        .own_columns = own_columns,
                                        .quadrature_origin = quadrature_origin,
                                        .named_points = named_points,
                                        .own_point = tip,
                                        .abscissas = abscissas,
                                        .summary = summary,
                                        .materials = materials,
                                        .slips = slips,
                                        .warn = warn,
                                        .sketch = sketch_rod};

}  // namespace cuttle
