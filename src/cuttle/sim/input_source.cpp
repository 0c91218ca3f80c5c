#include "cuttle/sim/input_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace cuttle {

namespace {

// a tension such as 1 - cos t may miss zero by round-off
constexpr double kTensionSlack = 1e-9;  // [N]

bool has_rates(InputRole role) {
  return role == InputRole::prescribed || role == InputRole::current;
}

}  // namespace

int InputSource::add_signal(const SignalSpec& spec) {
  const bool formula = spec.kind == SignalSpec::Kind::expression;
  signals_.emplace_back(spec);
  along_.push_back(formula && Expression(spec.expression, {"t", "X"}, spec.copy).uses("X"));
  return int(signals_.size()) - 1;
}

void InputSource::add_entry(int signal, double X, InputRole role, std::string label,
                            std::string unit) {
  // entries that must be equal share one evaluation
  const double place = along_[size_t(signal)] ? X : 0;
  auto source = std::find_if(sources_.begin(), sources_.end(),
                             [&](const Source& s) { return s.signal == signal && s.X == place; });
  if (source == sources_.end()) {
    Source fresh;
    fresh.signal = signal;
    fresh.X = place;
    fresh.constant = signals_[size_t(signal)].is_constant();
    if (fresh.constant) fresh.value = signals_[size_t(signal)].value(0);
    source = sources_.insert(sources_.end(), fresh);
  }
  source->rates = source->rates || has_rates(role);
  entries_.push_back({int(source - sources_.begin()), role, std::move(label), std::move(unit)});
  fresh_ = false;
}

void InputSource::refresh(Source& source, double t) const {
  if (source.constant) return;
  const Signal& signal = signals_[size_t(source.signal)];
  source.value = signal.value(t, source.X);
  if (!source.rates) return;
  source.rate = signal.rate(t, source.X);
  source.acceleration = signal.acceleration(t, source.X);
}

Status InputSource::check(double t) const {
  for (const Entry& entry : entries_) {
    const Source& s = sources_[size_t(entry.source)];
    if (!std::isfinite(s.value + s.rate + s.acceleration))
      return Status::fail(Status::Code::not_finite,
                          fmt::format("{} is {} {} (rate {}, acceleration {}) at t = {} s",
                                      entry.label, s.value, entry.unit, s.rate, s.acceleration, t),
                          t);
    if (entry.role == InputRole::tension && s.value < -kTensionSlack)
      return Status::fail(Status::Code::stalled,
                          fmt::format("{} {:.6g} {} at t = {} s: cables only pull", entry.label,
                                      s.value, entry.unit, t),
                          t);
  }
  return {};
}

Status InputSource::evaluate(double t, Input& u) {
  if (!fresh_ || t != t_) {
    for (Source& source : sources_) refresh(source, t);
    t_ = t;
    Status status = check(t);
    fresh_ = status.ok();
    if (!fresh_) return status;
  }
  const auto n = Eigen::Index(entries_.size());
  for (VectorX* part : {&u.u, &u.u_dot, &u.u_ddot})
    if (part->size() != n) part->setZero(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Entry& entry = entries_[size_t(i)];
    const Source& s = sources_[size_t(entry.source)];
    const bool rates = has_rates(entry.role);
    u.u[i] = s.value;
    u.u_dot[i] = rates ? s.rate : 0;
    u.u_ddot[i] = rates ? s.acceleration : 0;
  }
  return {};
}

std::vector<double> InputSource::breakpoints(double t0, double t1) const {
  std::vector<double> all;
  for (const Signal& signal : signals_) {
    const std::vector<double> own = signal.breakpoints(t0, t1);
    all.insert(all.end(), own.begin(), own.end());
  }
  for (const double t : own_breakpoints_)
    if (t > t0 && t < t1) all.push_back(t);
  std::sort(all.begin(), all.end());
  // corners that several signals share differ by round-off only
  const auto same = [](double a, double b) { return b - a <= 1e-14 * (std::abs(a) + std::abs(b)); };
  all.erase(std::unique(all.begin(), all.end(), same), all.end());
  return all;
}

}  // namespace cuttle
