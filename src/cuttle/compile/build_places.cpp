#include <algorithm>

#include "cuttle/compile/build_draft.h"
#include "cuttle/compile/part_table.h"
#include "cuttle/record/column_formulas.h"

namespace cuttle {

namespace {

// Hands what parts tell on to the drafts of the bodies. Nothing is done with the rest.
class PlacesOfParts : public Places {
 public:
  explicit PlacesOfParts(ScenarioDraft& draft) : draft_(draft) {}

  void place(const std::string&, const BodyPlaceSpec&, const Origin&) override {}
  void looked_at(const std::string&, const BodyPlaceSpec&, const Origin&) override {}
  void rod_ends(const std::string&, const std::optional<BodyPlaceSpec>&,
                const std::optional<BodyPlaceSpec>&) override {}
  void rod_nodes(const std::string&, const std::optional<BodyPlaceSpec>&,
                 const std::optional<BodyPlaceSpec>&) override {}
  void rod_point(const std::string&, double) override {}
  void shell_stretch(const std::string&, std::optional<double>, std::optional<double>,
                     const std::vector<double>&, const Origin&) override {}

  void ask_parts() {
    for (const PartKind* kind : part_table())
      if (kind->places) kind->places(draft_.spec, *this);
  }

 protected:
  /// nullptr: the world.
  BodyDraft* find(const std::string& name) const {
    const int body = draft_.body_index(name);
    return body < 0 ? nullptr : draft_.bodies[size_t(body)].get();
  }
  ScenarioDraft& draft_;
};

class Cuts final : public PlacesOfParts {
 public:
  using PlacesOfParts::PlacesOfParts;
  void shell_stretch(const std::string& body, std::optional<double> from, std::optional<double> to,
                     const std::vector<double>& knots, const Origin&) override {
    if (BodyDraft* const found = find(body)) found->cut(from, to, knots);
  }
};

class PlaceCheck final : public PlacesOfParts {
 public:
  using PlacesOfParts::PlacesOfParts;
  void place(const std::string& body, const BodyPlaceSpec& at, const Origin& origin) override {
    if (at.kind == BodyPlaceSpec::Kind::abscissa) abscissa(body, at.abscissa, origin);
  }
  void looked_at(const std::string& body, const BodyPlaceSpec& at, const Origin& origin) override {
    place(body, at, origin);
  }
  void shell_stretch(const std::string& body, std::optional<double> from, std::optional<double> to,
                     const std::vector<double>&, const Origin& origin) override {
    if (const BodyDraft* const found = find(body))
      found->check_stretch(from, to, origin, draft_.diagnostics);
  }
  void abscissa(const std::string& body, double X, const Origin& origin) {
    if (const BodyDraft* const found = find(body))
      found->check_place(X, origin, draft_.diagnostics);
  }
};

class Holds final : public PlacesOfParts {
 public:
  using PlacesOfParts::PlacesOfParts;
  void place(const std::string& body, const BodyPlaceSpec& at, const Origin&) override {
    hold(body, at, false);
  }
  void looked_at(const std::string& body, const BodyPlaceSpec& at, const Origin&) override {
    hold(body, at, true);
  }
  void rod_ends(const std::string& body, const std::optional<BodyPlaceSpec>& from,
                const std::optional<BodyPlaceSpec>& to) override {
    if (BodyDraft* const found = find(body)) found->hold_ends(from, to);
  }
  void rod_nodes(const std::string& body, const std::optional<BodyPlaceSpec>& from,
                 const std::optional<BodyPlaceSpec>& to) override {
    if (BodyDraft* const found = find(body)) found->hold_nodes(from, to);
  }
  void rod_point(const std::string& body, double X) override {
    if (BodyDraft* const found = find(body)) found->hold_at(X);
  }
  void hold(const std::string& body, const BodyPlaceSpec& at, bool look) {
    if (BodyDraft* const found = find(body)) found->hold(at, look);
  }
};

}  // namespace

void cut_bodies(ScenarioDraft& draft) { Cuts(draft).ask_parts(); }

void check_places(ScenarioDraft& draft) {
  const ScenarioSpec& spec = draft.spec;
  PlaceCheck check(draft);
  for (const BodySpec& body : spec.bodies) check.place(body.parent, body.at, body.origin);
  check.ask_parts();
  for (const ProbeSpec& probe : spec.probes) {
    if (find_probe_kind(probe.kind())->has_place)
      check.place(probe.target(), probe.at, probe.origin);
    for (const double X : probe.abscissas) check.abscissa(probe.target(), X, probe.origin);
  }
}

void hold_places(ScenarioDraft& draft) {
  Holds holds(draft);
  for (const BodySpec* body : draft.order) holds.hold(body->parent, body->at, false);
  holds.ask_parts();
  // what formulas of forces read is more than looked at
  const std::vector<std::string> read = probes_in_formulas(draft.spec);
  for (const ProbeSpec& probe : draft.spec.probes)
    if (find_probe_kind(probe.kind())->has_place)
      holds.hold(probe.target(), probe.at, std::ranges::count(read, probe.name) == 0);
}

}  // namespace cuttle
