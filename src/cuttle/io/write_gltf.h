#pragma once

#include <filesystem>

#include "cuttle/scene/scene.h"

namespace cuttle {

/// Writes a scene as glTF 2.0 in its binary form (.glb), y up as the standard asks. A rod is a mesh
/// that follows one joint per section, a cable a thin tube of the same kind, a solid a child of the
/// node of its body. A motion plays in real time, a load path in 8 s, every mode as an animation of
/// its own. Holds at most `max_frames` frames, spread evenly.
void write_gltf(const Scene& scene, const std::filesystem::path& path,
                std::size_t max_frames = 1000);

}  // namespace cuttle
