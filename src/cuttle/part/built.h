#pragma once

#include <map>
#include <memory>
#include <string>
#include <typeindex>
#include <utility>
#include <vector>

#include "cuttle/core/actor.h"
#include "cuttle/core/model.h"
#include "cuttle/core/state.h"
#include "cuttle/part/text_table.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// What parts were built to (actors, nets, plans) by its type and the name of the part. (Copies of
/// a model share it.)
class ActorIndex {
 public:
  template <class A>
  void add(const std::string& name, std::shared_ptr<const A> actor) {
    actors_[{typeid(A), name}] = std::move(actor);
  }
  /// Null if there is none.
  template <class A>
  std::shared_ptr<const A> find(const std::string& name) const {
    const auto found = actors_.find({typeid(A), name});
    return found == actors_.end() ? nullptr : std::static_pointer_cast<const A>(found->second);
  }

 private:
  std::map<std::pair<std::type_index, std::string>, std::shared_ptr<const void>> actors_;
};

/// A finished model, as its parts see it.
struct Built {
  const ScenarioSpec& spec;
  const Model& model;
  const State& initial;
  const Input& u;            // at the start
  const ActorIndex& actors;  // of the model

  /// What an input is at the start, by its full name: "muscles.m.strength".
  double input(const std::string& name) const;
};

/// What `cuttle check` shows of a kind of part.
struct PartSummary {
  std::vector<TableRow> rows;  // the first may be a head; empty: nothing is shown
  bool at_start = false;       // values of inputs at the time of the initial state
};

}  // namespace cuttle
