// sweep, optimize and fit as a user meets them: what they refuse, what they say, how they end.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <string>
#include <thread>
#include <utility>

#include "campaign/folder_of_test.h"
#include "support/program.h"

namespace cuttle {
namespace {

using ::testing::HasSubstr;
using testing::kArcModel;
using testing::TestFolder;

constexpr const char* kParameters = R"(
model: arc.yaml
parameters:
  - {name: pull, range: [1, 5], count: 5}
)";

class StudyCli : public ::testing::Test {
 protected:
  void SetUp() override { folder_.write("arc.yaml", kArcModel); }

  /// Writes study.yaml and runs a command on it.
  ProgramEnd run(const std::string& verb, const std::string& study, const std::string& options = "",
                 const std::string& environment = "") {
    folder_.write("study.yaml", study);
    return finish_cuttle(
        folder_.path(), start_cuttle(folder_.path(), verb + " study.yaml " + options, environment));
  }

  void refused(const std::string& verb, const std::string& study, const std::string& message,
               const std::string& options = "") {
    const ProgramEnd end = run(verb, study, options);
    EXPECT_EQ(end.code, 2) << study << end.out;
    EXPECT_THAT(end.err, HasSubstr(message)) << study;
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "results")) << study;
  }

  TestFolder folder_;
};

// until there are some runs in it
void wait_for(const std::filesystem::path& journal) {
  while (read_bytes(journal).size() < 1000)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

std::string sweep(const std::string& parameter) {
  return "model: arc.yaml\nparameters: [" + parameter + "]\nsweep: {method: grid}\n";
}

TEST_F(StudyCli, RefusesWhatTheModelDoesNotHave) {
  refused("sweep", sweep("{name: a, path: bodies.rod.rod.lenght, values: [1]}"),
          "did you mean 'length'");
  refused("sweep", sweep("{name: a, path: cables.pul.tension, values: [1]}"),
          "did you mean 'pull'?");
  refused("sweep", std::string(kParameters) + "figures: [bendd]\nsweep: {method: grid}\n",
          "did you mean 'bend'?");
  refused("sweep", sweep("{name: pull, range: [5, 1], count: 3}"), "is empty: from 5 to 1");
  refused("sweep", sweep("{name: pull, values: []}"), "is empty");
  refused("optimize", kParameters + std::string("optimize: {objective: bendd}\n"),
          "unknown symbol 'bendd'");
  refused("sweep", kParameters + std::string("fit: {targets: [{figure: x, value: 1, sigma: 1}]}\n"),
          "has no section 'sweep'");
  refused("sweep",
          kParameters + std::string("sweep: {method: grid}\nplots: [{type: line, x: pul, y: x}]\n"),
          "did you mean 'pull'?");
}

TEST_F(StudyCli, RefusesMorePartsThanSamples) {
  const std::string study = kParameters + std::string("sweep: {method: grid}\n");
  refused("sweep", study, "6 parts are more than the 5 samples", "--shard 1/6");
  refused("sweep", study, "1 <= i <= n", "--shard 3/2");
}

TEST_F(StudyCli, RefusesToGoOnWithAnotherStudy) {
  ASSERT_EQ(run("sweep", kParameters + std::string("sweep: {method: grid}\n")).code, 0);
  const ProgramEnd end =
      run("sweep", kParameters + std::string("sweep: {method: random, count: 3}\n"));
  EXPECT_EQ(end.code, 2);
  EXPECT_THAT(end.err, HasSubstr("sweep.method: grid -> random"));
}

TEST_F(StudyCli, RefusesDataThatCannotBeRight) {
  folder_.write("swing.yaml", R"(
parameters: {mass: 1}
bodies:
  - name: bob
    joint: {type: revolute, axis: y, initial: 0.5}
    rigid: {mass: $(mass), center: [0, 0, -1], inertia: [0.1, 0.1, 0.1]}
probes: [{name: hinge, joint: bob}]
study: {type: dynamics, duration: 1, output_step: 0.1}
)");
  const std::string study =
      "model: swing.yaml\nparameters: [{name: mass, start: 1, range: [0.5, 2]}]\n"
      "fit: {data: [{file: data.csv, columns: [{column: angle, simulated: hinge.angle}]}]}\n";
  folder_.write("data.csv", "t [s],angle [kg]\n0,0.5\n0.5,0.1\n");
  refused("fit", study, "kg");
  folder_.write("data.csv", "t [s],angle [rad]\n0,0.5\n0.5,0.1\n0.4,0\n");
  refused("fit", study, "data.csv");
  folder_.write("data.csv", "t [s],angle [rad]\n0,0.5\n0.5,0.1\n2,0\n");
  refused("fit", study, "data.csv");
  folder_.write("data.csv", "t [s],angl [rad]\n0,0.5\n0.5,0.1\n");
  refused("fit", study, "did you mean 'angl'?");
}

TEST_F(StudyCli, AnObjectiveThatIsNowhereANumberIsAFailure) {
  const ProgramEnd end =
      run("optimize", kParameters + std::string("optimize: {objective: sqrt(-1 - pull)}\n"));
  EXPECT_EQ(end.code, 3) << end.out;
  EXPECT_THAT(end.err, HasSubstr("error"));
}

TEST_F(StudyCli, AnExpectationThatFailsIsTold) {
  const std::string study = kParameters + std::string("sweep: {method: grid}\n");
  EXPECT_EQ(run("sweep", study + "expect: [{figure: samples, value: 5, tolerance: 0}]\n").code, 0);
  EXPECT_EQ(run("sweep", study + "expect: [{figure: samples, value: 6, tolerance: 0}]\n").code, 1);
  const ProgramEnd unknown =
      run("sweep", study + "expect: [{figure: sample, value: 5, tolerance: 0}]\n", "-o other");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("did you mean 'samples'?"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "other"));
}

TEST_F(StudyCli, FailedRunsAreTold) {
  const std::string radius = "{name: radius, values: [-1 mm, 10 mm]}";
  const ProgramEnd some = run("sweep", sweep(radius), "-q");
  EXPECT_EQ(some.code, 0) << some.err;
  EXPECT_THAT(some.err, HasSubstr("1 of 2 runs failed"));
  const ProgramEnd all = run("sweep", sweep("{name: young, values: [1e-9, 1e-8]}"), "-o all");
  EXPECT_EQ(all.code, 3) << all.out;
}

// values and units of a pendulum that is run with tolerances
constexpr const char* kRoughSwing = R"(
parameters: {tol: 1e-6, mass: 1}
bodies:
  - name: bob
    joint: {type: revolute, axis: y, initial: 2}
    rigid: {mass: $(mass), center: [0, 0, -1], inertia: [0.1, 0.1, 0.1]}
probes: [{name: hinge, joint: bob}]
study: {type: dynamics, duration: 5, output_step: 0.5, rtol: $(tol), atol: $(tol)}
figures: [{name: angle, column: hinge.angle}]
)";

TEST_F(StudyCli, WarningsOfRunsAreToldByAllStudies) {
  folder_.write("swing.yaml", kRoughSwing);
  const std::string parameter =
      "model: swing.yaml\nparameters: [{name: tol, range: [0.1, 0.3], start: 0.2, count: 3}]\n";
  const std::string told = "runs warned, the first: the energy residual is ";
  const std::pair<const char*, const char*> studies[] = {
      {"sweep", "sweep: {method: grid}\n"},
      {"optimize", "optimize: {objective: angle^2, evaluations: 5}\n"},
      {"fit", "fit: {targets: [{figure: angle, value: 1, sigma: 0.1}]}\n"}};
  for (const auto& [verb, section] : studies) {
    const std::string options = std::string("-o ") + verb;
    const ProgramEnd first = run(verb, parameter + section, options);
    EXPECT_THAT(first.out, HasSubstr(told)) << verb << first.err;
    const auto folder = folder_.path() / verb;
    EXPECT_THAT(read_bytes(folder / "summary.json"), HasSubstr(told)) << verb;
    EXPECT_THAT(read_bytes(folder / "table.csv"), HasSubstr(",ok,the energy residual is ")) << verb;
    // from memory: the same
    const std::string table = read_bytes(folder / "table.csv");
    const ProgramEnd again = run(verb, parameter + section, options + " -q");
    EXPECT_EQ(again.out, "") << verb;
    EXPECT_THAT(again.err, HasSubstr(told)) << verb;
    EXPECT_TRUE(read_bytes(folder / "table.csv") == table) << verb;
  }
  const ProgramEnd one = run("sweep",
                             "model: swing.yaml\nparameters: [{name: tol, values: [1e-6, 0.3]}]\n"
                             "sweep: {method: grid}\n",
                             "-o one");
  EXPECT_THAT(one.out, HasSubstr("1 of 2 runs warned: the energy residual is "));
}

TEST_F(StudyCli, ErrorsOfRodsAreTold) {
  folder_.write("bent.yaml", R"(
gravity: [0, 0, 0]
bodies:
  - name: r
    rod:
      length: 1
      section: {shape: circle, radius: 5 mm}
      material: {young: 1e6, density: 1000}
      strain: {bend_y: 0}
loads: [{body: r, force: [0, 0, 1]}]
probes: [{name: tip, frame: r, at: tip}]
study: {type: statics}
figures: [{name: z, column: tip.z}]
)");
  const ProgramEnd end = run("sweep",
                             "model: bent.yaml\nparameters: [{name: young, path: "
                             "bodies.r.rod.material.young, values: [1e6, 2e6]}]\n"
                             "sweep: {method: grid}\n");
  EXPECT_THAT(end.out, HasSubstr("at young = 1e+06: bent.yaml:4:5: r is about "));
}

TEST_F(StudyCli, UnitsOfParametersAreThoseOfTheFieldsTheySet) {
  folder_.write("swing.yaml", kRoughSwing);
  const auto swing = [](const std::string& parameter) {
    return "model: swing.yaml\nparameters: [" + parameter + "]\nsweep: {method: grid}\n";
  };
  const std::string mass = "{name: m, path: bodies.bob.rigid.mass, ";
  refused("sweep", swing(mass + "range: [1000 mm, 2000 mm], count: 3}"),
          "study.yaml:2:60: error: parameters[0].range: bodies.bob.rigid.mass: the unit of 1000 mm "
          "does not fit, expected kg");
  refused("sweep", swing(mass + "values: [1, 10 deg]}"),
          "parameters[0].values: bodies.bob.rigid.mass: the unit of 10 deg does not fit");
  refused("sweep", swing(mass + "values: [1, 2], unit: m}"),
          "parameters[0].unit: bodies.bob.rigid.mass: the unit m does not fit, expected kg");
  refused("sweep", swing(mass + "values: [1, 2], start: 3 s}"), "parameters[0].start: ");
  // what the model calls $(mass)
  refused("sweep", swing("{name: mass, values: [1 N]}"),
          "parameters[0].values: bodies[0].rigid.mass: the unit of 1 N does not fit");
  // what numbers of the study are compared with
  const std::string optimize = "model: swing.yaml\nparameters: [" + mass + "range: [1, 2]}]\n";
  refused("optimize",
          optimize +
              "optimize: {objective: angle, constraints: [{name: c, formula: angle, at_most: "
              "2 m}]}\n",
          "optimize.constraints[0].at_most: the unit of 2 m does not fit, expected rad");
  refused("optimize",
          optimize +
              "derived: [{name: d, formula: 57.3 * angle, unit: deg}]\n"
              "optimize: {objective: angle, constraints: [{name: c, formula: d, at_most: "
              "2 deg}]}\n",
          "2 deg is compared with a number of deg\n  hint: write it without a unit");
  refused("fit", optimize + "fit: {targets: [{figure: angle, value: 2 s, sigma: 1 deg}]}\n",
          "fit.targets[0].value: the unit of 2 s does not fit, expected rad");
  // an initial value of an angle
  const std::string initial = "{name: a, path: bodies.bob.joint.initial, ";
  refused("sweep", swing(initial + "values: [10 mm]}"), "the unit of 10 mm does not fit");
  EXPECT_EQ(run("sweep", swing(initial + "values: [10 deg, 0.3], unit: rad}"), "-o a").code, 0);
  EXPECT_EQ(run("sweep", swing(mass + "range: [1 kg, 2000 g], count: 2, unit: kg}"), "-o b").code,
            0);
}

TEST_F(StudyCli, OneMistakeHasOneMessage) {
  folder_.write("swing.yaml", kRoughSwing);
  const std::string model = "model: swing.yaml\n";
  const std::string mass = "{name: m, path: bodies.bob.rigid.mass, ";
  const auto only = [&](const std::string& verb, const std::string& study,
                        const std::string& message) {
    refused(verb, study, message);
    EXPECT_THAT(run(verb, study).err, HasSubstr("\n1 error; ")) << study;
  };
  only("sweep",
       model + "parameters: [" + mass +
           "range: [1 g, 2 m], count: 3, unit: kg}]\nsweep: {method: grid}\n",
       "parameters[0].range[1]: the unit of 2 m does not fit, expected kg");
  const std::string sweep_of_mass =
      model + "parameters: [" + mass + "values: [1, 2]}]\nsweep: {method: grid}\n";
  only("fit", sweep_of_mass, "has no section 'fit'\n  hint: use cuttle sweep\n");
  only("optimize", sweep_of_mass, "has no section 'optimize'\n  hint: use cuttle sweep\n");
  // figures that the model has, but the study has not listed
  only("sweep", sweep_of_mass + "derived: [{name: d, formula: 2 * hinge.angle.max}]\n",
       "unknown symbol 'hinge' in '2 * hinge.angle.max'\n"
       "  hint: list it in the study: figures: [hinge.angle.max]\n");
  only("sweep",
       sweep_of_mass + "figures: [hinge.angle.max]\nderived: [{name: d, formula: angle + 1}]\n",
       "hint: list it in the study: figures: [angle]\n");

  const std::string fit =
      model + "parameters: [" + mass +
      "start: 1}]\nfit: {data: [{file: d.csv, columns: [{column: a, simulated: hinge.angle}]}]}\n";
  folder_.write("d.csv", "t,a\n0,1\n2,1\n1.5,1\n1,1\n1,1\n3,1\n");
  only("fit", fit,
       "d.csv:4: error: t: must increase from row to row, but 1.5 comes after 2 (the first of 3 "
       "such rows)");
  folder_.write("d.csv", "t;a\n0;1\n1;1\n2;1\n");
  only("fit", fit, "d.csv:1:1: error: this file looks separated by semicolons");
  folder_.write("d.csv", "t,a\n0,1\n,1\n1,1\n,1\n");
  only("fit", fit, "d.csv:3: error: t: must not be empty (the first of 2 such rows)");
}

TEST_F(StudyCli, AFitThatExplainsNothingSaysSo) {
  folder_.write("swing.yaml", kRoughSwing);
  // degrees in parentheses, which are none
  std::string data = "t,a (deg)\n";
  for (int i = 0; i <= 10; ++i) data += fmt::format("{},{}\n", 0.3 * i, 100 + 40 * (i % 3));
  folder_.write("d.csv", data);
  const ProgramEnd end = run("fit",
                             "model: swing.yaml\nparameters: [{name: m, path: "
                             "bodies.bob.rigid.mass, start: 1}]\nfit: {data: [{file: d.csv, "
                             "columns: [{column: a (deg), simulated: hinge.angle}]}]}\n");
  EXPECT_THAT(end.out, HasSubstr("d.csv:1:3: the heading 'a (deg)' gives no unit, so its numbers "
                                 "are taken in SI; units are written in square brackets: a [deg]"))
      << end.err;
  EXPECT_THAT(end.out, HasSubstr("the fit explains nothing"));
}

TEST_F(StudyCli, FoldersOfRunsAndStudiesStayApart) {
  const std::string study = kParameters + std::string("sweep: {method: grid}\n");
  ASSERT_EQ(run("sweep", study, "-o one").code, 0);
  const auto plain = [&](const std::string& arguments) {
    return finish_cuttle(folder_.path(), start_cuttle(folder_.path(), arguments));
  };
  EXPECT_EQ(plain("run arc.yaml -o one").code, 2);
  EXPECT_EQ(plain("report one").code, 2);
  ASSERT_EQ(plain("run arc.yaml -o two").code, 0);
  EXPECT_EQ(run("sweep", study, "-o two").code, 2);
}

// what a failed or a stopped study leaves is of one start
TEST_F(StudyCli, NoFileOfAnotherStartStaysBesideTheTable) {
  const auto results = folder_.path() / "results/study";
  std::filesystem::create_directories(results);
  for (const char* name : {"fit.csv", "residuals.csv", "summary.json", "notes.txt"})
    folder_.write("results/study/" + std::string(name), "old");
  const ProgramEnd failed = run("fit",
                                "model: arc.yaml\n"
                                "parameters: [{name: young, start: 2e-9, range: [1e-9, 1e-8]}]\n"
                                "fit: {targets: [{figure: x, value: 0.4, sigma: 0.1}]}\n");
  EXPECT_EQ(failed.code, 3) << failed.err;
  for (const char* name : {"fit.csv", "residuals.csv", "summary.json"})
    EXPECT_FALSE(std::filesystem::exists(results / name)) << name;
  EXPECT_TRUE(std::filesystem::exists(results / "notes.txt"));
  EXPECT_THAT(read_bytes(results / "manifest.json"), HasSubstr("table.csv"));

  std::filesystem::create_directories(folder_.path() / "search");
  folder_.write("search/best.txt", "old");
  folder_.write("study.yaml",
                "model: arc.yaml\nparameters: [{name: pull, range: [1, 5]}]\n"
                "optimize: {objective: x, method: differential_evolution, evaluations: 100000}\n");
  for (const int signal : {SIGINT, SIGUSR1}) {
    const pid_t child = start_cuttle(folder_.path(), "optimize study.yaml -o search");
    wait_for(folder_.path() / "search/runs.journal");
    kill(child, signal);
    const ProgramEnd stopped = finish_cuttle(folder_.path(), child);
    EXPECT_EQ(stopped.code, 130) << stopped.err;
    EXPECT_TRUE(std::filesystem::exists(folder_.path() / "search/table.csv"));
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "search/best.txt"));
    std::filesystem::remove_all(folder_.path() / "search");
  }
}

// the search is done from memory at once: the signal comes while the designs are run
TEST_F(StudyCli, StoppedWhileDesignsAreShownItSaysSo) {
  folder_.write("swing.yaml", R"(
bodies:
  - name: bob
    joint: {type: revolute, axis: y, initial: 0.5}
    rigid: {mass: 1, center: [0, 0, -1], inertia: [0.1, 0.1, 0.1]}
probes: [{name: hinge, joint: bob}]
study: {type: dynamics, duration: 10000, output_step: 100}
figures: [{name: angle, column: hinge.angle}]
)");
  const std::string study =
      "model: swing.yaml\nparameters: [{name: mass, path: bodies.bob.rigid.mass, range: [1, 2]}]\n"
      "optimize: {objective: mass, method: cobyla, evaluations: 2}\n";
  ASSERT_EQ(run("optimize", study, "-o out").code, 0);
  const pid_t child = start_cuttle(folder_.path(), "optimize study.yaml -o out");
  // those of the first start go
  for (int i = 0; i < 6000 && std::filesystem::exists(folder_.path() / "out/before"); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  kill(child, SIGINT);
  const ProgramEnd end = finish_cuttle(folder_.path(), child);
  EXPECT_EQ(end.code, 130) << end.out;
  EXPECT_THAT(end.out, HasSubstr("the same command resumes from here"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "out/before"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "out/after"));
}

TEST_F(StudyCli, StoppedItKeepsWhatIsDoneAndGoesOn) {
  const std::string study =
      "model: arc.yaml\nparameters: [{name: pull, range: [1, 5]}]\n"
      "sweep: {method: random, count: 20000}\n";
  folder_.write("study.yaml", study);
  for (const int signal : {SIGINT, SIGUSR1, SIGXCPU}) {
    const std::string to = fmt::format("stopped_{}", signal);
    const pid_t child = start_cuttle(folder_.path(), "sweep study.yaml -o " + to);
    wait_for(folder_.path() / to / "runs.journal");
    kill(child, signal);
    const ProgramEnd stopped = finish_cuttle(folder_.path(), child);
    EXPECT_EQ(stopped.code, 130) << to;
    EXPECT_THAT(stopped.out, HasSubstr("the same command resumes from here"));
    const std::string table = read_bytes(folder_.path() / to / "table.csv");
    EXPECT_GT(std::count(table.begin(), table.end(), '\n'), 2) << to;
  }
}

}  // namespace
}  // namespace cuttle
