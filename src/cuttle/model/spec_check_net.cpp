#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "cuttle/model/spec_check.h"

namespace cuttle {

namespace {

// bonded edges may differ by round-off in length, not more
constexpr double kSameLength = 1e-9;

// the parts of one net, its copies written out
class NetCheck {
 public:
  NetCheck(const NetSpec& net, Diagnostics& diagnostics)
      : spec_(net), net_(expand_net(net)), diagnostics_(diagnostics) {}

  void check_segments();
  void check_ties();
  void check_ground(const StudySpec& study);
  void check_plane();
  void check_probe(const ProbeSpec& probe);

 private:
  enum class What { node, edge };

  void report(const Origin& origin, const char* field, std::string what, std::string hint = "") {
    diagnostics_.add(origin.error(field, std::move(what), std::move(hint)));
  }
  void check_section(const NetSegmentSpec& segment);
  void check_mass(const NetSegmentSpec& segment);
  void check_drive(const NetSegmentSpec& segment);
  void check_repeat(const NetSegmentSpec& segment);
  void check_bond(const NetBondSpec& bond);
  void check_lengths(const NetPlaceSpec& a, const NetPlaceSpec& b, const Origin& origin,
                     const char* field);
  void check_name(const std::string& segment, const Origin& origin, const char* field);
  bool check_place(const NetPlaceSpec& place, What what, const Origin& origin, const char* field);

  const NetSegmentSpec* find(const std::string& name) const {
    for (const NetSegmentSpec& segment : net_.segments)
      if (segment.name == name) return &segment;
    return nullptr;
  }
  std::vector<std::string> names() const {
    std::vector<std::string> list;
    for (const NetSegmentSpec& segment : net_.segments) list.push_back(segment.name);
    return list;
  }
  static int edges(const NetSegmentSpec& s) {
    return s.edges + (s.start_edge > 0 ? 1 : 0) + (s.end_edge > 0 ? 1 : 0);
  }
  static int nodes(const NetSegmentSpec& s) { return edges(s) + (s.closed ? 0 : 1); }

  const NetSpec& spec_;
  NetSpec net_;
  Diagnostics& diagnostics_;
};

void NetCheck::check_section(const NetSegmentSpec& s) {
  const auto known = [&](const char* field, bool given) { return given || s.origin.given(field); };
  const bool width = known("width", s.width.has_value());
  const bool thickness = known("thickness", s.thickness.has_value());
  const bool area = known("area", s.area.has_value());
  const bool inertia = known("inertia", s.inertia.has_value());
  if ((width && thickness) || (area && inertia)) return;
  report(s.origin, "",
         fmt::format("the section of {} is not known", s.name.empty() ? "the segment" : s.name),
         "give width and thickness, or area and inertia");
}

void NetCheck::check_mass(const NetSegmentSpec& s) {
  std::vector<const char*> given;
  if (s.density) given.push_back("density");
  if (s.linear_density) given.push_back("linear_density");
  if (s.mass) given.push_back("mass");
  if (given.size() > 1)
    report(s.origin, given[1], fmt::format("cannot stand beside {}", given[0]),
           "leave out one of the two");
  const bool unread =
      s.origin.given("density") || s.origin.given("linear_density") || s.origin.given("mass");
  if (given.empty() && !unread && s.node_mass == 0)
    report(s.origin, "", "the segment has no mass",
           "give density, linear_density, mass, or node_mass");
}

void NetCheck::check_drive(const NetSegmentSpec& s) {
  if (s.sma && s.rest_curvature)
    report(s.origin, "rest_curvature", "cannot stand beside sma, which gives it");
  if (s.sma && s.stiffness)
    report(s.origin, "stiffness", "cannot stand beside sma, which gives it");
  if (s.sma && s.sma->period > 0 && s.sma->rise >= s.sma->period)
    report(s.sma->origin, "rise",
           fmt::format("must be < period = {:g} s, got {:g} s", s.sma->period, s.sma->rise));
}

void NetCheck::check_repeat(const NetSegmentSpec& s) {
  if (!s.repeat || !s.repeat->bond) return;
  bool exist = s.edges >= 1;
  for (const double edge : *s.repeat->bond) {
    if (edge == std::floor(edge) && edge < edges(s)) continue;
    exist = false;
    report(s.repeat->origin, "bond",
           fmt::format("there is no edge {:g}: the edges of {} are 0 to {}", edge, s.name,
                       edges(s) - 1));
  }
  if (!exist || s.repeat->count < 2) return;
  const std::string next = s.name + "_2";
  check_lengths({s.name + "_1", int((*s.repeat->bond)[0])}, {next, int((*s.repeat->bond)[1])},
                s.repeat->origin, "bond");
}

void NetCheck::check_segments() {
  std::set<std::string> seen;
  for (const NetSegmentSpec& s : spec_.segments) {
    check_section(s);
    check_mass(s);
    check_drive(s);
    check_repeat(s);
    if (s.edges >= 1 && nodes(s) < 3)
      report(s.origin, "edges",
             fmt::format("{} has {} nodes, but bending needs at least 3", s.name, nodes(s)),
             s.closed ? "a ring has as many nodes as edges" : "");
    if (s.closed && (s.start_edge > 0 || s.end_edge > 0))
      report(s.origin, "closed", "the edges of a ring must have one length",
             "leave out start_edge and end_edge");
  }
  for (const NetSegmentSpec& s : net_.segments)
    if (!s.name.empty() && !seen.insert(s.name).second)
      report(s.origin, "name", "another segment has the name '" + s.name + "'");
}

void NetCheck::check_name(const std::string& segment, const Origin& origin, const char* field) {
  if (segment.empty() || find(segment)) return;
  report(origin, field, "unknown segment '" + segment + "' of net " + spec_.name,
         suggest(segment, names(), "segments"));
}

bool NetCheck::check_place(const NetPlaceSpec& place, What what, const Origin& origin,
                           const char* field) {
  if (place.segment.empty()) return false;
  check_name(place.segment, origin, field);
  const NetSegmentSpec* const segment = find(place.segment);
  if (!segment || segment->edges < 1) return false;
  const int count = what == What::node ? nodes(*segment) : edges(*segment);
  if (place.index < count && place.index >= -count) return true;
  const char* const kind = what == What::node ? "node" : "edge";
  report(origin, field,
         fmt::format("there is no {} {}: the {}s of {} are 0 to {}", kind, place.index, kind,
                     place.segment, count - 1));
  return false;
}

void NetCheck::check_bond(const NetBondSpec& bond) {
  const bool first = check_place(bond.edges[0], What::edge, bond.origin, "edges");
  if (!check_place(bond.edges[1], What::edge, bond.origin, "edges") || !first) return;
  const auto at = [&](const NetPlaceSpec& place) {
    const int count = edges(*find(place.segment));
    return place.index < 0 ? place.index + count : place.index;
  };
  const NetPlaceSpec &a = bond.edges[0], &b = bond.edges[1];
  if (a.segment == b.segment && at(a) == at(b)) {
    report(bond.origin, "edges",
           fmt::format("edge {} of {} is bonded to itself", at(a), a.segment));
    return;
  }
  check_lengths({a.segment, at(a)}, {b.segment, at(b)}, bond.origin, "edges");
}

void NetCheck::check_lengths(const NetPlaceSpec& a, const NetPlaceSpec& b, const Origin& origin,
                             const char* field) {
  const double length_a = edge_lengths(*find(a.segment))[std::size_t(a.index)];
  const double length_b = edge_lengths(*find(b.segment))[std::size_t(b.index)];
  if (std::abs(length_a - length_b) <= kSameLength * std::max(length_a, length_b)) return;
  report(origin, field,
         fmt::format("{}.{} is {:.6g} m long, {}.{} is {:.6g} m long", a.segment, a.index, length_a,
                     b.segment, b.index, length_b),
         "bonded edges must have one length: choose length and edges of the segments so");
}

void NetCheck::check_ties() {
  for (const NetBondSpec& bond : spec_.bonds) check_bond(bond);
  for (const NetWeldSpec& weld : spec_.welds) {
    const NetPlaceSpec &a = weld.nodes[0], &b = weld.nodes[1];
    const bool first = check_place(a, What::node, weld.origin, "nodes");
    if (check_place(b, What::node, weld.origin, "nodes") && first && a.segment == b.segment &&
        a.index == b.index)
      report(weld.origin, "nodes",
             fmt::format("node {} of {} is welded to itself", a.index, a.segment));
  }
  for (const NetSupportSpec& support : spec_.supports) {
    check_place(support.node, What::node, support.origin, "node");
    if (!support.x && !support.y)
      report(support.origin, "", "holds nothing: x and y are both false");
  }
  for (const NetClampSpec& clamp : spec_.clamps) {
    check_name(clamp.segment, clamp.origin, "segment");
    if (const NetSegmentSpec* const s = find(clamp.segment); s && s->closed)
      report(clamp.origin, "segment", fmt::format("the ring {} has no end", s->name),
             "hold two of its nodes by supports");
  }
  for (const NetLoadSpec& load : spec_.loads)
    check_place(load.node, What::node, load.origin, "node");
  if (!spec_.level) return;
  for (const NetPlaceSpec& place : *spec_.level)
    check_place(place, What::node, spec_.origin, "level");
}

void NetCheck::check_plane() {
  if (!spec_.plane.y) return;
  const double cosine = spec_.plane.x.dot(*spec_.plane.y);
  if (std::abs(cosine) < 1e-6) return;
  report(spec_.plane.origin, "y",
         fmt::format("must be at a right angle to x, but the angle is {:.4g} deg",
                     std::acos(std::clamp(cosine, -1.0, 1.0)) * 180 / M_PI));
}

void NetCheck::check_ground(const StudySpec& study) {
  if (spec_.start == NetStart::settled && !spec_.ground)
    report(spec_.origin, "start", "a net without ground falls for ever",
           "give it a ground, or take start: placed");
  if (!spec_.ground) return;
  const Origin& origin = spec_.ground->origin;
  if (spec_.ground->height.kind == FunctionSpec::Kind::taper)
    report(origin, "height", "must be a number or an expression in X");
  if (study.type != StudyType::dynamics)
    report(spec_.origin, "ground",
           "is known in a study of dynamics only: friction leaves many equilibria",
           "let it come to rest: type: dynamics");
  if (study.type == StudyType::dynamics && study.net_method == NetMethod::midpoint &&
      spec_.ground->contact == GroundContact::exact)
    report(origin, "contact", "exact needs study.net_method: euler",
           "take contact: penalty with the midpoint rule");
}

void NetCheck::check_probe(const ProbeSpec& probe) {
  for (const NetPlaceSpec& place : probe.nodes)
    check_place(place, What::node, probe.origin, "nodes");
  for (const std::string& segment : probe.segments) check_name(segment, probe.origin, "segments");
}

// what nets and bodies cannot do together
void check_study(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  const StudySpec& study = scenario.study;
  if (study.by_arc_length())
    diagnostics.add(study.origin.error("control", "nets are followed by control: load only"));
  if (scenario.bodies.empty()) return;
  if (study.type == StudyType::modes || study.type == StudyType::load_path)
    diagnostics.add(study.origin.error("type",
                                       "nets beside bodies take part in dynamics and statics only",
                                       "put the net into a model file of its own"));
}

}  // namespace

void check_nets(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (const NetSpec& net : scenario.nets) {
    names.push_back(net.name);
    NetCheck check(net, diagnostics);
    check.check_plane();
    check.check_segments();
    check.check_ties();
    check.check_ground(scenario.study);
    for (const ProbeSpec& probe : scenario.probes)
      if (probe.kind() == ProbeSpec::Kind::net && probe.net == net.name) check.check_probe(probe);
    if (!net.name.empty() && find_body(scenario, net.name))
      diagnostics.add(net.origin.error("name", "a body has the name '" + net.name + "'"));
  }
  for (const ProbeSpec& probe : scenario.probes)
    if (probe.kind() == ProbeSpec::Kind::net &&
        std::find(names.begin(), names.end(), probe.net) == names.end())
      diagnostics.add(probe.origin.error("net", "unknown net '" + probe.net + "'",
                                         suggest(probe.net, names, "nets")));
  if (!scenario.nets.empty()) check_study(scenario, diagnostics);
}

}  // namespace cuttle
