#pragma once

#include "cuttle/base/error.h"

namespace cuttle {

struct Model;
struct StudySpec;

/// What a method of a study cannot do with a model. Whoever makes an integrator of the study asks
/// first.
void check_method(const Model& model, const StudySpec& study, Diagnostics& diagnostics);

}  // namespace cuttle
