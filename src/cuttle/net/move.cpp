// Nets as subsystems.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuttle/base/interrupt.h"
#include "cuttle/net/net_energy.h"
#include "cuttle/net/net_model.h"
#include "cuttle/net/net_statics.h"
#include "cuttle/net/row.h"
#include "cuttle/part/input_survey.h"
#include "cuttle/signal/signal.h"
#include "cuttle/spec/spec_study.h"

namespace cuttle {

namespace {

constexpr int kSurveySamples = 4'000;   // of a look ahead at a signal
constexpr double kSafety = 0.9;         // of a step chosen by its error
constexpr double kShortestStep = 1e-9;  // [s] of these
constexpr double kShownShare = 0.1;     // of the longest side of a net, by which a mode is shown

// longest side of the box around a net
double size_of(const VectorX& x) {
  const auto places = Eigen::Map<const Eigen::Matrix2Xd>(x.data(), 2, x.size() / 2);
  return (places.rowwise().maxCoeff() - places.rowwise().minCoeff()).maxCoeff();
}

/// One net with all that moves it.
class NetMover final : public Subsystem {
 public:
  NetMover(std::shared_ptr<const NetModel> net, const StudySpec& study, std::size_t index)
      : index_(index),
        model_(std::move(net)),
        net_(model_->data),
        ws_(net_),
        surveys_(0, study.duration),
        tolerance_(study.net_tolerance) {
    step_ = study.step > 0 ? study.step : kNetStep;
    next_step_ = step_;
    for (const NetSegmentSpec& segment : model_->spec.segments) {
      Drive& drive = drives_.emplace_back();
      if (segment.sma) drive.sma = sma_law(*segment.sma);
      if (segment.rest_curvature) drive.curvature.emplace(*segment.rest_curvature);
      if (segment.stiffness) drive.stiffness.emplace(*segment.stiffness);
    }
    for (const NetLoadSpec& load : model_->spec.loads)
      loads_.push_back({model_->node(load.node), {Signal(load.force[0]), Signal(load.force[1])}});
    for_each_signal(model_->spec, [this](const SignalSpec& signal) {
      if (signal.kind != SignalSpec::Kind::constant) changing_.push_back(&signal);
    });
    survey(0);
    world_.net = &net_;
    world_.drive = [this](double t, NetInput& input) { drive(t, input); };
    world_.ground.profile = ground_profile(model_->spec);
    if (const auto& ground = model_->spec.ground) {
      world_.ground.mu_static = ground->static_friction;
      world_.ground.mu_kinetic = ground->kinetic_friction.value_or(ground->static_friction);
      world_.ground.stiffness = ground->stiffness;
      world_.options.law =
          ground->contact == GroundContact::exact ? NetContactLaw::exact : NetContactLaw::penalty;
    }
    if (study.net_method == NetMethod::midpoint) world_.options.scheme = NetScheme::midpoint;
    max_steps_ = study.max_steps;
  }

  Status start(State& x, const MotionStart& how) override {
    t_ = x.t;
    NetState& state = x.nets[index_];
    if (how.come_down)
      if (Status status = come_down(state); !status.ok()) return status;
    open_books(state);
    return {};
  }

  Status advance(double t, State& x) override {
    if (t <= t_) return {};
    if (Status status = advance(t_, t, x.nets[index_]); !status.ok()) return status;
    t_ = t;
    return {};
  }

  Status settle(double t, const StudySpec& study, State& x) override {
    NetState& state = x.nets[index_];
    drive(t, ws_.input);
    const NetStaticsResult result =
        net_equilibrium(net_, ws_.input, state.x, {.load_steps = study.load_steps});
    settled_ = true;
    steps_ += result.load_steps;
    iterations_ += result.iterations;
    state.v.setZero();
    Status status = result.status;
    if (!status.ok()) status.message = fmt::format("net {}: {}", model_->name, status.message);
    return status;
  }

  Status vibrate(double t, const State& x, int count, std::vector<Vibration>& list) override {
    drive(t, ws_.input);
    const NetModes modes = net_modes(net_, ws_.input, x.nets[index_].x);
    for (Eigen::Index m = 0; m < std::min<Eigen::Index>(modes.hertz.size(), count); ++m) {
      const double hertz = modes.hertz[m];
      const VectorX shape = modes.shapes.col(m);
      // an unstable shape falls away at the rate of its negative frequency
      const double growth = hertz < 0 ? -2 * M_PI * hertz : 0;
      list.push_back({std::max(hertz, 0.0), growth, growth > 0 ? -1.0 : 0.0, x});
      NetState& net = list.back().x.nets[index_];
      net.x += kShownShare * size_of(net.x) / shape.cwiseAbs().maxCoeff() * shape;
      net.v = shape;
    }
    return {};
  }

  void read(double t, std::vector<NetReading>& readings) override {
    NetReading& reading = readings[index_];
    drive(t, reading.input);
    reading.force = ws_.force;
    reading.books = books_;
    // signals have gone on since the last step
    if (moving_) reading.books.drive += elastic_energy(net_, reading.input, strain_) - stored_;
  }

  void report(SolverReport& result) const override {
    if (settled_) result.solver.method = "newton";
    result.solver.steps += steps_;
    result.solver.rejected += rejected_;
    result.solver.iterations += iterations_;
    result.solver.unresolved += unresolved_;
    if (unresolved_ == 0) return;
    result.warnings.push_back(warning_text(model_->spec.origin.warning(
        "",
        fmt::format("net {}: contacts found no solution in {} step{}, first at t = {:.6g} s, node "
                    "{}, and smoothed friction was used instead; a smaller study.step may help, or "
                    "less friction: feet can wedge",
                    model_->name, unresolved_, unresolved_ == 1 ? "" : "s", unresolved_time_,
                    node_name(unresolved_node_)))));
  }

 private:
  void open_books(const NetState& state) {
    drive(t_, ws_.input);
    net_strain(net_, state.x, strain_);
    stored_ = elastic_energy(net_, ws_.input, strain_);
    books_ = {};
    moving_ = true;
  }

  Status come_down(NetState& state) {
    if (model_->spec.start != NetStart::settled) return {};
    NetWorld slippery = world_;
    slippery.ground.mu_static = slippery.ground.mu_kinetic = 0;
    slippery.drive = [this](double, NetInput& input) { drive(0, input); };
    const double time = model_->spec.settle_time;
    const long steps = std::lround(std::ceil(time / step_ - 1e-9));
    for (long i = 0; i < steps; ++i) {
      const double h = time / double(steps), t = h * double(i) - time;
      if (Status status = interruption(t); !status.ok()) return status;
      const NetStepReport report = net_step(slippery, t, h, state, ws_);
      count(report);
      if (!report.status.ok()) return explained(report.status);
    }
    state.v.setZero();
    for (NodeContact& contact : state.contact)
      if (contact.mode != NodeContact::Mode::free) contact.mode = NodeContact::Mode::stick;
    return {};
  }

  Status advance(double from, double to, NetState& state) {
    Status status;
    while (status.ok() && from < to) {
      // no slivers: corners and rows that differ by round-off are the same time
      const double same = 1e-12 * (1 + std::abs(to));
      const double corner = next_corner(from + same, to - same);
      begin_piece(corner);
      const double end = corner < to - same ? corner : to;
      status =
          tolerance_ > 0 ? advance_by_error(from, end, state) : advance_evenly(from, end, state);
      from = end;
    }
    begin_piece(std::numeric_limits<double>::infinity());
    return status;
  }

  struct Drive {
    std::optional<SmaLaw> sma;
    std::optional<Signal> curvature, stiffness;
  };
  struct Load {
    int node;
    std::array<Signal, 2> force;
  };

  /// The corners of all signals in the span around t.
  std::shared_ptr<const InputSurvey> survey(double t) {
    return surveys_.get(t, [this](double start, double end) {
      InputSurvey all;
      all.start = start;
      all.end = end;
      for (const SignalSpec* signal : changing_) {
        const SignalSurvey seen = survey_signal(*signal, 0, start, end, kSurveySamples);
        all.corners.insert(all.corners.end(), seen.corners.begin(), seen.corners.end());
      }
      std::ranges::sort(all.corners);
      return all;
    });
  }

  /// The first corner after t, or, before `to`, where one span of the surveys ends and the next
  /// begins; infinity if there is none.
  double next_corner(double t, double to) {
    if (changing_.empty()) return std::numeric_limits<double>::infinity();
    const auto seen = survey(t);
    const auto next = std::ranges::upper_bound(seen->corners, t);
    if (next != seen->corners.end()) return *next;
    return seen->end < to ? seen->end : std::numeric_limits<double>::infinity();
  }

  /// Signals may jump at the end of a piece, and steps end there: until then they are seen as they
  /// are just before.
  void begin_piece(double end) {
    last_seen_ = std::isfinite(end) ? end - 1e-13 * (1 + std::abs(end)) : end;
  }

  std::string node_name(int node) const {
    return node < 0 ? "unknown" : model_->node_names[std::size_t(node)];
  }

  // inputs and loads at a time
  void drive(double t, NetInput& input) {
    t = std::min(t, last_seen_);
    for (std::size_t s = 0; s < drives_.size(); ++s) {
      const auto i = Eigen::Index(s);
      const Drive& drive = drives_[s];
      input.rest_curvature[i] = drive.curvature ? drive.curvature->value(t) : 0;
      input.stiffness_factor[i] = drive.stiffness ? drive.stiffness->value(t) : 1;
      if (!drive.sma) continue;
      const SmaValue value = sma_value(*drive.sma, t);
      input.rest_curvature[i] = value.rest_curvature;
      input.stiffness_factor[i] = value.stiffness_factor;
    }
    if (!loads_.empty()) net_.load.setZero();
    for (const Load& load : loads_)
      for (int k = 0; k < 2; ++k)
        net_.load[2 * load.node + k] += load.force[std::size_t(k)].value(t);
  }

  Status explained(Status status) const {
    if (status.ok()) return status;
    Eigen::Index worst = 0;
    ws_.dx.cwiseAbs().maxCoeff(&worst);
    status.message =
        fmt::format("net {}, node {}: {}", model_->name, node_name(int(worst) / 2), status.message);
    return status;
  }

  void count(const NetStepReport& report) {
    ++steps_;
    iterations_ += report.iterations;
    if (report.status.ok()) {
      books_ += report.books;
      books_.drive += report.stored_first - stored_;
      stored_ = report.stored_last;
      strain_ = ws_.strain;  // at the end of the step
    }
    if (report.unresolved == 0) return;
    if (unresolved_ == 0) {
      unresolved_time_ = report.unresolved_time;
      unresolved_node_ = report.unresolved_node;
    }
    ++unresolved_;
  }

  // leaves its report, which counts if the step does
  Status take_step(double t, double h, NetState& state, NetStepReport& report) {
    report = net_step(world_, t, h, state, ws_);
    Status status = explained(report.status);
    if (!(ws_.input.rest_curvature + ws_.input.stiffness_factor).allFinite())
      return Status::fail(
          Status::Code::not_finite,
          fmt::format("net {}: a resting curvature or a stiffness has no value", model_->name), t);
    Eigen::Index weakest = 0;
    if (ws_.input.stiffness_factor.minCoeff(&weakest) <= 0)
      return Status::fail(Status::Code::diverged,
                          fmt::format("net {}: the stiffness of {} is {:.3g}: it must stay above 0",
                                      model_->name, net_.segments[std::size_t(weakest)].name,
                                      ws_.input.stiffness_factor[weakest]),
                          t);
    if (steps_ >= max_steps_)
      return Status::fail(
          Status::Code::stalled,
          fmt::format("net {}: {} steps were taken (study.max_steps)", model_->name, steps_), t);
    if (status.ok() && !state.x.allFinite())
      status = Status::fail(Status::Code::not_finite, "net " + model_->name, t);
    return status;
  }

  // the next time at which a strip is not smooth; pieces end at the corners of signals
  double next_kink(double t) const {
    double kink = std::numeric_limits<double>::infinity();
    for (const Drive& drive : drives_)
      if (drive.sma) kink = std::min(kink, cuttle::next_corner(*drive.sma, t));
    return kink;
  }

  Status advance_evenly(double from, double to, NetState& state) {
    const long steps = std::max(1L, std::lround(std::ceil((to - from) / step_ - 1e-9)));
    const double h = (to - from) / double(steps);
    for (long i = 0; i < steps; ++i) {
      const double t = from + h * double(i);
      if (Status status = interruption(t); !status.ok()) return status;
      NetStepReport report;
      const Status status = take_step(t, h, state, report);
      count(report);
      if (!status.ok()) return status;
    }
    return {};
  }

  // a step counts if it differs little from two of half its length, which are kept
  Status advance_by_error(double from, double to, NetState& state) {
    const double order = world_.options.scheme == NetScheme::midpoint ? 2 : 1;
    for (double t = from; t < to;) {
      if (Status status = interruption(t); !status.ok()) return status;
      const double end = std::min(to, next_kink(t));
      double h = std::min(next_step_, end - t);
      if (end - t - h < 1e-3 * h) h = end - t;
      whole_ = halves_ = state;
      NetStepReport rough, first, second;
      Status status = take_step(t, h, whole_, rough);
      if (status.ok()) status = take_step(t, 0.5 * h, halves_, first);
      if (status.ok()) status = take_step(t + 0.5 * h, 0.5 * h, halves_, second);
      const double error =
          status.ok() ? (whole_.x - halves_.x).cwiseAbs().maxCoeff() : 16 * tolerance_;
      const double factor =
          kSafety * std::pow(tolerance_ / std::max(error, 1e-30), 1 / (order + 1));
      if (error > tolerance_) {
        ++rejected_;
        if (status.ok() && h <= kShortestStep)
          status = Status::fail(
              Status::Code::stalled,
              fmt::format("net {}: the shortest step, {:.1g} s, still has an error of {:.2g} m",
                          model_->name, h, error),
              t);
        if (h <= kShortestStep) return status;
        next_step_ = h * std::clamp(factor, 0.1, 0.9);
        continue;
      }
      count(first);
      count(second);
      iterations_ += rough.iterations;
      std::swap(state, halves_);
      t = h == end - t ? end : t + h;
      next_step_ = std::min(step_, std::max(next_step_, h) * std::clamp(factor, 0.2, 2.0));
    }
    return {};
  }

  std::size_t index_ = 0;  // among the nets of the scenario
  std::shared_ptr<const NetModel> model_;
  double t_ = 0;  // where its motion is
  bool settled_ = false;
  NetData net_;  // its own, for the loads change with time
  NetWorkspace ws_;
  NetWorld world_;
  std::vector<Drive> drives_;
  std::vector<Load> loads_;
  std::vector<const SignalSpec*> changing_;
  InputSurveys surveys_;
  double last_seen_ = std::numeric_limits<double>::infinity();
  double tolerance_ = 0, step_ = 0, next_step_ = 0;
  long max_steps_ = 0;
  NetState whole_, halves_;
  bool moving_ = false;  // it was started
  NetBooks books_;       // since the motion began, up to the end of the last step
  NetStrain strain_;     // there
  double stored_ = 0;    // [J] there, with the drive of that step
  long steps_ = 0, rejected_ = 0, iterations_ = 0, unresolved_ = 0;
  double unresolved_time_ = 0;
  int unresolved_node_ = -1;
};

}  // namespace

Subsystems move_nets(const ScenarioSpec& scenario, const ActorIndex& actors,
                     const StudySpec& study) {
  Subsystems movers;
  for (const NetSpec& spec : scenario.of<NetSpec>())
    if (const auto net = actors.find<NetModel>(spec.name); net->body < 0)
      movers.push_back(std::make_unique<NetMover>(net, study, movers.size()));
  return movers;
}

}  // namespace cuttle
