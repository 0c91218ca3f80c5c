#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "cuttle/base/error.h"
#include "cuttle/motion/tree.h"
#include "cuttle/record/net_reading.h"
#include "cuttle/scene/arrow_sources.h"
#include "cuttle/scene/run_box.h"
#include "cuttle/scene/scene_sampler.h"

namespace cuttle {
namespace {

/// Walks along the recorded rows and evaluates the inputs that belong to them.
class Rows {
 public:
  Rows(const Scenario& scenario, const Trajectory& trajectory)
      : trajectory_(trajectory),
        inputs_(scenario.inputs),
        moving_(scenario.spec.study.type == StudyType::dynamics),
        over_inputs_(moving_ || scenario.spec.study.type == StudyType::load_path),
        times_(scenario.spec.study.by_arc_length() ? trajectory.column("load") : trajectory.axis()),
        state_(scenario.initial) {}

  double axis(std::size_t row) const { return trajectory_.axis()[row]; }

  const State& state(std::size_t row) {
    std::ranges::copy(trajectory_.q(row), state_.q.begin());
    std::ranges::copy(trajectory_.v(row), state_.v.begin());
    const std::span<const double> closed = trajectory_.closed(row);
    for (std::size_t i = 0; i < closed.size(); ++i) state_.connections[i].closed = closed[i] != 0;
    recall_nets(trajectory_.nets(row), state_, nets_);
    state_.t = over_inputs_ ? times_[row] : 0;
    return state_;
  }

  /// Of the row of the state.
  std::span<const NetReading> nets() const { return nets_; }

  /// A row that was recorded had inputs, so that this cannot fail.
  const Input& input() {
    expects(inputs_.evaluate(state_.t, input_).ok(), "inputs of a recorded row");
    if (!moving_) {
      input_.u_dot.setZero();
      input_.u_ddot.setZero();
    }
    return input_;
  }

 private:
  const Trajectory& trajectory_;
  InputSource inputs_;
  bool moving_, over_inputs_;
  std::span<const double> times_;  // of the inputs
  State state_;
  std::vector<NetReading> nets_;
  Input input_;
};

/// Largest way and turn of a body, section or ring between two frames, and the size of the first.
struct Reach {
  double way = 0, turn = 0, size = 0;
};

Reach reach(const Scene& scene) {
  Reach result;
  Eigen::Array3f low = Eigen::Array3f::Constant(std::numeric_limits<float>::max()), high = -low;
  for (const Channel* channel : {&scene.body_position, &scene.section_position})
    for (int i = 0; i < channel->count; ++i) {
      const Eigen::Map<const Eigen::Array3f> a(channel->frame(0) + 3 * i);
      const Eigen::Map<const Eigen::Array3f> b(channel->frame(1) + 3 * i);
      result.way = std::max(result.way, double((b - a).matrix().norm()));
      low = low.min(a);
      high = high.max(a);
    }
  result.size = double((high - low).matrix().norm());
  // rings are as far from the axis on all sides
  const Channel& rings = scene.ring_place;
  for (int i = 0; i < rings.count; ++i) {
    const Eigen::Map<const Eigen::Vector2f> a(rings.frame(0) + 2 * i), b(rings.frame(1) + 2 * i);
    result.way = std::max(result.way, double((b - a).norm()));
    result.size = std::max(result.size, 2.0 * double(a.norm()));
  }
  for (const Channel* channel : {&scene.body_rotation, &scene.section_rotation})
    for (int i = 0; i < channel->count; ++i) {
      const Eigen::Map<const Eigen::Vector4f> a(channel->frame(0) + 4 * i);
      const Eigen::Map<const Eigen::Vector4f> b(channel->frame(1) + 4 * i);
      result.turn = std::max(result.turn, 2.0 * double(std::min((b - a).norm(), (b + a).norm())));
    }
  return result;
}

constexpr int kModeFrames = 25;
constexpr double kModeLimit = 100;   // times the shape, where nothing is seen to move
constexpr double kModeSwing = 0.12;  // largest way of a drawn mode over the size of the robot
constexpr double kModeTurn = 0.8;    // [rad] and its largest turn

/// Goes from -1 to 1, slow at the ends.
double mode_swing(int frame) {
  return std::sin(std::numbers::pi * (double(frame) / (kModeFrames - 1) - 0.5));
}

/// What moves beside the tree as it vibrates about, at rest.
std::vector<NetState> resting_nets(const Scenario& scenario) {
  State x = scenario.initial;
  const StudySpec& study = scenario.spec.study;
  // it was found when the modes were
  if (study.about == StartFrom::statics)
    for (const auto& part : subsystems_of(scenario)) static_cast<void>(part->settle(0, study, x));
  for (NetState& net : x.nets) net.v.setZero();
  return std::move(x.nets);
}

/// Modes of a model without bodies: the record shows its nets as far out as they swing here.
void add_modes_beside(const Scenario& scenario, const Trajectory& trajectory, SceneSampler& sampler,
                      Scene& scene) {
  Rows rows(scenario, trajectory);
  const std::vector<NetState> middle = resting_nets(scenario);
  for (std::size_t mode = 0; mode < trajectory.rows(); ++mode) {
    State x = rows.state(mode);
    const Input& u = rows.input();
    const std::vector<NetState> out = x.nets;
    for (int i = 0; i < kModeFrames; ++i) {
      for (std::size_t n = 0; n < out.size(); ++n)
        x.nets[n].x = middle[n].x + mode_swing(i) * (out[n].x - middle[n].x);
      sampler.append(rows.axis(mode), x, u, scene, {}, rows.nets());
    }
    scene.modes.push_back(
        {trajectory.column("frequency")[mode], trajectory.column("growth")[mode]});
  }
}

/// Every mode swings from one side to the other.
void add_modes(const Scenario& scenario, const Trajectory& trajectory, SceneSampler& sampler,
               Scene& scene) {
  Rows rows(scenario, trajectory);
  for (std::size_t mode = 0; mode < trajectory.rows(); ++mode) {
    State x = rows.state(mode);
    const Input u = rows.input();
    const VectorX shape = x.v;
    x.v.setZero();

    // the record shows the robot displaced by a tenth of the shape
    VectorX middle = x.q;
    retract(scenario.model, x.q, -0.1 * shape, middle);
    const auto displaced = [&](double amount) -> const State& {
      retract(scenario.model, middle, amount * shape, x.q);
      return x;
    };
    constexpr double kSmall = 1e-2;
    Scene trial = sampler.still();
    for (const double amount : {0.0, kSmall})
      sampler.append(0, displaced(amount), u, trial, {}, rows.nets());
    const Reach seen = reach(trial);
    const double size = seen.size > 0 ? seen.size : 1;
    const double amplitude = kSmall / std::max({seen.way / (kModeSwing * size),
                                                seen.turn / kModeTurn, kSmall / kModeLimit});

    for (int i = 0; i < kModeFrames; ++i)
      sampler.append(rows.axis(mode), displaced(amplitude * mode_swing(i)), u, scene, {},
                     rows.nets());
    scene.modes.push_back(
        {trajectory.column("frequency")[mode], trajectory.column("growth")[mode]});
  }
}

/// Speeds of strips, which the record does not have: from the frames before and behind.
void add_strip_speeds(int first_section, Scene& scene) {
  const std::size_t last = scene.frames() - 1;
  const Channel& places = scene.section_position;
  for (std::size_t frame = 0; frame <= last; ++frame) {
    const std::size_t a = frame > 0 ? frame - 1 : 0, b = std::min(frame + 1, last);
    const double time = scene.axis[b] - scene.axis[a];
    for (int i = first_section; i < places.count && time > 0; ++i) {
      const Eigen::Map<const Eigen::Vector3f> p(places.frame(a) + 3 * i),
          q(places.frame(b) + 3 * i);
      scene.speed.data[frame * scene.speed.frame_size() + std::size_t(i)] =
          float((q - p).norm() / time);
    }
  }
}

/// Shows the current all over the box of a run, which is known at its end.
void spread_current(Rows& source, const std::vector<std::size_t>& rows, const SceneSampler& sampler,
                    Scene& scene) {
  if (scene.currents.empty()) return;
  Channel& velocity = scene.current_velocity;
  const bool same_everywhere = velocity.count < int(scene.currents.size());
  scene.currents = current_places(run_box(scene), *scene.water);
  if (same_everywhere) return;
  velocity.count = int(scene.currents.size());
  velocity.data.clear();
  for (const std::size_t row : rows) {
    const double t = source.state(row).t;
    sampler.append_current(t, source.input(), scene);
  }
}

}  // namespace

std::vector<std::size_t> kept_rows(std::size_t rows, std::size_t stride) {
  std::vector<std::size_t> kept;
  for (std::size_t row = 0; row < rows; row += stride) kept.push_back(row);
  if (!kept.empty() && kept.back() + 1 < rows) kept.push_back(rows - 1);
  return kept;
}

Scene make_scene(const Scenario& scenario, const Trajectory& trajectory, std::size_t max_bytes) {
  SceneSampler sampler(scenario);
  Scene scene = sampler.still();
  scene.axis_name = trajectory.axis_column().name;
  scene.axis_unit = trajectory.axis_column().unit;
  if (scenario.spec.study.type == StudyType::modes) {
    const auto add = scenario.model.bodies.empty() ? add_modes_beside : add_modes;
    add(scenario, trajectory, sampler, scene);
    sampler.add_grounds(scene);
    return scene;
  }
  const std::size_t rows = trajectory.rows();
  const std::size_t frames =
      std::max<std::size_t>(2, max_bytes / (1 + sizeof(float) * frame_size(scene)));
  scene.stride = std::max<std::size_t>(1, (rows + frames - 1) / frames);
  Rows source(scenario, trajectory);
  const std::vector<std::size_t> kept = kept_rows(rows, scene.stride);
  reserve_frames(scene, kept.size());
  for (const std::size_t row : kept) {
    const State& x = source.state(row);
    sampler.append(source.axis(row), x, source.input(), scene, trajectory.contacts(row),
                   source.nets());
  }
  if (scenario.spec.study.type == StudyType::dynamics && scene.frames() > 1)
    add_strip_speeds(sampler.first_strip_section(), scene);
  sampler.add_grounds(scene);
  spread_current(source, kept, sampler, scene);
  return scene;
}

}  // namespace cuttle
