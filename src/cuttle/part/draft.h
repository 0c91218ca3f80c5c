#pragma once
// A model under construction, as its parts see it. compile/build_draft.h has the rest.

#include <map>
#include <memory>
#include <string>
#include <typeindex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cuttle/base/error.h"
#include "cuttle/core/body_place.h"
#include "cuttle/part/body_draft.h"
#include "cuttle/part/built.h"
#include "cuttle/part/input_source.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// An entry of Input::u that the file gives as a formula of columns of probes.
struct StateFormula {
  int entry = 0;
  SignalSpec spec;
  double X = 0;             // [m] loads along a rod
  std::string label, unit;  // [N] one unit, or several that fit: "N|N s"
  InputRole role = InputRole::plain;
  bool force = true;  // statics may apply it in parts; false: a coefficient, always whole
};

struct Draft {
  explicit Draft(const ScenarioSpec& scenario) : spec(scenario) {}
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  virtual ~Draft() = default;

  const ScenarioSpec& spec;                        // names resolved, repeats written out
  double t0 = 0;                                   // time of the initial state [s]
  std::vector<const BodySpec*> order;              // body i of the model; parents first
  std::vector<std::unique_ptr<BodyDraft>> bodies;  // (bodies) while they are made
  Model model;
  ActorIndex actors;  // of the model
  InputSource inputs;
  std::vector<std::pair<Signal, Origin>> signals;  // those of inputs, for checks
  std::vector<StateFormula> formulas;              // entries that are no signals
  std::map<std::string, double> formula_sizes;     // by their texts, where they are known already
  Input initial_input;                             // at t0, when all inputs are known
  State initial;                                   // at t0, when all parts are there
  Diagnostics diagnostics;

  /// The bodies of the model in their order.
  void set_order(std::vector<const BodySpec*> parents_first);
  int body_index(const std::string& name) const;  // -1: the world
  const BodySpec& body_spec(int body) const { return *order[size_t(body)]; }

  /// Point of a finished body that a place means.
  virtual int point_of(int body, const BodyPlaceSpec& at) const = 0;
  /// A place with an offset in its frame; body -1 is the world.
  BodyPlace attach(int body, const BodyPlaceSpec& at, const Vector3& offset) const {
    return {.body = body, .point = point_of(body, at), .offset = offset};
  }

  /// Adds an actor to the model, which probes find by its type and name.
  template <class A>
  void add_actor(const std::string& name, std::shared_ptr<const A> actor) {
    actors.add(name, actor);
    model.actors.push_back(std::move(actor));
  }
  /// Null if there is none.
  template <class A>
  std::shared_ptr<const A> find_actor(const std::string& name) const {
    return actors.find<A>(name);
  }
  template <class A>
  std::shared_ptr<const A> actor(const std::string& name) const {
    std::shared_ptr<const A> found = find_actor<A>(name);
    expects(found != nullptr, "an actor that was built");
    return found;
  }

  /// What one part leaves for others (the water for fins), one object of a type.
  template <class T>
  void share(T object) {
    shared_[typeid(T)] = std::make_shared<const T>(std::move(object));
  }
  template <class T>
  const T& shared() const {
    const auto found = shared_.find(typeid(T));
    expects(found != shared_.end(), "something that was shared before");
    return *static_cast<const T*>(found->second.get());
  }

  /// Runs an action and notes what an InputError of it reports.
  template <class Action>
  void guard(Action action) {
    try {
      action();
    } catch (const InputError& error) {
      for (const Diagnostic& diagnostic : error.diagnostics()) diagnostics.add(diagnostic);
    }
  }

  /// A signal of the file, or a formula of columns. Its number, or -1 (reported).
  int add_signal(const SignalSpec& signal);
  /// The next entry of Input::u, see InputSource::add_entry, checked at t0. Its index.
  int add_input(int signal, double X, InputRole role, InputInfo info, std::string label);
  /// An entry for a coefficient that is not a plain number; of one that is, -1. The unit may be
  /// several that fit, "N|N s": the first of them is told.
  int add_coefficient(const SignalSpec& signal, InputRole role, InputInfo info, std::string label);

 private:
  std::map<std::type_index, std::shared_ptr<const void>> shared_;
  std::unordered_map<std::string, int> index_;  // of bodies by name
  std::map<int, SignalSpec> of_state_;          // formulas of columns by the number of their signal
};

}  // namespace cuttle
