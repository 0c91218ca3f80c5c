#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cuttle/spec/choice.h"
#include "cuttle/spec/spec_net.h"
#include "cuttle/spec/spec_values.h"

namespace cuttle {

// Planar nets of a model file, as plain structs; see spec/spec.h. All places and directions of a
// net are in its plane.

/// Where the plane of a net is in the world.
struct NetPlaneSpec {
  Vector3 position = Vector3::Zero();  // [m] of its origin
  Vector3 x = Vector3::UnitX();        // unit vectors
  std::optional<Vector3> y;            // left out: up
  Origin origin;

  void describe(Fields& v);
};

/// A shape-memory strip under pulses of current (net/sma.h).
struct SmaSpec {
  double rest_curvature = 0;        // [1/m]
  double amplitude = 0;             // [1/m] change of curvature if a pulse acted fully
  double t0 = 1;                    // [s] half way back
  double tau = 1;                   // [s]
  double hot_stiffness = 1;         // stiffness factor if a pulse acted fully
  double period = 0;                // [s] between pulses; 0: a single one
  std::vector<double> phase = {0};  // [s] the first pulse; of copies in turn
  double rise = 0;                  // [s] a pulse takes hold linearly over this time
  Origin origin;

  void describe(Fields& v);
};

/// Copies name_1, name_2, ... of a segment.
struct NetRepeatSpec {
  int count = 1;
  std::optional<std::array<double, 2>> bond;  // an edge of each and the edge of the next one on it
  bool antiparallel = true;
  Origin origin;

  void describe(Fields& v);
};

struct NetSegmentSpec {
  std::string name;
  double length = 0;                    // [m] of the equal edges together
  int edges = 0;                        // that it is cut into
  double start_edge = 0, end_edge = 0;  // [m] one more edge before and behind; 0: none
  bool closed = false;                  // a ring

  double young = 0;                                     // [Pa]
  std::optional<double> width, thickness;               // [m] out of and in the plane
  std::optional<double> area, inertia;                  // [m^2], [m^4] instead
  std::optional<double> density, linear_density, mass;  // [kg/m^3], [kg/m], [kg] of all of it
  double node_mass = 0;                                 // [kg] on top, of every node
  double viscosity = 0;                                 // [Pa s] Kelvin-Voigt
  double drag = 0;                                      // [N s/m] of every node, shared or not
  double drag_per_length = 0;                           // [N s/m^2] of the strip
  std::optional<SignalSpec> rest_curvature;             // [1/m]
  std::optional<SignalSpec> stiffness;                  // factor of young
  std::optional<SmaSpec> sma;                           // instead of the two

  std::optional<std::array<double, 2>> start;  // [m] left out: a bond places it, else the origin
  double angle = 0;                            // [rad] of the first edge
  std::optional<double> placed_curvature;      // [1/m] left out: at rest
  std::optional<NetRepeatSpec> repeat;
  Origin origin;

  void describe(Fields& v);
};

/// One edge glued onto another.
struct NetBondSpec {
  std::array<NetPlaceSpec, 2> edges;
  bool antiparallel = true;
  Origin origin;

  void describe(Fields& v);
};

/// A hinge: two nodes made one.
struct NetWeldSpec {
  std::array<NetPlaceSpec, 2> nodes;
  Origin origin;

  void describe(Fields& v);
};

struct NetSupportSpec {
  NetPlaceSpec node;
  bool x = true, y = true;  // held in
  Origin origin;

  void describe(Fields& v);
};

enum class NetEnd { start, end };
/// How the error of a clamp falls with the length of the edges.
enum class ClampOrder { second, first };

struct NetClampSpec {
  std::string segment;
  NetEnd end = NetEnd::start;
  ClampOrder order = ClampOrder::second;
  Origin origin;

  void describe(Fields& v);
};

struct NetLoadSpec {
  NetPlaceSpec node;
  std::array<SignalSpec, 2> force;  // [N]
  Origin origin;

  void describe(Fields& v);
};

/// How the ground of a net is kept: to the letter, or by springs.
enum class GroundContact { exact, penalty };

struct NetGroundSpec {
  FunctionSpec height = 0.0;  // [m] of X, the x of the plane
  GroundContact contact = GroundContact::exact;
  double static_friction = 0;
  std::optional<double> kinetic_friction;  // left out: static_friction
  double stiffness = 1e4;                  // [N/m] of every node, for penalty
  Origin origin;

  void describe(Fields& v);
};

enum class NetStart { placed, settled };

struct NetSpec {
  std::string name;
  NetPlaneSpec plane;
  std::vector<NetSegmentSpec> segments;
  std::vector<NetBondSpec> bonds;
  std::vector<NetWeldSpec> welds;
  std::vector<NetSupportSpec> supports;
  std::vector<NetClampSpec> clamps;
  std::vector<NetLoadSpec> loads;
  std::optional<NetGroundSpec> ground;
  std::optional<std::array<NetPlaceSpec, 2>> level;  // nodes: all is turned until they are level
  std::optional<double> clearance;                   // [m] all is lifted until the lowest node is
                                                     // this high over the ground
  NetStart start = NetStart::placed;
  double settle_time = 2;                      // [s]
  std::array<double, 3> velocity = {0, 0, 0};  // [m/s], [m/s], [rad/s] about the centre of mass
  Origin origin;

  void describe(Fields& v);
};

/// Lengths of all edges of a segment, in order [m].
std::vector<double> edge_lengths(const NetSegmentSpec& segment);

/// The same net with the copies of its segments and their bonds written out.
NetSpec expand_net(const NetSpec& net);

/// All signals of a net.
template <class Use>
void for_each_signal(const NetSpec& net, const Use& use) {
  for (const NetSegmentSpec& segment : net.segments) {
    if (segment.rest_curvature) use(*segment.rest_curvature);
    if (segment.stiffness) use(*segment.stiffness);
  }
  for (const NetLoadSpec& load : net.loads)
    for (const SignalSpec& force : load.force) use(force);
}

inline constexpr std::array<Choice<NetEnd>, 2> kNetEnds = {{
    {NetEnd::start, "start", "the first two nodes"},
    {NetEnd::end, "end", "the last two nodes"},
}};

inline constexpr std::array<Choice<ClampOrder>, 2> kClampOrders = {{
    {ClampOrder::second, "second", "the clamp sits at the second node"},
    {ClampOrder::first, "first", "the bend at the second node is as long as any other"},
}};

inline constexpr std::array<Choice<GroundContact>, 2> kGroundContacts = {{
    {GroundContact::exact, "exact", "no node below the ground, exact friction"},
    {GroundContact::penalty, "penalty", "springs below the ground, smoothed friction"},
}};

inline constexpr std::array<Choice<NetStart>, 2> kNetStarts = {{
    {NetStart::placed, "placed", "as placed"},
    {NetStart::settled, "settled",
     "after it has settled without friction; it starts at rest, and the nodes that touch the "
     "ground stick"},
}};

constexpr std::span<const Choice<NetEnd>> choices(NetEnd) { return kNetEnds; }
constexpr std::span<const Choice<ClampOrder>> choices(ClampOrder) { return kClampOrders; }
constexpr std::span<const Choice<GroundContact>> choices(GroundContact) { return kGroundContacts; }
constexpr std::span<const Choice<NetStart>> choices(NetStart) { return kNetStarts; }

}  // namespace cuttle
