#pragma once
// What there is to see of a part, told to whoever draws. scene/ makes a picture of it.

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cuttle/model/attachment.h"
#include "cuttle/model/spec_values.h"
#include "cuttle/part/probe_target.h"

namespace cuttle {

/// A place that a line passes, or a run along a rod with offsets y(X), z(X).
struct LinePiece {
  std::string body;  // "world": a place there
  MountSpec at;
  Vector3 offset = Vector3::Zero();  // [m] in the mount frame
  bool run = false;                  // from .. to along a rod; X counts metres from `from`
  std::optional<MountSpec> from = {}, to = {};  // left out: base and tip
  std::optional<FunctionSpec> y = {}, z = {};   // [m]
};

/// A force or a moment made of inputs: the sum of u[input] times axis.
struct InputArrow {
  bool moment = false;
  Attachment at;
  bool own_axes = false;  // of the point; else those of the world
  std::vector<std::pair<int, Vector3>> parts;
};

class Canvas {
 public:
  virtual ~Canvas() = default;

  /// A line with a name; its colour shows a tension [N].
  virtual void line(const std::string& name, const std::vector<LinePiece>& pieces,
                    std::function<double(const Snapshot&)> tension) = 0;
  /// Named after its inputs. Without parts there is none.
  virtual void arrow(InputArrow arrow) = 0;

 protected:
  Canvas() = default;
  Canvas(const Canvas&) = default;
  Canvas& operator=(const Canvas&) = default;
};

}  // namespace cuttle
