#pragma once

#include "cuttle/base/error.h"

namespace cuttle {

struct StudySpec;

/// What a method of a study cannot do with a model; `loops`: whether it has connections. Part of
/// the checks of a scenario; whoever makes an integrator of another study asks first.
void check_method(bool loops, const StudySpec& study, Diagnostics& diagnostics);

}  // namespace cuttle
