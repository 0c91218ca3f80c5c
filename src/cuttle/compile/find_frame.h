#pragma once
// Frames of a built scenario by their names, for callers who ask for poses and Jacobians.

#include <string>
#include <string_view>
#include <vector>

#include "cuttle/core/body_place.h"

namespace cuttle {

struct Scenario;

/// The frame of that name: a body ("arm": the tip of a rod, the base frame of other bodies), one of
/// its places ("arm.base", "arm.tip", "palm.front"), or a probe of a frame. Throws InputError.
BodyPlace find_frame(const Scenario& scenario, std::string_view name);

/// The frame of a rod or a shell at an abscissa [m] where the model has a point: at its ends, and
/// wherever something is attached or looked at. Throws InputError.
BodyPlace find_frame(const Scenario& scenario, const std::string& body, double abscissa);

/// All names that find_frame knows.
std::vector<std::string> frame_names(const Scenario& scenario);

}  // namespace cuttle
