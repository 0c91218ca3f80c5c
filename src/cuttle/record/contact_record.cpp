#include "cuttle/record/contact_record.h"

#include <algorithm>
#include <utility>

#include "cuttle/contact/recorded_shapes.h"

namespace cuttle {
namespace {

using Numbers = Eigen::Matrix<double, int(kContactNumbers), 1>;

ContactState state_of(const Contact& contact, const ContactRule& rule) {
  if (!rule.rough()) return ContactState::smooth;
  return contact.sliding ? ContactState::sliding : ContactState::sticking;
}

}  // namespace

ContactRecord::ContactRecord(const Model& model) : slots_(model.contact.shapes.size(), -1) {
  for (RecordedShape& recorded : recorded_shapes(model)) {
    slots_[std::size_t(recorded.shape)] = int(shapes_.size());
    shapes_.push_back(recorded.shape);
    names_.push_back(std::move(recorded.name));
  }
  values_.resize(shapes_.size() * kContactNumbers);
  weights_.resize(shapes_.size());
}

std::span<const double> ContactRecord::evaluate(const Model& model, const Workspace& ws) {
  std::ranges::fill(values_, 0.0);
  std::ranges::fill(weights_, 0.0);
  const auto numbers = [&](std::size_t slot) {
    return Eigen::Map<Numbers>(values_.data() + slot * kContactNumbers);
  };
  // places are weighted with the size of the force, and divided by their sum at the end
  for (const Contact& contact : ws.contact.contacts) {
    if (!contact.closed()) continue;
    const Vector3 force = contact.force();
    const auto state = double(state_of(contact, model.contact.rules[std::size_t(contact.rule)]));
    for (const auto& [shape, sign] : {std::pair(contact.key.a, -1), std::pair(contact.key.b, 1)}) {
      const int slot = slots_[std::size_t(shape)];
      if (slot < 0) continue;
      auto row = numbers(std::size_t(slot));
      row.head<3>() += force.norm() * contact.x;
      row.segment<3>(3) += sign * force;
      row[6] = std::max(row[6], state);
      weights_[std::size_t(slot)] += force.norm();
    }
  }
  const std::vector<PlacedShape>& placed = ws.contact.placed;
  for (std::size_t slot = 0; slot < shapes_.size(); ++slot) {
    const auto shape = std::size_t(shapes_[slot]);
    if (weights_[slot] > 0) {
      numbers(slot).head<3>() /= weights_[slot];
    } else if (shape < placed.size()) {
      const PlacedShape& at = placed[shape];
      const bool capsule = at.kind == ContactShapeKind::capsule;
      numbers(slot).head<3>() = capsule ? Vector3((at.ends[0] + at.ends[1]) / 2) : at.X.p;
    }
  }
  return values_;
}

}  // namespace cuttle
