#include "cuttle/contact/find_contacts.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <tuple>

#include "cuttle/contact/broad_phase.h"
#include "cuttle/contact/panel_contact.h"
#include "cuttle/contact/touch.h"
#include "cuttle/dynamics/bristles.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/so3.h"

namespace cuttle {

namespace {

// Pairs are looked up within a margin, a share of the mean size of the shapes, and looked up anew
// when a shape has moved by a quarter of it; so touches closer than another quarter are never
// missed.
constexpr double kMarginShare = 0.25;

struct Pair {
  int a = 0, b = 0, rule = 0;  // a and b in the order of the rule
  int feature = -1;            // a panel against it, see second_is_panel; -1: places
};

struct PairSearch final : ContactWork::Scratch {
  BroadPhase broad_phase;
  std::vector<std::pair<int, int>> found;
  std::vector<Pair> near;
  std::vector<Bounds> before;  // of the shapes, when the pairs were looked up
  std::vector<Pose> planes;    // likewise, of those that are planes
  double margin = 0;
  std::array<Touch, kMaxTouches> touches;  // of one pair

  bool stale(const std::vector<PlacedShape>& placed) const;
  void look_up(const Model& model, const std::vector<PlacedShape>& placed);
};

bool PairSearch::stale(const std::vector<PlacedShape>& placed) const {
  if (before.size() != placed.size()) return true;
  for (size_t i = 0; i < placed.size(); ++i) {
    const Bounds now = bounds_of(placed[i]);
    // a plane that turns comes near to what is far away: no bound on the way
    if (placed[i].kind == ContactShapeKind::plane) {
      if (placed[i].X.R != planes[i].R || placed[i].X.p != planes[i].p) return true;
      continue;
    }
    // a NaN is no reason to stay with old pairs
    const double moved = (now.centre - before[i].centre).norm() + now.radius - before[i].radius;
    if (!(moved <= 0.25 * margin)) return true;
  }
  return false;
}

void PairSearch::look_up(const Model& model, const std::vector<PlacedShape>& placed) {
  double sum = 0;
  int count = 0;
  before.resize(placed.size());
  planes.resize(placed.size());
  for (size_t i = 0; i < placed.size(); ++i) {
    const Bounds bounds = bounds_of(placed[i]);
    before[i] = bounds;
    planes[i] = placed[i].X;
    if (!std::isfinite(bounds.radius)) continue;
    sum += bounds.radius;
    ++count;
  }
  margin = count > 0 ? kMarginShare * sum / count : 0;
  broad_phase.near_pairs(placed, margin, found);
  near.clear();
  const std::vector<ContactShape>& shapes = model.contact.shapes;
  for (const auto& [i, j] : found) {
    const ContactShape &a = shapes[size_t(i)], &b = shapes[size_t(j)];
    const int rule = rule_of(a, b);
    if (rule < 0 || !may_touch(model, a, b)) continue;
    const bool in_order = (a.side_a >> rule & 1) != 0 && (b.side_b >> rule & 1) != 0;
    Pair pair{in_order ? i : j, in_order ? j : i, rule};
    if (a.is_panel() || b.is_panel()) pair.feature = 0;
    near.push_back(pair);
    pair.feature = 1;
    if (a.is_panel() && b.is_panel()) near.push_back(pair);
  }
  std::sort(near.begin(), near.end(), [](const Pair& l, const Pair& r) {
    return std::tuple(l.a, l.b, l.feature) < std::tuple(r.a, r.b, r.feature);
  });
}

PairSearch& search_of(ContactWork& work) {
  if (!work.scratch) work.scratch = std::make_unique<PairSearch>();
  return static_cast<PairSearch&>(*work.scratch);
}

/// Material of a side: its reference point and the turns of its points.
ContactMemory::Side material(const ContactShape& shape, const ContactSide& side,
                             const std::array<double, 2>& weight,
                             const std::array<double, 2>& slope, const Workspace& ws) {
  ContactMemory::Side m;
  m.weight = weight;
  m.slope = slope;
  for (size_t k = 0; k < size_t(side.points); ++k) {
    const Pose X = point_pose(ws, side.body, side.point[k]);
    m.R[k] = X.R;
    m.p += weight[k] * (X * (shape.is_panel() ? Vector3::Zero() : shape.X_PS.p)) +
           slope[k] * X.R.col(0);
  }
  return m;
}

/// Displacement of the material of a side at the contact since the step began, and its turn.
struct SideTravel {
  Vector3 displacement = Vector3::Zero(), turn = Vector3::Zero();
};
SideTravel side_travel(const ContactShape& shape, const ContactSide& side, const Vector3& x,
                       const ContactMemory::Side& before, const Workspace& ws) {
  SideTravel t;
  if (side.body < 0) return t;
  const ContactMemory::Side now = material(shape, side, before.weight, before.slope, ws);
  for (size_t k = 0; k < size_t(side.points); ++k)
    t.turn += before.weight[k] * log_so3(now.R[k] * before.R[k].transpose());
  // the mean arm: exact for a ball that rolls about a fixed axis
  t.displacement = now.p - before.p + t.turn.cross(0.5 * (before.arm + x - now.p));
  return t;
}

Vector3 tangential_part(const Vector3& n, const Vector3& v) { return v - n.dot(v) * n; }

/// v, square to the unit vector m, turned the short way that takes m to n.
Vector3 lay_down(const Vector3& m, const Vector3& n, const Vector3& v) {
  const double cosine = m.dot(n);
  if (cosine < -0.9)
    return tangential_part(n, v);  // the other side of a thin thing: no way is short
  const Vector3 axis = m.cross(n);
  return cosine * v + axis.cross(v) + axis * (axis.dot(v) / (1 + cosine));
}

/// The bristles turn with the contact. Those that stick stretch by what the two sides moved apart;
/// how far those have slid that slide when the step begins depends on the time.
void set_travel(const Model& model, const ContactMemory& memory, double t, const Workspace& ws,
                Contact& c) {
  const auto& shapes = model.contact.shapes;
  const BristleRule rule = bristles_of(model.contact.rules[size_t(c.rule)], c);
  const SideTravel a = side_travel(shapes[size_t(c.key.a)], c.sides[0], c.x, memory.sides[0], ws);
  const SideTravel b = side_travel(shapes[size_t(c.key.b)], c.sides[1], c.x, memory.sides[1], ws);
  const Vector3 spin = 0.5 * (a.turn + b.turn).dot(memory.n) * memory.n;
  const Matrix3 turn = exp_so3(spin);
  c.travel_before = lay_down(memory.n, c.n, turn * memory.travel);
  stretch_bristles(rule, memory, t, lay_down(memory.n, c.n, turn * memory.pull),
                   tangential_part(c.n, b.displacement - a.displacement), c);
}

}  // namespace

BristleRule bristles_of(const ContactRule& rule, const Contact& c) {
  if (c.panel < 0) return rule;
  BristleRule bristles = rule.line;
  bristles.tangential_stiffness *= c.length;
  bristles.tangential_damping *= c.length;
  return bristles;
}

ContactMemory remember(const Model& model, const Contact& c, const Workspace& ws) {
  ContactMemory memory;
  memory.key = c.key;
  memory.n = c.n;
  memory.travel = c.travel;
  memory.sliding = c.sliding;
  memory.closed = c.closed();
  const std::array<int, 2> shape = {c.key.a, c.key.b};
  for (size_t k = 0; k < 2; ++k) {
    memory.sides[k] = material(model.contact.shapes[size_t(shape[k])], c.sides[k],
                               c.sides[k].weight, c.sides[k].slope, ws);
    memory.sides[k].arm = c.x - memory.sides[k].p;
  }
  return memory;
}

const ContactMemory* find_memory(const State& x, const ContactKey& key) {
  const auto found = std::lower_bound(
      x.contacts.begin(), x.contacts.end(), key,
      [](const ContactMemory& memory, const ContactKey& wanted) { return memory.key < wanted; });
  return found != x.contacts.end() && found->key == key ? &*found : nullptr;
}

namespace {

/// How the sides of a contact, of which something may be remembered, move against each other.
void set_motion(const Model& model, const State& x, const ContactMemory* memory,
                const Workspace& ws, Contact& c) {
  const Vector3 velocity = side_velocity(c.sides[1], ws) - side_velocity(c.sides[0], ws);
  if (c.panel < 0) c.gap_rate = c.n.dot(velocity);
  c.slip_rate = tangential_part(c.n, velocity);
  const ContactRule& rule = model.contact.rules[size_t(c.rule)];
  c.bristle_damping = bristles_of(rule, c).tangential_damping;
  if (memory != nullptr && rule.rough() && !c.exact) set_travel(model, *memory, x.t, ws, c);
}

void find_panel(const Model& model, const State& x, const Pair& pair, double reach, Workspace& ws) {
  Contact c;
  c.key = {pair.a, pair.b, pair.feature};
  c.rule = pair.rule;
  PanelSum sum;
  if (!add_up_panel(model, ws, reach, c, sum)) return;
  c.panel = int(ws.contact.panels.size());
  ws.contact.panels.push_back(sum);
  set_motion(model, x, find_memory(x, c.key), ws, c);
  ws.contact.contacts.push_back(c);
}

void find_places(const Model& model, const State& x, const Pair& pair, double reach,
                 std::array<Touch, kMaxTouches>& touches, Workspace& ws) {
  ContactWork& work = ws.contact;
  const int count =
      find_touches(work.placed[size_t(pair.a)], work.placed[size_t(pair.b)], reach, touches);
  for (int k = 0; k < count; ++k) {
    const Touch& touch = touches[size_t(k)];
    Contact c;
    c.key = {pair.a, pair.b, touch.feature};
    c.rule = pair.rule;
    c.gap = touch.gap;
    c.x = touch.x;
    c.n = touch.n;
    const ContactMemory* memory = find_memory(x, c.key);
    c.exact = model.contact.rules[size_t(c.rule)].exact &&
              (work.exact || (memory != nullptr && memory->exact));
    // a node is a point: its ground does not turn it
    if (c.exact) c.x = work.placed[size_t(pair.a)].ends[0];
    c.sides = {rigid_side(model.contact.shapes[size_t(pair.a)], c.x, ws),
               rigid_side(model.contact.shapes[size_t(pair.b)], c.x, ws)};
    set_motion(model, x, memory, ws, c);
    work.contacts.push_back(c);
  }
}

}  // namespace

void find_contacts(const Model& model, const State& x, Workspace& ws) {
  ContactWork& work = ws.contact;
  PairSearch& search = search_of(work);
  place_shapes(model, ws, work);
  if (search.stale(work.placed)) search.look_up(model, work.placed);
  work.contacts.clear();
  work.panels.clear();
  const double reach = 0.25 * search.margin;
  for (const Pair& pair : search.near) {
    if (pair.feature < 0)
      find_places(model, x, pair, reach, search.touches, ws);
    else
      find_panel(model, x, pair, reach, ws);
  }
  std::sort(work.contacts.begin(), work.contacts.end(),
            [](const Contact& l, const Contact& r) { return l.key < r.key; });
}

namespace {

// longest arc of a rod between places of two of its panels
double arc_between(const ContactShape& a, const ContactShape& b) {
  return std::abs(a.abscissa - b.abscissa) + 0.5 * (a.length + b.length);
}

double largest_radius(const ContactShape& shape) {
  return std::max(shape.radius[0], shape.radius[1]);
}

bool is_parent(const Model& model, int parent, int child) {
  return parent >= 0 && child >= 0 && model.bodies[size_t(child)].parent == parent;
}

}  // namespace

bool may_touch(const Model& model, const ContactShape& a, const ContactShape& b) {
  if (a.body < 0 && b.body < 0) return false;
  if (is_parent(model, a.body, b.body) || is_parent(model, b.body, a.body)) return false;
  if (a.body != b.body) return true;
  return a.is_panel() && b.is_panel() &&
         arc_between(a, b) > std::numbers::pi * std::max(largest_radius(a), largest_radius(b));
}

int rule_of(const ContactShape& a, const ContactShape& b) {
  const std::uint64_t rules = (a.side_a & b.side_b) | (b.side_a & a.side_b);
  return rules == 0 ? -1 : std::countr_zero(rules);
}

namespace {

double taper_of(const ContactShape& panel) {
  return (panel.radius[1] - panel.radius[0]) / panel.length;
}

void place_panel(const ContactModel& model, const ContactShape& shape, const Workspace& ws,
                 PlacedShape& placed) {
  const BodyWork& b = ws.bodies[size_t(shape.body)];
  const std::array<int, 2> point = {shape.point, shape.point2};
  const std::array<int, 2> neighbour = {shape.previous, shape.next};
  placed.length = shape.length;
  for (size_t k = 0; k < 2; ++k) {
    const Pose& X = b.points[size_t(point[k])].X_BP;
    placed.ends[k] = b.X_WB * X.p;
    placed.direction[k] = b.X_WB.R * X.R.col(0);
    placed.taper[k] = taper_of(shape);
    // of both panels that meet
    if (neighbour[k] >= 0)
      placed.taper[k] = 0.5 * (placed.taper[k] + taper_of(model.shapes[size_t(neighbour[k])]));
  }
  placed.has_previous = shape.previous >= 0;
  placed.has_next = shape.next >= 0;
}

}  // namespace

void place_shapes(const Model& model, const Workspace& ws, ContactWork& work) {
  const std::vector<ContactShape>& shapes = model.contact.shapes;
  work.placed.resize(shapes.size());
  for (size_t i = 0; i < shapes.size(); ++i) {
    const ContactShape& shape = shapes[i];
    PlacedShape& placed = work.placed[i];
    placed.kind = shape.kind;
    placed.radius = shape.radius;
    placed.half = shape.half;
    placed.solid = shape.solid.get();
    if (shape.is_panel()) {
      place_panel(model.contact, shape, ws, placed);
      continue;
    }
    placed.X = shape.body < 0 ? shape.X_PS : point_pose(ws, shape.body, shape.point) * shape.X_PS;
    const Vector3 half_axis = shape.half_length * placed.X.R.col(0);
    placed.ends = {placed.X.p - half_axis, placed.X.p + half_axis};
  }
}

}  // namespace cuttle
