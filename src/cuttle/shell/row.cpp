#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "cuttle/part/family_kind.h"
#include "cuttle/shell/check.h"
#include "cuttle/shell/draw.h"
#include "cuttle/shell/shell.h"
#include "cuttle/shell/shell_draft.h"
#include "cuttle/shell/shell_span.h"

namespace cuttle {

namespace {

const ShellData& data_of(const BodyFamily& family) {
  return static_cast<const Shell&>(family).data();
}

// ---------------------------------------------------------------------------------------- build

std::vector<MaterialUse*> material_uses(BodySpec& spec) { return {&spec.shell->material}; }

void forget_files(BodySpec& spec) {
  if (spec.shell->profile.points) spec.shell->profile.file.clear();
}

std::unique_ptr<BodyDraft> draft(const BodySpec& spec, double /*t0*/) {
  return std::make_unique<ShellDraft>(spec);
}

int point_of(const BodySpec& spec, const BodyFamily& family, const BodyPlaceSpec& at) {
  const auto& shell = static_cast<const Shell&>(family);
  return shell_point(shell, abscissa_of(at, *spec.shell, shell.data().length));
}

OwnColumns own_columns(const BodyFamily& family) {
  OwnColumns own{.length = data_of(family).length, .curvature = {}};
  for (const ShellStrain kind : data_of(family).column_kind)
    own.curvature.push_back(kind == ShellStrain::curvature);
  return own;
}

const Origin& quadrature_origin(const BodySpec& spec) { return spec.shell->origin; }

// ---------------------------------------------------------------------------------------- points

std::vector<NamedPoint> named_points(const BodySpec&, const BodyFamily&) { return {{"base", 0}}; }

std::vector<double> abscissas(const BodySpec& spec, const BodyFamily& family) {
  const ShellData& data = data_of(family);
  std::vector<double> places{from_held_edge(*spec.shell, data.length, 0)};
  for (const double X : data.point_abscissa)
    places.push_back(from_held_edge(*spec.shell, data.length, X));
  return places;
}

// ---------------------------------------------------------------------------------------- check

// "curvature 9, stretch 5"
BodySummary summary(const BodyFamily& family) {
  const ShellData& data = data_of(family);
  std::vector<std::string> parts;
  for (const auto& [kind, name] :
       {std::pair(ShellStrain::curvature, "curvature"), std::pair(ShellStrain::stretch, "stretch"),
        std::pair(ShellStrain::shear, "shear")}) {
    const auto count = std::ranges::count(data.column_kind, kind);
    if (count > 0) parts.push_back(fmt::format("{} {}", name, count));
  }
  return {number(data.length), fmt::format("{}", fmt::join(parts, ", "))};
}

std::vector<TableRow> table(const Built& built, const Workspace& ws) {
  std::vector<TableRow> rows = {{"name", "divisions", "stations", "surface [m^2]",
                                 "volume inside [m^3]", "length of the axis [m]"}};
  for (size_t i = 0; i < built.model.bodies.size(); ++i) {
    const Body& body = built.model.bodies[i];
    if (body.family->family() != "shell") continue;
    const auto& shell = static_cast<const Shell&>(*body.family);
    const ShellData& data = shell.data();
    const RimMotion<double> edge = rim_at(data, data.edge_row, Shell::rings(ws.bodies[i]));
    rows.push_back({body.name, std::to_string(data.divisions.size()),
                    std::to_string(data.rings.size()), number(data.surface),
                    number(shell.volume(ws.bodies[i], InnerVolume::geometric).U),
                    number(std::abs(edge.x))});
  }
  return rows.size() > 1 ? rows : std::vector<TableRow>();
}

std::vector<const MaterialSpec*> materials(const BodySpec& spec) {
  return {&spec.shell->material.spec};
}

// lengths of the edge effect that one curvature mode may span: beyond, the bending at a held edge
// is missed
constexpr double kEdgeEffects = 3;

// a held edge bends a wall of radius r and thickness t within sqrt(r t)
void warn(const Built& built, int index, Diagnostics& warnings) {
  const ShellData& data = shell_of(built.model, index).data();
  const ShellDivision& first = data.divisions.front();
  const int modes = first.modes.curvature;
  const double t = 2 * data.rings.front().half_thickness;
  const double effect = std::sqrt(data.base_radius * t);
  if (modes > 0 && first.end <= kEdgeEffects * effect * modes) return;
  const std::string& name = built.model.bodies[size_t(index)].name;
  warnings.add(
      find_body(built.spec, name)
          ->origin.warning(
              "shell",
              fmt::format(
                  "{} has {} curvature mode{} over the {:.3g} m at its held edge, where it bends "
                  "within about {:.2g} m: let a short division of about {:.1g} m begin there",
                  name, modes == 0 ? "no" : std::to_string(modes), modes == 1 ? "" : "s", first.end,
                  effect, kEdgeEffects * effect)));
}

}  // namespace

extern constinit const FamilyKind kShells{.field = "shell",
                                          .is = has_family<&BodySpec::shell>,
                                          .forget = forget_family<&BodySpec::shell>,
                                          .check_in_model = check_shell,
                                          .material_uses = material_uses,
                                          .forget_files = forget_files,
                                          .draft = draft,
                                          .point_of = point_of,
                                          .own_columns = own_columns,
                                          .quadrature_origin = quadrature_origin,
                                          .named_points = named_points,
                                          .abscissas = abscissas,
                                          .summary = summary,
                                          .tables = "shells",
                                          .table = table,
                                          .materials = materials,
                                          .warn = warn,
                                          .sketch = sketch_shell};

}  // namespace cuttle
