#pragma once

namespace cuttle {

/// How the numbers of a scene are stored. full: 32 bits throughout. small: 16-bit places and 8-bit
/// colours, for pages.
enum class ScenePacking { full, small };

}  // namespace cuttle
