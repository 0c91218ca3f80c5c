#include "cuttle/optimize/nlopt_search.h"

#include <fmt/format.h>
#include <nlopt.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>

#include "cuttle/base/error.h"
#include "cuttle/optimize/method_table.h"

namespace cuttle {

namespace {

// parts of the ranges: first steps of local methods, and how far one looks for a better start
constexpr double kFirstStep = 0.1;

struct Session {
  Search& search;
  nlopt_opt handle;
  std::exception_ptr problem = nullptr;  // must not pass through the library, which is C

  /// The trial at a place; nullptr: the search is over.
  const Trial* ask(unsigned n, const double* x, bool slopes) {
    const Trial* trial = nullptr;
    try {
      if (!problem) trial = search.ask(Eigen::Map<const VectorX>(x, n), slopes);
    } catch (...) {
      problem = std::current_exception();
    }
    if (trial == nullptr) nlopt_force_stop(handle);
    return trial;
  }
};

// A failed trial has no slope. The parabola that has its bottom at the last good trial and goes
// through the cost of the failed one leads a line search back.
VectorX slope_back(const Trial& failed, const Trial* good) {
  if (good == nullptr) return VectorX::Zero(failed.unit.size());
  const VectorX way = failed.unit - good->unit;
  return 2 * (failed.cost - good->cost) / std::max(way.squaredNorm(), 1e-300) * way;
}

double cost(unsigned n, const double* x, double* slope, void* data) {
  auto& session = *static_cast<Session*>(data);
  const Trial* trial = session.ask(n, x, slope != nullptr);
  if (trial == nullptr) {
    std::fill_n(slope, slope ? n : 0, 0.0);
    return 0;
  }
  if (slope)
    Eigen::Map<VectorX>(slope, n) =
        trial->good() ? trial->cost_slope : slope_back(*trial, session.search.last_good());
  return trial->cost;
}

void limits(unsigned m, double* values, unsigned n, const double* x, double* slopes, void* data) {
  auto& session = *static_cast<Session*>(data);
  const Trial* trial = session.ask(n, x, slopes != nullptr);
  std::fill_n(values, m, 0.0);
  std::fill_n(slopes, slopes ? m * n : 0, 0.0);
  if (trial == nullptr) return;
  // a failed trial is judged by its cost: its constraints are those of the last good one
  const Trial* source = trial->good() ? trial : session.search.last_good();
  if (source == nullptr) return;
  Eigen::Map<VectorX>(values, m) = source->limits;
  if (slopes && trial->good()) {
    using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    Eigen::Map<Rows>(slopes, m, n) = trial->limit_slopes;
  }
}

// the start, or the first place beside it that has an objective
std::optional<VectorX> good_start(const VectorX& start, bool slopes, Search& search) {
  const Trial* first = search.ask(start, slopes);
  if (first == nullptr) return std::nullopt;
  if (first->good()) return start;
  std::vector<VectorX> beside;
  for (Eigen::Index i = 0; i < start.size(); ++i)
    for (const double step : {kFirstStep, -kFirstStep}) {
      beside.push_back(start);
      beside.back()[i] += step;
      beside.back() = search.space().clamped(beside.back());
    }
  for (const Trial* trial : search.ask(beside))
    if (trial->good()) return trial->unit;
  return std::nullopt;
}

SearchEnd end_of(nlopt_result result, double tolerance, const Search& search) {
  if (!search.stop().empty()) return {false, search.stop()};
  switch (result) {
    case NLOPT_XTOL_REACHED:
      return {true, fmt::format("parameters change by less than {} of their ranges", tolerance)};
    case NLOPT_SUCCESS:
    case NLOPT_FTOL_REACHED:
    case NLOPT_STOPVAL_REACHED:
      return {true, "the method found no way to improve"};
    case NLOPT_ROUNDOFF_LIMITED:
      return {true, "rounding errors stopped the search"};
    case NLOPT_MAXEVAL_REACHED:
      return {false, "the method makes no progress"};
    default:
      return {false, "the method gave up"};
  }
}

// failures among the last trials press a method against the edge of what can be run
bool failed_lately(const Search& search) {
  const auto& trials = search.trials();
  const std::size_t last = std::min(trials.size(), std::size_t(2 * (search.space().size() + 1)));
  return std::any_of(trials.end() - std::ptrdiff_t(last), trials.end(),
                     [](const Trial& trial) { return !trial.good(); });
}

// one call of the method, from a place that has an objective
SearchEnd run_method(const OptimizeSpec& spec, VectorX x, Search& search) {
  const SearchSpace& space = search.space();
  const int algorithm = method_row(spec.method).algorithm;
  const std::unique_ptr<nlopt_opt_s, decltype(&nlopt_destroy)> handle(
      nlopt_create(nlopt_algorithm(algorithm), unsigned(space.size())), &nlopt_destroy);
  Session session{search, handle.get()};
  nlopt_set_min_objective(handle.get(), cost, &session);
  nlopt_set_lower_bounds(handle.get(), space.lower().data());
  nlopt_set_upper_bounds(handle.get(), space.upper().data());
  nlopt_set_xtol_abs1(handle.get(), spec.tolerance);
  nlopt_set_initial_step1(handle.get(), kFirstStep);
  // trials are counted by the search; this stops a method that asks for the same ones for ever
  nlopt_set_maxeval(handle.get(), int(std::min(2e9, 20.0 * spec.evaluations + 100)));
  if (spec.population > 0) nlopt_set_population(handle.get(), unsigned(spec.population));
  if (search.problem().limits() > 0) {
    const std::vector<double> tolerances = search.problem().tolerances();
    const nlopt_result added = nlopt_add_inequality_mconstraint(
        handle.get(), unsigned(tolerances.size()), limits, &session, tolerances.data());
    expects(added >= 0, "the method takes constraints");
  }
  double best = 0;
  const nlopt_result outcome = nlopt_optimize(handle.get(), x.data(), &best);
  if (session.problem) std::rethrow_exception(session.problem);
  SearchEnd end = end_of(outcome, spec.tolerance, search);
  if (end.converged && failed_lately(search)) {
    end.converged = false;
    end.why += "; runs next to it fail, so this may not be the best";
  }
  return end;
}

// A place where all slopes vanish, or point out of the box, holds a method that goes by slopes even
// if it is no minimum: a cable without tension, whose path does not matter. One step aside, into
// the box, tells.
VectorX beside(const VectorX& unit, const SearchSpace& space) {
  VectorX result = unit;
  for (Eigen::Index i = 0; i < unit.size(); ++i) {
    const bool low = unit[i] - space.lower()[i] <= space.upper()[i] - unit[i];
    result[i] += low ? kFirstStep : -kFirstStep;
  }
  return space.clamped(result);
}

bool improved(const Trial& start, const Search& search) {
  return std::ranges::any_of(search.trials(), [&](const Trial& t) { return better(t, start); });
}

}  // namespace

SearchEnd nlopt_search(const OptimizeSpec& spec, const VectorX& start, unsigned long seed,
                       Search& search) {
  nlopt_srand(seed);
  const OptimizeMethodRow& row = method_row(spec.method);
  if (row.global) return run_method(spec, start, search);

  const auto good = good_start(start, row.slopes, search);
  if (!good)
    return {false,
            search.stop().empty() ? "no objective at the start or next to it" : search.stop()};
  SearchEnd end = run_method(spec, *good, search);
  if (!search.stop().empty() || improved(*search.ask(*good), search)) return end;

  const auto aside = good_start(beside(*good, search.space()), row.slopes, search);
  if (!aside) return end;
  end = run_method(spec, *aside, search);
  end.why += "; the start is stationary, so the search continued next to it";
  return end;
}

}  // namespace cuttle
