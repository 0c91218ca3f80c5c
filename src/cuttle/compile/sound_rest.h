#pragma once

#include <optional>

#include "cuttle/base/error.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// A model without its parts that are known to be wrong, without all that names one of these, and
/// so on: what is wrong with the rest is no consequence of what is known. Nothing if that cannot be
/// told (a list could not be read, a part has no name), or if no robot is left.
std::optional<ScenarioSpec> sound_rest(const ScenarioSpec& spec, const Diagnostics& known);

/// True if something that is wrong with such a rest is wrong with the whole model, too: it concerns
/// one part, and not what the parts are together.
bool concerns_a_part(const Diagnostic& diagnostic);

}  // namespace cuttle
