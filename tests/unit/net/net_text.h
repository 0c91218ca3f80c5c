#pragma once

#include <string>

#include "cuttle/compile/compile.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/study/run.h"

namespace cuttle::testing {

/// A strip of 20 edges along x from the origin, with EI = 0.1 N m^2 and 1 kg/m; `more` are its
/// other fields, `net` those of the net.
inline std::string strip_net(const std::string& more, const std::string& net = "") {
  return "nets:\n  - name: net\n    segments:\n      - {name: strip, length: 1, edges: 20, young: "
         "1 MPa, "
         "area: 1e-3, inertia: 1e-7, linear_density: 1" +
         (more.empty() ? "" : ", " + more) + "}\n" + net;
}

inline RunResult run_text(const std::string& text) { return run(parse_scenario(text, "net.yaml")); }

inline double last(const RunResult& result, const std::string& column) {
  return result.trajectory.column(column).back();
}

}  // namespace cuttle::testing
