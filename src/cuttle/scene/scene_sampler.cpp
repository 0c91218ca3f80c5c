#include "cuttle/scene/scene_sampler.h"

#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/so3.h"
#include "cuttle/scene/drawing.h"

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

  Drawing drawing;
  Workspace ws;
};

SceneSampler::SceneSampler(const Scenario& scenario) : impl_(std::make_unique<Impl>(scenario)) {}
SceneSampler::~SceneSampler() = default;
SceneSampler::SceneSampler(SceneSampler&&) noexcept = default;

const Scene& SceneSampler::still() const { return impl_->drawing.still; }

void SceneSampler::append(double axis, const State& x, const Input& u, Scene& scene) {
  const Drawing& drawing = impl_->drawing;
  Workspace& ws = impl_->ws;
  update_kinematics(drawing.model, x, u, nullptr, ws);
  scene.axis.push_back(axis);
  for (const BodyWork& body : ws.bodies) {
    put(body.X_WB.p, scene.body_position);
    put(rotation_to_quaternion(body.X_WB.R), scene.body_rotation);
  }
  impl_->put_sections(x, scene);
  for (const Attachment& at : drawing.cable_points)
    put(world_position(at, ws), scene.cable_position);
  for (const int input : drawing.tensions) put(u.u[input], scene.tension);
  impl_->put_arrows(u, scene);
  for (const Attachment& at : drawing.points) put(world_position(at, ws), scene.point_position);
}

}  // namespace cuttle
