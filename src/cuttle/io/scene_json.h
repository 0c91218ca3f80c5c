#pragma once
// The header of a scene as JSON (format cuttle-scene/1, docs/formats.md).

#include "cuttle/io/byte_store.h"
#include "cuttle/scene/scene.h"

namespace cuttle {

/// How the numbers of a scene are stored. full: 32 bits throughout. small: 16-bit places and 8-bit
/// colours, for pages.
enum class ScenePacking { full, small };

inline constexpr const char* kSceneFormat = "cuttle-scene/1";

/// A scene on its way into a file; its numbers go into the store.
struct PackedScene {
  const Scene& scene;
  ScenePacking packing;
};
void json_members(JsonMembers& m, const PackedScene& packed);

// ------------------------------------------------------------------------------------- its words

inline constexpr std::array<Choice<ShellRim>, 3> kShellRims = {{
    {ShellRim::open, "open", ""},
    {ShellRim::capped, "capped", ""},
    {ShellRim::pole, "pole", ""},
}};
constexpr std::span<const Choice<ShellRim>> choices(ShellRim) { return kShellRims; }
constexpr const char* json_name(ShellRim) { return "ShellRim"; }

inline constexpr std::array<Choice<ArrowKind>, 3> kArrowKinds = {{
    {ArrowKind::force, "force", ""},
    {ArrowKind::moment, "moment", ""},
    {ArrowKind::contact, "contact", ""},
}};
constexpr std::span<const Choice<ArrowKind>> choices(ArrowKind) { return kArrowKinds; }
constexpr const char* json_name(ArrowKind) { return "ArrowKind"; }

inline constexpr std::array<Choice<FittingKind>, 3> kFittingKinds = {{
    {FittingKind::thruster, "thruster", ""},
    {FittingKind::fin, "fin", ""},
    {FittingKind::jet, "jet", ""},
}};
constexpr std::span<const Choice<FittingKind>> choices(FittingKind) { return kFittingKinds; }
constexpr const char* json_name(FittingKind) { return "FittingKind"; }

/// Throws std::runtime_error where an index is outside its list: a scene that has been checked may
/// be drawn without further checks.
void check_scene(const Scene& scene);

}  // namespace cuttle
