#include "cuttle/scene/arrow_sources.h"

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

}  // namespace cuttle
