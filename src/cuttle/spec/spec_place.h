#pragma once

#include "cuttle/spec/spec.h"

namespace cuttle {

/// The word by which a place is known: base, tip, or the name of a frame. Empty: it has none (an
/// abscissa, or nothing was said).
std::string place_word(const BodyPlaceSpec& at);

/// The frame of a rigid body at a place. What the file calls base or tip is that frame, not the
/// word of the language. nullptr: the place is no frame that it names.
const PoseSpec* named_frame(const RigidSpec& rigid, const BodyPlaceSpec& at);

/// The point of a rigid body at a place: named frames are points 1, 2, ... in the order of their
/// names, its base is 0.
int frame_point(const RigidSpec& rigid, const BodyPlaceSpec& at);

}  // namespace cuttle
