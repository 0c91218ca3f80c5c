#pragma once

#include "cuttle/io/byte_store.h"
#include "cuttle/io/scene_packing.h"
#include "cuttle/scene/scene.h"

namespace cuttle {

/// The header of a scene; its numbers go into the store.
OrderedJson scene_json(const Scene& scene, ScenePacking packing, ByteStore& store);

}  // namespace cuttle
