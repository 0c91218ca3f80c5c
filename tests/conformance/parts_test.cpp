// What every row of the tables of parts and of families promises about what there is to see and to
// say of it, for all models; and a model for every row that is drawn.

#include <gtest/gtest.h>

#include <cstdint>
#include <set>

#include "cuttle/compile/family_table.h"
#include "cuttle/compile/part_table.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/record/net_reading.h"
#include "cuttle/spec/describe.h"
#include "support/all_models.h"

namespace cuttle::testing {
namespace {

Scenario build_model(const std::string& name) {
  return build(read_scenario(std::filesystem::path(CUTTLE_MODELS) / (name + ".yaml")));
}

/// Keeps what it is told.
class Sheet final : public Canvas {
 public:
  void line(const std::string& name, const std::vector<LinePiece>& pieces,
            std::function<double(const Snapshot&)> tension) override {
    EXPECT_FALSE(pieces.empty()) << name;
    tensions.push_back(std::move(tension));
    ++items;
  }
  void arrow(InputArrow) override { ++items; }
  void fitting(Fitting fitting) override {
    fittings.push_back(std::move(fitting));
    ++items;
  }
  void connection(FramePair) override { ++items; }
  void obstacle(const std::string&, const std::optional<ShapeSpec>&, const Pose&) override {
    ++items;
  }
  void contact_shape(int, const ShapeSpec&, const Pose&) override { ++items; }
  void contact_arrow(ContactArrow arrow) override {
    EXPECT_EQ(arrow.first, contacts) << arrow.name;  // all shapes, one after the other
    contacts += arrow.count;
    ++items;
  }
  void force(ForceArrow arrow) override {
    forces.push_back(std::move(arrow));
    ++items;
  }
  void point(const std::string& name, std::function<Vector3(const Snapshot&)> place) override {
    EXPECT_FALSE(name.empty());
    points.push_back(std::move(place));
    ++items;
  }
  void strip(Strip strip) override {
    EXPECT_GT(strip.abscissa.size(), 1u) << strip.name;
    EXPECT_TRUE(strip.half_width > 0 && strip.half_thickness > 0) << strip.name;
    strips.push_back(std::move(strip));
    ++items;
  }
  void ground(GroundProfile ground) override {
    EXPECT_NEAR(ground.x.dot(ground.y), 0, 1e-6) << ground.name;
    ++items;
  }
  void water(DrawnWater) override {}
  void solid(int, const ShapeSpec&, const Pose&) override { ++items; }
  void rod(int, RodPiece piece) override {
    const std::size_t n = piece.abscissa.size();
    EXPECT_GT(n, 1u);
    EXPECT_TRUE(piece.half_y.size() == n && piece.half_z.size() == n && piece.rest.size() == n &&
                piece.basis.size() == n);
    ++items;
  }
  void shell(int, ShellWall wall) override {
    EXPECT_GT(wall.abscissa.size(), 1u);
    EXPECT_EQ(wall.half_thickness.size(), wall.abscissa.size());
    ++items;
  }

  int items = 0;     // that can be seen
  int contacts = 0;  // contact shapes with an arrow
  std::vector<Fitting> fittings;
  std::vector<std::function<double(const Snapshot&)>> tensions;
  std::vector<ForceArrow> forces;
  std::vector<std::function<Vector3(const Snapshot&)>> points;
  std::vector<Strip> strips;
};

class PartConformance : public ::testing::TestWithParam<std::string> {
 protected:
  PartConformance() : scenario(build_model(GetParam())), ws(scenario.model) {
    InputSource inputs = scenario.inputs;
    EXPECT_TRUE(inputs.evaluate(scenario.initial.t, u).ok());
    update_kinematics(scenario.model, scenario.initial, u, nullptr, ws);
    for (const auto& net : scenario.nets) ws.nets.push_back(rest_reading(*net));
  }
  Built built() const {
    return {scenario.spec, scenario.model, scenario.initial, u, scenario.actors};
  }

  Scenario scenario;
  Workspace ws;
  Input u;
};

TEST_P(PartConformance, WhatHasADrawingIsSeen) {
  for (const PartKind* kind : part_table()) {
    if (!kind->draw) continue;
    Sheet sheet;
    kind->draw(built(), sheet);
    // the ground of a net that is a body is a contact, too
    const bool ground = kind->list == std::string("contacts") && !scenario.model.contact.empty();
    EXPECT_EQ(sheet.items > 0, ground || scenario.spec.size(*kind->type) > 0) << kind->list;

    // numbers that can be drawn, and loads as they were
    const Snapshot now{scenario.model, scenario.initial, u, ws};
    for (const auto& tension : sheet.tensions) EXPECT_TRUE(std::isfinite(tension(now)));
    for (const Fitting& fitting : sheet.fittings) {
      const FittingMotion motion = fitting.motion(now);
      EXPECT_TRUE(motion.place.allFinite() && motion.force.allFinite()) << fitting.name;
      EXPECT_LT((motion.R * motion.R.transpose() - Matrix3::Identity()).norm(), 1e-12);
      for (const Point& point : ws.bodies[std::size_t(fitting.body)].points)
        EXPECT_TRUE(point.load.isZero(0)) << fitting.name;
    }
    for (const ForceArrow& arrow : sheet.forces) {
      const ForceMotion motion = arrow.motion(now);
      EXPECT_TRUE(motion.place.allFinite() && motion.force.allFinite()) << arrow.name;
    }
    for (const auto& place : sheet.points) EXPECT_TRUE(place(now).allFinite());
    for (const Strip& strip : sheet.strips)
      for (std::size_t i = 0; i < strip.abscissa.size(); ++i) {
        const SectionMotion motion = strip.motion(now, i);
        EXPECT_TRUE(motion.place.allFinite() && std::isfinite(motion.curvature)) << strip.name;
        EXPECT_LT((motion.R * motion.R.transpose() - Matrix3::Identity()).norm(), 1e-12);
      }
  }
}

TEST_P(PartConformance, BodiesAreDrawnAndKeepTheirPoints) {
  const BodyIndex index(scenario.spec);
  for (std::size_t i = 0; i < scenario.model.bodies.size(); ++i) {
    const Body& body = scenario.model.bodies[i];
    const BodySpec& spec = *index.find(body.name);
    const FamilyKind& family = family_of(body);
    EXPECT_EQ(&family, &family_of(spec)) << body.name;
    Sheet sheet;
    const auto sketch = family.sketch(spec, int(i), body.family);
    sketch->draw(sheet);
    // of a rigid frame without mass there is nothing to see
    if (family.of_parts)  // which draw it
      EXPECT_EQ(sheet.items, 0) << body.name;
    else
      EXPECT_TRUE(sheet.items > 0 || body.family->mass() == 0) << body.name;
    BodyPlaceSpec at;
    at.kind = BodyPlaceSpec::Kind::base;
    const BodyPlace base = sketch->place(at, Vector3::Zero());
    EXPECT_EQ(base.body, int(i));
    const auto drawn = sketch->finish();
    EXPECT_EQ(drawn->family(), body.family->family());
    EXPECT_GE(drawn->n_points(), body.family->n_points());
    EXPECT_LT(base.point, drawn->n_points());
  }
}

TEST_P(PartConformance, PointsOfBodiesExist) {
  for (const Body& body : scenario.model.bodies) {
    const FamilyKind& family = family_of(body);
    const BodySpec& spec = *find_body(scenario.spec, body.name);
    const int points = body.family->n_points();
    std::set<std::string> names;
    for (const NamedPoint& place : family.named_points(spec, *body.family)) {
      EXPECT_TRUE(names.insert(place.name).second) << place.name;
      EXPECT_TRUE(place.point >= 0 && place.point < points) << place.name;
    }
    EXPECT_TRUE(names.contains("base")) << body.name;
    EXPECT_LT(family.own_point ? family.own_point(*body.family) : 0, points) << body.name;
    if (!family.abscissas) continue;
    EXPECT_EQ(int(family.abscissas(spec, *body.family).size()), points) << body.name;
  }
}

TEST_P(PartConformance, ActorsHaveARole) {
  for (const auto& actor : scenario.model.actors) {
    const EnergyRole role = actor->role();
    EXPECT_TRUE(role == EnergyRole::drives || role == EnergyRole::resists ||
                role == EnergyRole::inside);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, PartConformance, ::testing::ValuesIn(all_models()),
                         [](const auto& row) { return row.param; });

// the suite above is worth what the models have
TEST(PartKinds, OccurInTheModels) {
  std::set<std::string> lists, families;
  for (const std::string& name : all_models()) {
    const Scenario scenario = build_model(name);
    for (const PartKind* kind : part_table())
      if (scenario.spec.size(*kind->type) > 0) lists.insert(kind->list);
    for (const Body& body : scenario.model.bodies) families.insert(family_of(body).field);
  }
  for (const PartKind* kind : part_table()) EXPECT_TRUE(lists.contains(kind->list)) << kind->list;
  for (const FamilyKind* kind : family_table())
    EXPECT_TRUE(families.contains(kind->field)) << kind->field;
}

// what acts inside of a body is not seen, nor who measures and decides; a new part is seen, or
// stands here
TEST(PartKinds, AreDrawnUnlessTheyActInsideOfABody) {
  const std::set<std::string> inside = {"muscles", "shell_loads"};
  for (const PartKind* kind : part_table())
    EXPECT_EQ(kind->draw == nullptr,
              kind->chapter == Chapter::control || inside.contains(kind->list))
        << kind->list;
}

/// Walks through all kinds of spec structs; what their fields show must not lie on the stack, since
/// writers look at it after describe() has returned.
class Lasting final : public Fields {
 public:
  void walk(const Type& type) {
    const Type* what = &type;
    while (what->of) what = what->of;
    if (what->form != Form::part || !seen.insert(what).second) return;
    const FreshPart part(*what);
    what->describe(part.value().at, *this);
  }
  void visit(const FieldInfo& info, Value value) override {
    EXPECT_FALSE(lasts_no_longer_than(value.at)) << info.name;
    walk(*value.type);
  }
  void visit_list_or_inline(const char* name, Value list, const char*) override {
    EXPECT_FALSE(lasts_no_longer_than(list.at)) << name;
    walk(*list.type);
  }

  std::set<const Type*> seen;

 private:
  // between a variable of this function and the test, which were called later and earlier
  bool lasts_no_longer_than(const void* at) const {
    const char here = 0;
    const auto begin = std::uintptr_t(&here), end = std::uintptr_t(this),
               place = std::uintptr_t(at);
    return place > begin && place < end;
  }
};

TEST(PartKinds, FieldsShowWhatLastsAsLongAsThePart) {
  Lasting fields;
  fields.walk(kTypeOf<ScenarioSpec>);
  EXPECT_GT(fields.seen.size(), 40u);
}

}  // namespace
}  // namespace cuttle::testing
