#pragma once

#include <gtest/gtest.h>

#include "cuttle/scene/scene_sampler.h"

namespace cuttle::testing {

/// The scene of one state.
inline Scene one_frame(const Scenario& scenario, const State& x) {
  SceneSampler sampler(scenario);
  Scene scene = sampler.still();
  InputSource inputs = scenario.inputs;
  Input u;
  EXPECT_TRUE(inputs.evaluate(x.t, u).ok());
  sampler.append(x.t, x, u, scene);
  return scene;
}

}  // namespace cuttle::testing
