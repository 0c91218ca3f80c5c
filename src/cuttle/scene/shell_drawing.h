#pragma once
// What a shell looks like: where the rings of its meridian are drawn, and its jet.

#include "cuttle/scene/drawing.h"

namespace cuttle {

/// Abscissas of the rings that are drawn: ends of divisions among them, denser near the base.
std::vector<double> ring_places(const ShellData& data);

void add_shell(int body, const Shell& shell, Drawing& drawing);

/// A fitting and an arrow per jet; the arrow is the force on the shell.
void add_jets(const Scenario& scenario, Drawing& drawing);

}  // namespace cuttle
