#include "cuttle/scene/arrow_sources.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace cuttle {

namespace {

// "loads.tip.force.x" -> "loads.tip.force", "loads.wind.force.x[3]" -> "loads.wind.force"
std::string name_of(const std::string& input) {
  const std::size_t dot = input.rfind('.');
  const bool component = dot != std::string::npos && dot + 1 < input.size() &&
                         std::string("xyz").find(input[dot + 1]) != std::string::npos &&
                         (dot + 2 == input.size() || input[dot + 2] == '[');
  return component ? input.substr(0, dot) : input;
}

void add_joint_efforts(const Model& model, int body, Drawing& drawing) {
  const std::vector<JointStep>& steps = model.bodies[std::size_t(body)].steps;
  for (std::size_t s = 0; s < steps.size(); ++s) {
    const JointStep& step = steps[s];
    if (step.effort_input < 0) continue;
    ArrowSource moment{{body, 0, Vector3::Zero()}, ArrowSource::Axes::step, int(s), {}};
    ArrowSource force = moment;
    const StepBasis S = step_basis(step);
    for (int i = 0; i < step.nv(); ++i) {
      const bool turns = S.col(i).head<3>().norm() > 0;
      const Vector3 axis = turns ? Vector3(S.col(i).head<3>()) : Vector3(S.col(i).tail<3>());
      (turns ? moment : force).parts.emplace_back(step.effort_input + i, axis);
    }
    add_arrow(ArrowKind::moment, std::move(moment), model, drawing);
    add_arrow(ArrowKind::force, std::move(force), model, drawing);
  }
}

}  // namespace

void add_arrow(ArrowKind kind, ArrowSource source, const Model& model, Drawing& drawing) {
  if (source.parts.empty()) return;
  const InputInfo& info = model.inputs[std::size_t(source.parts.front().first)];
  drawing.still.arrows.push_back({name_of(info.name), kind, info.unit});
  drawing.arrows.push_back(std::move(source));
}

void add_joint_arrows(const Model& model, Drawing& drawing) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) add_joint_efforts(model, int(i), drawing);
}

namespace {

constexpr int kMost = 5;         // along an edge
constexpr double kNarrow = 0.5;  // of the diagonal: a tall box is shown wider

/// Cells that are about square.
int cells(double edge, double longest) {
  return std::clamp(int(std::lround(kMost * edge / longest)), 1, kMost);
}

/// Half way between the lowest place of the box and its highest one, or the surface.
double middle_height(const Eigen::AlignedBox3d& box, const SceneWater& water) {
  const double middle = water.up.dot(box.center());
  const double half = 0.5 * water.up.cwiseAbs().dot(box.sizes());
  if (!water.level || *water.level >= middle + half) return middle;
  return *water.level > middle - half ? 0.5 * (middle - half + *water.level) : *water.level;
}

}  // namespace

std::vector<Vector3> current_places(const Eigen::AlignedBox3d& box, const SceneWater& water) {
  const Vector3 edges = box.sizes().cwiseMax(kNarrow * box.diagonal().norm());
  const double longest = std::max(edges.x(), edges.y());
  const int nx = longest > 0 ? cells(edges.x(), longest) : 1;
  const int ny = longest > 0 ? cells(edges.y(), longest) : 1;
  const double height = middle_height(box, water);
  std::vector<Vector3> places;
  for (int i = 0; i < nx; ++i)
    for (int k = 0; k < ny; ++k) {
      Vector3 place = box.center();
      place.x() += edges.x() * ((i + 0.5) / nx - 0.5);
      place.y() += edges.y() * ((k + 0.5) / ny - 0.5);
      places.push_back(place + (height - water.up.dot(place)) * water.up);
    }
  return places;
}

}  // namespace cuttle
