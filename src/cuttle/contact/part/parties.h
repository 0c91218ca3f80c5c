#pragma once

#include <set>
#include <string>
#include <vector>

#include "cuttle/contact/part/part.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// Who takes part on one side of a contact.
struct ContactParties {
  std::vector<const BodySpec*> bodies;
  std::vector<const ObstacleSpec*> obstacles;
};

/// Those that a side names, each once; `all` stands for every obstacle and every body but those
/// without any shape. Unknown names are left out.
ContactParties parties_of(const ScenarioSpec& scenario, const ContactSideSpec& side);

/// Bodies that a contact of the file names.
std::set<const BodySpec*> bodies_in_contacts(const ScenarioSpec& scenario);

/// Shapes of a rigid body that touch: its list `touch`, or its solids.
std::vector<TouchSpec> touching_shapes(const RigidSpec& rigid);

}  // namespace cuttle
