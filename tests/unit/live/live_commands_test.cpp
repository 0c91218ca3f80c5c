// Whatever is pressed in whatever order, the session lives and its state is a state. The size of
// the proof is a parameter: CUTTLE_LIVE_COMMANDS random commands (else a hundred), and with it
// every ordered triple of all commands on every model with every method instead of a part of them.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <random>

#include "cuttle/io/read_scenario.h"
#include "cuttle/live/live_session.h"
#include "cuttle/solve/table.h"

namespace cuttle {
namespace {

constexpr double kWall = 0.02;     // [s] that pass after a command
constexpr double kBudget = 0.005;  // [s] of computing for a motion

const std::vector<std::string> kModels = {"pendulum", "four_bar", "bouncing_ball", "cable_arc",
                                          "eel"};
const std::vector<std::string> kMethods = {"dopri5", "bdf", "adams", "implicit",
                                           "generalized_alpha"};

long commands_asked_for() {
  const char* const text = std::getenv("CUTTLE_LIVE_COMMANDS");
  return text ? std::atol(text) : 0;
}

/// A model as a motion with another method, in short steps if it has fixed ones; the step of its
/// file is that of another one.
ScenarioSpec spec_with(const std::string& model, const std::string& method) {
  const ScenarioSpec file = read_scenario(std::string(CUTTLE_MODELS) + "/" + model + ".yaml");
  std::vector<std::string> overrides = {"study.method=" + method};
  if (file.study.type != StudyType::dynamics)
    overrides = {"study={type: dynamics, duration: 1, method: " + method + "}"};
  if (!find_integrator(method)->adaptive && file.study.step == 0)
    overrides.push_back("study.step=1 ms");
  ScenarioSpec spec = read_scenario(std::string(CUTTLE_MODELS) + "/" + model + ".yaml", overrides);
  if (find_integrator(method)->adaptive) spec.study.step = 0;
  return spec;
}

/// Adams' method cannot keep loops closed.
bool goes_with(const std::string& model, const std::string& method) {
  return model != "four_bar" || method != "adams";
}

/// Presses buttons and turns sliders, sensibly most of the time.
class Hand {
 public:
  using Command = std::function<void(LiveSession&)>;
  struct Named {
    const char* name;
    Command press;
  };

  explicit Hand(unsigned seed) : random_(seed) {}

  /// The first `kFew` change what is shown; all are the commands of the protocol.
  static constexpr std::size_t kFew = 4;
  std::vector<Named> commands() {
    return {{"play", &LiveSession::play},
            {"reset", &LiveSession::reset},
            {"settle", [](LiveSession& s) { s.set_mode(LiveMode::statics); }},
            {"set_input", [this](LiveSession& s) { turn(s); }},
            {"pause", &LiveSession::pause},
            {"hold_joint", [this](LiveSession& s) { joint(s, true); }},
            {"free_joint", [this](LiveSession& s) { joint(s, false); }},
            {"release_input", [this](LiveSession& s) { release(s); }},
            {"release_all", &LiveSession::release_all},
            {"set_gravity",
             [this](LiveSession& s) {
               s.set_gravity({number(9.81), number(9.81), number(9.81)});
             }},
            {"set_speed", [this](LiveSession& s) { s.set_speed(std::abs(number(4))); }}};
  }

  std::size_t pick(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_);
  }

 private:
  double number(double scale) {
    const double usual = std::uniform_real_distribution(-scale, scale)(random_);
    const std::size_t wild = pick(40);
    if (wild == 0) return 1e300;
    if (wild == 1) return std::numeric_limits<double>::quiet_NaN();
    if (wild == 2) return 0;
    return wild == 3 ? 1e3 * usual : usual;
  }

  void turn(LiveSession& session) {
    const std::vector<LiveInput> inputs = session.inputs();
    if (inputs.empty()) return session.set_input("nothing", 1);
    const LiveInput& one = inputs[pick(inputs.size())];
    session.set_input(one.name, number(one.max));
  }

  void release(LiveSession& session) {
    const std::vector<LiveInput> inputs = session.inputs();
    session.release_input(inputs.empty() ? "nothing" : inputs[pick(inputs.size())].name);
  }

  void joint(LiveSession& session, bool on) {
    const std::vector<LiveJoint> joints = session.joints();
    if (joints.empty()) return session.hold_joint("nobody", on, 0);
    const LiveJoint& one = joints[pick(joints.size())];
    session.hold_joint(one.body, on, number(one.max));
  }

  std::mt19937 random_;
};

/// A command that makes no sense is refused; whatever happened, what is shown is a state.
void press(LiveSession& session, const Hand::Named& command) {
  try {
    command.press(session);
  } catch (const LiveError&) {
  } catch (const InputError&) {
  }
  session.advance(kWall, kBudget);
  ASSERT_TRUE(session.state().q.allFinite()) << command.name << ": " << session.status();
  ASSERT_TRUE(session.state().v.allFinite()) << command.name << ": " << session.status();
  ASSERT_EQ(session.state().q.size(), session.scenario().model.nq);
}

/// A cyclic sequence of 0 .. n-1 in which every ordered triple occurs once: the Lyndon words whose
/// lengths divide three, one after the other.
std::vector<std::size_t> all_triples(std::size_t n) {
  std::vector<std::size_t> sequence;
  for (std::size_t a = 0; a < n; ++a) {
    sequence.push_back(a);
    for (std::size_t b = a; b < n; ++b)
      for (std::size_t c = a + 1; c < n; ++c) sequence.insert(sequence.end(), {a, b, c});
  }
  return sequence;
}

TEST(LiveCommands, TheSequenceHoldsEveryTriple) {
  for (const std::size_t n : {2U, 6U, 11U}) {
    std::vector<std::size_t> sequence = all_triples(n);
    EXPECT_EQ(sequence.size(), n * n * n);
    sequence.insert(sequence.end(), {sequence[0], sequence[1]});
    std::vector<bool> seen(n * n * n);
    for (std::size_t i = 0; i + 2 < sequence.size(); ++i)
      seen[(sequence[i] * n + sequence[i + 1]) * n + sequence[i + 2]] = true;
    for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_TRUE(seen[i]) << n << " " << i;
  }
}

TEST(LiveCommands, AMethodThatCannotGoWithAModelIsRefused) {
  EXPECT_THROW(LiveSession(spec_with("four_bar", "adams")), InputError);
  LiveSession session(spec_with("pendulum", "adams"));
  EXPECT_THROW(session.load(spec_with("four_bar", "adams")), InputError);
  session.play();
  session.advance(0.1);
  EXPECT_NEAR(session.state().t, 0.1, 1e-12) << session.status();
}

// the motion that was left is over: the next one begins at the start
TEST(LiveCommands, ARunAfterARunBeginsAnew) {
  std::vector<std::string> models = kModels;
  models.push_back("hoop_ring");  // a shell
  for (const std::string& model : models)
    for (const std::string& method : kMethods)
      for (const LiveMode between : {LiveMode::initial, LiveMode::statics}) {
        if (!goes_with(model, method)) continue;
        SCOPED_TRACE(model + " " + method);
        LiveSession session(spec_with(model, method));
        session.play();
        session.advance(0.2, kBudget);
        session.set_mode(between);
        session.advance(0);
        session.play();
        session.advance(1e-4);
        ASSERT_NEAR(session.state().t, 1e-4, 1e-12) << session.status();
      }
}

// an equilibrium that takes long, or is not found, is not looked for again
TEST(LiveCommands, APauseComputesNothing) {
  LiveSession session(parse_scenario(R"(
bodies:
  - {name: stone, joint: {type: free}, rigid: {shapes: [{sphere: 0.1, mass: 1}]}}
study: {type: dynamics, duration: 1}
)",
                                     "model.yaml"));
  session.set_mode(LiveMode::statics);
  session.advance(0);
  const std::string status = session.status();
  ASSERT_NE(status, "");  // it falls
  session.pause();
  EXPECT_TRUE(session.advance(0));
  EXPECT_EQ(session.status(), status);
  EXPECT_FALSE(session.advance(0));
}

TEST(LiveCommands, EveryTripleIsSurvived) {
  const bool all = commands_asked_for() > 0;
  for (std::size_t m = 0; m < kModels.size(); ++m)
    for (std::size_t k = 0; k < kMethods.size(); ++k) {
      if (!goes_with(kModels[m], kMethods[k]) || (!all && m != k)) continue;
      SCOPED_TRACE(kModels[m] + " " + kMethods[k]);
      Hand hand(unsigned(m + 10 * k));
      const std::vector<Hand::Named> commands = hand.commands();
      LiveSession session(spec_with(kModels[m], kMethods[k]));
      std::vector<std::size_t> sequence = all_triples(all ? commands.size() : Hand::kFew);
      sequence.insert(sequence.end(), {sequence[0], sequence[1]});
      for (const std::size_t i : sequence) ASSERT_NO_FATAL_FAILURE(press(session, commands[i]));
    }
}

TEST(LiveCommands, AnythingIsSurvived) {
  const long total = std::max(commands_asked_for(), 100L);
  const long pairs = long(kModels.size() * kMethods.size());
  Hand hand(7);
  const std::vector<Hand::Named> commands = hand.commands();
  for (const std::string& model : kModels)
    for (const std::string& method : kMethods) {
      if (!goes_with(model, method)) continue;
      SCOPED_TRACE(model + " " + method);
      const ScenarioSpec spec = spec_with(model, method);
      LiveSession session(spec);
      for (long i = 0; i < total / pairs; ++i) {
        // the file may be saved at any time, too, and several commands may come at once
        if (hand.pick(20) == 0) session.load(spec);
        const Hand::Named& first = commands[hand.pick(commands.size())];
        if (hand.pick(4) == 0) {
          ASSERT_NO_FATAL_FAILURE(press(session, first));
        }
        ASSERT_NO_FATAL_FAILURE(press(session, commands[hand.pick(commands.size())]));
      }
    }
}

}  // namespace
}  // namespace cuttle
