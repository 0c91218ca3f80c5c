#pragma once

#include <array>
#include <span>

#include "cuttle/spec/choice.h"

namespace cuttle {

enum class LoadFrame { world, body };

inline constexpr std::array<Choice<LoadFrame>, 2> kLoadFrames = {{
    {LoadFrame::world, "world", "components along the world axes"},
    {LoadFrame::body, "body", "components along the axes of the mount frame (follower)"},
}};

constexpr std::span<const Choice<LoadFrame>> choices(LoadFrame) { return kLoadFrames; }

}  // namespace cuttle
