#include "cuttle/base/status.h"

#include <cstdio>

namespace cuttle {

const char* to_string(Status::Code code) {
  switch (code) {
    case Status::Code::ok:
      return "ok";
    case Status::Code::diverged:
      return "diverged";
    case Status::Code::not_finite:
      return "not finite";
    case Status::Code::stalled:
      return "stalled";
    case Status::Code::interrupted:
      return "interrupted";
  }
  return "unknown";
}

std::string to_string(const Status& status) {
  if (status.ok()) return "ok";
  char time[40];
  std::snprintf(time, sizeof time, "t = %.6g: ", status.t);
  std::string text = std::string(time) + to_string(status.code);
  if (!status.message.empty()) text += ": " + status.message;
  return text;
}

}  // namespace cuttle
