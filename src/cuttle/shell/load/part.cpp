#include "cuttle/shell/load/part.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/part/part_kind.h"
#include "cuttle/shell/load/shell_load.h"
#include "cuttle/shell/shell_span.h"
#include "cuttle/signal/function.h"
#include "cuttle/spec/describe.h"

namespace cuttle {

// ---------------------------------------------------------------------------------------- fields

void ShellLoadSpec::describe(Fields& v) {
  v.about("shell load", "an axisymmetric load on the wall of a shell");
  v.field("name", name).identifier().required().doc("name, unique");
  v.field("body", body).refers_to("bodies").required().doc("a shell");
  v.field("hoop", hoop)
      .unit("N/m")
      .columns()
      .doc("tension around the axis, a signal; positive contracts");
  v.field("radial", radial).unit("Pa").columns().doc("force per area at rest, outwards, a signal");
  v.field("pressure", pressure)
      .unit("Pa")
      .columns()
      .doc("overpressure inside, normal to the wall as it moves, a signal");
  v.field("cables", cables)
      .unit("N")
      .at_least(0)
      .columns()
      .doc("sum of the tensions of cables that pull the wall inwards, a signal");
  v.one_of({"hoop", "radial", "pressure", "cables"});
  v.field("from", from).unit("m").at_least(0).otherwise("start").doc("abscissa where it begins");
  v.field("to", to).unit("m").above(0).otherwise("end").doc("abscissa where it ends");
  v.field("along", along)
      .variables("X")
      .table()
      .when(!cables.has_value(), "hoop, radial and pressure")
      .doc("factor: number, [start, end] of the profile, expression in X or table [[X, factor]]");
}

namespace {

void check(Checker& checker) {
  for (const ShellLoadSpec& load : checker.spec.of<ShellLoadSpec>())
    checker.shell(load.body, load.origin, "body",
                  "for a rod use loads, for a rigid body loads or thrusters");
}

// ---------------------------------------------------------------------------------------- build

void places(const ScenarioSpec& spec, Places& bodies) {
  for (const ShellLoadSpec& load : spec.of<ShellLoadSpec>())
    bodies.shell_stretch(load.body, load.from, load.to, load.along.knots, load.origin);
}

// The one signal of a load.
struct LoadSignal {
  const char* field;
  const char* unit;
  const SignalSpec& signal;
};

LoadSignal signal_of(const ShellLoadSpec& load) {
  if (load.hoop) return {"hoop", "N/m", *load.hoop};
  if (load.radial) return {"radial", "Pa", *load.radial};
  if (load.pressure) return {"pressure", "Pa", *load.pressure};
  return {"cables", "N", *load.cables};
}

// (rings) per unit of the signal
VectorX field_of(const ShellLoadSpec& load, const ShellSpec& spec, const ShellData& data,
                 const ShellSpan& span, Diagnostics& diagnostics) {
  if (even_load(data, span.from, span.to, [](double) { return 1.0; }).isZero(0)) {
    diagnostics.add(load.origin.error(
        "from",
        "no Gauss point of the shell lies between from and to: the load would have no effect",
        "let a division end where the load begins and where it ends"));
    return VectorX::Zero(Eigen::Index(data.rings.size()));
  }
  if (load.cables) return cable_squeeze(data, span.from, span.to);
  const Function along(load.along, data.length);
  const auto factor = [&](double X) { return along.value(from_held_edge(spec, data.length, X)); };
  VectorX field = load.hoop ? hoop_tension(data, span.from, span.to, factor)
                            : even_load(data, span.from, span.to, factor);
  for (size_t k = 0; k < data.rings.size(); ++k) {
    if (std::isfinite(field[Eigen::Index(k)])) continue;
    diagnostics.add(load.origin.error(
        "along", fmt::format("is not finite at X = {:.6g} m",
                             from_held_edge(spec, data.length, data.rings[k].X))));
    break;
  }
  return field;
}

void add_shell_load(Draft& draft, const ShellLoadSpec& load) {
  ShellLoad::Data data;
  data.body = draft.body_index(load.body);
  data.kind = load.pressure ? ShellLoad::Kind::pressure : ShellLoad::Kind::radial;
  const ShellSpec& spec = *draft.body_spec(data.body).shell;
  const ShellData& shell = shell_of(draft.model, data.body).data();
  const auto span = span_of(load.from, load.to, load.origin, spec, shell.length, draft.diagnostics);
  const LoadSignal source = signal_of(load);
  data.input = draft.add_input(
      draft.add_signal(source.signal), 0, load.cables ? InputRole::tension : InputRole::plain,
      {fmt::format("shell_loads.{}.{}", load.name, source.field), source.unit},
      fmt::format("shell load {}: {}", load.name, source.field));
  if (!span || data.input < 0) return;
  data.per_input = field_of(load, spec, shell, *span, draft.diagnostics);
  draft.add_actor(load.name, std::make_shared<const ShellLoad>(std::move(data)));
}

void build(Draft& draft) {
  for (const ShellLoadSpec& load : draft.spec.of<ShellLoadSpec>())
    draft.guard([&] { add_shell_load(draft, load); });
}

// quadrature does not see a load end inside of a division
void warn(const Built& built, Workspace&, Diagnostics& warnings) {
  for (const ShellLoadSpec& load : built.spec.of<ShellLoadSpec>()) {
    const ShellSpec& spec = *find_body(built.spec, load.body)->shell;
    const Shell& shell = shell_of(built.model, built.model.find_body(load.body));
    const double length = shell.data().length;
    for (const auto& [field, X] : {std::pair("from", load.from), {"to", load.to}}) {
      if (!X) continue;
      const auto meets = [length, at = from_held_edge(spec, length, *X)](double end) {
        return std::abs(end - at) <= kSamePlace * length;
      };
      if (std::ranges::any_of(shell.data().division_ends, meets)) continue;
      warnings.add(load.origin.warning(
          field, fmt::format("the shell load {} ends at X = {:.4g} m inside a division of {}: let "
                             "a division end there",
                             load.name, *X, load.body)));
    }
  }
}

}  // namespace

extern constinit const PartKind kShellLoads{.list = "shell_loads",
                                            .word = "shell load",
                                            .doc = "what squeezes or inflates shells",
                                            .type = &kListOf<ShellLoadSpec>,
                                            .turn = 40,
                                            .check = check,
                                            .places = places,
                                            .build = build,
                                            .warn = warn};

}  // namespace cuttle
