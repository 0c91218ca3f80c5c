#pragma once

#include <string>
#include <vector>

#include "cuttle/core/model.h"
#include "cuttle/core/state.h"
#include "cuttle/part/actor_index.h"
#include "cuttle/part/text_table.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// A finished model, as its parts see it.
struct Built {
  const ScenarioSpec& spec;
  const Model& model;
  const State& initial;
  const Input& u;            // at the start
  const ActorIndex& actors;  // of the model

  /// What an input is at the start, by its full name: "muscles.m.strength". 0 if there is none.
  double input(const std::string& name) const;
};

/// What `cuttle check` shows of a kind of part.
struct PartSummary {
  std::vector<TableRow> rows;  // the first is the head; empty: nothing is shown
  bool at_start = false;       // values of inputs at the time of the initial state
};

}  // namespace cuttle
