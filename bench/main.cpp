// cuttle_bench OUT.json [case ...]: times the cases (all, or those named), prints a table and
// writes a list of {case, seconds, error, target_seconds, error_limit, error_of, note}.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench.h"

namespace {

using namespace cuttle::bench;

Measurement measure(const Case& c) {
  try {
    return c.measure();
  } catch (const std::exception& e) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    return {nan, nan, std::string("not measured: ") + e.what()};
  }
}

std::string verdict(const Case& c, const Measurement& m) {
  if (!std::isfinite(m.seconds)) return "NOT MEASURED";
  if (!(m.error <= c.error_limit)) return "ERROR TOO LARGE";
  if (c.target_seconds == 0) return "";
  if (m.seconds <= c.target_seconds) return "met";
  return fmt::format("MISSED {:.1f}x", m.seconds / c.target_seconds);
}

// NaN becomes null
nlohmann::json row(const Case& c, const Measurement& m) {
  nlohmann::json target = nullptr;
  if (c.target_seconds > 0) target = c.target_seconds;
  return {{"case", c.name},
          {"seconds", m.seconds},
          {"error", m.error},
          {"target_seconds", target},
          {"error_limit", c.error_limit},
          {"error_of", c.error_of},
          {"note", m.note}};
}

void print(const Case& c, const Measurement& m) {
  const std::string target =
      c.target_seconds > 0 ? fmt::format("{:.3g}", c.target_seconds * 1e3) : "";
  fmt::print("{:<25}{:>11.4g}{:>9}  {:<16}{:>9.1e}  {}\n", c.name, m.seconds * 1e3, target,
             verdict(c, m), m.error, m.note);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: cuttle_bench OUT.json [case ...]\n");
    return 2;
  }
  const std::vector<std::string> wanted(argv + 2, argv + argc);
  nlohmann::json rows = nlohmann::json::array();
  fmt::print("{:<25}{:>11}{:>9}  {:<16}{:>9}\n", "case", "time [ms]", "target", "", "error");
  for (const Case& c : cases()) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), c.name) == wanted.end())
      continue;
    const Measurement m = measure(c);
    print(c, m);
    rows.push_back(row(c, m));
  }
  std::ofstream file(argv[1]);
  file << rows.dump(2) << '\n';
  if (!file.flush()) {
    fmt::print(stderr, "cannot write {}\n", argv[1]);
    return 1;
  }
  return 0;
}
