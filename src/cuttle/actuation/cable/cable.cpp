#include "cuttle/actuation/cable/cable.h"

#include <utility>

#include "cuttle/base/error.h"

namespace cuttle {

Cable::Cable(std::vector<CableLeg> legs, int tension_input)
    : legs_(std::move(legs)), tension_input_(tension_input) {
  expects(tension_input_ >= 0, "a cable has an input for its tension");
}

double Cable::length(const Model& model, const State& x, const Workspace& ws) const {
  double sum = 0;
  for (const CableLeg& leg : legs_)
    if (const auto* inside = std::get_if<RodLeg>(&leg))
      sum += leg_length(*inside, model, x);
    else
      sum += leg_length(std::get<StraightLeg>(leg), ws);
  return sum;
}

double Cable::length_rate(const Model& model, const State& x, const Workspace& ws) const {
  double sum = 0;
  for (const CableLeg& leg : legs_)
    if (const auto* inside = std::get_if<RodLeg>(&leg))
      sum += leg_rate(*inside, model, x);
    else
      sum += leg_rate(std::get<StraightLeg>(leg), ws);
  return sum;
}

void Cable::length_gradient(const Model& model, const State& x, const Workspace& ws,
                            VectorX& gradient) const {
  gradient.setZero(model.nv);
  for (const CableLeg& leg : legs_)
    if (const auto* inside = std::get_if<RodLeg>(&leg))
      add_leg_gradient(*inside, model, x, 1, gradient);
    else
      add_leg_gradient(std::get<StraightLeg>(leg), model, ws, 1, gradient);
}

void Cable::apply(const Model& model, const State& x, const Input& u, bool with_tangent,
                  Workspace& ws) const {
  const double tension = u.u[tension_input_];
  if (tension == 0) return;
  // a pushing cable softens: exact tangents want that, the effective inertia must stay positive
  const bool with_stiffness = with_tangent || tension > 0;
  for (const CableLeg& leg : legs_)
    if (const auto* inside = std::get_if<RodLeg>(&leg))
      pull_leg(*inside, model, x, tension, with_stiffness, ws);
    else
      pull_leg(std::get<StraightLeg>(leg), model, tension, with_tangent, ws);
}

EnergyBooks Cable::books(const Model& model, const State& x, const Input& u,
                         const Workspace& ws) const {
  return {.potential = 0, .power = -u.u[tension_input_] * length_rate(model, x, ws)};
}

}  // namespace cuttle
