#include "cuttle/motion/explain_failure.h"

#include <fmt/format.h>

#include <cmath>

#include "cuttle/base/interrupt.h"

namespace cuttle {
namespace {

// Of the power iteration; the rate is good to a few per cent, which is enough for a message.
constexpr int kIterations = 40;
constexpr double kProbe = 1e-6;  // step of differences, in scales of the coordinates

/// Changes of displacement and velocity, in scales of the velocities.
struct Direction {
  VectorX d, v;
  double norm() const { return std::sqrt(d.squaredNorm() + v.squaredNorm()); }
};

/// The tangent of the motion in a direction, by central differences. False if it is not finite.
bool tangent(const Model& model, MechanicalSystem& system, const State& x, const Direction& in,
             Direction& out) {
  const double step = kProbe / in.norm();
  VectorX power(system.nw()), q(model.nq), up(model.nv), down(model.nv);
  const auto accelerate = [&](double eps, VectorX& a) {
    system.retract(x.q, eps * in.d.cwiseProduct(model.v_scale), q);
    const VectorX v = x.v + eps * in.v.cwiseProduct(model.v_scale);
    return system.acceleration(x.t, q, v, a, power).ok();
  };
  if (!accelerate(step, up) || !accelerate(-step, down)) return false;
  out.d = in.v;
  out.v = ((up - down) / (2 * step)).cwiseQuotient(model.v_scale);
  return std::isfinite(out.norm());
}

std::string name_of_largest(const Model& model, const VectorX& scaled) {
  Eigen::Index largest = 0;
  scaled.cwiseAbs().maxCoeff(&largest);
  return model.v_names[size_t(largest)];
}

std::string fastest_now(const Model& model, const State& x) {
  const VectorX scaled = x.v.cwiseQuotient(model.v_scale);
  Eigen::Index largest = 0;
  scaled.cwiseAbs().maxCoeff(&largest);
  return fmt::format("at the last good state {} moves fastest, at {:.3g} (SI)",
                     model.v_names[size_t(largest)], x.v[largest]);
}

/// What the table of methods says.
std::string advice(const StudySpec& study, const IntegratorKind& kind, const FastestMotion& fast) {
  if (!kind.implicit)
    return "an explicit method has to follow it: use method: bdf if motions are damped, implicit "
           "if they are not";
  if (!kind.adaptive || (kind.fixed_step && study.step > 0))
    return fmt::format("use a study.step shorter than {:.3g} s", study.step);
  if (kind.fixed_step)
    return "use a larger rtol, or a fixed study.step that steps over what is too fast to matter";
  return fast.decays ? "use a larger rtol, or method: implicit"
                     : "bdf follows undamped vibrations with short steps: use method: implicit";
}

}  // namespace

FastestMotion fastest_motion(const Model& model, MechanicalSystem& system, const State& x) {
  FastestMotion fast;
  if (model.nv == 0 || !x.q.allFinite() || !x.v.allFinite()) return fast;
  Direction now{VectorX::Zero(model.nv), VectorX::Zero(model.nv)}, next = now, second = now;
  // no direction is left out
  for (int i = 0; i < model.nv; ++i) now.v[i] = 1 + 0.1 * std::sin(7.0 * i);
  for (int k = 0; k < kIterations; ++k) {
    if (!interruption(x.t).ok()) return {};
    if (!tangent(model, system, x, now, next) || !(next.norm() > 0)) return fast;
    if (!tangent(model, system, x, next, second)) return fast;
    // a vibration turns in two steps into its own opposite
    const double growth = second.norm() / now.norm();
    fast.rate = std::sqrt(growth);
    const double along = (now.d.dot(next.d) + now.v.dot(next.v)) / (now.norm() * now.norm());
    fast.decays = along < -0.7 * fast.rate;
    fast.where = name_of_largest(model, next.v);
    const double size = second.norm();
    if (!(size > 0)) return fast;
    now.d = second.d / size;
    now.v = second.v / size;
  }
  return fast;
}

void explain_failure(const Model& model, MechanicalSystem& system, const State& x,
                     const StudySpec& study, const IntegratorKind& kind, Status& status) {
  using Code = Status::Code;
  const bool others = status.code == Code::interrupted || system.inputs_failed() ||
                      (model.law && !model.law->fault(system.workspace(), x.t).empty());
  if (status.ok() || others || model.nv == 0) return;
  if (status.code == Code::not_finite) {
    status.message +=
        fmt::format("; {}: check whether its loads, its stiffness and its step are as intended",
                    fastest_now(model, x));
    return;
  }
  const FastestMotion fast = fastest_motion(model, system, x);
  if (!(fast.rate > 0)) return;
  status.message +=
      fmt::format("; the fastest motion is that of {}, which {} within {:.2g} s; {}", fast.where,
                  fast.decays ? "decays" : "swings", fast.time(), advice(study, kind, fast));
}

}  // namespace cuttle
