#include "cuttle/part/family_kind.h"
#include "cuttle/shell/shell_draft.h"
#include "cuttle/water/wet_family.h"

namespace cuttle {

namespace {

// water that a shell carries along belongs to its inertia
void wet_shell(const ShellSpec& spec, double density, ShellDescription& shell) {
  const ShellWaterSpec water = spec.water.value_or(ShellWaterSpec());
  shell.added_mass = water.added_mass;
  shell.added_per_volume = water.added_volume * density;
  shell.inside_density = water.inside ? density : 0;
}

ShellWater make_shell_water(const Draft& draft, int body, const ShellSpec& spec) {
  const ShellWaterSpec water = spec.water.value_or(ShellWaterSpec());
  const double factor = constant_drag_factor(water.drag_factor);
  return {.body = body,
          .drag = {.density = draft.spec.water->density,
                   .coefficient = factor * water.drag,
                   .across = factor * water.side_drag}};
}

void check_shell(const BodySpec& body, bool wet, Diagnostics& diagnostics) {
  const std::optional<ShellWaterSpec>& water = body.shell->water;
  if (!wet && water && !water->dry()) report_no_water(water->origin, diagnostics);
}

void prepare_shell(const BodySpec& spec, int, BodyDraft& draft, WaterLoads::Data& water) {
  wet_shell(*spec.shell, water.medium.density, *static_cast<ShellDraft&>(draft).shell);
}

void add_shell(Draft& draft, int body, WaterLoads::Data& water) {
  const ShellSpec& spec = *draft.body_spec(body).shell;
  ShellWater& made = water.shells.emplace_back(make_shell_water(draft, body, spec));
  if (spec.water) made.drag_input = add_drag_factor(draft, body, spec.water->drag_factor);
}

bool is_dry_shell(const BodySpec& body) { return body.shell->water && body.shell->water->dry(); }

}  // namespace

extern constinit const WetFamily kWetShells{.is = has_family<&BodySpec::shell>,
                                            .dry = is_dry_shell,
                                            .check = check_shell,
                                            .prepare = prepare_shell,
                                            .add = add_shell};

}  // namespace cuttle
