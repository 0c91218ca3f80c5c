#pragma once
// Contact: shapes that bodies (or the world) carry, rules that say which of them push each other
// away and how, the contacts found at a state, and what a contact remembers from step to step.

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cuttle/core/bristles.h"
#include "cuttle/math/pose.h"

namespace cuttle {

enum class ContactShapeKind { capsule, box, plane, solid };

class Solid;  // contact/solid/solid.h

/// A shape on a body. A capsule of length zero is a sphere; a rod carries panels, each a piece of a
/// smooth tube between two of its points (contact/panel.h).
struct ContactShape {
  ContactShapeKind kind = ContactShapeKind::capsule;
  int body = -1;                 // -1: the world
  int point = 0;                 // carries X_PS; of a rod: the first end of the panel
  int point2 = -1;               // of a rod: the second end
  Pose X_PS = Pose::identity();  // in the point's frame, or in the world; plane: z is its normal
  double half_length = 0;        // [m] capsule: ends at -x and +x
  std::array<double, 2> radius = {0, 0};  // [m] capsule, at its two ends
  Vector3 half = Vector3::Zero();         // [m] box: half edges
  std::shared_ptr<const Solid> solid;     // what else it may be: a cylinder, a mesh, ...
  double abscissa = 0;                    // [m] of a rod: middle of the panel
  double length = 0;                      // [m] of a rod: length of the panel at rest
  double mass = 0;                        // [kg] of a node of a net: what lands with it
  int previous = -1, next = -1;           // of a rod: neighbouring panels
  std::uint64_t side_a = 0, side_b = 0;   // rules that it takes part in, one bit each

  bool is_panel() const { return point2 >= 0; }
};

/// How two shapes push each other: N = k d + b d' while they touch [Mathew22] (6), here with an
/// exponent of d and never pulling, and friction.
struct ContactRule : BristleRule {
  std::string name;
  double stiffness = 0;  // [N/m^e]
  double damping = 0;    // [N s/m]
  double exponent = 1;   // 1: spring; 3/2: Hertz
  // Between nodes of a net (on side a) and its ground: no depth, and no travel of what sticks,
  // where whoever moves the robot can keep that; the rest of the rule acts elsewhere.
  bool exact = false;
  Vector3 across = Vector3::UnitY();  // of these: normal of the plane in which all of it moves
  // of the surface of a rod, per length
  double line_stiffness = 0;  // [N/m^(e+1)]
  double line_damping = 0;    // [s/m] a of the force per length k d^e (1 + a d')
  BristleRule line;           // stiffness and damping per length
};

/// At most so many rules: the bits of ContactShape::side_a.
inline constexpr std::size_t kMaxContactRules = 64;

struct ContactModel {
  std::vector<ContactShape> shapes;
  std::vector<ContactRule> rules;

  bool empty() const { return rules.empty(); }
};

/// A place where two shapes meet: unique as long as they touch.
struct ContactKey {
  int a = 0, b = 0, feature = 0;  // shapes, and which of several places between them
  friend auto operator<=>(const ContactKey&, const ContactKey&) = default;
};

/// One side of a contact: material that moves with one or two points of a body. With the velocity
/// V and the spin W of each point, taken at the body's base, it moves at the sum of
/// weight V + W x arm, and so a force f on it is  weight f  and the moment  arm x f  on each.
struct ContactSide {
  int body = -1;  // -1: the world
  int points = 0;
  std::array<int, 2> point = {0, 0};
  std::array<double, 2> weight = {0, 0};
  std::array<Vector3, 2> arm = {Vector3::Zero(), Vector3::Zero()};  // [m] world axes
  std::array<double, 2> slope = {0, 0};  // [m] of a rod's axis: share of its directions there
};

/// A contact, or a place where one may be soon. World axes; forces are those on b, a gets the
/// opposite.
struct Contact : Bristles {
  ContactKey key;
  int rule = 0;
  double gap = 0;                // [m] below zero: they touch
  Vector3 x = Vector3::Zero();   // [m] between the two surfaces
  Vector3 n = Vector3::UnitZ();  // from a to b
  std::array<ContactSide, 2> sides;
  double gap_rate = 0;                // [m/s]
  double stiffness = 0, damping = 0;  // dN/d(-gap), dN/d(-gap_rate), now
  double normal = 0;                  // [N]
  bool exact = false;                 // the force is no function of the state: a stage has found it
  double spring = 0;                  // [N] of the normal spring; below zero: it is open
  int panel = -1;                     // in ContactWork::panels: the sum over a panel; -1: a place
  double length = 0;                  // [m] of that panel, with which its bristles grow

  bool closed() const { return normal > 0; }
  Vector3 force() const { return normal * n + tangential; }
};

/// What a place that touches carries from one step to the next; part of the state.
struct ContactMemory : BristleMemory {
  /// Where the material of one side was when the step began.
  struct Side {
    Vector3 p = Vector3::Zero();    // reference point of the material, in the world
    Vector3 arm = Vector3::Zero();  // from there to the contact
    std::array<Matrix3, 2> R = {Matrix3::Identity(), Matrix3::Identity()};  // of its points
    std::array<double, 2> weight = {0, 0};
    std::array<double, 2> slope = {0, 0};
  };
  ContactKey key;
  Vector3 n = Vector3::UnitZ();
  bool closed = false;  // it pushed; a damper may keep a place that touches from pushing
  bool exact = false;   // what it pushed with was found by the last step ...
  Vector3 force = Vector3::Zero();  // [N] ... on b
  std::array<Side, 2> sides;
};

/// A shape where it is now.
struct PlacedShape {
  ContactShapeKind kind = ContactShapeKind::capsule;
  std::array<Vector3, 2> ends = {Vector3::Zero(), Vector3::Zero()};  // capsule: its axis
  std::array<double, 2> radius = {0, 0};
  // a panel: direction of its axis at the ends, its length at rest (0: not a panel), and whether
  // another one goes on there
  std::array<Vector3, 2> direction = {Vector3::Zero(), Vector3::Zero()};
  double length = 0;
  std::array<double, 2> taper = {0, 0};  // growth of the radius per length there
  bool has_previous = false, has_next = false;
  Pose X = Pose::identity();       // box: its centre; plane: z is the normal, out of the solid
  Vector3 half = Vector3::Zero();  // box
  const Solid* solid = nullptr;    // at X
};

/// What presses along a panel, added up (contact/panel_contact.h). World axes.
struct PanelSum {
  struct End {  // of one side, at one of its points; moments about the body's base
    Vector3 force = Vector3::Zero(), moment = Vector3::Zero();
  };
  using Ends = std::array<std::array<End, 2>, 2>;
  Ends load;             // all normal forces
  Ends row;              // what changes them together: a unit force, spread evenly
  double pressure = 0;   // [N] their sizes, added up: what friction is limited by
  double potential = 0;  // [J]
  double power = 0;      // [W] of what is not the spring's
};

/// What contact detection found last, and its scratch memory.
struct ContactWork {
  struct Scratch {
    virtual ~Scratch() = default;
  };
  std::vector<PlacedShape> placed;  // (shapes)
  std::vector<Contact> contacts;    // closed, or about to close; sorted by key
  bool exact = false;               // exact rules are kept: by stages that find their forces
  std::vector<PanelSum> panels;     // of those that are sums
  bool within_stage = false;  // of an implicit step: only contacts that were closed when the step
                              // began have normal damping
  /// Force on b of an exact contact, as the last stage has found it.
  struct Held {
    ContactKey key;
    Vector3 force = Vector3::Zero();
    bool sliding = false;
  };
  std::vector<Held> held;              // sorted by key; of the step just made, if there was one
  bool stepped = false;                // since the memory was set
  std::vector<ContactMemory> renewed;  // memory under way to the next step
  std::unique_ptr<Scratch> scratch;
};

}  // namespace cuttle
