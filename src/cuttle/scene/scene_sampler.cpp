#include "cuttle/scene/scene_sampler.h"

#include <algorithm>
#include <cmath>

#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/so3.h"
#include "cuttle/scene/arrow_sources.h"
#include "cuttle/scene/ground_shape.h"
#include "cuttle/scene/make_drawing.h"
#include "cuttle/scene/run_box.h"

namespace cuttle {
namespace {

template <class Vector>
void put(const Vector& values, Channel& channel) {
  for (Eigen::Index i = 0; i < values.size(); ++i) channel.data.push_back(float(values[i]));
}

void put(double value, Channel& channel) { channel.data.push_back(float(value)); }

}  // namespace

struct SceneSampler::Impl {
  explicit Impl(const Scenario& scenario) : drawing(make_drawing(scenario)), ws(drawing.model) {}

  void put_sections(const State& x, Scene& scene) const {
    for (const SectionSource& section : drawing.sections) {
      const Pose X = point_pose(ws, section.body, section.point);
      put(X.p, scene.section_position);
      put(rotation_to_quaternion(X.R), scene.section_rotation);
      const Body& body = drawing.model.bodies[std::size_t(section.body)];
      const Vector6 xi = section.rest + section.basis * x.q.segment(body.q, body.n());
      put(std::hypot(xi[1], xi[2]), scene.curvature);
      put(xi[0], scene.torsion);
      put(xi[3], scene.stretch);
      put(point_twist(ws, section.body, section.point).tail<3>().norm(), scene.speed);
    }
  }

  Matrix3 arrow_axes(const ArrowSource& arrow) const {
    if (arrow.axes == ArrowSource::Axes::world) return Matrix3::Identity();
    const int body = arrow.at.body;
    if (arrow.axes == ArrowSource::Axes::point) return point_pose(ws, body, arrow.at.point).R;
    // from the body back to the moved side of the step
    Matrix3 R = ws.bodies[std::size_t(body)].X_WB.R;
    const auto& steps = ws.steps[std::size_t(body)];
    for (std::size_t s = steps.size(); s-- > std::size_t(arrow.step) + 1;)
      R = R * steps[s].X.R.transpose();
    return R;
  }

  void put_arrows(const Input& u, Scene& scene) const {
    for (const ArrowSource& arrow : drawing.arrows) {
      put(world_position(arrow.at, ws), scene.arrow_position);
      Vector3 sum = Vector3::Zero();
      for (const auto& [input, axis] : arrow.parts) sum += u.u[input] * axis;
      put(arrow_axes(arrow) * sum, scene.arrow_vector);
    }
  }

  void put_fittings(const Snapshot& at, Scene& scene) const {
    for (const auto& motion : drawing.fittings) {
      const FittingMotion now = motion(at);
      put(now.force, scene.arrow_vector);
      put(now.place, scene.arrow_position);
      put(now.place, scene.fitting_position);
      put(rotation_to_quaternion(now.R), scene.fitting_rotation);
    }
  }

  void put_rings(Scene& scene) const {
    for (const WallSource& wall : drawing.walls)
      for (std::size_t i = 0; i < wall.rings; ++i) {
        const RingMotion ring = wall.motion(ws.bodies[std::size_t(wall.body)], i);
        put(ring.x, scene.ring_place);
        put(ring.r, scene.ring_place);
        put(ring.hoop, scene.hoop_strain);
      }
  }

  /// A group acts where its members push, the harder the more.
  void put_contacts(std::span<const double> contacts, Scene& scene) const {
    for (const ContactArrow& group : drawing.contacts) {
      Vector3 place = Vector3::Zero(), middle = Vector3::Zero(), force = Vector3::Zero();
      double weight = 0, state = 0;
      for (int i = group.first; i < group.first + group.count && !contacts.empty(); ++i) {
        const double* const numbers = contacts.data() + std::size_t(i) * kContactNumbers;
        const Eigen::Map<const Vector3> x(numbers), f(numbers + 3);
        middle += x / group.count;
        place += f.norm() * x;
        force += f;
        weight += f.norm();
        state = std::max(state, numbers[6]);
      }
      put(weight > 0 ? Vector3(place / weight) : middle, scene.arrow_position);
      put(force, scene.arrow_vector);
      put(state, scene.contact_state);
    }
  }

  void put_forces(const Snapshot& at, Scene& scene) const {
    for (const ForceArrow& arrow : drawing.forces) {
      const ForceMotion now = arrow.motion(at);
      put(now.place, scene.arrow_position);
      put(now.force, scene.arrow_vector);
      if (arrow.ground) put(double(now.contact), scene.contact_state);
    }
  }

  void put_strips(const Snapshot& at, Scene& scene) const {
    for (const StripSource& strip : drawing.strips)
      for (std::size_t i = 0; i < strip.sections; ++i) {
        const SectionMotion now = strip.motion(at, i);
        const Vector4 rotation = rotation_to_quaternion(now.R);
        if (i == 0) {
          put(now.place, scene.body_position);
          put(rotation, scene.body_rotation);
        }
        put(now.place, scene.section_position);
        put(rotation, scene.section_rotation);
        put(now.curvature, scene.curvature);
        put(0.0, scene.torsion);
        put(now.stretch, scene.stretch);
        put(now.speed, scene.speed);
      }
  }

  void put_connections(const State& x, Scene& scene) const {
    for (const Mount& mount : drawing.mounts) {
      const Pose X =
          mount.body < 0 ? mount.X_PM : point_pose(ws, mount.body, mount.point) * mount.X_PM;
      put(X.p, scene.connection_position);
      put(rotation_to_quaternion(X.R), scene.connection_rotation);
    }
    for (const ConnectionState& connection : x.connections)
      put(connection.closed ? 1.0 : 0.0, scene.connection_closed);
  }

  Drawing drawing;
  Workspace ws;
};

SceneSampler::SceneSampler(const Scenario& scenario) : impl_(std::make_unique<Impl>(scenario)) {
  Scene& still = impl_->drawing.still;
  if (!impl_->drawing.water.velocity || !still.water) return;
  // nobody knows yet how far the robot goes: twice its size at the start
  Scene first = still;
  InputSource inputs = scenario.inputs;
  Input u;
  if (inputs.evaluate(scenario.initial.t, u).ok()) append(0, scenario.initial, u, first);
  Eigen::AlignedBox3d box = run_box(first);
  const Vector3 half = box.sizes();
  box = {box.center() - half, box.center() + half};
  still.currents = current_places(box, *still.water);
  still.current_velocity.count = impl_->drawing.water.uniform ? 1 : int(still.currents.size());
}
SceneSampler::~SceneSampler() = default;
SceneSampler::SceneSampler(SceneSampler&&) noexcept = default;

const Scene& SceneSampler::still() const { return impl_->drawing.still; }

void SceneSampler::append(double axis, const State& x, const Input& u, Scene& scene,
                          std::span<const double> contacts, std::span<const NetReading> nets) {
  const Drawing& drawing = impl_->drawing;
  Workspace& ws = impl_->ws;
  update_kinematics(drawing.model, x, u, nullptr, ws);
  ws.nets.assign(nets.begin(), nets.end());
  if (nets.empty())
    for (const NetState& net : x.nets)
      ws.nets.push_back({.input = {}, .force = std::vector<NodeForce>(net.contact.size())});
  const Snapshot at{drawing.model, x, acting_input(drawing.model, u, ws), ws};
  scene.axis.push_back(axis);
  for (const BodyWork& body : ws.bodies) {
    put(body.X_WB.p, scene.body_position);
    put(rotation_to_quaternion(body.X_WB.R), scene.body_rotation);
  }
  impl_->put_sections(x, scene);
  impl_->put_rings(scene);
  impl_->put_strips(at, scene);
  for (const BodyPlace& place : drawing.cable_points)
    put(world_position(place, ws), scene.cable_position);
  for (const auto& tension : drawing.tensions) put(tension(at), scene.tension);
  impl_->put_arrows(at.u, scene);
  impl_->put_fittings(at, scene);
  impl_->put_contacts(contacts, scene);
  impl_->put_forces(at, scene);
  impl_->put_connections(x, scene);
  for (const BodyPlace& place : drawing.points)
    put(world_position(place, ws), scene.point_position);
  for (const auto& place : drawing.moving_points) put(place(at), scene.point_position);
  append_current(x.t, u, scene);
}

int SceneSampler::first_strip_section() const { return int(impl_->drawing.sections.size()); }

void SceneSampler::add_grounds(Scene& scene, double margin) const {
  const Drawing& drawing = impl_->drawing;
  if (drawing.grounds.empty()) return;
  double half_strip = 0;
  for (const SceneRod& rod : scene.rods)
    if (rod.first >= first_strip_section()) half_strip = std::max(half_strip, rod.half_z.front());
  const Eigen::AlignedBox3d box = run_box(scene);
  for (const GroundProfile& ground : drawing.grounds)
    add_ground(ground, box, margin, half_strip, scene);
}

void SceneSampler::append_current(double t, const Input& u, Scene& scene) const {
  const DrawnWater& water = impl_->drawing.water;
  for (int i = 0; i < scene.current_velocity.count; ++i)
    put(water.velocity(scene.currents[std::size_t(i)], t, u), scene.current_velocity);
}

}  // namespace cuttle
