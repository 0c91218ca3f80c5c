#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "cuttle/net/net_model.h"
#include "cuttle/net/row.h"
#include "cuttle/part/counts.h"

namespace cuttle {

namespace {

// bonded edges may differ by round-off in length, not more
constexpr double kSameLength = 1e-9;
// in all nets; the modes of a net are those of a full matrix
constexpr long kMostNodes = 200000, kMostNodesOfModes = 2000;

int edges(const NetSegmentSpec& s) {
  return s.edges + (s.start_edge > 0 ? 1 : 0) + (s.end_edge > 0 ? 1 : 0);
}
int nodes(const NetSegmentSpec& s) { return edges(s) + (s.closed ? 0 : 1); }

// the parts of one net, its copies written out
class NetCheck {
 public:
  NetCheck(const NetSpec& net, Diagnostics& diagnostics)
      : spec_(net), net_(expand_net(net)), diagnostics_(diagnostics) {}

  void check_segments();
  void check_ties();
  void check_ground(const StudySpec& study, bool body);
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
  bool check_bond(const NetBondSpec& bond);
  void check_bonds();
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
  NetPlaceSpec edge_of(const NetPlaceSpec& place) const {
    const int count = edges(*find(place.segment));
    return {place.segment, place.index < 0 ? place.index + count : place.index};
  }

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
    report(s.origin, given[1], fmt::format("cannot be combined with {}", given[0]),
           "leave out one of the two");
  const bool unread =
      s.origin.given("density") || s.origin.given("linear_density") || s.origin.given("mass");
  if (given.empty() && !unread && s.node_mass == 0)
    report(s.origin, "", "the segment has no mass",
           "give density, linear_density, mass, or node_mass");
}

void NetCheck::check_drive(const NetSegmentSpec& s) {
  if (s.sma && s.rest_curvature)
    report(s.origin, "rest_curvature", "cannot be combined with sma, which gives it");
  if (s.sma && s.stiffness)
    report(s.origin, "stiffness", "cannot be combined with sma, which gives it");
  if (s.sma && s.sma->period > 0 && s.sma->rise >= s.sma->period)
    report(s.sma->origin, "rise",
           fmt::format("must be < period = {:g} s, got {:g} s", s.sma->period, s.sma->rise));
  if (s.sma && s.sma->phase.size() > 1 && !s.repeat)
    report(s.sma->origin, "phase",
           fmt::format("is a list of {}, but {} has no copies", s.sma->phase.size(), s.name),
           "give one time, or repeat the segment");
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
      report(s.origin, "closed", "the edges of a ring must all have the same length",
             "leave out start_edge and end_edge");
    if (s.closed && s.placed_curvature)
      report(s.origin, "placed_curvature", "a ring is placed as a circle", "leave it out");
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

// true if both edges exist and are not the same
bool NetCheck::check_bond(const NetBondSpec& bond) {
  const bool first = check_place(bond.edges[0], What::edge, bond.origin, "edges");
  if (!check_place(bond.edges[1], What::edge, bond.origin, "edges") || !first) return false;
  const NetPlaceSpec a = edge_of(bond.edges[0]), b = edge_of(bond.edges[1]);
  if (a.segment == b.segment && a.index == b.index) {
    report(bond.origin, "edges",
           fmt::format("edge {} of {} is bonded to itself", a.index, a.segment));
    return false;
  }
  check_lengths(a, b, bond.origin, "edges");
  return true;
}

// those of copies come behind the others when they are written out, and are known first here
void NetCheck::check_bonds() {
  using Key = std::pair<std::string, int>;
  std::set<std::pair<Key, Key>> seen;
  const auto is_new = [&](const NetBondSpec& bond) {
    const NetPlaceSpec a = edge_of(bond.edges[0]), b = edge_of(bond.edges[1]);
    const Key first(a.segment, a.index), second(b.segment, b.index);
    return seen.insert(std::minmax(first, second)).second;
  };
  for (std::size_t i = spec_.bonds.size(); i < net_.bonds.size(); ++i) is_new(net_.bonds[i]);
  for (const NetBondSpec& bond : spec_.bonds)
    if (check_bond(bond) && !is_new(bond))
      report(bond.origin, "edges",
             fmt::format("edge {} of {} and edge {} of {} are already bonded",
                         edge_of(bond.edges[0]).index, bond.edges[0].segment,
                         edge_of(bond.edges[1]).index, bond.edges[1].segment),
             "give a bond once, here or as repeat.bond");
}

void NetCheck::check_lengths(const NetPlaceSpec& a, const NetPlaceSpec& b, const Origin& origin,
                             const char* field) {
  const double length_a = edge_lengths(*find(a.segment))[std::size_t(a.index)];
  const double length_b = edge_lengths(*find(b.segment))[std::size_t(b.index)];
  if (std::abs(length_a - length_b) <= kSameLength * std::max(length_a, length_b)) return;
  report(origin, field,
         fmt::format("{}.{} is {:.6g} m long, {}.{} is {:.6g} m long", a.segment, a.index, length_a,
                     b.segment, b.index, length_b),
         "bonded edges must have the same length: choose length and edges of the segments "
         "accordingly");
}

void NetCheck::check_ties() {
  check_bonds();
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
             "hold two of its nodes with supports");
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

void NetCheck::check_ground(const StudySpec& study, bool body) {
  if (spec_.start == NetStart::settled && !spec_.ground && !body)
    report(spec_.origin, "start", "a net without ground falls forever",
           "give it a ground, or use start: placed");
  if (!spec_.ground) return;
  const Origin& origin = spec_.ground->origin;
  if (spec_.ground->height.kind == FunctionSpec::Kind::taper)
    report(origin, "height", "must be a number or an expression in X");
  if (body) return;  // it touches as bodies do
  if (study.type != StudyType::dynamics)
    report(spec_.origin, "ground",
           "is available only in a study of dynamics: friction leaves many equilibria",
           "let it come to rest: type: dynamics");
  if (study.type == StudyType::dynamics && study.start == StartFrom::statics)
    report(study.origin, "start",
           fmt::format(
               "statics does not support the ground of net {}: friction leaves many equilibria",
               spec_.name),
           "leave it out, and give the net start: settled");
  if (study.type == StudyType::dynamics && study.net_method == NetMethod::midpoint &&
      spec_.ground->contact == GroundContact::exact)
    report(origin, "contact", "exact needs study.net_method: euler",
           "use contact: penalty with the midpoint rule");
}

void NetCheck::check_probe(const ProbeSpec& probe) {
  std::set<std::pair<std::string, int>> nodes;
  for (const NetPlaceSpec& place : probe.nodes) {
    check_place(place, What::node, probe.origin, "nodes");
    if (!nodes.insert({place.segment, place.index}).second)
      report(probe.origin, "nodes", fmt::format("a node of {} is named twice", place.segment));
  }
  std::set<std::string> segments;
  for (const std::string& segment : probe.segments) {
    check_name(segment, probe.origin, "segments");
    if (!segments.insert(segment).second)
      report(probe.origin, "segments", segment + " is named twice");
  }
}

// looked at before copies are written out: they could fill the memory
bool check_size(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  long sum = 0;
  for (const NetSpec& net : scenario.of<NetSpec>())
    for (const NetSegmentSpec& s : net.segments) {
      sum += long(nodes(s)) * (s.repeat ? s.repeat->count : 1);
      if (sum <= kMostNodes) continue;
      diagnostics.add(s.origin.error(
          "edges",
          fmt::format("nets may have {} nodes in total, but these have {} up to here", kMostNodes,
                      sum),
          "use fewer edges, or fewer copies: repeat.count"));
      return false;
    }
  if (scenario.study.type == StudyType::modes && sum > kMostNodesOfModes)
    diagnostics.add(scenario.study.origin.error(
        "type",
        fmt::format("modes are computed for at most {} nodes, but the nets have {}",
                    kMostNodesOfModes, sum),
        "use fewer edges: the lowest modes do not need many"));
  return true;
}

// what nets and bodies cannot do together
void check_net_study(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  const StudySpec& study = scenario.study;
  const bool beside = std::ranges::any_of(
      scenario.of<NetSpec>(), [&](const NetSpec& net) { return !is_body(scenario, net); });
  if (!beside) {
    for (const char* field : {"net_method", "net_tolerance"})
      if (study.origin.given(field))
        diagnostics.add(study.origin.error(
            field, "has no effect: all nets are connected with others, and move as bodies do",
            "leave it out; study.method and rtol are those of bodies"));
    return;
  }
  if (study.by_arc_length())
    diagnostics.add(study.origin.error("control", "nets can be followed only with control: load"));
  if (scenario.bodies.empty()) return;
  if (study.type == StudyType::modes || study.type == StudyType::load_path)
    diagnostics.add(study.origin.error(
        "type", "in a model with bodies, nets take part only in dynamics and statics",
        "put the net into a model file of its own, or connect it with the bodies"));
}

// the steps of a net, which another field says, in a span of time.
void check_net_steps(double span, double step, const Origin& origin, const char* field,
                     Diagnostics& diagnostics) {
  check_count(span / step, kMaxTicks, origin, field, fmt::format("{:.6g} s", span),
              fmt::format("steps of a net, {:.6g} s each", step),
              fmt::format("use at most {:.3g} s, or a longer study.step", kMaxTicks * step),
              diagnostics);
}

}  // namespace

void check_nets(Checker& checker) {
  const ScenarioSpec& scenario = checker.spec;
  Diagnostics& diagnostics = checker.diagnostics;
  const std::vector<NetSpec>& nets = scenario.of<NetSpec>();
  if (!check_size(scenario, diagnostics)) return;
  for (const NetSpec& net : nets) {
    NetCheck check(net, diagnostics);
    const bool body = is_body(scenario, net);
    check.check_plane();
    check.check_segments();
    check.check_ties();
    check.check_ground(scenario.study, body);
    for (const ProbeSpec& probe : scenario.probes)
      if (probe.is("net") && probe.target() == net.name) check.check_probe(probe);
    if (body)
      check_net_body(net, diagnostics);
    else if (!net.name.empty() && checker.bodies.find(net.name))
      diagnostics.add(net.origin.error("name", "a body has the name '" + net.name + "'"));
  }
  if (!nets.empty()) check_net_study(scenario, diagnostics);
}

void check_study_of_nets(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  const StudySpec& study = scenario.study;
  if (study.type != StudyType::dynamics) return;
  const double step = study.step > 0 ? study.step : kNetStep;
  for (const NetSpec& net : scenario.of<NetSpec>()) {
    if (is_body(scenario, net)) continue;
    if (net.start == NetStart::settled)
      check_net_steps(net.settle_time, step, net.origin, "settle_time", diagnostics);
    if (study.step == 0)
      check_net_steps(study.duration, step, study.origin, "duration", diagnostics);
  }
}

void check_built_nets(const ScenarioSpec& scenario, const ActorIndex& actors,
                      Diagnostics& diagnostics) {
  for (const NetSpec& spec : scenario.of<NetSpec>())
    if (actors.find<NetModel>(spec.name)->free_count() == 0)
      diagnostics.add(spec.origin.error(
          "", fmt::format("nothing can move: all nodes of the net {} are held", spec.name),
          "leave out some of its supports and clamps"));
}

}  // namespace cuttle
