#include "cuttle/water/current.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>

#include "cuttle/base/error.h"
#include "cuttle/signal/expression.h"
#include "cuttle/signal/interpolation.h"

namespace cuttle {
namespace {

/// What a curve through the knots needs, for each component.
template <class Make>
std::vector<Vector3> at_knots(const ProfileCurrent& profile, const Make& make) {
  std::vector<Vector3> found(profile.heights.size());
  for (Eigen::Index i = 0; i < 3; ++i) {
    std::vector<double> component;
    for (const Vector3& velocity : profile.velocities) component.push_back(velocity[i]);
    const std::vector<double> made = make(profile.heights, component);
    for (size_t j = 0; j < made.size(); ++j) found[j][i] = made[j];
  }
  return found;
}

Flow flow_of(const UniformCurrent& current, const Input& u) {
  Flow flow;
  if (current.first_input < 0) {
    flow.velocity = current.velocity;
  } else {
    flow.velocity = u.u.segment<3>(current.first_input);
    flow.acceleration = u.u_dot.segment<3>(current.first_input);
  }
  return flow;
}

Flow flow_of(const ProfileCurrent& current, const Vector3& x) {
  const std::vector<double>& knots = current.heights;
  const double height = current.up.dot(x);
  Flow flow;
  if (height <= knots.front() || height >= knots.back()) {
    flow.velocity =
        height <= knots.front() ? current.velocities.front() : current.velocities.back();
    return flow;
  }
  const auto i = size_t(std::upper_bound(knots.begin(), knots.end(), height) - knots.begin());
  const double h = knots[i] - knots[i - 1];
  const double b = (height - knots[i - 1]) / h, a = 1 - b;
  const Vector3 &u0 = current.velocities[i - 1], &u1 = current.velocities[i];
  flow.velocity = a * u0 + b * u1;
  Vector3 slope = (u1 - u0) / h;
  if (current.interpolation == Interpolation::cubic) {
    const Vector3 &c0 = current.curvatures[i - 1], &c1 = current.curvatures[i];
    flow.velocity += h * h / 6 * ((a * a * a - a) * c0 + (b * b * b - b) * c1);
    slope += h / 6 * ((1 - 3 * a * a) * c0 + (3 * b * b - 1) * c1);
  }
  if (current.interpolation == Interpolation::smooth) {
    const auto piece =
        hermite_piece<Vector3>(u0, u1, current.slopes[i - 1], current.slopes[i], h, b);
    flow.velocity = piece.x;
    slope = piece.v;
  }
  flow.gradient = slope * current.up.transpose();
  flow.acceleration = slope * current.up.dot(flow.velocity);
  return flow;
}

Flow flow_of(const FieldCurrent& current, const Vector3& x, double t) {
  Flow flow;
  flow.velocity = current.velocity(x, t);
  for (int j = 0; j < 3; ++j) {
    const Vector3 step = current.step * Vector3::Unit(j);
    flow.gradient.col(j) =
        (current.velocity(x + step, t) - current.velocity(x - step, t)) / (2 * current.step);
  }
  const double h = current.time_step;
  flow.acceleration = (current.velocity(x, t + h) - current.velocity(x, t - h)) / (2 * h) +
                      flow.gradient * flow.velocity;
  return flow;
}

/// Copies of three expressions; whoever needs one takes a free copy for the time of a call.
class ExpressionPool {
 public:
  explicit ExpressionPool(const std::array<Expression, 3>& formulas) {
    const unsigned copies = std::max(2u, std::thread::hardware_concurrency());
    for (unsigned i = 0; i < copies; ++i) slots_.push_back(std::make_unique<Slot>(formulas));
  }

  Vector3 value(const Vector3& x, double t) {
    const std::array<double, 4> variables = {x[0], x[1], x[2], t};
    for (size_t i = 0;; i = (i + 1) % slots_.size()) {
      Slot& slot = *slots_[i];
      if (slot.busy.test_and_set(std::memory_order_acquire)) continue;
      const Vector3 u(slot.formulas[0].value(variables), slot.formulas[1].value(variables),
                      slot.formulas[2].value(variables));
      slot.busy.clear(std::memory_order_release);
      return u;
    }
  }

 private:
  struct Slot {
    explicit Slot(const std::array<Expression, 3>& f) : formulas(f) {}
    std::atomic_flag busy;
    std::array<Expression, 3> formulas;
  };
  std::vector<std::unique_ptr<Slot>> slots_;
};

}  // namespace

Current::Current(ProfileCurrent profile) {
  expects(!profile.heights.empty() && profile.heights.size() == profile.velocities.size(),
          "a current profile has one velocity per height");
  if (profile.interpolation == Interpolation::cubic)
    profile.curvatures = at_knots(profile, spline_curvatures);
  if (profile.interpolation == Interpolation::smooth)
    profile.slopes = at_knots(profile, monotone_slopes);
  kind_ = std::move(profile);
}

bool Current::still() const {
  const auto* current = std::get_if<UniformCurrent>(&kind_);
  return current != nullptr && current->first_input < 0 && current->velocity.isZero(0);
}

bool Current::reads(int input) const {
  const auto* current = std::get_if<UniformCurrent>(&kind_);
  return current != nullptr && current->first_input >= 0 && input >= current->first_input &&
         input < current->first_input + 3;
}

Flow Current::at(const Vector3& x, double t, const Input& u) const {
  if (const auto* current = std::get_if<UniformCurrent>(&kind_)) return flow_of(*current, u);
  if (const auto* current = std::get_if<ProfileCurrent>(&kind_)) return flow_of(*current, x);
  return flow_of(std::get<FieldCurrent>(kind_), x, t);
}

FieldCurrent expression_current(const std::array<std::string, 3>& formulas, CopyIndex copy,
                                const Origin& origin) {
  const std::vector<std::string> variables = {"x", "y", "z", "t"};
  const auto compiled = [&](int i) {
    return Expression(formulas[size_t(i)], variables, copy, origin);
  };
  // shared: a function must be copyable, and all copies may use the same pool
  const auto pool = std::make_shared<ExpressionPool>(
      std::array<Expression, 3>{compiled(0), compiled(1), compiled(2)});
  FieldCurrent field;
  field.velocity = [pool](const Vector3& x, double t) { return pool->value(x, t); };
  return field;
}

}  // namespace cuttle
