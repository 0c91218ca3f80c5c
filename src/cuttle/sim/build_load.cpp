#include <fmt/format.h>

#include "cuttle/actuation/distributed_load.h"
#include "cuttle/actuation/point_load.h"
#include "cuttle/sim/build_draft.h"

namespace cuttle {

namespace {

constexpr const char* kAxisNames[] = {"x", "y", "z"};

// The force or the moment of a load.
struct Triple {
  const char* what;
  const char* unit;
  const std::optional<std::array<SignalSpec, 3>>& signals;
};

InputInfo info_of(const LoadSpec& load, const Triple& triple, size_t axis) {
  return {fmt::format("loads.{}.{}.{}", load.name, triple.what, kAxisNames[axis]), triple.unit};
}

std::string label_of(const LoadSpec& load, const Triple& triple, size_t axis) {
  return fmt::format("load {}: {} {}", load.name, triple.what, kAxisNames[axis]);
}

void add_point_load(Draft& draft, const LoadSpec& load) {
  PointLoad::Data data;
  data.at = attach(draft, draft.body_index(load.body), load.at, load.point);
  data.frame = load.frame;
  const auto add = [&](const Triple& triple, std::array<int, 3>& inputs) {
    if (!triple.signals) return;
    for (size_t axis = 0; axis < 3; ++axis)
      inputs[axis] = draft.add_input(draft.add_signal((*triple.signals)[axis]), 0, InputRole::plain,
                                     info_of(load, triple, axis), label_of(load, triple, axis));
  };
  add({"force", "N", load.force}, data.force_inputs);
  add({"moment", "N m", load.moment}, data.moment_inputs);
  draft.add_actor(load.name, std::make_shared<const PointLoad>(data));
}

void add_distributed_load(Draft& draft, const LoadSpec& load) {
  DistributedLoad::Data data;
  data.body = draft.body_index(load.body);
  data.frame = load.frame;
  const Rod& rod = draft.rod(data.body);
  const Span span = span_of(load.from, load.to, *draft.body_spec(data.body).rod);

  // one set of signals for all nodes
  const std::array<Triple, 2> triples = {Triple{"force", "N/m", load.force},
                                         Triple{"moment", "N", load.moment}};
  std::array<std::array<int, 3>, 2> signals;
  for (size_t i = 0; i < 2; ++i)
    for (size_t axis = 0; axis < 3; ++axis)
      signals[i][axis] =
          draft.add_signal(triples[i].signals ? (*triples[i].signals)[axis] : SignalSpec());

  int number = 0;
  for (const SpanNode& node : span_nodes(smooth_pieces(rod.data().divisions), span.from, span.to)) {
    data.nodes.push_back({rod_point(rod, node.X), node.weight, draft.model.nu()});
    const std::string index = fmt::format("[{}]", number++);
    for (size_t i = 0; i < 2; ++i)
      for (size_t axis = 0; axis < 3; ++axis) {
        InputInfo info = info_of(load, triples[i], axis);
        info.name += index;
        draft.add_input(
            signals[i][axis], node.X, InputRole::plain, info,
            fmt::format("{} at X = {:.6g} m", label_of(load, triples[i], axis), node.X));
      }
  }
  draft.add_actor(load.name, std::make_shared<const DistributedLoad>(std::move(data)));
}

}  // namespace

void add_loads(Draft& draft) {
  for (const LoadSpec& load : draft.spec.loads)
    if (load.distributed())
      add_distributed_load(draft, load);
    else
      add_point_load(draft, load);
}

}  // namespace cuttle
