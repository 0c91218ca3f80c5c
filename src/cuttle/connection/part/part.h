#pragma once
// Connections of a model file: joints that close loops.

#include <optional>
#include <string>

#include "cuttle/spec/spec_values.h"

namespace cuttle {

/// One end of a connection: a frame on a body, or in the world.
struct ConnectionEndSpec {
  std::string body = "world";
  BodyPlaceSpec at;
  PoseSpec pose;  // of the connection's frame in that mount frame
  Origin origin;

  void describe(Fields& v);
};

/// When an open connection closes: at a time, when its frames come near each other, or when a
/// condition on the probes holds.
struct CloseSpec {
  std::optional<double> time;      // [s]
  std::optional<double> distance;  // [m] between the origins of the two frames
  std::optional<double> angle;     // [rad] between the frames; left out: any
  std::string when;                // expression in t and columns of probes; empty: none
  CopyIndex copy;                  // k and n in it
  Origin origin;

  void describe(Fields& v);
};

/// A joint between two bodies that are already in the tree: it closes a loop.
struct ConnectionSpec {
  std::string name;
  std::string type = "fixed";       // a row of connection_table()
  Vector3 axis = Vector3::UnitZ();  // unit vector in both frames
  std::optional<Vector3> axis2;     // universal: turns about axis2 x axis of a, then axis2 of b
  double pitch = 0;                 // [m/rad] helical
  ConnectionEndSpec a, b;
  std::optional<CloseSpec> closes;  // given: open at the start (docking)
  std::optional<double> opens;      // [s] undocking
  Origin origin;

  void describe(Fields& v);
};

}  // namespace cuttle
