#include "cuttle/part/draft.h"

#include <fmt/format.h>

#include <cmath>

#include "cuttle/part/input_source.h"
#include "cuttle/signal/expression_parts.h"

namespace cuttle {

void Draft::set_order(std::vector<const BodySpec*> parents_first) {
  order = std::move(parents_first);
  for (size_t i = 0; i < order.size(); ++i) index_.emplace(order[i]->name, int(i));
}

int Draft::body_index(const std::string& name) const {
  const auto found = index_.find(name);
  return found == index_.end() ? -1 : found->second;
}

int Draft::add_signal(const SignalSpec& signal_spec) {
  int signal = -1;
  const bool formula = signal_spec.kind == SignalSpec::Kind::expression;
  if (formula && !column_names(signal_spec.expression).empty()) {
    if (signal_spec.lag > 0)
      diagnostics.add(signal_spec.origin.error(
          "lag", "a formula of columns follows the state at once, without a lag",
          "a lag belongs to a formula of t, or to a sensor"));
    // its entries are zero until their law is made
    const int number = add_signal(SignalSpec());
    of_state_[number] = signal_spec;
    return number;
  }
  guard([&] {
    check_corners(signal_spec, spec.study, diagnostics);
    signal = inputs.add_signal(signal_spec);
    // numbers may leave gaps: what a formula with a lag follows has one of its own
    while (signals.size() <= size_t(signal)) signals.emplace_back(signal_spec, signal_spec.origin);
  });
  return signal;
}

int Draft::add_input(int signal, double X, InputRole role, InputInfo info, std::string label) {
  if (signal < 0) return -1;
  if (const auto formula = of_state_.find(signal); formula != of_state_.end()) {
    formulas.push_back({model.nu(), formula->second, X, label, info.unit, role, true});
    inputs.add_entry(signal, X, role, std::move(label), info.unit);
    inputs.set_follows_state(model.nu());
    model.inputs.push_back(std::move(info));
    return model.nu() - 1;
  }
  const auto& [source, origin] = signals[size_t(signal)];
  const double value = source.value(t0, X);
  const std::string when =
      fmt::format("is {:.6g}{} at t = {} s", value, unit_behind(info.unit), t0);
  if (!std::isfinite(value))
    diagnostics.add(origin.error("", when + ", not a finite number"));
  else if (role == InputRole::tension && value < 0)
    diagnostics.add(origin.error("", when + ", but cables only pull"));
  else if (role == InputRole::coefficient && value < 0)
    diagnostics.add(origin.error("", when + ", but must be >= 0"));
  else if (role == InputRole::positive && !(value > 0))
    diagnostics.add(origin.error("", when + ", but must be > 0"));
  inputs.add_entry(signal, X, role, std::move(label), info.unit);
  model.inputs.push_back(std::move(info));
  return model.nu() - 1;
}

int Draft::add_coefficient(const SignalSpec& signal, InputRole role, InputInfo info,
                           std::string label) {
  if (signal.kind == SignalSpec::Kind::constant) return -1;
  const std::string units = info.unit;
  info.unit = units.substr(0, units.find('|'));
  const int entry = add_input(add_signal(signal), 0, role, std::move(info), std::move(label));
  if (!formulas.empty() && formulas.back().entry == entry) {
    formulas.back().unit = units;
    formulas.back().force = false;
  }
  return entry;
}

}  // namespace cuttle
