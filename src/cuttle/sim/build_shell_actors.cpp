#include <fmt/format.h>

#include <cmath>

#include "cuttle/base/contract.h"
#include "cuttle/model/function.h"
#include "cuttle/shell/shell_actors.h"
#include "cuttle/sim/build_draft.h"
#include "cuttle/sim/build_shell.h"

namespace cuttle {

namespace {

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
        "from", "no Gauss point of the shell lies between from and to: the load would be nothing",
        "end a division where the load begins and where it ends"));
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
  const ShellData& shell = draft.shell(data.body).data();
  const auto span = span_of(load, spec, shell.length, draft.diagnostics);
  const LoadSignal source = signal_of(load);
  data.input = draft.add_input(
      draft.add_signal(source.signal), 0, load.cables ? InputRole::tension : InputRole::plain,
      {fmt::format("shell_loads.{}.{}", load.name, source.field), source.unit},
      fmt::format("shell load {}: {}", load.name, source.field));
  if (!span || data.input < 0) return;
  data.per_input = field_of(load, spec, shell, *span, draft.diagnostics);
  draft.add_actor(load.name, std::make_shared<const ShellLoad>(std::move(data)));
}

void add_jet(Draft& draft, const JetSpec& spec) {
  Jet jet;
  jet.density = draft.spec.water->density;
  jet.flow_coefficient = spec.flow_coefficient;
  jet.area_out = spec.area_out;
  jet.area_in = spec.area_in.value_or(spec.area_out);
  jet.volume = spec.volume;
  jet.place = spec.place;
  jet.back_pressure = spec.back_pressure;
  expects(jet.area_out > 0 && jet.area_in > 0, "a jet has areas");
  draft.add_actor(spec.name, std::make_shared<const JetThrust>(draft.body_index(spec.body), jet));
}

}  // namespace

void add_shell_loads(Draft& draft) {
  for (const ShellLoadSpec& load : draft.spec.shell_loads)
    draft.guard([&] { add_shell_load(draft, load); });
}

void add_jets(Draft& draft) {
  for (const JetSpec& jet : draft.spec.jets) add_jet(draft, jet);
}

}  // namespace cuttle
