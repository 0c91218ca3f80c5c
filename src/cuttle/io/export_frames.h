#pragma once
// Which frames of a scene an export holds, and at which times.

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "cuttle/scene/scene.h"

namespace cuttle {

/// At most `limit` of the frames [0, total), spread evenly, with the first and the last; a single
/// one is the last.
std::vector<std::size_t> spread_frames(std::size_t total, std::size_t limit);

/// A sequence to play, with seconds that rise from 0.
struct Clip {
  std::string name;
  std::vector<std::size_t> frames;
  std::vector<float> seconds;
};

/// What there is to play: a motion in real time, a load path in eight seconds, or one clip per mode
/// that swings there and back in two. Nothing if there is one frame only.
std::vector<Clip> clips(const Scene& scene, std::size_t max_frames);

/// The frame to show before anything plays: the first, or the middle of the first mode; if nothing
/// will play, the last.
std::size_t rest_frame(const Scene& scene, std::size_t max_frames);

bool strictly_increasing(const std::vector<double>& values);

/// Throws OutputError for `path` if there are no frames or a number is not finite.
void check_exportable(const Scene& scene, const std::filesystem::path& path);

}  // namespace cuttle
