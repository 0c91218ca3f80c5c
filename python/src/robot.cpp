#include "robot.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "cuttle/dynamics/joint_forces.h"

namespace cuttle::python {

void CallbackError::keep(std::exception_ptr error) {
  const std::scoped_lock lock(mutex_);
  if (!error_) error_ = std::move(error);
}

bool CallbackError::kept() const {
  const std::scoped_lock lock(mutex_);
  return error_ != nullptr;
}

void CallbackError::throw_if_kept() {
  std::exception_ptr error;
  {
    const std::scoped_lock lock(mutex_);
    std::swap(error, error_);
  }
  if (error) std::rethrow_exception(error);
}

CallbackErrors::Scope::Scope(CallbackErrors& all, CallbackError& error)
    : all_(all), error_(error), thread_(std::this_thread::get_id()) {
  const std::scoped_lock lock(all_.mutex_);
  all_.open_.push_back({thread_, &error});
}

CallbackErrors::Scope::~Scope() {
  const std::scoped_lock lock(all_.mutex_);
  const auto last = std::find_if(all_.open_.rbegin(), all_.open_.rend(), [&](const Place& p) {
    return p.thread == thread_ && p.error == &error_;
  });
  all_.open_.erase(std::next(last).base());
}

void CallbackErrors::keep(std::exception_ptr error) {
  const std::scoped_lock lock(mutex_);
  const auto last = std::find_if(open_.rbegin(), open_.rend(), [](const Place& p) {
    return p.thread == std::this_thread::get_id();
  });
  if (last != open_.rend()) last->error->keep(std::move(error));
}

Bench::Bench(const Scenario& scenario) : reader(scenario), signals(scenario.inputs) {}

Robot::Robot(Scenario given, SourcePtr from)
    : Robot(std::move(given), std::move(from), std::make_shared<const int>(0),
            std::make_shared<CallbackErrors>()) {}

Robot::Robot(Scenario given, SourcePtr from, std::shared_ptr<const int> kin,
             std::shared_ptr<CallbackErrors> errors)
    : scenario(std::move(given)),
      source(std::move(from)),
      family(std::move(kin)),
      callback_errors(std::move(errors)) {
  for (int i = 0; i < scenario.inputs.size(); ++i) {
    if (scenario.inputs.role(i) == InputRole::tension) tensions_.push_back(i);
    if (scenario.inputs.role(i) == InputRole::positive) positive_.push_back(i);
    if (scenario.inputs.follows_state(i)) formulas_.push_back(i);
  }
}

void Robot::check_inputs(std::span<const double> u) const {
  const auto refuse = [&](int i, const char* range) {
    throw std::invalid_argument(fmt::format("u[{}] ({}): must be {}, got {}", i,
                                            model().inputs[std::size_t(i)].name, range,
                                            u[std::size_t(i)]));
  };
  for (const int i : tensions_)
    if (u[std::size_t(i)] < 0) [[unlikely]]
      refuse(i, ">= 0 N");
  for (const int i : positive_)
    if (!(u[std::size_t(i)] > 0)) [[unlikely]]
      refuse(i, "> 0");
  for (const int i : formulas_)
    if (u[std::size_t(i)] != 0) [[unlikely]]
      refuse(i, "0: a formula of the state gives it");
}

std::shared_ptr<Robot> Robot::with_actor(std::shared_ptr<const Actor> actor) const {
  Scenario copy = scenario;
  copy.model.actors.push_back(std::move(actor));
  return std::shared_ptr<Robot>(new Robot(std::move(copy), {}, family, callback_errors));
}

std::unique_ptr<Bench> Robot::take() const {
  {
    const std::scoped_lock lock(mutex_);
    if (!benches_.empty()) {
      std::unique_ptr<Bench> bench = std::move(benches_.back());
      benches_.pop_back();
      return bench;
    }
  }
  return std::make_unique<Bench>(scenario);
}

void Robot::give_back(std::unique_ptr<Bench> bench) const {
  const std::scoped_lock lock(mutex_);
  benches_.push_back(std::move(bench));
}

void RobotState::assign(const State& state) {
  // equal sizes: Eigen copies in place
  x.t = state.t;
  x.q = state.q;
  x.v = state.v;
  x.connections = state.connections;
  x.contacts = state.contacts;
  x.joint_contacts = state.joint_contacts;
  x.nets = state.nets;
  given_q = state.q;
}

State RobotState::state() const {
  State state = x;
  carry_joint_memory(robot->model(), given_q, state);
  return state;
}

}  // namespace cuttle::python
