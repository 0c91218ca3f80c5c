#pragma once

#include "cuttle/scene/drawing.h"

namespace cuttle {

/// Appends an arrow, named after its inputs, to still.arrows and arrows of the drawing.
void add_arrow(ArrowKind kind, ArrowSource source, const Model& model, Drawing& drawing);

/// Arrows for all joint efforts, likewise.
void add_joint_arrows(const Model& model, Drawing& drawing);

}  // namespace cuttle
