#pragma once
// The same model in other words: turned, moved, listed in another order.

#include <string>
#include <vector>

#include "support/same_series.h"
#include "support/turned.h"

namespace cuttle::testing {

/// What changes from one run of a model to the next.
struct Variant {
  std::string name;
  Elsewhere elsewhere = {};
  FreeBodies free_bodies = FreeBodies::mounted_elsewhere;
  unsigned order = 0;  // seed; 0: as in the file

  bool far_away() const { return elsewhere.X.p.norm() > 10; }
};

/// One change at a time: what differs is known by its name.
std::vector<Variant> single_changes(const ScenarioSpec& spec, unsigned seed);

/// The same changes in three runs, each turned, moved and in an order of its own.
std::vector<Variant> joined_changes(const ScenarioSpec& spec, unsigned seed);

/// The model after the change; the variant learns which probes are in turned planes of nets.
ScenarioSpec changed(const ScenarioSpec& original, Variant& variant);

}  // namespace cuttle::testing
