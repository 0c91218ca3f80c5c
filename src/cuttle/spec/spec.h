#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cuttle/spec/part_lists.h"
#include "cuttle/spec/spec_material.h"
#include "cuttle/spec/spec_net.h"
#include "cuttle/spec/spec_shell.h"
#include "cuttle/spec/spec_study.h"
#include "cuttle/spec/spec_touch.h"
#include "cuttle/spec/spec_values.h"
#include "cuttle/spec/spec_water.h"

namespace cuttle {

// What a model file says, as plain structs. Defaults stand here; names, units, ranges and texts
// of the fields stand in describe(), once (spec/describe.h). `origin` tells where a part was
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
  std::array<RestSpec, kModes> modes = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0};  // [1/m] and [-]
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
  std::optional<SignalSpec> stiffness_factor;  // times the stiffness of the section
  StrainStateSpec initial, velocity;
  std::optional<int> quadrature;  // Gauss points, default highest order + 3
  Origin origin;

  void describe(Fields& v);
};

struct RodSpec {
  std::vector<DivisionSpec> divisions;  // one, if its fields stand directly under `rod`
  std::optional<int> panels;            // of its surface in contacts; default by length and radius
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
  std::optional<MeshSpec> hull, mesh;
  std::optional<double> density, mass;  // exactly one, unless the body gives the mass
  PoseSpec pose;
  Origin origin;

  void describe(Fields& v);
};

/// The surface of a hull or of a mesh; null: it is neither, or not read.
inline const TriangleMesh* mesh_of(const ShapeSpec& shape) {
  const std::optional<MeshSpec>& mesh = shape.hull ? shape.hull : shape.mesh;
  return mesh ? mesh->mesh.get() : nullptr;
}

struct RigidSpec {
  std::optional<double> mass;                  // [kg]
  std::optional<Vector3> center;               // [m] in the body frame, default 0
  std::optional<std::vector<double>> inertia;  // [kg m^2] about the centre: xx yy zz (xy xz yz)
  std::vector<ShapeSpec> shapes;
  std::optional<std::vector<TouchSpec>> touch;  // left out: the shapes
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

/// [low, high] of each coordinate, or one pair for a joint of one coordinate; infinite: no limit.
using LimitList = std::vector<std::optional<std::array<double, 2>>>;

struct JointSpec {
  std::string type = "fixed";       // a row of joint_table()
  Vector3 axis = Vector3::UnitZ();  // unit vector
  std::optional<Vector3> axis2;     // universal: second axis, unit vector
  double pitch = 0;                 // [m/rad] helical
  std::vector<double> stiffness;    // empty: none; 1: for all coordinates; else one each
  std::vector<double> damping;
  std::vector<double> rest;  // coordinates where the spring is slack
  LimitList limits;
  std::vector<double> stop_stiffness, stop_damping;  // beyond the limits
  std::vector<double> friction, kinetic_friction;    // [N m] or [N]
  std::vector<double> friction_stiffness, friction_damping;
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
  std::optional<double> step;        // [rad] from copy to copy; left out: 2 pi / count
  Origin origin;

  void describe(Fields& v);
};

struct BodySpec {
  std::string name;
  std::string parent = "world";
  BodyPlaceSpec at;
  PoseSpec pose;
  JointSpec joint;
  std::optional<RigidSpec> rigid;  // exactly one of rigid, rod and shell
  std::optional<RodSpec> rod;
  std::optional<ShellSpec> shell;
  std::optional<NetBodySpec> net;  // made of a net that something holds on to
  std::optional<RepeatSpec> repeat;
  CopyIndex copy;
  Origin origin;

  void describe(Fields& v);
};

// ---------------------------------------------------------------------------------------- probes

enum class Record { position, rotation, velocity, imu, depth };

/// What to record: something of a part, by the field that names it ("cable") and its name.
struct ProbeSpec {
  std::string name;
  std::map<std::string, std::string> targets;  // names by kind (probe_table()); one is not empty
  std::string no_target;                       // the name in all other kinds: empty
  std::string of;                              // contact: only places on this body or obstacle
  BodyPlaceSpec at;
  Vector3 point = Vector3::Zero();  // [m] in the mount frame
  std::vector<Record> record = {Record::position};
  Vector3 forward = Vector3::UnitX();  // swimmer: unit vector in the mount frame
  std::vector<double> abscissas;       // [m] shell: where its radius is recorded
  std::vector<NetPlaceSpec> nodes;     // net: whose places are recorded
  std::vector<std::string> segments;   // net: whose mean curvatures are recorded
  Origin origin;

  void describe(Fields& v);  // with the kinds of all parts: compile/describe_language.cpp
  void look_at(const std::string& kind, const std::string& target) { targets = {{kind, target}}; }
  const std::string& kind() const;    // "frame" if there is no target
  const std::string& target() const;  // the name of the part
  bool is(std::string_view other) const { return kind() == other && !target().empty(); }
};

// ---------------------------------------------------------------------------------------- file

/// A model file. Lists of parts are known by their types (PartLists):
/// spec.of<CableSpec>(), with the spec of the part's own header.
struct ScenarioSpec : PartLists {
  std::string name;  // default: the stem of the file
  std::string title;
  std::map<std::string, double> parameters;  // SI; what $(...) in the file may use
  WorldFrame frame = WorldFrame::zup;
  Vector3 gravity = Vector3(0, 0, -9.81);  // [m/s^2]
  std::optional<WaterSpec> water;          // left out: all bodies are dry
  std::map<std::string, MaterialSpec> materials;
  std::vector<BodySpec> bodies;
  std::vector<ProbeSpec> probes;
  StudySpec study;
  std::vector<FigureSpec> figures;
  std::vector<ExpectSpec> expect;
  std::string source;  // text of the model file, kept with the results
  Origin origin;

  void describe(Fields& v);  // with the lists of all parts: compile/describe_language.cpp
};

/// Against gravity; without gravity against z in NED, else z.
Vector3 up_of(const ScenarioSpec& scenario);

/// The body of that name, or nullptr. Looks through the whole list; for many look-ups: BodyIndex.
const BodySpec* find_body(const ScenarioSpec& scenario, const std::string& name);

/// Bodies by name; valid as long as the list of bodies does not change.
class BodyIndex {
 public:
  explicit BodyIndex(const ScenarioSpec& scenario);
  const BodySpec* find(const std::string& name) const;
  /// nullptr for a body that hangs on the world, which is none, whatever bodies are called.
  const BodySpec* parent(const BodySpec& body) const {
    return body.parent == "world" ? nullptr : find(body.parent);
  }

 private:
  std::map<std::string, const BodySpec*> bodies_;
};

}  // namespace cuttle
