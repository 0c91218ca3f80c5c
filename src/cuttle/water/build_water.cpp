#include "cuttle/water/build_water.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cuttle/water/wet_family.h"

namespace cuttle {

extern const WetFamily kWetRigidBodies, kWetRods, kWetShells;  // wet_*.cpp

namespace {

constexpr std::array kWetFamilies = {&kWetRigidBodies, &kWetRods, &kWetShells};

ProfileCurrent profile_current(const ScenarioSpec& scenario) {
  const CurrentSpec& current = scenario.water->current;
  const bool ned = scenario.frame == WorldFrame::ned;
  const bool depth =
      current.over.value_or(ned ? ProfileAxis::depth : ProfileAxis::height) == ProfileAxis::depth;
  const double surface = scenario.water->level.value_or(0);
  ProfileCurrent profile;
  profile.up = up_of(scenario);
  profile.interpolation = current.interpolation;
  for (const CurrentKnot& knot : *current.profile) {
    profile.heights.push_back(depth ? surface - knot.at : knot.at);
    profile.velocities.push_back(knot.velocity);
  }
  if (depth) {
    std::reverse(profile.heights.begin(), profile.heights.end());
    std::reverse(profile.velocities.begin(), profile.velocities.end());
  }
  return profile;
}

Current make_current(Draft& draft) {
  const CurrentSpec& current = draft.spec.water->current;
  if (current.profile) return profile_current(draft.spec);
  if (current.field) {
    const Origin origin{current.origin.path + ".field", current.origin.at("field"), {}};
    return expression_current(*current.field, {}, origin);
  }
  if (!current.uniform) return {};
  UniformCurrent uniform;
  uniform.first_input = draft.model.nu();
  for (size_t i = 0; i < 3; ++i) {
    const std::string axis(1, "xyz"[i]);
    draft.add_input(draft.add_signal((*current.uniform)[i]), 0, InputRole::current,
                    {"water.current." + axis, "m/s"}, "current " + axis);
  }
  return uniform;
}

// nullptr: the body is dry
const WetFamily* find_wet(const ScenarioSpec& scenario, const BodySpec& body) {
  if (!scenario.water) return nullptr;
  const WetFamily* const family = wet_family_of(body);
  return family && !family->dry(body) ? family : nullptr;
}

}  // namespace

const WetFamily* wet_family_of(const BodySpec& body) {
  const auto found =
      std::ranges::find_if(kWetFamilies, [&](const WetFamily* family) { return family->is(body); });
  return found == kWetFamilies.end() ? nullptr : *found;
}

QuadraticForm form_of(DragForm form) {
  return form == DragForm::vector ? QuadraticForm::vector : QuadraticForm::componentwise;
}

int add_drag_factor(Draft& draft, int body, const SignalSpec& factor) {
  const std::string& name = draft.body_spec(body).name;
  return draft.add_coefficient(factor, InputRole::coefficient,
                               {"water." + name + ".drag_factor", "-"},
                               "body " + name + ": drag factor");
}

void prepare_water(Draft& draft, WaterLoads::Data& data) {
  if (!draft.spec.water) return;
  const WaterSpec& water = *draft.spec.water;
  if (!(water.density > 0)) {
    draft.diagnostics.add(
        water.origin.error("density", fmt::format("is {} kg/m^3, must be > 0", water.density)));
    return;
  }
  data.medium.density = water.density;
  data.medium.up = up_of(draft.spec);
  if (water.level) data.medium.level = *water.level;
  for (size_t i = 0; i < draft.order.size(); ++i) {
    const WetFamily* const family = find_wet(draft.spec, *draft.order[i]);
    if (family && family->prepare) family->prepare(*draft.order[i], int(i), *draft.bodies[i], data);
  }
}

void add_water(Draft& draft, WaterLoads::Data& data) {
  if (draft.spec.water) draft.guard([&] { data.medium.current = make_current(draft); });
  draft.share(data.medium);
  if (!draft.spec.water || !draft.diagnostics.empty()) return;
  for (size_t i = 0; i < draft.order.size(); ++i) {
    const WetFamily* const family = find_wet(draft.spec, *draft.order[i]);
    if (family && family->add) family->add(draft, int(i), data);
  }
  if (!data.rigids.empty() || !data.rods.empty() || !data.shells.empty())
    draft.add_actor("water", std::make_shared<const WaterLoads>(data));
}

}  // namespace cuttle
