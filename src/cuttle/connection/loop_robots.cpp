#include "cuttle/connection/loop_robots.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "cuttle/connection/dense_rows.h"
#include "cuttle/connection/islands.h"
#include "cuttle/dynamics/kinematics.h"

namespace cuttle {
namespace {

constexpr double kStill = 1e-9;  // of a motion of length one

// a joint that has slid is elsewhere after a whole turn
bool is_far(const JointStep& drive, const VectorX& q) {
  return drive.S.tail<3>().isZero(0) && std::abs(q[drive.q]) > std::numbers::pi;
}

void add_range(int first, int count, std::vector<int>& list) {
  for (int i = 0; i < count; ++i) list.push_back(first + i);
}

/// The loops of some connections of one island.
LoopRobot robot_of(const Model& model, std::size_t island, std::vector<std::size_t> connections) {
  LoopRobot robot;
  robot.island = island;
  std::set<int> bodies;
  for (const std::size_t i : connections)
    for (const int body : loop_bodies(model, model.connections[i])) bodies.insert(body);
  for (const int i : bodies) {
    const Body& body = model.bodies[std::size_t(i)];
    for (const JointStep& step : body.steps) {
      add_range(step.q, step_nq(step.kind), robot.q);
      if (step.prescribed())
        robot.drives.push_back(step);
      else
        add_range(step.v, step.nv(), robot.free);
    }
    add_range(body.q, body.n(), robot.q);
    add_range(body.v, body.n(), robot.free);
  }
  robot.connections = std::move(connections);
  return robot;
}

/// Free velocities that the rows of a robot hold, (nv).
std::vector<bool> held(const Model& model, const State& x, const Workspace& ws,
                       const LoopRobot& robot) {
  MatrixX A(0, Eigen::Index(robot.free.size()));
  for (const std::size_t i : robot.connections) {
    const MatrixX rows = connection_rows(model, x, i, ws);
    A.conservativeResize(A.rows() + rows.rows(), Eigen::NoChange);
    A.bottomRows(rows.rows()) = rows(Eigen::all, robot.free);
  }
  const MatrixX loose = null_space(A);
  std::vector<bool> still(std::size_t(model.nv), false);
  for (std::size_t k = 0; k < robot.free.size(); ++k)
    still[std::size_t(robot.free[k])] = loose.row(Eigen::Index(k)).norm() < kStill;
  return still;
}

}  // namespace

std::vector<LoopRobot> loop_robots(const Model& model, const State& x) {
  std::vector<LoopRobot> robots;
  if (std::ranges::none_of(x.connections, &ConnectionState::closed)) return robots;
  const std::vector<std::size_t> island_of = islands(model, x);
  std::map<std::size_t, std::vector<std::size_t>> connections;
  for (std::size_t i = 0; i < model.connections.size(); ++i) {
    const Connection& connection = model.connections[i];
    const int body = connection.a.body >= 0 ? connection.a.body : connection.b.body;
    if (x.connections[i].closed && body >= 0)
      connections[island_of[std::size_t(body)]].push_back(i);
  }
  for (auto& [island, list] : connections)
    robots.push_back(robot_of(model, island, std::move(list)));
  return robots;
}

std::vector<LoopRobot> driven_linkages(const Model& model, const State& x) {
  std::vector<LoopRobot> linkages;
  Workspace ws(model);
  State rest = x;
  rest.v.setZero();
  Input u;
  u.u = u.u_dot = u.u_ddot = VectorX::Zero(model.nu());
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps)
      if (step.prescribed()) u.u[step.prescribed_input] = x.q[step.q];
  bool known = false;
  for (LoopRobot& robot : loop_robots(model, x)) {
    if (robot.drives.empty()) continue;
    if (!known) update_kinematics(model, rest, u, nullptr, ws);
    known = true;
    // a loop with something loose in it may hold what another one needs to be held
    for (std::size_t before = 0; before != robot.connections.size();) {
      before = robot.connections.size();
      const std::vector<bool> still = held(model, x, ws, robot);
      std::erase_if(robot.connections, [&](std::size_t i) {
        const LoopRobot loop = robot_of(model, robot.island, {i});
        return !std::ranges::all_of(loop.free, [&](int v) { return still[std::size_t(v)]; });
      });
      robot = robot_of(model, robot.island, robot.connections);
    }
    if (!robot.drives.empty()) linkages.push_back(std::move(robot));
  }
  return linkages;
}

double way_of_drives(const Model& model, const LoopRobot& robot, const VectorX& q, const Input& u) {
  double way = 0;
  for (const JointStep& drive : robot.drives)
    way += std::abs(u.u[drive.prescribed_input] - q[drive.q]) / model.q_scale[drive.q];
  return way;
}

std::string farthest_drive(const Model& model, const LoopRobot& robot, const VectorX& q,
                           const Input& u) {
  const auto way = [&](const JointStep& drive) {
    return std::abs(u.u[drive.prescribed_input] - q[drive.q]) / model.q_scale[drive.q];
  };
  const JointStep& farthest = *std::ranges::max_element(robot.drives, {}, way);
  const auto body = std::ranges::find_if(model.bodies, [&](const Body& candidate) {
    return std::ranges::any_of(candidate.steps, [&](const JointStep& step) {
      return step.prescribed() && step.q == farthest.q;
    });
  });
  const Body* root = &*body;
  while (root->parent >= 0) root = &model.bodies[std::size_t(root->parent)];
  return fmt::format("{}{} at {:.6g} {}", body->name,
                     root == &*body ? "" : fmt::format(" (robot {})", root->name),
                     u.u[farthest.prescribed_input], farthest.S.head<3>().isZero(0) ? "m" : "rad");
}

bool is_far(const LoopRobot& robot, const VectorX& q) {
  return std::ranges::any_of(robot.drives,
                             [&](const JointStep& drive) { return is_far(drive, q); });
}

void unwind(const LoopRobot& robot, VectorX& q) {
  for (const JointStep& drive : robot.drives)
    if (is_far(drive, q)) q[drive.q] = std::remainder(q[drive.q], 2 * std::numbers::pi);
}

}  // namespace cuttle
