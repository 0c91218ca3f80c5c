#include "cuttle/motion/control_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "cuttle/compile/columns.h"
#include "cuttle/compile/state_reader.h"
#include "cuttle/math/constants.h"
#include "cuttle/motion/make_controller.h"

namespace cuttle {
namespace {

bool is_due(double t, double now) { return t <= now || same_time(t, now); }

/// A prescribed coordinate on its way from one value to the next: 3 s^2 - 2 s^3, at rest at both
/// ends.
void ramp(double from, double to, double elapsed, double duration, int i, Input& u) {
  const double s = duration > 0 ? std::clamp(elapsed / duration, 0.0, 1.0) : 1;
  const double way = to - from;
  u.u[i] = from + way * s * s * (3 - 2 * s);
  u.u_dot[i] = s < 1 ? way * 6 * s * (1 - s) / duration : 0;
  u.u_ddot[i] = s < 1 ? way * (6 - 12 * s) / (duration * duration) : 0;
}

}  // namespace

ControlLoop::ControlLoop(const Scenario& scenario)
    : scenario_(scenario),
      signals_(scenario.inputs),
      reader_(scenario),
      held_from_(VectorX::Zero(scenario.model.nu())),
      held_to_(held_from_) {
  for (const SensorPlan& plan : scenario.sensors) {
    eyes_.push_back({Sensor(int(plan.columns.size()), plan.options), plan});
    readings_.resize(readings_.size() + plan.columns.size());
  }
  for (int i = 0; i < int(scenario.controllers.size()); ++i)
    add(scenario.controllers[size_t(i)], make_controller(scenario, i));
}

void ControlLoop::check(const ControllerSettings& settings) const {
  const auto refuse = [&](const std::string& why) {
    throw std::invalid_argument(fmt::format("controller '{}': {}", settings.name, why));
  };
  if (!(settings.sample_time >= 1e-6)) refuse("sample_time must be >= 1e-6 s");
  if (!(settings.delay >= 0)) refuse("delay must be >= 0 s");
  const auto n = Eigen::Index(settings.inputs.size());
  if (settings.bounds.low.size() != n || settings.bounds.high.size() != n)
    refuse(fmt::format("expected {} bounds, one for each input", n));
  for (const int input : settings.inputs)
    if (scenario_.inputs.follows_state(input))
      refuse(fmt::format("the input {} is given by a formula of the state",
                         scenario_.model.inputs[size_t(input)].name));
  for (const Channel& other : channels_) {
    if (other.settings.name == settings.name) refuse("another controller has this name");
    for (const int input : settings.inputs)
      if (std::ranges::count(other.settings.inputs, input) > 0)
        refuse(fmt::format("the input {} is already driven by '{}'",
                           scenario_.model.inputs[size_t(input)].name, other.settings.name));
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    const int input = settings.inputs[size_t(i)];
    if (input < 0 || input >= scenario_.model.nu()) refuse("no such input");
    if (std::ranges::count(settings.inputs, input) > 1)
      refuse(
          fmt::format("the input {} is listed twice", scenario_.model.inputs[size_t(input)].name));
    if (!(settings.bounds.low[i] <= settings.bounds.high[i]))
      refuse(fmt::format("the bounds of {} cross: {:.6g} > {:.6g}",
                         scenario_.model.inputs[size_t(input)].name, settings.bounds.low[i],
                         settings.bounds.high[i]));
  }
}

void ControlLoop::add(ControllerSettings settings, std::unique_ptr<Controller> law) {
  const auto n = Eigen::Index(settings.inputs.size());
  if (settings.bounds.low.size() == 0)
    settings.bounds = {VectorX::Constant(n, -kInfinity), VectorX::Constant(n, kInfinity)};
  // cables only pull, and a stiffness stays one
  for (Eigen::Index i = 0; i < n && i < settings.bounds.low.size(); ++i) {
    const int input = settings.inputs[size_t(i)];
    if (input >= 0 && input < signals_.size())
      settings.bounds.low[i] =
          std::max(settings.bounds.low[i], least_command(signals_.role(input)));
  }
  check(settings);
  const std::size_t told = law->columns().size();
  DelayLine pending(int(n), settings.delay, settings.sample_time);
  channels_.push_back({.settings = std::move(settings),
                       .law = std::move(law),
                       .pending = std::move(pending),
                       .fresh = VectorX::Zero(n),
                       .command = VectorX::Zero(n),
                       .before = VectorX::Zero(n),
                       .told = told});
}

void ControlLoop::skip_samples(double t) {
  const auto first = [t](double origin, double step) {
    return std::max(0L, long(std::ceil((t - origin) / step - 1e-9)));
  };
  for (Channel& channel : channels_)
    channel.samples = first(channel.settings.start, channel.settings.sample_time);
  for (Eye& eye : eyes_) eye.samples = first(0, eye.sensor.period());
}

Status ControlLoop::start(const State& x) {
  now_ = x.t;
  skip_samples(x.t);
  for (Eye& eye : eyes_) eye.sensor.reset();
  stop();
  // a reading is there from the beginning, whatever the clock of its sensor says
  for (Eye& eye : eyes_)
    if (!is_due(eye.next_sample(), x.t)) --eye.samples;
  if (Status status = evaluate(x.t, u_); !status.ok()) return status;
  look(x);
  return {};
}

void ControlLoop::stop() {
  for (Channel& channel : channels_) {
    channel.law->reset();
    channel.pending.clear();
    channel.first_due = kInfinity;
    channel.acts = false;
    channel.short_of = channel.short_now = 0;
    channel.fresh.setZero();
    channel.command.setZero();
  }
}

double ControlLoop::next_event() const {
  double next = kInfinity;
  for (const Eye& eye : eyes_)
    next = std::min({next, eye.next_sample(), eye.sensor.next_reading(now_)});
  for (const Channel& channel : channels_) {
    if (held_) break;  // nobody listens
    next = std::min(next, channel.next_sample());
    next = std::min(next, channel.acts ? channel.pending.next(now_) : channel.first_due);
  }
  return next;
}

bool ControlLoop::due(double t) const { return is_due(next_event(), t); }

Status ControlLoop::sample(const State& x) {
  if (Status status = evaluate(x.t, u_); !status.ok()) return status;
  look(x);
  for (Channel& channel : channels_) {
    if (held_ || !is_due(channel.next_sample(), x.t)) continue;
    if (Status status = decide(channel, x); !status.ok()) return status;
    channel.pending.push(x.t, std::span(channel.fresh.data(), std::size_t(channel.fresh.size())));
    channel.first_due = std::min(channel.first_due, x.t + channel.settings.delay);
    ++channel.samples;
  }
  now_ = x.t;
  deliver();
  return {};
}

/// Sensors whose time has come sample; all tell what is known by now.
void ControlLoop::look(const State& x) {
  const auto due = [&](const Eye& eye) { return is_due(eye.next_sample(), x.t); };
  if (std::ranges::any_of(eyes_, due)) reader_.read(x, u_, true);
  for (Eye& eye : eyes_) {
    if (due(eye)) {
      const Probe& probe = scenario_.probes[size_t(eye.plan.probe)];
      probe_row_.resize(probe.columns().size());
      probe.evaluate(scenario_.model, x, u_, reader_.workspace(), probe_row_);
      seen_.clear();
      for (const int column : eye.plan.columns) seen_.push_back(probe_row_[size_t(column)]);
      eye.sensor.sample(x.t, seen_);
      ++eye.samples;
    }
    std::ranges::copy(eye.sensor.reading(x.t), readings_.begin() + eye.plan.first);
  }
}

Status ControlLoop::decide(Channel& channel, const State& x) {
  const Observation seen{scenario_.model, x, u_, readings_, reader_.workspace()};
  const std::span<double> commands(channel.fresh.data(), std::size_t(channel.fresh.size()));
  Status status = channel.law->command(seen, commands);
  if (!status.ok()) {
    status.message = fmt::format("controller '{}': {}", channel.settings.name, status.message);
    return status;
  }
  const CommandBounds& bounds = channel.settings.bounds;
  bool satisfied = channel.law->satisfied();
  for (Eigen::Index i = 0; i < channel.fresh.size(); ++i) {
    double& command = channel.fresh[i];
    if (!std::isfinite(command))
      return Status::fail(
          Status::Code::not_finite,
          fmt::format("controller '{}': its command for {} is {}", channel.settings.name,
                      scenario_.model.inputs[size_t(channel.settings.inputs[size_t(i)])].name,
                      command),
          x.t);
    const double allowed = std::clamp(command, bounds.low[i], bounds.high[i]);
    satisfied = satisfied && std::abs(command - allowed) <= 1e-9 * (1 + std::abs(allowed));
    command = allowed;
  }
  channel.short_of += satisfied ? 0 : 1;
  channel.short_now = satisfied ? 0 : channel.short_now + 1;
  return {};
}

/// Commands that have been long enough on their way act from now on.
void ControlLoop::deliver() {
  for (Channel& channel : channels_) {
    if (!is_due(channel.first_due, now_)) continue;
    const std::span<const double> known = channel.pending.at(now_);
    if (channel.acts && std::ranges::equal(known, channel.command)) continue;
    // where a coordinate that is taken over stands
    for (std::size_t i = 0; i < channel.settings.inputs.size(); ++i)
      channel.before[Eigen::Index(i)] = u_.u[channel.settings.inputs[i]];
    channel.since = now_;
    channel.acts = true;
    std::ranges::copy(known, channel.command.begin());
  }
}

Status ControlLoop::evaluate(double t, Input& u) {
  if (Status status = evaluate_own(t, u); !status.ok()) return status;
  if (override_) override_->apply(t, u);
  return {};
}

std::vector<double> ControlLoop::breakpoints(double t0, double t1) const {
  std::vector<double> all = signals_.breakpoints(t0, t1, !held_);
  if (!override_) return all;
  const std::vector<double> more = override_->breakpoints(t0, t1);
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

Status ControlLoop::evaluate_own(double t, Input& u) {
  if (Status status = signals_.evaluate(t, u); !status.ok()) return status;
  for (const Channel& channel : channels_)
    for (std::size_t i = 0; i < channel.settings.inputs.size() && channel.acts; ++i) {
      const int input = channel.settings.inputs[i];
      const auto k = Eigen::Index(i);
      u.u[input] = channel.command[k];
      u.u_dot[input] = u.u_ddot[input] = 0;
      if (signals_.role(input) == InputRole::prescribed)
        ramp(channel.before[k], channel.command[k], t - channel.since, channel.settings.sample_time,
             input, u);
    }
  if (!held_) return {};
  u.u = held_to_;
  u.u_dot.setZero();
  u.u_ddot.setZero();
  for (int i = 0; i < signals_.size(); ++i)
    if (signals_.role(i) == InputRole::prescribed)
      ramp(held_from_[i], held_to_[i], t - held_at_, ramp_, i, u);
  return {};
}

void ControlLoop::release(double t) {
  held_ = false;
  skip_samples(t);
}

void ControlLoop::hold(std::span<const double> u, double t, double ramp) {
  // from where the coordinates are now
  if (evaluate(t, u_).ok()) held_from_ = u_.u;
  held_to_ = Eigen::Map<const VectorX>(u.data(), Eigen::Index(u.size()));
  held_at_ = t;
  ramp_ = ramp;
  held_ = true;
}

void ControlLoop::set_noise(std::uint64_t seed) {
  for (Eye& eye : eyes_) eye.sensor.reseed(noise_seed(eye.plan, seed));
}

void ControlLoop::tell(std::vector<double>& row) const {
  row.assign(readings_.begin(), readings_.end());
  for (const Channel& channel : channels_) {
    // what a caller holds is what acts
    for (std::size_t i = 0; i < channel.settings.inputs.size(); ++i)
      row.push_back(held_ ? held_to_[channel.settings.inputs[i]]
                          : channel.command[Eigen::Index(i)]);
    const std::size_t first = row.size();
    row.resize(first + channel.told);
    channel.law->tell(std::span(row).subspan(first));
  }
}

std::vector<Column> ControlLoop::columns() const {
  std::vector<Column> columns;
  const auto append = [&columns](const std::vector<Column>& more) {
    columns.insert(columns.end(), more.begin(), more.end());
  };
  for (const Eye& eye : eyes_) append(sensor_columns(scenario_, eye.plan));
  for (const Channel& channel : channels_)
    append(controller_columns(scenario_.model, channel.settings.name, channel.settings.inputs,
                              channel.law->columns()));
  return columns;
}

std::vector<std::string> ControlLoop::warnings() const {
  std::vector<std::string> list;
  for (const Channel& channel : channels_) {
    // a start at the bounds is no news, an end there is
    constexpr long kMany = 10;
    if (channel.short_now < std::max(kMany, channel.samples / 10)) continue;
    // callers of the library may have added some that no file knows
    const auto& known = scenario_.controllers;
    const auto plan = std::ranges::find(known, channel.settings.name, &ControllerPlan::name);
    const Origin origin = plan == known.end() ? Origin{} : plan->spec->origin;
    list.push_back(warning_text(origin.warning(
        "",
        fmt::format("controller '{}' cannot reach its goal: its commands were at their bounds "
                    "in {} of {} samples, the last {} in a row",
                    channel.settings.name, channel.short_of, channel.samples, channel.short_now))));
  }
  return list;
}

}  // namespace cuttle
