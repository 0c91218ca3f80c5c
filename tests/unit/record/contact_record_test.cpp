// What is kept of contacts: the right sign, the right place, the strongest state.

#include "cuttle/record/contact_record.h"

#include <gtest/gtest.h>

#include "cuttle/compile/compile.h"
#include "cuttle/io/read_scenario.h"

namespace cuttle {
namespace {

/// A floor, a ball, and an arm of two shapes; a smooth rule and a rough one.
Model touching_model() {
  Model model = build(parse_scenario(R"(
name: touch
bodies:
  - {name: ball, joint: free, rigid: {shapes: [{sphere: 0.1, mass: 1}]}}
  - {name: arm, joint: free, rigid: {shapes: [{sphere: 0.1, mass: 1}]}}
)",
                                     "test.yaml"))
                    .model;
  ContactShape floor, ball, arm;
  floor.kind = ContactShapeKind::plane;
  ball.body = 0;
  arm.body = 1;
  model.contact.shapes = {floor, ball, arm, arm};
  ContactRule smooth, rough;
  smooth.name = "smooth";
  rough.name = "rough";
  rough.static_friction = rough.kinetic_friction = 0.5;
  model.contact.rules = {smooth, rough};
  return model;
}

Contact closed_contact(int a, int b, int rule, const Vector3& x, const Vector3& n, double normal) {
  Contact contact;
  contact.key = {a, b, 0};
  contact.rule = rule;
  contact.x = x;
  contact.n = n;
  contact.normal = normal;
  return contact;
}

using Row = Eigen::Matrix<double, 7, 1>;

Row row_of(std::span<const double> values, int slot) {
  return Eigen::Map<const Row>(values.data() + 7 * slot);
}

TEST(ContactRecord, shapes_of_moving_bodies_have_names) {
  EXPECT_EQ(ContactRecord(touching_model()).names(),
            (std::vector<std::string>{"ball", "arm[0]", "arm[1]"}));
}

TEST(ContactRecord, forces_are_those_on_the_shape_and_places_their_mean) {
  const Model model = touching_model();
  Workspace ws(model);
  // the floor carries the ball with 3 N, and the ball the first shape of the arm with 1 N
  ws.contact.contacts = {
      closed_contact(0, 1, 0, {0, 0, 0}, Vector3::UnitZ(), 3),
      closed_contact(1, 2, 1, {0.4, 0, 0.2}, Vector3::UnitZ(), 1),
  };
  ContactRecord record(model);
  const auto values = record.evaluate(model, ws);
  ASSERT_EQ(values.size(), 21u);
  const Row ball = row_of(values, 0), arm = row_of(values, 1);
  EXPECT_LT((ball.segment<3>(3) - Vector3(0, 0, 2)).norm(), 1e-15);
  EXPECT_LT((ball.head<3>() - Vector3(0.1, 0, 0.05)).norm(), 1e-15);
  EXPECT_EQ(ball[6], double(ContactState::sticking));
  EXPECT_LT((arm.segment<3>(3) - Vector3(0, 0, 1)).norm(), 1e-15);
  EXPECT_LT((arm.head<3>() - Vector3(0.4, 0, 0.2)).norm(), 1e-15);
}

TEST(ContactRecord, states_and_friction) {
  const Model model = touching_model();
  Workspace ws(model);
  ws.contact.contacts = {closed_contact(0, 1, 0, {}, Vector3::UnitZ(), 3),
                         closed_contact(0, 2, 1, {}, Vector3::UnitZ(), 3),
                         closed_contact(0, 3, 1, {}, Vector3::UnitZ(), 3)};
  ws.contact.contacts[2].sliding = true;
  ws.contact.contacts[2].tangential = {1.5, 0, 0};
  ContactRecord record(model);
  auto values = record.evaluate(model, ws);
  for (int slot = 0; slot < 3; ++slot) EXPECT_EQ(row_of(values, slot)[6], slot + 1);
  EXPECT_LT((row_of(values, 2).segment<3>(3) - Vector3(1.5, 0, 3)).norm(), 1e-15);

  // near, but open: no force, and the place is that of the shape
  for (Contact& contact : ws.contact.contacts) contact.normal = 0;
  ws.contact.placed.resize(4);
  ws.contact.placed[1].ends = {Vector3(1, 2, 3), Vector3(3, 2, 3)};
  values = record.evaluate(model, ws);
  EXPECT_EQ(row_of(values, 0).head<3>(), Vector3(2, 2, 3));
  EXPECT_EQ(row_of(values, 0).tail<4>(), Vector4::Zero());
  EXPECT_EQ(row_of(values, 2)[6], 0);
}

}  // namespace
}  // namespace cuttle
