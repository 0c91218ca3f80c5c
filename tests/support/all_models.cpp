#include "support/all_models.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "cuttle/connection/scales.h"
#include "cuttle/io/read_scenario.h"
#include "support/random.h"

namespace cuttle::testing {

namespace {
constexpr double kUnderway = 0.37;  // of a study
}  // namespace

std::vector<std::string> all_models() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(CUTTLE_MODELS))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

Underway::Underway(const std::string& name)
    : scenario(build(read_scenario(std::filesystem::path(CUTTLE_MODELS) / (name + ".yaml")))),
      model(scenario.model),
      x(scenario.initial) {
  model.connections.clear();
  model.contact = {};
  x.connections.clear();
  // when signals are no longer zero, and fronts of muscles are on their way
  const StudySpec& study = scenario.spec.study;
  const bool path = study.type == StudyType::load_path;
  x.t += kUnderway * (path ? study.to - study.from : study.duration);
  InputSource inputs = scenario.inputs;
  EXPECT_TRUE(inputs.evaluate(x.t, u).ok());
  u.u_dot.setZero();
  u.u_ddot.setZero();
  Random random(7);
  const VectorX q = x.q;
  retract(model, q, random.vector(model.nv, 0.05).cwiseProduct(displacement_scale(model)), x.q);
  x.v = random.vector(model.nv).cwiseProduct(model.v_scale);
  normalize(model, u, x.q, x.v);
}

Model with_actors(const Model& model, std::vector<std::shared_ptr<const Actor>> actors) {
  Model copy = model;
  copy.actors = std::move(actors);
  return copy;
}

}  // namespace cuttle::testing
