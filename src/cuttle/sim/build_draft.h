#pragma once
// A scenario under construction, shared by the parts of build().

#include <map>
#include <optional>
#include <string>
#include <typeindex>
#include <unordered_map>
#include <vector>

#include "cuttle/actuation/attachment.h"
#include "cuttle/base/contract.h"
#include "cuttle/model/spec.h"
#include "cuttle/rod/rod.h"
#include "cuttle/shell/shell.h"
#include "cuttle/sim/input_source.h"
#include "cuttle/sim/net_model.h"
#include "cuttle/water/water_loads.h"

namespace cuttle {

struct Draft {
  explicit Draft(const ScenarioSpec& scenario) : spec(scenario) {}

  const ScenarioSpec& spec;                             // names resolved, repeats written out
  double t0 = 0;                                        // time of the initial state [s]
  std::vector<const BodySpec*> order;                   // body i of the model; parents first
  std::vector<std::vector<RodDivision>> divisions;      // (bodies) empty: not a rod
  std::vector<std::optional<ShellDescription>> shells;  // (bodies) empty: not a shell
  Model model;
  InputSource inputs;
  std::vector<std::pair<Signal, Origin>> signals;     // those of inputs, for checks
  WaterLoads::Data water;                             // of wet bodies
  std::vector<std::shared_ptr<const NetModel>> nets;  // beside the tree
  Input initial_input;                                // at t0, when all inputs are known
  State initial;                                      // at t0, when all parts are there
  std::vector<std::string> not_followed;              // Scenario::not_followed
  Diagnostics diagnostics;

  /// The bodies of the model in their order.
  void set_order(std::vector<const BodySpec*> bodies);
  int body_index(const std::string& name) const;  // -1: the world
  const BodySpec& body_spec(int body) const { return *order[size_t(body)]; }
  const Rod& rod(int body) const;      // of a finished model
  const Shell& shell(int body) const;  // likewise

  /// Adds an actor to the model, which probes find by its type and name. (Copies of a model share
  /// their actors.)
  template <class A>
  void add_actor(const std::string& name, std::shared_ptr<const A> actor) {
    actors_[{typeid(A), name}] = actor;
    model.actors.push_back(std::move(actor));
  }
  /// Null if there is none.
  template <class A>
  std::shared_ptr<const A> find_actor(const std::string& name) const {
    const auto found = actors_.find({typeid(A), name});
    return found == actors_.end() ? nullptr : std::static_pointer_cast<const A>(found->second);
  }
  template <class A>
  std::shared_ptr<const A> actor(const std::string& name) const {
    std::shared_ptr<const A> found = find_actor<A>(name);
    expects(found != nullptr, "an actor that was built");
    return found;
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

  /// A signal of the file. Its number, or -1 (reported).
  int add_signal(const SignalSpec& spec);
  /// The next entry of Input::u, see InputSource::add_entry, checked at t0. Its index.
  int add_input(int signal, double X, InputRole role, InputInfo info, std::string label);

 private:
  std::map<std::pair<std::type_index, std::string>, std::shared_ptr<const Actor>> actors_;
  std::unordered_map<std::string, int> index_;  // of bodies by name
};

/// Abscissa of a place on a rod; `automatic` is the tip.
double abscissa_of(const MountSpec& at, const RodSpec& rod);

/// Point of a finished body that a place means.
int point_of(const Draft& draft, int body, const MountSpec& at);

/// Point of a rod at an abscissa that it was asked for.
int rod_point(const Rod& rod, double X);

/// A place with an offset in its frame; body -1 is the world.
Attachment attach(const Draft& draft, int body, const MountSpec& at, const Vector3& offset);

/// A stretch of a rod on which its bases are smooth, with the Gauss points of the rod there.
struct SmoothPiece {
  double start = 0, end = 0;  // [m] from the rod's base
  int points = 1;
};
std::vector<SmoothPiece> smooth_pieces(const std::vector<RodDivision>& divisions);

/// Gauss points between two abscissas; those of the rod itself where a whole piece is covered.
struct SpanNode {
  double X = 0, weight = 0;  // [m]
};
std::vector<SpanNode> span_nodes(const std::vector<SmoothPiece>& pieces, double from, double to);

/// Both ends of a span on a rod; left out: its base and its tip.
struct Span {
  double from = 0, to = 0;  // [m]
};
Span span_of(const std::optional<MountSpec>& from, const std::optional<MountSpec>& to,
             const RodSpec& rod);

// The parts of build(), in the order in which it calls them. All report into draft.diagnostics.

/// Laws of a rod: sections, rest strains, bases (build_rod.cpp).
std::vector<RodDivision> make_divisions(const RodSpec& rod, Diagnostics& diagnostics);

/// Bodies of the model with their joints, parents first; rods get all points that anything in the
/// file holds on to. Does nothing if something was reported (build_body.cpp).
void make_bodies(Draft& draft);

/// Drives of the joints: efforts and prescribed coordinates (build_joint.cpp).
void add_drives(Draft& draft);

/// Initial joint coordinates, strains and velocities (build_joint.cpp, build_rod.cpp).
void set_initial_joint(const JointSpec& joint, const Body& body, State& x);
void set_initial_strain(const RodSpec& rod, const Body& body, State& x);

/// Steps of a joint with springs and dampers (build_joint.cpp).
std::vector<JointStep> make_joint(const JointSpec& joint, Diagnostics& diagnostics);

/// Loads, cables and muscles (build_load.cpp, build_cable.cpp, build_muscle.cpp).
void add_loads(Draft& draft);
void add_cables(Draft& draft);
void add_muscles(Draft& draft);

/// Places on shells must lie on their profiles (build_shell_places.cpp).
void check_shell_places(Draft& draft);

/// Loads on the walls of shells, and their jets (build_shell_actors.cpp).
void add_shell_loads(Draft& draft);
void add_jets(Draft& draft);

/// Water before the bodies are made: rigid bodies in water, added mass of rods and shells; the
/// added mass of a rigid body; then the actors of water, thrusters and fins (build_water.cpp).
void prepare_water(Draft& draft);
Matrix6 added_mass_of(const Draft& draft, int body);
void add_water(Draft& draft);

/// Connections; then the state that closes them all, next to the given one (build_connection.cpp).
void add_connections(Draft& draft);
void close_connections(Draft& draft, const Input& u, State& x);

/// Shapes and rules of contact, and what makes forces of them (build_contact.cpp).
void add_contacts(Draft& draft);

}  // namespace cuttle
