#include <fmt/format.h>

#include <algorithm>

#include "cuttle/contact/part/build.h"
#include "cuttle/contact/part/check.h"
#include "cuttle/contact/part/draw.h"
#include "cuttle/contact/part/part.h"
#include "cuttle/contact/part/parties.h"
#include "cuttle/contact/part/warn.h"
#include "cuttle/part/part_kind.h"
#include "cuttle/rod/rod_panels.h"

namespace cuttle {

namespace {

// ---------------------------------------------------------------------------------------- copies

// Copies stand for the body that was repeated.
void name_copies(const RepeatGroup& group, ContactSideSpec& side) {
  std::vector<std::string> names;
  for (std::string& name : side.names) {
    if (group.has_body(name))
      for (int k = 1; k <= group.count(); ++k)
        names.push_back(PartCopy{group, {k, group.count()}}.name(name));
    else
      names.push_back(std::move(name));
  }
  side.names = std::move(names);
}

void name_copies(PartLists& lists, const RepeatGroup& group) {
  for (ContactSpec& contact : lists.of<ContactSpec>())
    for (ContactSideSpec& side : contact.between) name_copies(group, side);
}

// ---------------------------------------------------------------------------------------- places

// nets touch with all their nodes
void hold_nodes(const BodySpec& net, Places& bodies) {
  for (const NetBodySpec::Strip& strip : net.net->strips)
    for (int node = 0; node <= strip.edges - (strip.closed ? 1 : 0); ++node)
      bodies.place(net.name,
                   {BodyPlaceSpec::Kind::frame, 0, fmt::format("{}.{}", strip.name, node)},
                   net.origin);
}

// rods touch along panels, which end at points
void places(const ScenarioSpec& spec, Places& bodies) {
  for (const BodySpec* body : bodies_in_contacts(spec)) {
    if (body->net) hold_nodes(*body, bodies);
    if (!body->rod) continue;
    for (const RodPanel& panel : panels_of(*body->rod))
      for (const double X : {panel.from, panel.to}) bodies.rod_point(body->name, X);
  }
}

PartSummary summary(const Built& built) {
  const ContactModel& contact = built.model.contact;
  if (contact.empty()) return {};
  std::vector<TableRow> rows = {
      {"name", "shapes", "against", "stiffness", "exponent", "damping [N s/m]", "friction"}};
  for (size_t i = 0; i < contact.rules.size(); ++i) {
    const ContactRule& rule = contact.rules[i];
    const auto on_side = [&](std::uint64_t ContactShape::*side) {
      return std::to_string(
          std::count_if(contact.shapes.begin(), contact.shapes.end(),
                        [&](const ContactShape& shape) { return (shape.*side >> i & 1) != 0; }));
    };
    std::string friction = rule.rough() ? number(rule.static_friction) : "none";
    if (rule.kinetic_friction < rule.static_friction)
      friction += ", sliding " + number(rule.kinetic_friction);
    rows.push_back({rule.name, on_side(&ContactShape::side_a), on_side(&ContactShape::side_b),
                    number(rule.stiffness), number(rule.exponent), number(rule.damping), friction});
  }
  return {.rows = std::move(rows)};
}

// ---------------------------------------------------------------------------------------- probe

// a probe of one member must name one that takes part
void check_probe(const ProbeSpec& probe, Checker& checker) {
  if (probe.of.empty()) return;
  const std::vector<ContactSpec>& contacts = checker.spec.of<ContactSpec>();
  const ContactSpec& contact = *std::ranges::find(contacts, probe.target(), &ContactSpec::name);
  std::vector<std::string> members;
  for (const ContactSideSpec& side : contact.between) {
    const ContactParties parties = parties_of(checker.spec, side);
    for (const BodySpec* body : parties.bodies) members.push_back(body->name);
    for (const ObstacleSpec* obstacle : parties.obstacles) members.push_back(obstacle->name);
  }
  if (std::find(members.begin(), members.end(), probe.of) == members.end())
    checker.diagnostics.add(probe.origin.error(
        "of", fmt::format("'{}' takes no part in the contact {}", probe.of, probe.target()),
        suggest(probe.of, members, "bodies and obstacles in it")));
}

/// Numbers of places where a contact is closed, sticks and slides, its largest depth [m], the sums
/// of normal and tangential forces [N], and the force on its second side in world axes: fx, fy, fz
/// [N]. A pair whose members are on both sides has none. With a body or an obstacle: only its
/// places, and the force on it.
class ContactProbe final : public ProbeTarget {
 public:
  ContactProbe(const Draft& draft, const ProbeSpec& probe) : body_(draft.body_index(probe.of)) {
    while (draft.spec.of<ContactSpec>()[size_t(rule_)].name != probe.target()) ++rule_;
    // obstacles are the last shapes, one each
    const auto& obstacles = draft.spec.of<ObstacleSpec>();
    const size_t first = draft.model.contact.shapes.size() - obstacles.size();
    for (size_t i = 0; i < obstacles.size(); ++i)
      if (obstacles[i].name == probe.of) obstacle_ = int(first + i);
  }

  void add_columns(const Model&, ColumnList& list) const override {
    list.add({"count"}, "-", "number of contact points");
    list.add({"sticking", "sliding"}, "-",
             "of these, the points with friction that stick or slide");
    list.add({"depth"}, "m", "largest depth");
    list.add({"normal"}, "N", "sum of the normal forces");
    list.add({"friction"}, "N", "sum of the sizes of the tangential forces");
    const bool one = body_ >= 0 || obstacle_ >= 0;
    list.add({"fx", "fy", "fz"}, "N",
             one ? "force on it, world axes" : "force on the second side, world axes");
  }

  void write(const Snapshot& at, RowWriter& row) const override {
    int count = 0, sticking = 0, sliding = 0;
    double depth = 0, normal = 0, friction = 0;
    Vector3 force = Vector3::Zero();
    for (const Contact& c : at.ws.contact.contacts) {
      if (c.rule != rule_ || !c.closed()) continue;
      const Share share = share_of(at.model.contact, c);
      if (!share.counts) continue;
      const bool rough = at.model.contact.rules[size_t(c.rule)].rough();
      ++count;
      sticking += rough && !c.sliding ? 1 : 0;
      sliding += rough && c.sliding ? 1 : 0;
      depth = std::max(depth, -c.gap);
      normal += c.normal;
      friction += c.tangential.norm();
      force += share.sign * c.force();
    }
    for (const double value :
         {double(count), double(sticking), double(sliding), depth, normal, friction})
      row.put(value);
    row.put_all(force);
  }

 private:
  /// Share of a contact's force that counts, and whether its place does.
  struct Share {
    bool counts = true;
    double sign = 0;  // of the force on b
  };

  Share share_of(const ContactModel& model, const Contact& c) const {
    const ContactShape &a = model.shapes[size_t(c.key.a)], &b = model.shapes[size_t(c.key.b)];
    bool at_a = false, at_b = false;
    if (body_ >= 0) {
      at_a = a.body == body_;
      at_b = b.body == body_;
    } else if (obstacle_ >= 0) {
      at_a = c.key.a == obstacle_;
      at_b = c.key.b == obstacle_;
    } else {
      // b is the second side, or a, or either
      at_b = ((a.side_a & b.side_b) >> rule_ & 1) != 0;
      at_a = ((b.side_a & a.side_b) >> rule_ & 1) != 0;
    }
    return {at_a || at_b, (at_b ? 1.0 : 0.0) - (at_a ? 1.0 : 0.0)};
  }

  int rule_ = 0;
  int body_;
  int obstacle_ = -1;  // its shape
};

constexpr ProbeKind kProbes[] = {{.field = "contact",
                                  .doc = "contact whose points, depth and forces are recorded",
                                  .order = 70,
                                  .list = "contacts",
                                  .late = true,
                                  .check = check_probe,
                                  .make = make_probe<ContactProbe>}};

}  // namespace

extern constinit const PartKind kObstacles{.list = "obstacles",
                                           .word = "obstacle",
                                           .doc = "shapes fixed in the world",
                                           .type = &kListOf<ObstacleSpec>,
                                           .turn = 100,
                                           .unique_names = false,
                                           .check = check_obstacles,
                                           .draw = draw_obstacles,
                                           .slips = look_at_obstacles};

extern constinit const PartKind kContacts{
    .list = "contacts",
    .word = "contact",
    .doc = "which shapes push each other away; the first that matches a pair counts",
    .type = &kListOf<ContactSpec>,
    .turn = 110,
    .first_fits = true,
    .check = check_contacts,
    .after_repeat = name_copies,
    .places = places,
    .build = build_contacts,
    .summary = summary,
    .draw = draw_contacts,
    .warn = warn_of_contacts,
    .probes = kProbes};

}  // namespace cuttle
