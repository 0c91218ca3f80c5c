#pragma once

#include <string>
#include <utility>

namespace cuttle {

/// Outcome of a numerical step or solve. A failure stops the run; what was computed is kept.
/// The default (ok) status never allocates.
struct [[nodiscard]] Status {
  enum class Code { ok, diverged, not_finite, stalled, interrupted };

  Code code = Code::ok;
  std::string
      message;   // where and how much: "Newton: |r| = 3e-2 after 20 iterations; arm, station 7"
  double t = 0;  // time (or load) of the failure

  bool ok() const { return code == Code::ok; }

  static Status good() { return {}; }
  static Status fail(Code code, std::string message, double t = 0) {
    return {code, std::move(message), t};
  }
};

/// Name of a code: "ok", "diverged", "not finite", "stalled", "interrupted".
const char* to_string(Status::Code code);

/// "t = 0.312: diverged: message"; "ok" for a good status.
std::string to_string(const Status& status);

}  // namespace cuttle
