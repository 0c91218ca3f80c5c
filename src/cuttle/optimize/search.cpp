#include "cuttle/optimize/search.h"

#include <fmt/format.h>

#include <algorithm>

namespace cuttle {

namespace {

// cost of a trial without an objective, before there is any other to compare with
constexpr double kUnknownCost = 1e20;

std::vector<double> key(const VectorX& unit) { return {unit.begin(), unit.end()}; }

}  // namespace

Search::Search(DesignProblem problem, long evaluations, long patience, Notify notify)
    : problem_(std::move(problem)),
      evaluations_(evaluations),
      patience_(patience),
      notify_(std::move(notify)) {}

bool Search::lost() const { return last_good_ == nullptr && !trials_.empty(); }

bool Search::may_ask() {
  if (interrupted_)
    stop_ = "interrupted";
  else if (evaluations() >= evaluations_)
    stop_ = fmt::format("all {} evaluations are used up", evaluations_);
  else if (lost() && evaluations() >= patience_)
    stop_ = fmt::format("none of the first {} evaluations has an objective", patience_);
  return stop_.empty();
}

const Trial* Search::ask(const VectorX& unit, bool slopes) {
  if (!unit.allFinite()) {
    stop_ = "the method asked for a point that is not a number";
    return nullptr;
  }
  const auto known = places_.find(key(unit));
  if (known == places_.end()) return may_ask() ? keep(problem_.evaluate(unit, slopes)) : nullptr;

  Trial& trial = trials_[known->second];
  if (slopes && trial.good() && trial.cost_slope.size() == 0) {
    problem_.add_slopes(trial);
    if (trial.interrupted) {
      trial.interrupted = false;  // its values are known
      interrupted_ = true;
      stop_ = "interrupted";
      return nullptr;
    }
  }
  return &trial;
}

std::vector<const Trial*> Search::ask(const std::vector<VectorX>& units) {
  std::vector<const Trial*> kept;
  if (!may_ask()) return kept;
  const auto count = std::min(units.size(), std::size_t(evaluations_ - evaluations()));
  for (Trial& trial : problem_.evaluate({units.begin(), units.begin() + std::ptrdiff_t(count)})) {
    const Trial* place = keep(std::move(trial));
    if (place == nullptr) break;
    kept.push_back(place);
  }
  if (kept.size() < units.size()) may_ask();
  return kept;
}

const Trial* Search::keep(Trial trial) {
  // what comes after an interrupted trial would not be in the order of an undisturbed search
  if (trial.interrupted) {
    interrupted_ = true;
    stop_ = "interrupted";
    return nullptr;
  }
  // worse than all that has been seen: methods go on, and stay away
  if (!trial.good()) trial.cost = last_good_ ? most_ + std::max(1.0, most_ - least_) : kUnknownCost;
  places_.emplace(key(trial.unit), trials_.size());
  const Trial* kept = &trials_.emplace_back(std::move(trial));
  if (kept->good()) {
    least_ = last_good_ ? std::min(least_, kept->cost) : kept->cost;
    most_ = last_good_ ? std::max(most_, kept->cost) : kept->cost;
    last_good_ = kept;
  }
  if (notify_) notify_(*kept);
  return kept;
}

}  // namespace cuttle
