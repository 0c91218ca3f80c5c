#pragma once

#include <memory>

#include "cuttle/part/body_sketch.h"
#include "cuttle/shell/shell.h"

namespace cuttle {

/// A shell that is drawn: its wall, by rings of its meridian.
std::unique_ptr<BodySketch> sketch_shell(const BodySpec& spec, int body,
                                         std::shared_ptr<const BodyFamily> family);

}  // namespace cuttle
