#include <gtest/gtest.h>

#include <numbers>

#include "cuttle/contact/find_contacts.h"

namespace cuttle {
namespace {

// a base with two links in a row, and a free body beside them
Model chain_of_bodies() {
  Model model;
  for (const int parent : {-1, 0, 1, -1}) {
    Body body;
    body.parent = parent;
    model.bodies.push_back(body);
  }
  return model;
}

ContactShape sphere_on(int body) {
  ContactShape shape;
  shape.body = body;
  shape.radius = {0.1, 0.1};
  return shape;
}

ContactShape panel_of_rod(double from, double to, double radius) {
  ContactShape shape;
  shape.body = 3;
  shape.point = 1;
  shape.point2 = 2;
  shape.radius = {0.5 * radius, radius};
  shape.abscissa = 0.5 * (from + to);
  shape.length = to - from;
  return shape;
}

TEST(MayTouch, NotWithinABodyTheWorldOrAcrossAJoint) {
  const Model model = chain_of_bodies();
  const auto may = [&](int a, int b) {
    const bool there = may_touch(model, sphere_on(a), sphere_on(b));
    EXPECT_EQ(there, may_touch(model, sphere_on(b), sphere_on(a))) << a << " " << b;
    return there;
  };
  EXPECT_FALSE(may(-1, -1));
  EXPECT_FALSE(may(2, 2));
  EXPECT_FALSE(may(0, 1));
  EXPECT_FALSE(may(1, 2));
  EXPECT_TRUE(may(0, 2));
  EXPECT_TRUE(may(0, 3));   // both hang on the world
  EXPECT_TRUE(may(-1, 0));  // a body and an obstacle, even if it hangs on the world
}

TEST(MayTouch, ARodItselfOnlyBeyondAHalfTurnOfItsLargerRadius) {
  const Model model = chain_of_bodies();
  const double half_turn = std::numbers::pi * 0.02;
  const ContactShape a = panel_of_rod(0.1, 0.2, 0.01);
  // from the start of one to the end of the other
  const auto beyond = [&](double arc) { return panel_of_rod(0.095 + arc, 0.1 + arc, 0.02); };
  EXPECT_FALSE(may_touch(model, panel_of_rod(0.1, 0.11, 0.01), panel_of_rod(0.1, 0.11, 0.01)));
  EXPECT_FALSE(may_touch(model, a, beyond(0.999 * half_turn)));
  EXPECT_TRUE(may_touch(model, a, beyond(1.001 * half_turn)));
  EXPECT_TRUE(may_touch(model, beyond(1.001 * half_turn), a));
}

TEST(MayTouch, TheFirstRuleThatFitsEitherWay) {
  ContactShape a = sphere_on(0), b = sphere_on(3);
  EXPECT_EQ(rule_of(a, b), -1);
  a.side_a = b.side_a = 1;  // both on the same side only
  EXPECT_EQ(rule_of(a, b), -1);
  b.side_b = std::uint64_t(1) << 63;
  a.side_a |= std::uint64_t(1) << 63;
  EXPECT_EQ(rule_of(a, b), 63);
  EXPECT_EQ(rule_of(b, a), 63);
  b.side_a |= 1u << 5;
  a.side_b |= 1u << 5;
  EXPECT_EQ(rule_of(a, b), 5);
  EXPECT_EQ(rule_of(b, a), 5);
}

}  // namespace
}  // namespace cuttle
