#pragma once
// The law quasi_static of a model file.

#include "cuttle/control/frame/controlled_frame.h"

namespace cuttle {

/// The inputs that would hold a frame at its goal if nothing ever moved.
struct QuasiStaticSpec {
  ControlledFrameSpec controlled_frame;
  Origin origin;

  void describe(Fields& v);
};

}  // namespace cuttle
