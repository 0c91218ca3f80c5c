#include "cuttle/optimize/optimize.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <thread>

#include "cuttle/base/error.h"
#include "cuttle/campaign/written_units.h"
#include "cuttle/optimize/differential_evolution.h"
#include "cuttle/optimize/method_table.h"
#include "cuttle/optimize/nlopt_search.h"
#include "cuttle/optimize/search_space.h"
#include "cuttle/optimize/trial_log.h"

namespace cuttle {

namespace {

// streams of random numbers: one for the starts, and one for each search
constexpr std::size_t kStartStream = 0;
constexpr std::size_t kFirstSearchStream = 1;

// Tells the caller how far all searches are, one call at a time.
class Reporter {
 public:
  explicit Reporter(std::function<void(long, double)> progress) : progress_(std::move(progress)) {}

  void add(const Trial& trial) {
    const std::lock_guard lock(mutex_);
    ++evaluations_;
    if (trial.feasible() && !(trial.cost >= best_cost_)) {
      best_cost_ = trial.cost;
      best_ = trial.objective;
    }
    if (progress_) progress_(evaluations_, best_);
  }

 private:
  std::mutex mutex_;
  std::function<void(long, double)> progress_;
  long evaluations_ = 0;
  double best_ = std::numeric_limits<double>::quiet_NaN(), best_cost_ = best_;
};

SlopeSource slope_source(const OptimizeSpec& spec, const OptimizeOptions& options) {
  if (!method_row(spec.method).slopes) return SlopeSource::none;
  return options.exact_slopes ? SlopeSource::exact : SlopeSource::differences;
}

// evaluations after which a method that has seen no objective will hardly find one: its first
// population, or the start and its neighbours
long patience(const OptimizeSpec& spec, Eigen::Index n) {
  const OptimizeMethodRow& row = method_row(spec.method);
  if (!row.population) return 2 * n + 1;
  return spec.population > 0 ? spec.population : default_population(n);
}

std::vector<VectorX> starts_of(const OptimizeSpec& spec, const SearchSpace& space) {
  std::vector<VectorX> starts = {space.start()};
  RandomStream random(spec.seed, kStartStream);
  if (spec.starts > 1)
    for (const VectorX& place : spread(spec.starts - 1, space.size(), random))
      starts.push_back(place);
  return starts;
}

SearchEnd run_search(const OptimizeSpec& spec, const VectorX& start, std::size_t number,
                     Search& search) {
  const std::size_t stream = kFirstSearchStream + number;
  if (spec.method == OptimizeMethod::differential_evolution)
    return differential_evolution(spec, start, stream, search);
  // NLopt takes a seed of 32 bits
  return nlopt_search(spec, start, RandomStream(spec.seed, stream).bits() >> 32, search);
}

// Searches are independent of each other: threads take one after the other.
std::vector<SearchEnd> run_searches(const OptimizeSpec& spec, const std::vector<VectorX>& starts,
                                    std::vector<std::unique_ptr<Search>>& searches, int workers) {
  std::vector<SearchEnd> ends(searches.size());
  std::vector<std::exception_ptr> errors(searches.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t k; (k = next++) < searches.size();) try {
        ends[k] = run_search(spec, starts[k], k, *searches[k]);
      } catch (...) {
        errors[k] = std::current_exception();
      }
  };
  const std::size_t count = std::min(searches.size(), std::size_t(std::max(1, workers)));
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < count; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& error : errors)
    if (error) std::rethrow_exception(error);
  return ends;
}

std::string first_failure(const std::vector<std::unique_ptr<Search>>& searches) {
  for (const auto& search : searches)
    for (const Trial& trial : search->trials())
      if (!trial.good()) return trial.failure;
  return "";
}

Status status_of(const std::vector<std::unique_ptr<Search>>& searches) {
  if (std::ranges::any_of(searches, [](const auto& s) { return s->interrupted(); }))
    return Status::fail(Status::Code::interrupted, "stopped by the user");
  if (std::ranges::all_of(searches, [](const auto& s) { return s->last_good() == nullptr; }))
    return Status::fail(
        Status::Code::not_finite,
        fmt::format("no evaluation has an objective; give another start, or several "
                    "(starts: 8). The first failure: {}",
                    first_failure(searches)));
  return Status::good();
}

std::vector<Figure> figures_of(const OptimizeResult& result) {
  std::vector<Figure> figures;
  for (const TableColumn& column : result.log.columns) {
    if (column.role == "index" || column.role == "constraint") continue;
    const double value =
        result.best ? column.values[*result.best] : std::numeric_limits<double>::quiet_NaN();
    figures.push_back({"best." + column.name, value, column.unit});
  }
  figures.push_back({"evaluations", double(result.evaluations), "-"});
  figures.push_back({"runs", double(result.runs), "-"});
  figures.push_back({"failed", double(result.failed), "-"});
  figures.push_back({"feasible", result.feasible ? 1.0 : 0.0, "-"});
  // the objective first
  std::ranges::stable_partition(figures,
                                [](const Figure& f) { return f.name == "best.objective"; });
  return figures;
}

void add_warnings(OptimizeResult& result) {
  if (result.best && !result.feasible)
    result.warnings.push_back(
        "no evaluation satisfies all constraints; the best is the one that comes closest");
  if (result.best && result.failed > 0)
    result.warnings.push_back(
        fmt::format("{} of {} evaluations have no objective", result.failed, result.evaluations));
  const auto converged = std::ranges::count(result.searches, true, &SearchReport::converged);
  if (result.status.ok() && converged == 0)
    result.warnings.push_back("the search has not converged: " + result.searches.front().why);
}

}  // namespace

ParameterPoint OptimizeResult::point(std::size_t row) const {
  ParameterPoint point;
  for (const TableColumn& column : log.columns)
    if (column.role == "parameter") point.push_back(column.values[row]);
  return point;
}

void check_optimize(const CampaignSpec& campaign, const Columns& columns) {
  check_method(campaign);
  const OptimizeSpec& spec = *campaign.optimize;
  columns.compile(spec.objective, spec.origin, "objective");
  for (const ConstraintSpec& c : spec.constraints)
    columns.compile(c.formula, c.origin, "formula",
                    c.for_X.empty() ? std::vector<std::string>{} : std::vector<std::string>{"X"});

  OptimizeResult empty;
  empty.log = trial_table(campaign, columns, {});
  std::vector<std::string> names;
  for (const Figure& figure : figures_of(empty)) names.push_back(figure.name);
  Diagnostics diagnostics;
  std::vector<const Origin*> origins;
  std::vector<std::string> units;
  for (const ConstraintSpec& c : spec.constraints) {
    const int column = columns.find(c.formula);
    origins.push_back(&c.origin);
    units.push_back(column < 0 ? "-" : columns.units()[std::size_t(column)]);
  }
  check_compared_units(campaign, "optimize", "constraints", {"at_most", "at_least"}, origins, units,
                       diagnostics);
  for (const ExpectSpec& expect : campaign.expect)
    if (std::ranges::find(names, expect.figure) == names.end())
      diagnostics.add(expect.origin.error("figure", "no such figure: '" + expect.figure + "'",
                                          suggest(expect.figure, names, "figures")));
  diagnostics.throw_if_any();
}

OptimizeResult optimize(const CampaignSpec& campaign, Evaluator& evaluator, const Columns& columns,
                        const OptimizeOptions& options) {
  check_optimize(campaign, columns);
  const OptimizeSpec& spec = *campaign.optimize;
  const SlopeSource source = slope_source(spec, options);
  const DesignProblem problem(campaign, evaluator, columns, source);
  const std::vector<VectorX> starts = starts_of(spec, problem.space());

  Reporter reporter(options.progress);
  std::vector<std::unique_ptr<Search>> searches;
  for (std::size_t k = 0; k < starts.size(); ++k)
    searches.push_back(std::make_unique<Search>(problem, spec.evaluations,
                                                patience(spec, problem.space().size()),
                                                [&](const Trial& trial) { reporter.add(trial); }));
  const std::vector<SearchEnd> ends = run_searches(spec, starts, searches, evaluator.workers());

  OptimizeResult result;
  result.slopes = to_string(source);
  result.status = status_of(searches);
  std::vector<const std::deque<Trial>*> trials;
  const Trial* best = nullptr;
  for (std::size_t k = 0; k < searches.size(); ++k) {
    trials.push_back(&searches[k]->trials());
    SearchReport& report = result.searches.emplace_back();
    report.start = problem.space().point(starts[k]);
    report.converged = ends[k].converged;
    report.why = ends[k].why;
    report.evaluations = searches[k]->evaluations();
    const Trial* best_here = nullptr;
    for (std::size_t i = 0; i < trials.back()->size(); ++i) {
      const Trial& trial = (*trials.back())[i];
      const std::size_t row = std::size_t(result.evaluations) + i;
      result.failed += !trial.good();
      if (trial.good() && (!best_here || better(trial, *best_here))) {
        best_here = &trial;
        report.best = row;
      }
    }
    if (best_here && (!best || better(*best_here, *best))) {
      best = best_here;
      result.best = report.best;
    }
    result.evaluations += report.evaluations;
    result.runs += searches[k]->runs();
  }
  result.feasible = best && best->feasible();
  result.log = trial_table(campaign, columns, trials);
  result.figures = figures_of(result);
  add_warnings(result);
  return result;
}

}  // namespace cuttle
