#include "cuttle/compile/close_built.h"

#include <algorithm>

#include "cuttle/compile/build_draft.h"
#include "cuttle/compile/family_table.h"
#include "cuttle/connection/islands.h"
#include "cuttle/connection/loop_follower.h"

namespace cuttle {

namespace {

bool coordinates_given(const BodySpec& body) {
  if (body.joint.initial.pose || !body.joint.initial.values.empty()) return true;
  const FamilyKind& family = family_of(body);
  return family.gives_initial && family.gives_initial(body);
}

std::vector<std::size_t> islands_given(const ScenarioSpec& spec, const Model& model,
                                       const std::vector<std::size_t>& island_of) {
  std::vector<std::size_t> given;
  for (const BodySpec& body : spec.bodies)
    if (coordinates_given(body)) given.push_back(island_of[size_t(model.find_body(body.name))]);
  return given;
}

/// Where all that is prescribed in a robot stands at zero, with its loops closed. False if they
/// cannot be.
bool close_at_zero(const Model& model, const LoopRobot& robot, Input u, State& x) {
  State at = x;
  for (ConnectionState& connection : at.connections) connection.closed = false;
  for (const std::size_t i : robot.connections) at.connections[i].closed = true;
  for (const JointStep& drive : robot.drives) at.q[drive.q] = u.u[drive.prescribed_input] = 0;
  if (!(largest_gap(close_loops(model, u, at)) <= kClosedLoop)) return false;
  x.q(robot.q) = at.q(robot.q).eval();
  return true;
}

struct Unfollowed {
  LoopRobot robot;
  bool too_far = false;  // else its loops cannot close at zero, or cannot pass a place on the way
};

/// Follows the loops of robots while their drives move, from zero to where they are in x, or to
/// there but for whole turns. Returns those that cannot get there, or not soon: they are left as
/// they are.
std::vector<Unfollowed> turn_from_zero(const Model& model, const std::vector<LoopRobot>& robots,
                                       bool whole, const Input& u, State& x) {
  State at = x;
  Input there = u;
  std::vector<LoopRobot> able;
  std::vector<Unfollowed> unable;
  for (const LoopRobot& robot : robots) {
    VectorX q = x.q;
    if (!whole) unwind(robot, q);
    for (const JointStep& drive : robot.drives) there.u[drive.prescribed_input] = q[drive.q];
    if (close_at_zero(model, robot, u, at))
      able.push_back(robot);
    else
      unable.push_back({robot});
  }
  LoopFollower follower(model, able);
  const std::vector<Followed> ends = follower.follow(there, at, follower.affordable_parts());
  for (std::size_t i = 0; i < able.size(); ++i) {
    if (ends[i] != Followed::arrived) {
      unable.push_back({able[i], ends[i] == Followed::too_far});
      continue;
    }
    for (const JointStep& drive : able[i].drives) at.q[drive.q] = x.q[drive.q];
    x.q(able[i].q) = at.q(able[i].q).eval();
  }
  return unable;
}

}  // namespace

State placed_state(const ScenarioSpec& spec, const Model& model, const Input& u, double t) {
  const BodyIndex index(spec);
  State x = rest_state(model);
  x.t = t;
  for (const Body& body : model.bodies) {
    const BodySpec& given = *index.find(body.name);
    set_initial_joint(given.joint, body, x);
    if (const FamilyKind& family = family_of(body); family.set_initial)
      family.set_initial(given, body, x);
  }
  normalize(model, u, x.q, x.v);
  return x;
}

std::vector<LoopRobot> robots_not_given(const ScenarioSpec& spec, const Model& model,
                                        const State& x) {
  std::vector<LoopRobot> robots = loop_robots(model, x);
  if (robots.empty()) return robots;
  const std::vector<std::size_t> given = islands_given(spec, model, islands(model, x));
  std::erase_if(robots, [&](const LoopRobot& robot) {
    return std::ranges::find(given, robot.island) != given.end();
  });
  return robots;
}

std::string turns_given(const ScenarioSpec& spec, const Model& model, const State& x) {
  std::vector<LoopRobot> robots = loop_robots(model, x);
  std::erase_if(robots, [&](const LoopRobot& robot) { return !is_far(robot, x.q); });
  if (robots.empty()) return "";
  const std::vector<std::size_t> island_of = islands(model, x);
  for (const BodySpec& body : spec.bodies)
    if (coordinates_given(body) &&
        std::ranges::find(robots, island_of[size_t(model.find_body(body.name))],
                          &LoopRobot::island) != robots.end())
      return body.name;
  return "";
}

bool begins_turned(const StudySpec& study) {
  return (study.type == StudyType::dynamics && study.start == StartFrom::rest) ||
         (study.type == StudyType::modes && study.about != StartFrom::statics);
}

std::vector<std::string> close_built(const ScenarioSpec& spec, const Model& model, const Input& u,
                                     State& x) {
  VectorX zero = x.q;
  std::vector<LoopRobot> robots = robots_not_given(spec, model, x);
  for (const LoopRobot& robot : robots)
    for (const JointStep& drive : robot.drives) zero[drive.q] = 0;
  // near to zero they are closed at once
  std::erase_if(robots, [&](const LoopRobot& robot) {
    return !(way_of_drives(model, robot, zero, u) > kLongestWay);
  });
  std::vector<std::string> not_followed;
  const auto note = [&](const LoopRobot& robot) {
    not_followed.push_back(farthest_drive(model, robot, zero, u));
  };
  const bool whole = begins_turned(spec.study);
  if (whole) {
    const std::vector<Unfollowed> unable = turn_from_zero(model, robots, true, u, x);
    robots.clear();
    for (const auto& [robot, too_far] : unable) {
      const bool turns = is_far(robot, x.q);
      if (turns || too_far) note(robot);
      if (turns) robots.push_back(robot);  // within half a turn the way is the same
    }
  }
  for (const auto& [robot, too_far] : turn_from_zero(model, robots, false, u, x))
    if (too_far && !whole) note(robot);
  return not_followed;
}

}  // namespace cuttle
