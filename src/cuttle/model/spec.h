#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cuttle/model/spec_contact_fields.h"
#include "cuttle/model/spec_control.h"
#include "cuttle/model/spec_material.h"
#include "cuttle/model/spec_muscle.h"
#include "cuttle/model/spec_net.h"
#include "cuttle/model/spec_shell.h"
#include "cuttle/model/spec_study.h"
#include "cuttle/model/spec_values.h"
#include "cuttle/model/spec_water.h"

namespace cuttle {

// What a model file says, as plain structs. Defaults stand here; names, units, ranges and texts
// of the fields stand in describe(), once (model/describe.h). `origin` tells where a part was
// written.

// ---------------------------------------------------------------------------------------- bodies

enum class SectionShape { circle, rectangle, ellipse, custom };
enum class TorsionConstant { polar, saint_venant };

struct SectionSpec {
  SectionShape shape = SectionShape::circle;
  std::optional<FunctionSpec> radius;          // [m] circle; custom: for drawing only
  std::optional<FunctionSpec> height, width;   // [m] rectangle, along z and y
  std::optional<FunctionSpec> semi_y, semi_z;  // [m] ellipse
  double shear_factor = 1;
  TorsionConstant torsion_constant = TorsionConstant::polar;
  std::optional<Matrix6> stiffness;  // custom, per strain (angular; linear)
  std::optional<Matrix6> inertia;    // custom, per length
  std::optional<Matrix6> damping;    // custom, default 0
  Origin origin;

  void describe(Fields& v);
};

/// The six strain modes of a rod, in the order of a twist (angular; linear).
inline constexpr int kModes = 6;
inline constexpr std::array<const char*, kModes> kModeNames = {"torsion", "bend_y",  "bend_z",
                                                               "stretch", "shear_y", "shear_z"};

struct ModeSpec {
  std::string basis = "legendre";  // a row of strain_basis_table()
  int order = 0;                   // highest polynomial degree; harmonics of a Fourier basis
  int elements = 1;                // piecewise bases: linear, hermite
  std::vector<std::vector<double>> table;  // basis table: columns X, phi1, phi2, ...
  std::string csv;                         // the same from a file
  Origin origin;

  void describe(Fields& v);
};

struct StrainSpec {
  std::array<std::optional<ModeSpec>, kModes> modes;  // empty: the mode is not active
  Origin origin;

  void describe(Fields& v);
};

struct RestStrainSpec {
  std::array<FunctionSpec, kModes> modes = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0};  // [1/m] and [-]
  Origin origin;

  void describe(Fields& v);
};

/// Strain coordinates per mode; shorter than the basis (or empty): the rest is zero.
struct StrainStateSpec {
  std::array<std::vector<double>, kModes> modes;
  Origin origin;

  void describe(Fields& v);
};

struct DivisionSpec {
  double length = 0;  // [m]
  SectionSpec section;
  MaterialUse material;
  StrainSpec strain;
  RestStrainSpec rest;
  StrainStateSpec initial, velocity;
  std::optional<int> quadrature;  // Gauss points, default highest order + 3
  Origin origin;

  void describe(Fields& v);
};

struct RodSpec {
  std::vector<DivisionSpec> divisions;  // one, if its fields stand directly under `rod`
  std::optional<int> capsules;          // of its chain in contacts; default by length and radius
  std::optional<RodWaterSpec> water;    // left out: by its sections
  Origin origin;

  void describe(Fields& v);
  double length() const {
    double sum = 0;
    for (const DivisionSpec& division : divisions) sum += division.length;
    return sum;
  }
};

/// A solid; exactly one of the shapes is given. Long axes of cylinder, cone, capsule: x.
struct ShapeSpec {
  std::optional<Vector3> box;                     // [m] full edges along x, y, z
  std::optional<double> sphere;                   // [m] radius
  std::optional<Vector3> ellipsoid;               // [m] semi axes
  std::optional<std::array<double, 2>> cylinder;  // [m] radius, length; centre at the middle
  std::optional<std::array<double, 2>> cone;      // [m] base radius, length; base at 0, apex at +x
  std::optional<std::array<double, 2>> capsule;   // [m] radius, length between the two centres
  std::optional<double> density, mass;            // exactly one, unless the body gives the mass
  PoseSpec pose;
  Origin origin;

  void describe(Fields& v);
};

struct RigidSpec {
  std::optional<double> mass;                  // [kg]
  std::optional<Vector3> center;               // [m] in the body frame, default 0
  std::optional<std::vector<double>> inertia;  // [kg m^2] about the centre: xx yy zz (xy xz yz)
  std::vector<ShapeSpec> shapes;
  std::optional<std::vector<TouchSpec>> touch;  // left out: spheres, capsules and boxes of shapes
  std::optional<RigidWaterSpec> water;          // left out: by its shapes
  std::map<std::string, PoseSpec> frames;
  Origin origin;

  void describe(Fields& v);
};

/// Initial joint coordinates: numbers (one: for all), or a pose (free, spherical).
struct JointInitialSpec {
  std::vector<double> values;
  std::optional<PoseSpec> pose;
};

struct JointSpec {
  std::string type = "fixed";       // a row of joint_table()
  Vector3 axis = Vector3::UnitZ();  // unit vector
  std::optional<Vector3> axis2;     // universal: second axis, unit vector
  double pitch = 0;                 // [m/rad] helical
  std::vector<double> stiffness;    // empty: none; 1: for all coordinates; else one each
  std::vector<double> damping;
  std::vector<double> rest;  // coordinates where the spring is slack
  JointInitialSpec initial;
  std::vector<double> velocity;
  SignalList effort;  // one signal: for a joint of one coordinate
  SignalList prescribed;
  Origin origin;

  void describe(Fields& v);
};

struct RepeatSpec {
  int count = 1;
  Vector3 about = Vector3::UnitZ();  // unit vector in the parent's mount frame
  Origin origin;

  void describe(Fields& v);
};

struct BodySpec {
  std::string name;
  std::string parent = "world";
  MountSpec at;
  PoseSpec pose;
  JointSpec joint;
  std::optional<RigidSpec> rigid;  // exactly one of rigid, rod and shell
  std::optional<RodSpec> rod;
  std::optional<ShellSpec> shell;
  std::optional<RepeatSpec> repeat;
  CopyIndex copy;
  Origin origin;

  void describe(Fields& v);
};

// ---------------------------------------------------------------------- loads, cables and probes

enum class LoadFrame { world, body };

struct LoadSpec {
  std::string name;
  std::string body;
  MountSpec at;                                    // point load
  Vector3 point = Vector3::Zero();                 // [m] offset in the mount frame (point load)
  std::optional<MountSpec> from, to;               // given: a load per length between two abscissas
  std::optional<std::array<SignalSpec, 3>> force;  // [N] or [N/m]
  std::optional<std::array<SignalSpec, 3>> moment;  // [N m] or [N]
  LoadFrame frame = LoadFrame::world;
  Origin origin;

  void describe(Fields& v);
  bool distributed() const { return from.has_value() || to.has_value(); }
};

/// One piece of a cable: a point of a body, or a run along a rod with offsets y(X), z(X).
struct CablePathSpec {
  std::string body;
  MountSpec at;                       // point on a rod
  std::optional<Vector3> point;       // [m] in the mount frame; default 0 for a point
  std::optional<MountSpec> from, to;  // run along a rod; X counts metres from `from`
  std::optional<FunctionSpec> y, z;   // [m]
  Origin origin;

  void describe(Fields& v);
  bool run() const { return from.has_value() || to.has_value(); }
};

struct CableSpec {
  std::string name;
  SignalSpec tension;  // [N] >= 0
  std::vector<CablePathSpec> path;
  Origin origin;

  void describe(Fields& v);
};

/// One end of a connection: a frame on a body, or in the world.
struct ConnectionEndSpec {
  std::string body = "world";
  MountSpec at;
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

enum class Record { position, rotation, velocity, imu, depth };

/// What to record; exactly one of the targets is given.
struct ProbeSpec {
  enum class Kind {
    frame,
    strain,
    joint,
    cable,
    muscle,
    connection,
    contact,
    momentum,
    thruster,
    fin,
    swimmer,
    shell,
    jet,
    reaction,
    net
  };

  std::string name;
  std::string frame, strain, joint, cable, connection, contact, momentum, thruster, fin, swimmer;
  std::string muscle, shell, jet, reaction, net;
  std::string of;  // contact: only places on this body or obstacle
  MountSpec at;
  Vector3 point = Vector3::Zero();  // [m] in the mount frame
  std::vector<Record> record = {Record::position};
  Vector3 forward = Vector3::UnitX();  // swimmer: unit vector in the mount frame
  std::vector<double> abscissas;       // [m] shell: where its radius is recorded
  std::vector<NetPlaceSpec> nodes;     // net: whose places are recorded
  std::vector<std::string> segments;   // net: whose mean curvatures are recorded
  Origin origin;

  void describe(Fields& v);
  Kind kind() const;
  const std::string& target() const;
};

// ---------------------------------------------------------------------------------------- file

struct ScenarioSpec {
  std::string name;  // default: the stem of the file
  std::string title;
  std::map<std::string, double> parameters;  // SI; what $(...) in the file may use
  WorldFrame frame = WorldFrame::zup;
  Vector3 gravity = Vector3(0, 0, -9.81);  // [m/s^2]
  std::optional<WaterSpec> water;          // left out: all bodies are dry
  std::map<std::string, MaterialSpec> materials;
  std::vector<BodySpec> bodies;
  std::vector<NetSpec> nets;
  std::vector<LoadSpec> loads;
  std::vector<CableSpec> cables;
  std::vector<MuscleSpec> muscles;
  std::vector<ShellLoadSpec> shell_loads;
  std::vector<JetSpec> jets;
  std::vector<ThrusterSpec> thrusters;
  std::vector<FinSpec> fins;
  std::vector<ConnectionSpec> connections;
  std::vector<ObstacleSpec> obstacles;
  std::vector<ContactSpec> contacts;
  std::vector<ProbeSpec> probes;
  std::vector<SensorSpec> sensors;
  std::vector<ControllerSpec> controllers;
  StudySpec study;
  std::vector<FigureSpec> figures;
  std::vector<ExpectSpec> expect;
  std::string source;  // text of the model file, kept with the results
  Origin origin;

  void describe(Fields& v);
};

/// The body of that name, or nullptr. Looks through the whole list; for many look-ups: BodyIndex.
const BodySpec* find_body(const ScenarioSpec& scenario, const std::string& name);

/// Bodies by name; valid as long as the list of bodies does not change.
class BodyIndex {
 public:
  explicit BodyIndex(const ScenarioSpec& scenario);
  const BodySpec* find(const std::string& name) const;
  /// nullptr for a body that hangs on the world.
  const BodySpec* parent(const BodySpec& body) const { return find(body.parent); }

 private:
  std::map<std::string, const BodySpec*> bodies_;
};

}  // namespace cuttle
