#pragma once
// What a rod looks like: where its sections are drawn, and their outlines.

#include "cuttle/rod/rod.h"
#include "cuttle/scene/scene.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// Outline of a rectangle: every corner twice, with the normals of both sides.
std::vector<OutlineCorner> square_outline();

/// One piece per division, its sections close enough for a smooth surface.
std::vector<SceneRod> rod_pieces(const RodSpec& spec, const Rod& rod, int body);

}  // namespace cuttle
