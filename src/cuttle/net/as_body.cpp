// Nets that are bodies: which are, what they cannot do, and what drives them, as entries of
// Input::u.

#include <fmt/format.h>

#include "cuttle/net/body/net_actuation.h"
#include "cuttle/net/net_model.h"
#include "cuttle/net/row.h"

namespace cuttle {

namespace {

/// A number that a formula reads back as it is.
std::string exact(double value) { return fmt::format("({:.17g})", value); }

/// Share of a pulse that acts, as a formula: that of sma_value, but a pulse takes effect at its
/// instant.
SignalSpec share_of_pulse(const SmaSpec& spec) {
  const SmaLaw law = sma_law(spec);
  const std::string since = fmt::format("(t-{})", exact(law.phase));
  std::string cycle = "0";  // pulses so far, less one
  if (law.period > 0)
    // the whole part, also where round-off has put it just below
    cycle = fmt::format("rint({}/{}-0.5+1e-9)", since, exact(law.period));
  const std::string s =
      law.period > 0 ? fmt::format("({}-{}*{})", since, exact(law.period), cycle) : since;
  const auto acting = [&](const std::string& time) {
    return fmt::format("1/(1+exp(({}-{})/{}))", time, exact(law.t0), exact(law.tau));
  };
  std::string share = acting(s);
  if (law.rise > 0) {
    const std::string before =
        law.period > 0 ? fmt::format("({}<0.5?0:{})", cycle, acting(exact(law.period))) : "0";
    share = fmt::format("({0}<{1}?{2}+{0}/{1}*({3}-{2}):{3})", s, exact(law.rise), before, share);
  }
  SignalSpec signal;
  signal.kind = SignalSpec::Kind::expression;
  signal.expression = fmt::format("{}<0?0:{}", since, share);
  signal.origin = spec.origin;
  return signal;
}

}  // namespace

bool is_body(const ScenarioSpec& scenario, const NetSpec& net) {
  const BodySpec* const body = find_body(scenario, net.name);
  return body && body->net;
}

void check_net_body(const NetSpec& net, Diagnostics& diagnostics) {
  if (net.start == NetStart::settled)
    diagnostics.add(net.origin.error(
        "start",
        "the net " + net.name + " is connected with others, and cannot settle without them",
        "leave it out; start: statics in the study lets all of them settle"));
}

void add_drive(Draft& draft, const NetSpec& spec) {
  NetActuation::Data data;
  data.body = draft.body_index(spec.name);
  const auto& net = static_cast<const NetBody&>(*draft.model.bodies[size_t(data.body)].family);
  auto model = std::make_shared<NetModel>(net.model());
  model->body = data.body;
  draft.actors.add<NetModel>(spec.name, model);

  const auto add = [&](const SignalSpec& signal, const std::string& what, const char* unit,
                       InputRole role = InputRole::plain) {
    return draft.add_input(draft.add_signal(signal), 0, role,
                           {fmt::format("nets.{}.{}", spec.name, what), unit},
                           fmt::format("net {}: {}", spec.name, what));
  };
  bool driven = false;
  for (const NetSegmentSpec& segment : model->spec.segments) {
    NetActuation::Strip& strip = data.strips.emplace_back();
    strip.at_rest = net.rest().rest_curvature[Eigen::Index(data.strips.size()) - 1];
    if (segment.rest_curvature)
      strip.rest_curvature = add(*segment.rest_curvature, segment.name + ".rest_curvature", "1/m");
    if (segment.stiffness)
      strip.stiffness =
          add(*segment.stiffness, segment.name + ".stiffness", "-", InputRole::positive);
    if (segment.sma) {
      strip.law = sma_law(*segment.sma);
      strip.sma = add(share_of_pulse(*segment.sma), segment.name + ".sma", "-");
    }
    driven |= segment.rest_curvature || segment.stiffness || segment.sma;
  }
  if (!driven) data.strips.clear();
  for (const NetLoadSpec& load : model->spec.loads) {
    NetActuation::Load& added = data.loads.emplace_back();
    added.node = model->node(load.node);
    const std::string name = fmt::format("load_{}", data.loads.size());
    for (size_t k = 0; k < 2; ++k)
      added.force[k] = add(load.force[k], name + (k == 0 ? ".x" : ".y"), "N");
  }
  if (data.strips.empty() && data.loads.empty()) return;
  draft.add_actor(spec.name, std::make_shared<const NetActuation>(std::move(data)));
}

}  // namespace cuttle
