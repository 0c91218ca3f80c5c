// The row of nets that are bodies, since something holds on to them.

#include <fmt/format.h>

#include <algorithm>

#include "cuttle/net/body/net_body.h"
#include "cuttle/net/body/net_draft.h"
#include "cuttle/part/family_kind.h"
#include "cuttle/spec/strip_place.h"

namespace cuttle {

namespace {

const NetBody& net_of(const BodyFamily& family) { return static_cast<const NetBody&>(family); }

std::unique_ptr<BodyDraft> draft(const BodySpec& spec, double) {
  return std::make_unique<NetDraft>(spec);
}

/// Point of a finished net at a place; 0, its base, for whatever is none of its nodes.
int point_of(const BodySpec& spec, const BodyFamily& family, const BodyPlaceSpec& at) {
  const FoundStripPlace found = find_strip_place(*spec.net, spec.name, at);
  if (!found.fault.empty()) return 0;
  const NetBody& net = net_of(family);
  const int point = net.find_point(net.point_at(found.place));
  expects(point > 0, "a place that was held");
  return point;
}

void set_initial(const BodySpec&, const Body& body, State& x) {
  const NetBody& net = net_of(*body.family);
  const NetState start = initial_net_state(net.model());
  for (int i = 0; i < net.data().size(); ++i)
    if (const int j = net.own(i / 2, i % 2); j >= 0) {
      x.q[body.q + j] = start.x[i] - net.data().placed[i];
      x.v[body.v + j] = start.v[i];
    }
}

OwnColumns own_columns(const BodyFamily& family) {
  const std::vector<StrainCoordinate> list = family.coordinates();
  return {.length = list.empty() ? 1 : list.front().length, .curvature = {}, .places = true};
}

const Origin& quadrature_origin(const BodySpec& spec) { return spec.origin; }

/// leg.3, or leg.2.5 between two nodes.
std::string name_of(const NetBody& net, const NetPoint& point) {
  for (size_t s = 0; s < net.data().segments.size(); ++s) {
    const std::vector<int>& nodes = net.data().segment_nodes[s];
    const size_t edges = net.data().segments[s].edge_length.size();
    for (size_t e = 0; e < edges; ++e)
      if ((point.part > 0 || e == 0) && nodes[e] == point.from &&
          nodes[(e + 1) % nodes.size()] == point.to)
        return fmt::format("{}.{:.6g}", net.data().segments[s].name, double(e) + point.part);
  }
  return "";
}

std::vector<NamedPoint> named_points(const BodySpec&, const BodyFamily& family) {
  const NetBody& net = net_of(family);
  std::vector<NamedPoint> list = {{"base", 0}};
  for (size_t i = 0; i < net.points().size(); ++i)
    list.push_back({name_of(net, net.points()[i]), int(i) + 1});
  return list;
}

BodySummary summary(const BodyFamily& family) {
  const NetData& net = net_of(family).data();
  double length = 0;
  for (const NetSegment& segment : net.segments)
    for (const double edge : segment.edge_length) length += edge;
  return {number(length), fmt::format("{} nodes", net.nodes())};
}

// Strips, loads and the ground are drawn with all other nets (net/draw.cpp); here is only where
// others hold on.
class NetSketch final : public BodySketch {
 public:
  NetSketch(const BodySpec& spec, int body, std::shared_ptr<const NetBody> net)
      : spec_(spec), body_(body), net_(std::move(net)), points_(net_->points()) {}

  void draw(Canvas&) override {}

  BodyPlace place(const BodyPlaceSpec& at, const Vector3& offset) override {
    const FoundStripPlace found = find_strip_place(*spec_.net, spec_.name, at);
    if (!found.fault.empty()) return {body_, 0, offset};
    const NetPoint point = net_->point_at(found.place);
    auto it = std::ranges::find(points_, point);
    if (it == points_.end()) it = points_.insert(it, point);
    return {body_, int(it - points_.begin()) + 1, offset};
  }

  std::shared_ptr<const BodyFamily> finish() override {
    return std::make_shared<const NetBody>(net_->shared_model(), points_);
  }

 private:
  const BodySpec& spec_;
  int body_;
  std::shared_ptr<const NetBody> net_;
  std::vector<NetPoint> points_;
};

std::unique_ptr<BodySketch> sketch(const BodySpec& spec, int body,
                                   std::shared_ptr<const BodyFamily> family) {
  return std::make_unique<NetSketch>(spec, body,
                                     std::static_pointer_cast<const NetBody>(std::move(family)));
}

}  // namespace

extern constinit const FamilyKind kNetBodies{.field = "net",
                                             .of_parts = true,
                                             .is = has_family<&BodySpec::net>,
                                             .forget = forget_family<&BodySpec::net>,
                                             .draft = draft,
                                             .point_of = point_of,
                                             .set_initial = set_initial,
                                             .own_columns = own_columns,
                                             .quadrature_origin = quadrature_origin,
                                             .named_points = named_points,
                                             .summary = summary,
                                             .sketch = sketch};

}  // namespace cuttle
