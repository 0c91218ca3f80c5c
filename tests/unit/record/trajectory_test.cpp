#include "cuttle/record/trajectory.h"

#include <gtest/gtest.h>

#include <array>

namespace cuttle {
namespace {

Trajectory two_columns() {
  return Trajectory({"t", "s", "time", ""},
                    {{"tip.x", "m", "tip position", "tip"},
                     {"energy.kinetic", "J", "", "energy"},
                     {"tip.y", "m", "tip position", "tip"}},
                    {"q1", "q2"}, {"v1", "v2"});
}

void add_row(Trajectory& trajectory, double t) {
  trajectory.append(t, std::array{10 + t, 20 + t, 30 + t}, std::array{40 + t, 50 + t},
                    std::array{60 + t, 70 + t});
}

TEST(Trajectory, rows_come_back_by_column_and_by_state) {
  Trajectory trajectory = two_columns();
  for (double t : {0.0, 1.0, 2.0}) add_row(trajectory, t);
  ASSERT_EQ(trajectory.rows(), 3u);
  EXPECT_EQ(trajectory.axis()[2], 2);
  EXPECT_EQ(trajectory.column("t")[1], 1);
  EXPECT_EQ(trajectory.column("tip.x")[1], 11);
  EXPECT_EQ(trajectory.column("tip.y")[2], 32);
  EXPECT_EQ(trajectory.column(1)[0], 20);
  EXPECT_EQ(trajectory.q(1)[0], 41);
  EXPECT_EQ(trajectory.q(2)[1], 52);
  EXPECT_EQ(trajectory.v(2)[0], 62);
  EXPECT_EQ(trajectory.v(1)[1], 71);
  EXPECT_EQ(trajectory.q_data().size(), 6u);
}

TEST(Trajectory, names_units_and_groups) {
  const Trajectory trajectory = two_columns();
  EXPECT_EQ(trajectory.find("tip.y"), 2u);
  EXPECT_FALSE(trajectory.find("tip.z").has_value());
  EXPECT_TRUE(trajectory.has("t"));
  EXPECT_FALSE(trajectory.has("tip"));
  EXPECT_EQ(trajectory.column_info("energy.kinetic").unit, "J");
  EXPECT_EQ(trajectory.column_info("t").unit, "s");
  EXPECT_EQ(trajectory.groups(), (std::vector<std::string>{"tip", "energy"}));
  EXPECT_EQ(trajectory.group_columns("tip"), (std::vector<std::size_t>{0, 2}));
}

TEST(Trajectory, reserved_rows_do_not_move) {
  Trajectory trajectory = two_columns();
  trajectory.reserve(1000);
  add_row(trajectory, 0);
  const double* axis = trajectory.axis().data();
  const double* column = trajectory.column("tip.x").data();
  const double* q = trajectory.q_data().data();
  for (int i = 1; i < 1000; ++i) add_row(trajectory, i);
  EXPECT_EQ(trajectory.axis().data(), axis);
  EXPECT_EQ(trajectory.column("tip.x").data(), column);
  EXPECT_EQ(trajectory.q_data().data(), q);
}

TEST(Trajectory, a_statics_run_without_states_is_fine) {
  Trajectory trajectory({"load", "-", "", ""}, {{"tip.z", "m", "", "tip"}}, {}, {});
  trajectory.append(1, std::array{2.0}, {}, {});
  EXPECT_EQ(trajectory.rows(), 1u);
  EXPECT_TRUE(trajectory.q(0).empty());
}

TEST(Trajectory, contacts_and_connections_come_back_by_row) {
  Trajectory trajectory({"t", "s", "", ""}, {}, {}, {});
  trajectory.add_contacts({"ball", "arm"});
  trajectory.add_connections({"dock"});
  std::array<double, 2 * kContactNumbers> contacts;
  for (int row = 0; row < 3; ++row) {
    for (std::size_t i = 0; i < contacts.size(); ++i) contacts[i] = 100 * row + double(i);
    trajectory.append(row, {}, {}, {}, contacts, std::array{row == 1 ? 1.0 : 0.0});
  }
  EXPECT_EQ(trajectory.contacts(2)[kContactNumbers], 207);
  EXPECT_EQ(trajectory.contact_data().size(), 42u);
  EXPECT_EQ(trajectory.closed(1)[0], 1);
  EXPECT_EQ(trajectory.closed(2)[0], 0);
}

TEST(TrajectoryDeathTest, broken_promises_stop) {
  Trajectory trajectory = two_columns();
  EXPECT_DEATH(trajectory.append(0, std::array{1.0}, {}, {}), "one value per column");
  EXPECT_DEATH(trajectory.append(0, std::array{1.0, 2.0, 3.0}, std::array{1.0, 2.0},
                                 std::array{1.0, 2.0}, std::array{1.0}),
               "all contact shapes");
  EXPECT_DEATH(trajectory.column("nobody"), "no column of that name");
  EXPECT_DEATH(Trajectory({"t", "s", "", ""}, {{"t", "s", "", ""}}, {}, {}), "name of the axis");
  EXPECT_DEATH(Trajectory({"t", "s", "", ""}, {{"a", "m", "", ""}, {"a", "m", "", ""}}, {}, {}),
               "must differ");
}

}  // namespace
}  // namespace cuttle
