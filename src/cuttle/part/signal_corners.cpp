#include "cuttle/part/signal_corners.h"

#include <fmt/format.h>

#include <cmath>

#include "cuttle/model/spec_limits.h"

namespace cuttle {

void check_corners(const SignalSpec& signal, const StudySpec& study, Diagnostics& diagnostics) {
  if (signal.kind != SignalSpec::Kind::pulse) return;
  const bool path = study.type == StudyType::load_path;
  const double span = path ? std::abs(study.to - study.from) : study.duration;
  const double corners = 4 * span / signal.pulse.period;
  if (!(corners > kMaxCorners)) return;
  diagnostics.add(signal.pulse.origin.error(
      "period",
      fmt::format("{:.6g} s gives {:.3g} corners in {:.6g} s, more than {:.0e}, and the "
                  "integration stops at each",
                  signal.pulse.period, corners, span, kMaxCorners),
      fmt::format("use at least {:.3g} s, or the mean of the pulses", 4 * span / kMaxCorners)));
}

}  // namespace cuttle
