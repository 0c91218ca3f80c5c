#include "support/invariance_variants.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cuttle/net/part.h"
#include "support/random.h"

namespace cuttle::testing {
namespace {

bool has_free_body(const ScenarioSpec& spec) {
  return std::ranges::any_of(spec.bodies, [](const BodySpec& body) {
    return body.parent == "world" && body.joint.type == "free";
  });
}

// Very stiff contacts of very light things make round-off of places, 100 m away, a noise that the
// error estimates of adaptive methods take for motion: docs/theory/invariance.md.
double far_from_here(const ScenarioSpec& spec) {
  return spec.name == "capstan" && spec.study.step == 0 ? 2 : 100;
}

Pose anywhere(Random& random, double distance) {
  return {random.rotation(), distance * random.unit_vector()};
}

Elsewhere other_plane_axes(Random& random) {
  return {Pose::identity(), random.uniform(-3, 3),
          Vector2(random.uniform(-1, 1), random.uniform(-1, 1))};
}

}  // namespace

std::vector<Variant> single_changes(const ScenarioSpec& spec, unsigned seed) {
  Random random(seed);
  const double far = far_from_here(spec);
  std::vector<Variant> all = {
      {.name = "turned", .elsewhere = {anywhere(random, 0)}},
      {.name = "turned, moved by 1 m", .elsewhere = {anywhere(random, 1)}},
      {.name = fmt::format("turned, moved by {} m", far), .elsewhere = {anywhere(random, far)}},
      {.name = "in another order", .order = seed}};
  if (has_free_body(spec))
    all.push_back({.name = "started elsewhere",
                   .elsewhere = {anywhere(random, 1)},
                   .free_bodies = FreeBodies::started_elsewhere});
  if (!spec.of<NetSpec>().empty())
    all.push_back({.name = "other axes in the plane", .elsewhere = other_plane_axes(random)});
  return all;
}

std::vector<Variant> joined_changes(const ScenarioSpec& spec, unsigned seed) {
  Random random(seed);
  const double far = far_from_here(spec);
  std::vector<Variant> all = {
      {.name = "turned, reordered", .elsewhere = {anywhere(random, 0)}, .order = seed},
      {.name = "turned, moved by 1 m, reordered",
       .elsewhere = {anywhere(random, 1)},
       .order = seed + 1},
      {.name = fmt::format("turned, moved by {} m, reordered", far),
       .elsewhere = {anywhere(random, far)},
       .order = seed + 2}};
  if (has_free_body(spec)) {
    all[1].name += ", started elsewhere";
    all[1].free_bodies = FreeBodies::started_elsewhere;
  }
  if (!spec.of<NetSpec>().empty()) {
    all[1].name += ", other axes in the plane";
    const Pose X = all[1].elsewhere.X;
    all[1].elsewhere = other_plane_axes(random);
    all[1].elsewhere.X = X;
  }
  return all;
}

ScenarioSpec changed(const ScenarioSpec& original, Variant& variant) {
  ScenarioSpec spec = turned(original, variant.elsewhere.X, variant.free_bodies);
  if (variant.order != 0) spec = reordered(spec, variant.order);
  if (variant.elsewhere.angle == 0) return spec;
  std::set<std::string> nets;
  for (NetSpec& net : spec.of<NetSpec>())
    if (turn_in_plane(net, default_net_up(spec), variant.elsewhere.angle, variant.elsewhere.shift))
      nets.insert(net.name);
  for (const ProbeSpec& probe : spec.probes)
    if (probe.is("net") && nets.contains(probe.target()))
      variant.elsewhere.net_probes.push_back(probe.name);
  return spec;
}

}  // namespace cuttle::testing
