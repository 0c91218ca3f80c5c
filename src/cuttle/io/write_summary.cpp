#include "cuttle/io/write_summary.h"

#include "cuttle/io/manifest.h"
#include "cuttle/io/replace_file.h"

namespace cuttle {

/// A figure beside its name.
struct FigureValue {
  double value = 0;
  std::string unit;
};

void json_members(JsonMembers& m, const FigureValue& quantity) {
  m.object("Quantity");
  m("value", OrNull{quantity.value});
  m("unit", quantity.unit);
}

void json_members(JsonMembers& m, const ExpectResult& e) {
  m.object("Expectation");
  m("figure", e.figure);
  m("value", OrNull{e.value});
  m("reference", OrNull{e.reference});
  m("tolerance", OrNull{e.tolerance});
  m("pass", e.pass);
  m("source", e.source);
}

/// How the solver fared.
struct SolverFacts {
  const SolverStatistics& solver;
  const Status& status;
};

void json_members(JsonMembers& m, const SolverFacts& facts) {
  const auto& [solver, status] = facts;
  m.object("SolverFacts", "`message` and `t` say where a failed run stopped.");
  m("method", solver.method);
  m("steps", solver.steps);
  m("rejected", solver.rejected);
  m("evaluations", solver.evaluations);
  m("iterations", solver.iterations);
  m("exact_solves", solver.exact_solves);
  m("status", to_string(status.code));
  m.optional("message", !status.ok(), status.message);
  m.optional("t", !status.ok(), OrNull{status.t});
}

/// The content of summary.json.
struct RunSummary {
  const RunResult& result;
};

namespace {

ByName<FigureValue> by_name(const std::vector<Figure>& figures) {
  ByName<FigureValue> quantities;
  for (const Figure& f : figures)
    quantities.items.emplace_back(f.name, FigureValue{f.value, f.unit});
  return quantities;
}

}  // namespace

void json_members(JsonMembers& m, const RunSummary& summary) {
  const RunResult& result = summary.result;
  m.object("RunSummary");
  m("run", run_id(result));
  m("figures", by_name(result.figures));
  m("expect", result.expect);
  m("solver", SolverFacts{result.solver, result.status});
  m("energy_residual", OrNull{result.energy_residual});
  m("wall_seconds", OrNull{result.wall_seconds});
  m("warnings", result.warnings);
}

void json_members(JsonMembers& m, const PageSummary& summary) {
  json_members(m, RunSummary{summary.result});
  m.object("Summary");
  m("named_figures", summary.result.named_figures);
}

OrderedJson figures_json(const std::vector<Figure>& figures) {
  return to_ordered_json(by_name(figures));
}

OrderedJson expect_json(const std::vector<ExpectResult>& expect) { return to_ordered_json(expect); }

OrderedJson summary_json(const RunResult& result) { return to_ordered_json(RunSummary{result}); }

std::string summary_text(const RunResult& result) {
  // a text that is not UTF-8 must not cost the user the results
  return summary_json(result).dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

void write_summary(const RunResult& result, const std::filesystem::path& path) {
  replace_file(path, summary_text(result));
}

}  // namespace cuttle
