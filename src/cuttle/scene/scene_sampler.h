#pragma once
// From states of a robot to frames of a scene.

#include <memory>
#include <span>

#include "cuttle/compile/compile.h"
#include "cuttle/record/trajectory.h"
#include "cuttle/scene/scene.h"

namespace cuttle {

/// Knows how a scenario looks and adds frames to its scene.
class SceneSampler {
 public:
  explicit SceneSampler(const Scenario& scenario);
  ~SceneSampler();
  SceneSampler(SceneSampler&&) noexcept;

  /// The scene without frames.
  const Scene& still() const;

  /// One more frame at an axis value. `contacts`: as ContactRecord tells them, `nets`: as
  /// subsystems do; left out: nothing touches.
  void append(double axis, const State& x, const Input& u, Scene& scene,
              std::span<const double> contacts = {}, std::span<const NetReading> nets = {});

  /// The first section of strips in the channels; behind it there are no others.
  int first_strip_section() const;

  /// Grounds below all frames of the scene, which must be there. `margin`: so many sizes of the run
  /// beyond it at both ends.
  void add_grounds(Scene& scene, double margin = 0.15) const;

  /// How the water moves at the places of the scene, for one more frame: `append` does it, too.
  void append_current(double t, const Input& u, Scene& scene) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Every stride-th row, and the last.
std::vector<std::size_t> kept_rows(std::size_t rows, std::size_t stride);

/// The scene of a run: one frame per recorded row, or every k-th and the last where that would be
/// more than `max_bytes`; modes swing through their shapes.
Scene make_scene(const Scenario& scenario, const Trajectory& trajectory,
                 std::size_t max_bytes = std::size_t(32) << 20);

}  // namespace cuttle
