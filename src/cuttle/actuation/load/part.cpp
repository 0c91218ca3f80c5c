#include "cuttle/actuation/load/part.h"

#include <fmt/format.h>

#include "cuttle/actuation/load/point_load.h"
#include "cuttle/part/part_kind.h"
#include "cuttle/rod/rod_span.h"
#include "cuttle/spec/describe.h"

namespace cuttle {

// ---------------------------------------------------------------------------------------- fields

void LoadSpec::describe(Fields& v) {
  v.about("load", "force and moment at a point, or per length along a rod (from, to)");
  v.field("name", name).identifier().otherwise("load_1, load_2, ...").doc("name, unique");
  v.field("body", body).refers_to("bodies").required().doc("where it acts");
  v.field("from", from)
      .unit("m")
      .doc("start abscissa of a load per length; base, if only `to` is given");
  v.field("to", to).unit("m").doc(
      "end abscissa of a load per length; tip, if only `from` is given");
  const bool along = distributed();
  v.field("at", at)
      .unit("m")
      .when(!along, "loads at a point, without from and to")
      .otherwise("tip of a rod, base frame of other bodies")
      .doc("abscissa, base, tip, edge, a frame, or a node of a net (leg.3)");
  v.field("point", point)
      .unit("m")
      .when(!along, "loads at a point, without from and to")
      .doc("offset in the mount frame");
  v.field("force", force)
      .unit(along ? "N/m" : "N")
      .variables(along ? "X, t" : "t")
      .columns()
      .otherwise("0")
      .doc("three signals; a load per length may use X (metres from the rod's base)");
  v.field("moment", moment)
      .unit(along ? "N" : "N m")
      .variables(along ? "X, t" : "t")
      .columns()
      .otherwise("0")
      .doc("three signals, likewise");
  v.field("frame", frame).doc("axes of the components");
}

namespace {

// ---------------------------------------------------------------------------------------- checks

void check(Checker& checker) {
  for (const LoadSpec& load : checker.spec.of<LoadSpec>()) {
    const BodySpec* const body = checker.body(load.body, load.origin, "body");
    if (load.distributed())
      checker.span(load.from, load.to, body, load.origin);
    else
      checker.mount(load.at, body, load.origin, "at");
    // what was written but could not be read has been reported already
    if (!load.force && !load.moment && !load.origin.given("force") && !load.origin.given("moment"))
      checker.diagnostics.add(load.origin.error("force", "missing", "give force, moment or both"));
  }
}

// ---------------------------------------------------------------------------------------- build

void places(const ScenarioSpec& spec, Places& bodies) {
  for (const LoadSpec& load : spec.of<LoadSpec>())
    if (load.distributed())
      bodies.rod_nodes(load.body, load.from, load.to);
    else
      bodies.place(load.body, load.at, load.origin);
}

void efforts(const ScenarioSpec& spec, RodEfforts& rods) {
  for (const LoadSpec& load : spec.of<LoadSpec>())
    if (load.distributed())
      rods.pull_along(load.body, load.from, load.to, load.force, load.moment);
    else
      rods.pull(load.body, load.at, load.force, load.moment);
}

constexpr const char* kAxes[] = {"x", "y", "z"};

// The force or the moment of a load.
struct Triple {
  const char* what;
  const char* unit;
  const std::optional<std::array<SignalSpec, 3>>& signals;
};

InputInfo info_of(const LoadSpec& load, const Triple& triple, size_t axis) {
  return {fmt::format("loads.{}.{}.{}", load.name, triple.what, kAxes[axis]), triple.unit};
}

std::string label_of(const LoadSpec& load, const Triple& triple, size_t axis) {
  return fmt::format("load {}: {} {}", load.name, triple.what, kAxes[axis]);
}

void add_point_load(Draft& draft, const LoadSpec& load) {
  PointLoad::Data data;
  data.at = draft.attach(draft.body_index(load.body), load.at, load.point);
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
  const Rod& rod = rod_of(draft.model, data.body);
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

void build(Draft& draft) {
  for (const LoadSpec& load : draft.spec.of<LoadSpec>())
    if (load.distributed())
      add_distributed_load(draft, load);
    else
      add_point_load(draft, load);
}

// ---------------------------------------------------------------------------------------- drawing

constexpr std::size_t kArrowsPerLoad = 12;  // of a load along a rod

void draw_point_load(const PointLoad::Data& load, Canvas& canvas) {
  for (const bool moment : {false, true}) {
    InputArrow arrow{moment, load.at, load.frame == LoadFrame::body, {}};
    const std::array<int, 3>& inputs = moment ? load.moment_inputs : load.force_inputs;
    for (int axis = 0; axis < 3; ++axis)
      if (const int input = inputs[std::size_t(axis)]; input >= 0)
        arrow.parts.emplace_back(input, Vector3::Unit(axis));
    canvas.arrow(std::move(arrow));
  }
}

// a load along a rod has inputs for forces and moments, also where the file gives only one of them
void draw_distributed_load(const DistributedLoad::Data& load, const LoadSpec& spec,
                           Canvas& canvas) {
  const std::size_t every = (load.nodes.size() + kArrowsPerLoad - 1) / kArrowsPerLoad;
  for (std::size_t i = 0; i < load.nodes.size(); i += every)
    for (const bool moment : {false, true}) {
      if (!(moment ? spec.moment : spec.force)) continue;
      InputArrow arrow{moment,
                       {load.body, load.nodes[i].point, Vector3::Zero()},
                       load.frame == LoadFrame::body,
                       {}};
      for (int axis = 0; axis < 3; ++axis)
        arrow.parts.emplace_back(load.nodes[i].first_input + (moment ? 3 : 0) + axis,
                                 Vector3::Unit(axis));
      canvas.arrow(std::move(arrow));
    }
}

void draw(const Built& built, Canvas& canvas) {
  for (const LoadSpec& load : built.spec.of<LoadSpec>())
    if (load.distributed())
      draw_distributed_load(built.actors.find<DistributedLoad>(load.name)->data(), load, canvas);
    else
      draw_point_load(built.actors.find<PointLoad>(load.name)->data(), canvas);
}

}  // namespace

extern constinit const PartKind kLoads{.list = "loads",
                                       .word = "load",
                                       .doc = "forces and moments",
                                       .type = &kListOf<LoadSpec>,
                                       .turn = 10,
                                       .default_name = "load",
                                       .check = check,
                                       .places = places,
                                       .efforts = efforts,
                                       .build = build,
                                       .draw = draw};

}  // namespace cuttle
