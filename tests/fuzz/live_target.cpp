#include <fmt/format.h>

#include <array>
#include <fstream>
#include <map>
#include <sstream>

#include "cuttle/io/read_scenario.h"
#include "cuttle/live/live_session.h"
#include "fuzz/clock.h"
#include "fuzz/target.h"

namespace cuttle::fuzz {

namespace {

constexpr const char* kModels[] = {"pendulum",       "double_pendulum", "four_bar",    "cable_arc",
                                   "cantilever_tip", "hybrid_arm",      "hanging_rod", "docking",
                                   "arm_lqr",        "net_thrown"};
constexpr const char* kCommands[] = {"play",     "pause",       "reset", "initial", "statics",
                                     "dynamics", "release_all", "input", "release", "gravity",
                                     "hold",     "let_go",      "speed", "load",    "advance"};
constexpr double kValues[] = {0,   1,    -1,  0.1,   0.3,    3,    10,  -10,
                              100, 1e-9, 1e9, 1e300, 1e-300, 1e15, 0.5, 2};
constexpr double kBudget = 0.02;  // [s] for each answer

// A model, then one command per line: "input 3 0.5" is the third input, or the same modulo.
class LiveTarget : public Target {
 public:
  explicit LiveTarget(const Places& places) : models_(places.models) {
    for (const char* name : kModels)
      if (std::filesystem::exists(models_ / (std::string(name) + ".yaml"))) names_.push_back(name);
  }

  const char* name() const override { return "live"; }
  const char* extension() const override { return ".txt"; }

  std::string make(Random& random) const override {
    std::string text = random.pick(names_) + "\n";
    const std::size_t count = 3 + random.below(25);
    for (std::size_t i = 0; i < count; ++i) {
      text +=
          fmt::format("{} {} {}\n", random.pick(kCommands), random.below(20), random.pick(kValues));
      // somebody looks nearly all the time
      if (random.chance(0.7)) text += "advance 0 0.05\n";
    }
    return text;
  }

  Verdict judge(const std::string& input) const override {
    std::istringstream lines(input);
    std::string model, line;
    std::getline(lines, model);
    const std::filesystem::path file = models_ / (model + ".yaml");
    try {
      const ScenarioSpec spec = read_scenario(file);
      LiveSession session(spec);
      while (std::getline(lines, line)) {
        begin_command();
        obey(session, spec, line);
      }
      return {Verdict::Kind::ran, ""};
    } catch (...) {
      return judge_exception(file.string());
    }
  }

 private:
  static void obey(LiveSession& session, const ScenarioSpec& spec, const std::string& line) {
    std::istringstream words(line);
    std::string command;
    std::size_t number = 0;
    double value = 0;
    words >> command >> number >> value;
    const auto input = [&] {
      const auto all = session.inputs();
      return all.empty() ? std::string("none") : all[number % all.size()].name;
    };
    const auto joint = [&] {
      const auto all = session.joints();
      return all.empty() ? std::string("none") : all[number % all.size()].body;
    };
    try {
      if (command == "play") session.play();
      if (command == "pause") session.pause();
      if (command == "reset") session.reset();
      if (command == "initial") session.set_mode(LiveMode::initial);
      if (command == "statics") session.set_mode(LiveMode::statics);
      if (command == "dynamics") session.set_mode(LiveMode::dynamics);
      if (command == "release_all") session.release_all();
      if (command == "input") session.set_input(input(), value);
      if (command == "release") session.release_input(input());
      if (command == "gravity") session.set_gravity({0, value, -9.81});
      if (command == "hold") session.hold_joint(joint(), true, value);
      if (command == "let_go") session.hold_joint(joint(), false, value);
      if (command == "speed") session.set_speed(value);
      if (command == "load") session.load(spec);
      if (command == "advance") session.advance(value, kBudget);
    } catch (const LiveError&) {
      // a wish that was not granted
    }
  }

  std::filesystem::path models_;
  std::vector<std::string> names_;
};

}  // namespace

std::unique_ptr<Target> make_live_target(const Places& places) {
  return std::make_unique<LiveTarget>(places);
}

}  // namespace cuttle::fuzz
