#pragma once

#include "cuttle/core/actor.h"
#include "cuttle/shell/shell.h"
#include "cuttle/water/current_load.h"
#include "cuttle/water/medium.h"

namespace cuttle {

/// Water around a shell: axial drag, buoyancy of its wall, and the weight that gravity must not
/// give to added mass and to water inside. Wholly under water: a surface is not looked at.
struct ShellWater {
  int body = 0;
  ShellDrag drag;
  int drag_input = -1;  // entry of Input::u that scales it; -1: none
};

/// The flow at the base, in its axes.
LocalFlow flow_at_base(const Medium&, double t, const Input&, const BodyWork&);

void add_shell_water(const ShellWater&, const Medium&, const Vector3& gravity, double t,
                     const Input&, const BodyWork&);
EnergyBooks shell_water_books(const ShellWater&, const Shell&, const Medium&,
                              const Vector3& gravity, double t, const Input&, const BodyWork&);

}  // namespace cuttle
