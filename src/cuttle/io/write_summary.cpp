#include "cuttle/io/write_summary.h"

#include "cuttle/io/replace_file.h"
#include "cuttle/io/run_id.h"
#include "cuttle/io/summary_json.h"

namespace cuttle {
namespace {

// keeps the order in which the keys were written
using Json = nlohmann::ordered_json;

Json solver_json(const SolverStatistics& solver, const Status& status) {
  Json json = {{"method", solver.method},         {"steps", solver.steps},
               {"rejected", solver.rejected},     {"evaluations", solver.evaluations},
               {"iterations", solver.iterations}, {"exact_solves", solver.exact_solves},
               {"status", to_string(status.code)}};

  // where a failed run stopped
  if (!status.ok()) {
    json["message"] = status.message;
    json["t"] = status.t;
  }
  return json;
}

}  // namespace

nlohmann::ordered_json figures_json(const std::vector<Figure>& figures) {
  Json json = Json::object();
  for (const Figure& f : figures) json[f.name] = {{"value", f.value}, {"unit", f.unit}};
  return json;
}

nlohmann::ordered_json expect_json(const std::vector<ExpectResult>& expect) {
  Json json = Json::array();
  for (const ExpectResult& e : expect)
    json.push_back({{"figure", e.figure},
                    {"value", e.value},
                    {"reference", e.reference},
                    {"tolerance", e.tolerance},
                    {"pass", e.pass},
                    {"source", e.source}});
  return json;
}

nlohmann::ordered_json summary_json(const RunResult& result) {
  return {{"run", run_id(result)},
          {"figures", figures_json(result.figures)},
          {"expect", expect_json(result.expect)},
          {"solver", solver_json(result.solver, result.status)},
          {"energy_residual", result.energy_residual},
          {"wall_seconds", result.wall_seconds}};
}

std::string summary_text(const RunResult& result) {
  // a text that is not UTF-8 must not cost the user the results
  return summary_json(result).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void write_summary(const RunResult& result, const std::filesystem::path& path) {
  replace_file(path, summary_text(result));
}

}  // namespace cuttle
