#include "cuttle/net/body/net_draft.h"

#include <fmt/format.h>

#include <algorithm>

#include "cuttle/spec/strip_place.h"

namespace cuttle {

namespace {

constexpr long kMostOwnCoordinates = 1000;  // of one net: 40 MB in each workspace

}  // namespace

void NetDraft::begin(Diagnostics& diagnostics) {
  model_ = build_net_model(body_.net->surroundings, *body_.net->net, diagnostics);
}

BodySize NetDraft::size(Diagnostics& diagnostics) const {
  const long coordinates = model_->free_count();
  if (coordinates > kMostOwnCoordinates)
    diagnostics.add(body_.origin.error(
        "segments",
        fmt::format("this net has {} coordinates, but a net that is held by others has at most {}",
                    coordinates, kMostOwnCoordinates),
        "use fewer edges"));
  return {coordinates, 0};
}

void NetDraft::hold(const BodyPlaceSpec& at, bool look) {
  (look ? looked_at_ : held_).push_back(at);
}

std::shared_ptr<const BodyFamily> NetDraft::finish() {
  const NetBody plain(model_, {});
  std::vector<NetPoint> points;
  const auto add = [&](const BodyPlaceSpec& at) {
    const FoundStripPlace found = find_strip_place(*body_.net, body_.name, at);
    if (!found.fault.empty()) return;  // the base, or reported
    const NetPoint point = plain.point_at(found.place);
    if (std::ranges::find(points, point) == points.end()) points.push_back(point);
  };
  // all nodes may touch the ground
  if (model_->spec.ground)
    for (const NetPoint& point : plain.touching_points()) points.push_back(point);
  std::ranges::for_each(held_, add);
  std::ranges::for_each(looked_at_, add);
  return std::make_shared<const NetBody>(model_, std::move(points));
}

double NetDraft::mass() const { return model_ ? model_->data.mass.sum() : 0; }

double NetDraft::reach() const {
  const Eigen::Map<const Eigen::Matrix2Xd> places(model_->data.placed.data(), 2,
                                                  model_->data.nodes());
  return places.colwise().norm().maxCoeff();
}

}  // namespace cuttle
