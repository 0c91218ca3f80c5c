#pragma once
// What a live session shows, by name.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cuttle/io/read_scenario.h"
#include "cuttle/live/live_session.h"

namespace cuttle::testing {

inline ScenarioSpec spec_of(const std::string& text) { return parse_scenario(text, "model.yaml"); }

inline double readout(const LiveSession& session, const std::string& name) {
  const std::vector<Column> columns = session.readout_columns();
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i].name == name) return session.readouts()[i];
  ADD_FAILURE() << "no read-out " << name;
  return 0;
}

inline LiveInput input(const LiveSession& session, const std::string& name) {
  for (const LiveInput& one : session.inputs())
    if (one.name == name) return one;
  ADD_FAILURE() << "no input " << name;
  return {};
}

}  // namespace cuttle::testing
