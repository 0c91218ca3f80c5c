#pragma once
// The scene as a file: a JSON header and a block of numbers (format cuttle-scene/1,
// docs/formats.md).

#include <string>

#include "cuttle/io/scene_json.h"
#include "cuttle/scene/scene.h"

namespace cuttle {

struct EncodedScene {
  std::string header;  // JSON
  std::string data;    // the numbers that it refers to
};

EncodedScene encode_scene(const Scene& scene, ScenePacking packing);

/// The inverse of `full`. Throws std::runtime_error where the header does not fit the data.
Scene decode_scene(const EncodedScene& encoded);

/// All channels of the last frame one after the other, 32-bit: what a live view sends.
std::string last_frame(const Scene& scene);

}  // namespace cuttle
