#include "cuttle/record/probe_condition.h"

#include <span>

namespace cuttle {
namespace {

/// The symbols of a condition: time and all columns.
std::vector<std::string> symbols(const std::vector<Probe>& probes) {
  std::vector<std::string> names = {"t"};
  for (const Probe& probe : probes)
    for (const Column& column : probe.columns()) names.push_back(column.name);
  return names;
}

Origin origin_of(const CloseSpec& closes) {
  return {closes.origin.path + ".when", closes.origin.at("when"), {}};
}

Expression compile(const CloseSpec& closes, const std::vector<Probe>& probes) {
  const Origin origin = origin_of(closes);
  // a difference is hardly ever zero: as a condition it would hold at once
  if (closes.when.find_first_of("<>=!&|") == std::string::npos)
    throw InputError(origin.error("", "'" + closes.when + "' is not a condition",
                                  "compare with < or >, such as tip.x > 0.2"));
  Expression expression(closes.when, symbols(probes), closes.copy, origin);
  if (closes.copy.n == 0 && (expression.uses("k") || expression.uses("n")))
    throw InputError(origin.error("", "k and n are defined only in copies made by repeat"));
  return expression;
}

}  // namespace

ProbeCondition::ProbeCondition(const CloseSpec& closes, const std::vector<Probe>& probes)
    : expression_(compile(closes, probes)), values_(symbols(probes).size()) {}

bool ProbeCondition::holds(const std::vector<Probe>& probes, const Model& model, const State& x,
                           const Input& u, Workspace& ws) {
  values_[0] = x.t;
  std::size_t next = 1;
  for (const Probe& probe : probes) {
    const std::size_t count = probe.columns().size();
    probe.evaluate(model, x, u, ws, std::span(values_).subspan(next, count));
    next += count;
  }
  const double value = expression_.value(values_);
  return value != 0 && value == value;  // not a number: it does not hold
}

void check_conditions(const std::vector<ConnectionSpec>& connections,
                      const std::vector<Probe>& probes, Diagnostics& diagnostics) {
  for (const ConnectionSpec& connection : connections) {
    if (!connection.closes || connection.closes->when.empty()) continue;
    try {
      compile(*connection.closes, probes);
    } catch (const InputError& error) {
      for (const Diagnostic& diagnostic : error.diagnostics()) diagnostics.add(diagnostic);
    }
  }
}

}  // namespace cuttle
