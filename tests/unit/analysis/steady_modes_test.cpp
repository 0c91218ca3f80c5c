// Modes about steady motions, and the search for such motions.

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <random>

#include "cuttle/analysis/linear_motion.h"
#include "cuttle/analysis/modes.h"
#include "cuttle/analysis/steady_motion.h"
#include "cuttle/compile/compile.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/rigid/rigid.h"
#include "cuttle/study/run.h"
#include "support/robots.h"

namespace cuttle {
namespace {

using std::numbers::pi;

std::vector<NaturalMode> steady_modes(const Model& model, const State& x) {
  Workspace ws(model);
  Status status;
  const auto modes = natural_modes(model, x, testing::zero_input(model), 100, ws, status);
  EXPECT_TRUE(status.ok()) << status.message;
  return modes;
}

std::shared_ptr<const Rigid> body_of(const MassProperties& mass, std::vector<Pose> frames = {}) {
  return std::make_shared<Rigid>(mass, std::move(frames));
}

/// Drag at the origin of a free body: -(linear + quadratic |v|) v, and a turning part; a thrust
/// along x.
class Drag final : public Actor {
 public:
  Drag(double linear, double quadratic, double turning, double thrust)
      : linear_(linear), quadratic_(quadratic), turning_(turning), thrust_(thrust) {}

  EnergyRole role() const override { return EnergyRole::resists; }
  void apply(const Model&, const State&, const Input&, bool with_tangent,
             Workspace& ws) const override {
    BodyWork& b = ws.bodies[0];
    const Vector3 w = b.V_B.head<3>(), v = b.V_B.tail<3>();
    const double speed = v.norm();
    Vector6& load = b.points[0].load;
    load.head<3>() -= turning_ * w;
    load.tail<3>() += thrust_ * Vector3::UnitX() - (linear_ + quadratic_ * speed) * v;
    if (!with_tangent) return;
    PointTangent t{.point = 0};
    t.D.topLeftCorner<3, 3>() = turning_ * Matrix3::Identity();
    t.D.bottomRightCorner<3, 3>() = (linear_ + quadratic_ * speed) * Matrix3::Identity();
    if (speed > 0) t.D.bottomRightCorner<3, 3>() += quadratic_ / speed * Matrix3(v * v.transpose());
    b.tangents.push_back(t);
  }
  EnergyBooks books(const Model&, const State&, const Input&, const Workspace&) const override {
    return {};
  }

 private:
  double linear_, quadratic_, turning_, thrust_;
};

// Euler's equations: s^2 = (I2 - I1)(I3 - I2) w^2 / (I1 I3) about the axis in the middle
TEST(SteadyModes, SpinAboutTheMiddleAxisGrows) {
  const Vector3 I(1, 2, 2.5);
  const double w = 4;
  Model model;
  model.gravity.setZero();
  testing::add_body(model, body_of({2, Vector3::Zero(), I.asDiagonal()}), "free");
  State x = rest_state(model);
  x.v[1] = w;
  const double truth = w * std::sqrt((I[1] - I[0]) * (I[2] - I[1]) / (I[0] * I[2]));
  const auto modes = steady_modes(model, x);
  ASSERT_FALSE(modes.empty());
  EXPECT_NEAR(modes[0].growth, truth, 1e-13);
  EXPECT_EQ(modes[0].frequency, 0);

  // about the others it nutates
  for (int axis : {0, 2}) {
    x.v.setZero();
    x.v[axis] = w;
    const int j = (axis + 1) % 3, k = (axis + 2) % 3;
    const double nutation =
        w * std::sqrt((I[axis] - I[j]) * (I[axis] - I[k]) / (I[j] * I[k])) / (2 * pi);
    bool found = false;
    for (const NaturalMode& mode : steady_modes(model, x)) {
      found |= std::abs(mode.frequency - nutation) < 1e-13;
      EXPECT_EQ(mode.growth, 0) << axis;
    }
    EXPECT_TRUE(found) << axis;
  }
}

/// A top upright on its tip: I1 across, I3 along z, both about the tip.
struct Top {
  double m = 0.5, l = 0.2, I1 = 0.03, I3 = 0.004;
  MassProperties mass() const {
    const double across = I1 - m * l * l;
    return {m, Vector3(0, 0, l), Vector3(across, across, I3).asDiagonal()};
  }
  /// Precession and nutation: I1 r^2 - i I3 w r - m g l = 0, seen from the spinning top.
  std::array<std::complex<double>, 2> truth(double w) const {
    const std::complex<double> root =
        std::sqrt(std::complex<double>(4 * I1 * m * 9.81 * l - I3 * I3 * w * w));
    const std::complex<double> middle(0, I3 * w), spin(0, w);
    return {(middle + root) / (2 * I1) - spin, (middle - root) / (2 * I1) - spin};
  }
};

void expect_top(const Top& top, double w, const std::vector<NaturalMode>& modes, double tolerance) {
  for (const std::complex<double> s : top.truth(w)) {
    bool found = false;
    for (const NaturalMode& mode : modes)
      found |= std::abs(mode.growth - s.real()) < tolerance &&
               std::abs(mode.frequency - std::abs(s.imag()) / (2 * pi)) < tolerance;
    EXPECT_TRUE(found) << "w = " << w << ", s = " << s;
  }
}

// too slow a top falls, a fast one sleeps
TEST(SteadyModes, SleepingTop) {
  const Top top;
  Model model;
  testing::add_body(model, body_of(top.mass()), "spherical");
  State x = rest_state(model);
  const double critical = 2 * std::sqrt(top.I1 * top.m * 9.81 * top.l) / top.I3;
  for (const double w : {0.5 * critical, 0.9 * critical, 1.2 * critical, 3 * critical}) {
    x.v[2] = w;
    const auto modes = steady_modes(model, x);
    expect_top(top, w, modes, 1e-13 * w);  // measured 2.1e-15
    double growth = 0;
    for (const NaturalMode& mode : modes) growth = std::max(growth, mode.growth);
    EXPECT_EQ(growth > 1e-6 * w, w < critical);
  }
}

// the same top as a free body whose tip a connection holds: differences in place of tangents
TEST(SteadyModes, SleepingTopOnAConnection) {
  const Top top;
  Model model;
  const Pose up{Matrix3::Identity(), Vector3(0, 0, 0.05)};
  // the base frame is above the tip, so that it has to move when the top turns
  const MassProperties mass = top.mass().moved(up.inverse());
  testing::add_body(model, body_of(mass, {up.inverse()}), "free");
  Connection tip;
  tip.name = "tip";
  tip.kind = find_connection_kind("spherical");
  tip.b = {.body = 0, .point = 1};
  model.connections.push_back(tip);
  finish_layout(model);
  State x = rest_state(model);
  x.q.tail<3>() = up.p;
  const double critical = 2 * std::sqrt(top.I1 * top.m * 9.81 * top.l) / top.I3;
  for (const double w : {0.5 * critical, 3 * critical}) {
    x.v[2] = w;
    expect_top(top, w, steady_modes(model, x), 1e-12 * w);  // measured 3.5e-15
  }
}

// K and D of rods, joints and rigid bodies in motion against central differences
TEST(SteadyModes, TangentsInMotion) {
  double worst = 0;
  for (int seed = 1; seed <= 6; ++seed) {
    std::mt19937_64 random{std::uint64_t(seed)};
    const Model model = testing::random_tree(random, 4);
    const State x = testing::random_state(random, model);
    const Input u = testing::zero_input(model);
    Workspace ws(model);
    LinearMotion linear;
    ASSERT_TRUE(linear_motion(model, x, u, ws, linear).ok());
    const auto tau = [&](const VectorX& dq, const VectorX& dv) {
      State moved = x;
      retract(model, x.q, dq, moved.q);
      moved.v += dv;
      inverse_dynamics(model, moved, u, nullptr, ws);
      return VectorX(ws.tau);
    };
    const VectorX none = VectorX::Zero(model.nv);
    const double h = 1e-5;
    for (int j = 0; j < model.nv; ++j) {
      const VectorX d = h * VectorX::Unit(model.nv, j);
      const VectorX K = (tau(d, none) - tau(-d, none)) / (2 * h);
      const VectorX D = (tau(none, d) - tau(none, -d)) / (2 * h);
      worst = std::max(worst, (K - linear.K.col(j)).norm() / (1 + linear.K.norm()));
      worst = std::max(worst, (D - linear.D.col(j)).norm() / (1 + linear.D.norm()));
    }
  }
  EXPECT_LT(worst, 1e-8);  // measured 8.9e-10
}

// thrust against drag: c v^2 = F from rest, where the drag has no slope to start from
TEST(SteadyMotion, ThrustAgainstQuadraticDrag) {
  const double c = 3, F = 12, m = 2;
  Model model;
  model.gravity.setZero();
  testing::add_body(model, body_of({m, Vector3::Zero(), Matrix3::Identity()}), "free");
  model.actors.push_back(std::make_shared<Drag>(0, c, 0.7, F));
  State x = rest_state(model);
  const SteadyResult result = find_steady_motion(model, testing::zero_input(model), 1e-12, x);
  ASSERT_TRUE(result.status.ok()) << result.status.message;
  const double v = std::sqrt(F / c);
  EXPECT_NEAR(x.v[3], v, 1e-10);
  EXPECT_LT((x.v - v * VectorX::Unit(6, 3)).norm(), 1e-10);
  // surge: 2 c v / m, sway and heave: c v / m, turning: 0.7 / I
  std::vector<double> rates;
  for (const NaturalMode& mode : steady_modes(model, x))
    if (mode.growth != 0) rates.push_back(-mode.growth);
  ASSERT_EQ(rates.size(), 6u);
  for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(rates[i], 0.7, 1e-9);
  for (size_t i = 3; i < 5; ++i) EXPECT_NEAR(rates[i], c * v / m, 1e-9);
  EXPECT_NEAR(rates[5], 2 * c * v / m, 1e-9);
}

// m g = c v downwards, whatever the attitude
TEST(SteadyMotion, TerminalVelocity) {
  const double c = 5, m = 2;
  Model model;
  testing::add_body(model, body_of({m, Vector3::Zero(), Matrix3::Identity()}), "free");
  model.actors.push_back(std::make_shared<Drag>(c, 0, 0.7, 0));
  State x = rest_state(model);
  const VectorX q = x.q;
  retract(model, q, (VectorX(6) << 0.3, -0.5, 0.2, 0, 0, 0).finished(), x.q);
  const SteadyResult result = find_steady_motion(model, testing::zero_input(model), 1e-12, x);
  ASSERT_TRUE(result.status.ok()) << result.status.message;
  const Eigen::Quaterniond turn(x.q[0], x.q[1], x.q[2], x.q[3]);
  EXPECT_LT((turn * Vector3(x.v.tail<3>()) - Vector3(0, 0, -m * 9.81 / c)).norm(), 1e-9);
  EXPECT_LT(x.v.head<3>().norm(), 1e-9);
}

TEST(SteadyMotion, NothingResistsAFall) {
  Model model;
  testing::add_body(model, body_of({2, Vector3::Zero(), Matrix3::Identity()}), "free");
  State x = rest_state(model);
  const SteadyResult result = find_steady_motion(model, testing::zero_input(model), 1e-9, x);
  EXPECT_FALSE(result.status.ok());
  EXPECT_NE(result.status.message.find("no steady motion found"), std::string::npos);
}

const char* const kSpinner = R"(
name: spinner
gravity: [0, 0, 0]
bodies:
  - name: plate
    rigid: {mass: 2, inertia: [1, 2, 2.5]}
    joint: {type: free, velocity: [0, 4, 0, 0, 0, 0]}
)";

TEST(SteadyMotion, StudyOfModes) {
  const std::string text = std::string(kSpinner) + "study: {type: modes, about: steady, count: 1}";
  const RunResult result = run(build(parse_scenario(text, "test.yaml")));
  ASSERT_TRUE(result.status.ok()) << result.status.message;
  EXPECT_NEAR(result.trajectory.column("growth")[0], 4 * std::sqrt(0.5 / 2.5), 1e-12);
  EXPECT_EQ(result.trajectory.column("damping")[0], -1);
}

TEST(SteadyMotion, IsNoStartOfAMotion) {
  const std::string text =
      std::string(kSpinner) + "study: {type: dynamics, duration: 1, start: steady}";
  try {
    parse_scenario(text, "test.yaml");
    FAIL() << "must throw";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("test.yaml:8:45: error: study.start"), std::string::npos)
        << e.what();
  }
}

}  // namespace
}  // namespace cuttle
