#pragma once

#include "cuttle/spec/spec.h"

namespace cuttle {

/// Writes out every `repeat`: n copies of a body and all its descendants, evenly turned about an
/// axis of the parent's mount frame (copy 1 stays where it is), and a copy of every part and probe
/// that names one of them (Field::refers_to). Names get _1 .. _n; expressions of the copies
/// know k and n (of the innermost repeat). Points of a copied cable on the parent turn too; loads
/// in the world frame keep their direction. In a contact the name of a repeated body becomes those
/// of its copies. A scenario without repeats comes back unchanged. Parents must exist and must not
/// form a cycle. Throws InputError beyond 10,000 bodies.
ScenarioSpec expand_repeats(ScenarioSpec scenario);

}  // namespace cuttle
