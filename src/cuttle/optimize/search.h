#pragma once
// One search from one start: it asks for trials and keeps them all.

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "cuttle/optimize/design_problem.h"

namespace cuttle {

class Search {
 public:
  using Notify = std::function<void(const Trial&)>;

  /// At most `evaluations` trials. If none of the first `patience` has an objective, it stops.
  Search(DesignProblem problem, long evaluations, long patience, Notify notify = {});

  /// The trial at a place; one that was made already is not made again. nullptr: the search ends,
  /// see `stop`. The reference stays valid.
  const Trial* ask(const VectorX& unit, bool slopes = false);
  /// All of them at the same time. Fewer than asked for: the search ends.
  std::vector<const Trial*> ask(const std::vector<VectorX>& units);

  const SearchSpace& space() const { return problem_.space(); }
  const DesignProblem& problem() const { return problem_; }
  const std::deque<Trial>& trials() const { return trials_; }
  long evaluations() const { return long(trials_.size()); }
  long runs() const { return problem_.runs(); }

  bool interrupted() const { return interrupted_; }
  /// True if there is no objective anywhere near.
  bool lost() const;
  /// The last good trial; nullptr: none.
  const Trial* last_good() const { return last_good_; }
  /// Why no more trials are made; empty: more can be made.
  const std::string& stop() const { return stop_; }

 private:
  bool may_ask();
  const Trial* keep(Trial trial);

  DesignProblem problem_;
  long evaluations_, patience_;
  Notify notify_;
  std::deque<Trial> trials_;
  std::map<std::vector<double>, std::size_t> places_;
  const Trial* last_good_ = nullptr;
  double least_ = 0, most_ = 0;  // costs so far
  bool interrupted_ = false;
  std::string stop_;
};

/// How a search ended.
struct SearchEnd {
  bool converged = false;
  std::string why;
};

}  // namespace cuttle
