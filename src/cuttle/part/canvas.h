#pragma once
// What there is to see of a part or a body, told to whoever draws. scene/ makes a picture of it.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cuttle/core/body_place.h"
#include "cuttle/core/connection.h"
#include "cuttle/part/probe_target.h"
#include "cuttle/part/scene_words.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// A place that a line passes, or a run along a rod with offsets y(X), z(X).
struct LinePiece {
  std::string body;  // "world": a place there
  BodyPlaceSpec at;
  Vector3 offset = Vector3::Zero();  // [m] in the mount frame
  bool run = false;                  // from .. to along a rod; X counts metres from `from`
  std::optional<BodyPlaceSpec> from = {}, to = {};  // left out: base and tip
  std::optional<FunctionSpec> y = {}, z = {};       // [m]
};

/// A force or a moment made of inputs: the sum of u[input] times axis.
struct InputArrow {
  bool moment = false;
  BodyPlace at;
  bool own_axes = false;  // of the point; else those of the world
  std::vector<std::pair<int, Vector3>> parts;
};

/// Where a fitting is at a moment, and the force of it on its body; all in the world.
struct FittingMotion {
  Vector3 place = Vector3::Zero();  // [m]
  Matrix3 R = Matrix3::Identity();
  Vector3 force = Vector3::Zero();  // [N]
};

/// What sits on a body, perhaps turning on it, with an arrow for its force.
struct Fitting {
  std::string name;  // "fins.tail"
  FittingKind kind = FittingKind::thruster;
  int body = 0;
  std::optional<ShapeSpec> shape = {};  // in its own axes; none: only a sign
  std::function<FittingMotion(const Snapshot&)> motion;
};

/// A force at a moment, in the world.
struct ForceMotion {
  Vector3 place = Vector3::Zero();  // [m]
  Vector3 force = Vector3::Zero();  // [N]
  ContactState contact = ContactState::open;
};

/// A force of any other origin; of a ground it tells how it touches.
struct ForceArrow {
  std::string name;
  bool ground = false;
  std::function<ForceMotion(const Snapshot&)> motion;
};

/// Neighbours among the recorded contact shapes (contact/recorded_shapes.h), drawn as one arrow.
struct ContactArrow {
  std::string name;
  int first = 0, count = 1;
};

/// A joint between two frames, which are bodies' or the world's.
struct FramePair {
  std::string name, kind;
  std::vector<Vector3> axes;  // in the first frame; empty: no preferred axis
  Mount a, b;
};

/// What all bodies are in.
struct DrawnWater {
  double density = 0;                // [kg/m^3]
  Vector3 up = Vector3::UnitZ();     // unit, across the surface
  std::optional<double> level = {};  // [m] height of the surface along up; none: far above
  bool uniform = true;               // the same current everywhere
  /// Of the current [m/s] at a place and a time. Empty: it stands still.
  std::function<Vector3(const Vector3& place, double t, const Input&)> velocity = {};
};

/// The corners of a section of a rod.
enum class SectionOutline { round, square };

/// A smooth piece of a rod: sections along x.
struct RodPiece {
  SectionOutline outline = SectionOutline::round;
  std::vector<double> abscissa;        // (sections) [m] from the base of the body
  std::vector<double> half_y, half_z;  // (sections) [m] half widths
  std::vector<Vector6> rest;           // (sections) strain, and
  std::vector<MatrixX> basis;          // what own coordinates add to it (6 x n)
};

/// A circle of a shell about x of its body, at a moment.
struct RingMotion {
  double x = 0, r = 0;  // [m]
  double hoop = 0;      // strain
};

/// The wall of a shell, a surface of revolution about x of its body.
struct ShellWall {
  int direction = 1;                   // of x from the base to the edge: 1 or -1
  ShellRim rim = ShellRim::open;       // the base is closed by a disc
  std::vector<double> abscissa;        // (rings) [m] from the base
  std::vector<double> half_thickness;  // (rings) [m]
  std::function<RingMotion(const BodyWork&, std::size_t ring)> motion;
};

/// A section of a strip at a moment, in the world.
struct SectionMotion {
  Vector3 place = Vector3::Zero();               // [m]
  Matrix3 R = Matrix3::Identity();               // x along the strip, y across its thickness
  double stretch = 1, curvature = 0, speed = 0;  // [-], [1/m], [m/s]
};

/// An elastic strip that is none of the bodies of the model: listed as one of its own, and drawn as
/// a rod is.
struct Strip {
  std::string name, family;
  int dof = 0;                   // free coordinates
  double mass = 0;               // [kg]
  std::vector<double> abscissa;  // (sections) [m] from its start
  double half_width = 0;         // [m]
  double half_thickness = 0;     // [m]
  std::function<SectionMotion(const Snapshot&, std::size_t section)> motion;
};

/// The ground of a plane in which something moves, drawn under the whole run.
struct GroundProfile {
  std::string name;
  Vector3 origin, x, y;  // the plane: [m] and unit vectors, y upwards
  /// Height [m] and slope at a place x [m]; not finite where there is no ground.
  std::function<std::pair<double, double>(double x)> at;
};

class Canvas {
 public:
  virtual ~Canvas() = default;

  /// A line with a name; its colour shows a tension [N].
  virtual void line(const std::string& name, const std::vector<LinePiece>& pieces,
                    std::function<double(const Snapshot&)> tension) = 0;
  /// Named after its inputs. Without parts there is none.
  virtual void arrow(InputArrow arrow) = 0;
  virtual void fitting(Fitting fitting) = 0;
  virtual void connection(FramePair pair) = 0;
  /// A shape that stands in the world; none: a plane without end, whose normal is z of the pose.
  virtual void obstacle(const std::string& name, const std::optional<ShapeSpec>& shape,
                        const Pose& pose) = 0;
  /// A shape that touches, on the base frame of a body; seen when asked for.
  virtual void contact_shape(int body, const ShapeSpec& shape, const Pose& pose) = 0;
  virtual void contact_arrow(ContactArrow arrow) = 0;
  virtual void force(ForceArrow arrow) = 0;
  /// A place that somebody watches.
  virtual void point(const std::string& name, std::function<Vector3(const Snapshot&)> place) = 0;
  virtual void strip(Strip strip) = 0;
  virtual void ground(GroundProfile ground) = 0;
  virtual void water(DrawnWater water) = 0;

  // of bodies

  /// A rigid shape on the base frame of a body.
  virtual void solid(int body, const ShapeSpec& shape, const Pose& pose) = 0;
  virtual void rod(int body, RodPiece piece) = 0;
  virtual void shell(int body, ShellWall wall) = 0;

 protected:
  Canvas() = default;
  Canvas(const Canvas&) = default;
  Canvas& operator=(const Canvas&) = default;
};

/// The force that an actor puts on a point of a body, in the world. Leaves the loads as they were.
Vector3 force_on_point(const Actor& actor, int body, int point, const Snapshot& at);

}  // namespace cuttle
