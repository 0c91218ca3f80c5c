#include "cuttle/compile/check_built.h"

#include <fmt/format.h>

#include <algorithm>

#include "cuttle/base/names.h"
#include "cuttle/compile/columns.h"
#include "cuttle/compile/figures.h"
#include "cuttle/compile/part_table.h"
#include "cuttle/connection/free_motion.h"
#include "cuttle/connection/part/part.h"
#include "cuttle/spec/spec_choices.h"

namespace cuttle {

namespace {

// those of a swimmer know their columns
bool names_column(const FigureSpec& figure) {
  return !is_of_swimmer(figure.measure) || figure.measure == Measure::strouhal;
}

// What was meant by a column that is none: that of a copy, or one with nearly the same name.
std::string suggest_column(const std::string& name, const std::vector<std::string>& columns) {
  const std::size_t dot = std::min(name.find('.'), name.size());
  const std::string of_copy = name.substr(0, dot) + "_1" + name.substr(dot);
  if (std::ranges::find(columns, of_copy) != columns.end())
    return fmt::format("{} is repeated: {} is the column of its first copy", name.substr(0, dot),
                       of_copy);
  return suggest(name, columns, "columns");
}

// The names of all figures that an expectation may ask for. Those without a column come last: they
// have been reported.
std::vector<std::string> figure_names(const Scenario& scenario,
                                      const std::vector<std::string>& columns) {
  std::vector<FigureSpec> good, bad;
  for (const FigureSpec& figure : scenario.spec.figures) {
    const bool known =
        !names_column(figure) || std::ranges::find(columns, figure.column) != columns.end();
    (known ? good : bad).push_back(figure);
  }
  std::vector<std::string> names = names_of_all(possible_figures(scenario, good));
  for (const FigureSpec& figure : bad) names.push_back(figure.name);
  return names;
}

// Can anything move where the study begins?
bool begins_free(const Scenario& scenario) {
  Input u;
  InputSource inputs = scenario.inputs;
  const bool known = inputs.evaluate(start_time(scenario.spec.study), u).ok();
  return !known || moves(scenario.model, scenario.initial, u);
}

// A study needs something that it can find out: free coordinates, or, but for modes, prescribed
// ones, whose motion needs forces, or the forces that hold all of it.
void check_freedom(const Scenario& scenario, Diagnostics& diagnostics) {
  const Model& model = scenario.model;
  const StudySpec& study = scenario.spec.study;
  const bool modes = study.type == StudyType::modes;
  bool driven = false;
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps) driven |= step.prescribed();
  const bool opens = std::ranges::any_of(scenario.spec.of<ConnectionSpec>(),
                                         [](const auto& c) { return c.opens.has_value(); });
  const bool asked = std::ranges::any_of(scenario.spec.probes, [](const ProbeSpec& probe) {
    return probe.is("reaction") || probe.is("connection");
  });
  const bool may_hold = modes || !(driven || opens || asked);
  if (!scenario.nets.empty() || model.bodies.empty() || !may_hold || begins_free(scenario)) return;
  const std::string nothing =
      fmt::format("nothing can {}: no coordinate is free", modes ? "vibrate" : "move");
  for (std::size_t i = 0; i < model.connections.size(); ++i)
    if (scenario.initial.connections[i].closed && count_free(model) > 0) {
      diagnostics.add(scenario.spec.of<ConnectionSpec>()[i].origin.error(
          "type", nothing + "; the connections hold all of them",
          "give a connection that leaves something free, or another joint"));
      return;
    }
  // a file need not have a study
  const Origin& place =
      study.origin.mark.file.empty() ? scenario.spec.bodies.front().origin : study.origin;
  diagnostics.add(place.error("type", nothing, "give a joint that moves, or a rod"));
}

}  // namespace

void check_recorded(const Scenario& scenario, Diagnostics& diagnostics) {
  const ScenarioSpec& spec = scenario.spec;
  if (spec.figures.empty() && spec.expect.empty()) return;
  const std::vector<std::string> columns = names_of_all(recorded_columns(scenario));
  for (const FigureSpec& figure : spec.figures)
    if (names_column(figure) && std::ranges::find(columns, figure.column) == columns.end())
      diagnostics.add(figure.origin.error("column",
                                          fmt::format("no such column: '{}'", figure.column),
                                          suggest_column(figure.column, columns)));
  if (spec.expect.empty()) return;
  const std::vector<std::string> names = figure_names(scenario, columns);
  for (const ExpectSpec& expect : spec.expect)
    if (std::ranges::find(names, expect.figure) == names.end()) {
      std::string why = hint_of_study(scenario, expect.figure);
      if (std::ranges::find(columns, expect.figure) != columns.end())
        why =
            fmt::format("it is a column: {}.final is the figure of its last value", expect.figure);
      diagnostics.add(
          expect.origin.error("figure", fmt::format("no such figure: '{}'", expect.figure),
                              why.empty() ? suggest(expect.figure, names, "figures") : why));
    }
}

void check_possible(const Scenario& scenario, Diagnostics& diagnostics) {
  const StudySpec& study = scenario.spec.study;
  if (study.by_arc_length() && !scenario.model.contact.empty())
    diagnostics.add(study.origin.error("control",
                                       "arc_length cannot follow contacts, which open and close",
                                       "use control: load, or leave the contacts out"));
  else if (study.by_arc_length() && scenario.model.touches())
    diagnostics.add(
        study.origin.error("control", "arc_length cannot follow joints with limits or friction",
                           "use control: load, or leave the limits and the friction out"));
  for (const PartKind* kind : part_table())
    if (kind->check_built) kind->check_built(scenario.spec, scenario.actors, diagnostics);
  check_freedom(scenario, diagnostics);
}

}  // namespace cuttle
