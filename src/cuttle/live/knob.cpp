#include "cuttle/live/knob.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace cuttle {
namespace {

constexpr int kSamples = 200;  // of the signals over the study

constexpr double kIdleTension = 10;      // [N] ranges where the file gives nothing but zero
constexpr double kIdleForce = 1;         // [N, N m, N/m]
constexpr double kIdleSlide = 0.1;       // [m]
constexpr double kLeastPositive = 1e-2;  // of the largest, where zero is not allowed

/// The next number with two digits, so that sliders end at readable values.
double round_up(double value) {
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1);
  return std::ceil(value / unit - 1e-9) * unit;
}

struct SignalSamples {
  MatrixX u;  // (entries x times)
  double low(const Knob& knob) const { return u.row(knob.reference_entry()).minCoeff(); }
  double high(const Knob& knob) const { return u.row(knob.reference_entry()).maxCoeff(); }
};

SignalSamples sample(const Scenario& scenario) {
  const StudySpec& study = scenario.spec.study;
  const double t0 = start_time(study);
  double length = 0;
  if (study.type == StudyType::dynamics) length = study.duration;
  if (study.type == StudyType::load_path) length = study.to - study.from;
  InputSource inputs = scenario.inputs;
  Input u;
  SignalSamples samples{MatrixX::Zero(scenario.model.nu(), kSamples + 1)};
  for (int i = 0; i <= kSamples; ++i) {
    // where a signal fails the run will say so
    if (!inputs.evaluate(t0 + length * i / kSamples, u).ok()) continue;
    samples.u.col(i) = u.u;
  }
  return samples;
}

/// Commands of controllers go as far as their bounds.
void add_bounds(const Scenario& scenario, SignalSamples& samples) {
  for (const ControllerPlan& controller : scenario.controllers) {
    const auto& [low, high] = std::pair(controller.spec->min, controller.spec->max);
    for (const int input : controller.inputs) {
      if (low) samples.u(input, 0) = std::min(samples.u(input, 0), *low);
      if (high) samples.u(input, kSamples) = std::max(samples.u(input, kSamples), *high);
    }
  }
}

/// Stations keep the proportions that they have when the load is largest.
void set_shape(const SignalSamples& samples, Knob& knob) {
  double largest = 0;
  Eigen::Index when = 0;
  for (std::size_t i = 0; i < knob.entries.size(); ++i) {
    Eigen::Index column = 0;
    const double peak = samples.u.row(knob.entries[i]).cwiseAbs().maxCoeff(&column);
    if (peak <= largest) continue;
    largest = peak;
    when = column;
    knob.reference = i;
  }
  knob.shape.assign(knob.entries.size(), 1);
  if (largest == 0) return;
  const double reference = samples.u(knob.reference_entry(), when);
  for (std::size_t i = 0; i < knob.entries.size(); ++i)
    knob.shape[i] = samples.u(knob.entries[i], when) / reference;
}

std::vector<KnobKind> kinds_of(const Model& model) {
  std::vector<KnobKind> kinds(std::size_t(model.nu()), KnobKind::load);
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (model.inputs[i].name.starts_with("cables.")) kinds[i] = KnobKind::tension;
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps) {
      if (step.prescribed()) kinds[std::size_t(step.prescribed_input)] = KnobKind::coordinate;
      for (int i = 0; step.effort_input >= 0 && i < step.nv(); ++i)
        kinds[std::size_t(step.effort_input + i)] = KnobKind::effort;
    }
  return kinds;
}

/// "loads.tip.force" of "loads.tip.force.x": what belongs together.
std::string family_of(const Knob& knob) { return knob.name.substr(0, knob.name.rfind('.')); }

/// Largest component of a force or moment over the study.
double largest_in_family(const SignalSamples& samples, const std::vector<Knob>& knobs,
                         const Knob& knob) {
  double largest = 0;
  for (const Knob& other : knobs)
    if (other.kind == KnobKind::load && family_of(other) == family_of(knob))
      largest = std::max({largest, std::abs(samples.low(other)), std::abs(samples.high(other))});
  return largest;
}

/// A load along a rod has entries for force and moment; that which the file does not give is no
/// knob.
void drop_idle_stations(const SignalSamples& samples, const Model& model,
                        std::vector<Knob>& knobs) {
  const std::vector<Knob> all = knobs;
  std::erase_if(knobs, [&](const Knob& knob) {
    const std::string& name = model.inputs[std::size_t(knob.reference_entry())].name;
    return name.ends_with(']') && largest_in_family(samples, all, knob) == 0;
  });
}

/// A component that the file leaves at zero goes as far as its neighbours do.
void set_ranges(const SignalSamples& samples, std::vector<Knob>& knobs) {
  for (Knob& knob : knobs) {
    const double low = samples.low(knob);
    double high = samples.high(knob);
    if (knob.kind == KnobKind::load && low == 0 && high == 0)
      high = largest_in_family(samples, knobs, knob);
    const SliderRange range = slider_range(knob.kind, knob.unit, low, high);
    knob.min = range.min;
    knob.max = range.max;
  }
}

}  // namespace

SliderRange slider_range(KnobKind kind, const std::string& unit, double low, double high) {
  const double reach = std::max(std::abs(low), std::abs(high));
  switch (kind) {
    case KnobKind::tension:
      return {0, high > 0 ? round_up(2 * high) : kIdleTension};
    case KnobKind::coordinate:
      if (unit == "rad") {
        const double turn = std::numbers::pi;
        return reach <= turn ? SliderRange{-turn, turn}
                             : SliderRange{-round_up(1.2 * reach), round_up(1.2 * reach)};
      }
      return {-round_up(std::max(2 * reach, kIdleSlide)),
              round_up(std::max(2 * reach, kIdleSlide))};
    case KnobKind::effort:
    case KnobKind::load:
      break;
  }
  const double far = reach > 0 ? round_up(2 * reach) : kIdleForce;
  return {-far, far};
}

std::vector<Knob> make_knobs(const Scenario& scenario) {
  const Model& model = scenario.model;
  SignalSamples samples = sample(scenario);
  add_bounds(scenario, samples);
  const std::vector<KnobKind> kinds = kinds_of(model);
  std::vector<Knob> knobs;
  for (int i = 0; i < model.nu(); ++i) {
    if (scenario.inputs.follows_state(i)) continue;  // nobody moves it by hand
    const InputInfo& info = model.inputs[std::size_t(i)];
    const std::string name = info.name.substr(0, info.name.find('['));
    auto knob =
        std::find_if(knobs.begin(), knobs.end(), [&](const Knob& k) { return k.name == name; });
    if (knob == knobs.end()) {
      Knob fresh;
      fresh.name = name;
      fresh.unit = info.unit;
      fresh.kind = kinds[std::size_t(i)];
      knob = knobs.insert(knobs.end(), std::move(fresh));
    }
    knob->entries.push_back(i);
  }
  for (Knob& knob : knobs) set_shape(samples, knob);
  drop_idle_stations(samples, model, knobs);
  set_ranges(samples, knobs);
  for (Knob& knob : knobs)
    if (knob.name.ends_with(".rest.stretch")) {
      knob.min = 0.5 * samples.low(knob);
      knob.max = 1.5 * samples.high(knob);
    } else if (scenario.inputs.role(knob.reference_entry()) == InputRole::positive) {
      knob.min = kLeastPositive * knob.max;
    }
  return knobs;
}

}  // namespace cuttle
