#include "cuttle/scene/arrow_sources.h"

#include <tuple>

#include "cuttle/actuation/distributed_load.h"
#include "cuttle/actuation/point_load.h"

namespace cuttle {
namespace {

constexpr std::size_t kArrowsPerLoad = 12;  // of a load along a rod

class ArrowList {
 public:
  ArrowList(const Model& model, Drawing& drawing) : model_(model), drawing_(drawing) {}

  void add(ArrowKind kind, ArrowSource source) {
    if (source.parts.empty()) return;
    const InputInfo& info = model_.inputs[std::size_t(source.parts.front().first)];
    drawing_.still.arrows.push_back({name_of(info.name), kind, info.unit});
    drawing_.arrows.push_back(std::move(source));
  }

 private:
  // "loads.tip.force.x" -> "loads.tip.force", "loads.wind.force.x[3]" -> "loads.wind.force"
  static std::string name_of(const std::string& input) {
    const std::size_t dot = input.rfind('.');
    const bool component = dot != std::string::npos && dot + 1 < input.size() &&
                           std::string("xyz").find(input[dot + 1]) != std::string::npos &&
                           (dot + 2 == input.size() || input[dot + 2] == '[');
    return component ? input.substr(0, dot) : input;
  }

  const Model& model_;
  Drawing& drawing_;
};

ArrowSource::Axes axes_of(LoadFrame frame) {
  return frame == LoadFrame::world ? ArrowSource::Axes::world : ArrowSource::Axes::point;
}

void add_point_load(const PointLoad::Data& load, ArrowList& list) {
  for (const auto& [kind, inputs] : {std::pair(ArrowKind::force, &load.force_inputs),
                                     std::pair(ArrowKind::moment, &load.moment_inputs)}) {
    ArrowSource source{load.at, axes_of(load.frame), 0, {}};
    for (int axis = 0; axis < 3; ++axis)
      if (const int input = (*inputs)[std::size_t(axis)]; input >= 0)
        source.parts.emplace_back(input, Vector3::Unit(axis));
    list.add(kind, std::move(source));
  }
}

// a load along a rod has inputs for forces and moments, also where the file gives only one of them
void add_distributed_load(const DistributedLoad::Data& load, const LoadSpec& spec,
                          ArrowList& list) {
  const std::size_t every = (load.nodes.size() + kArrowsPerLoad - 1) / kArrowsPerLoad;
  for (std::size_t i = 0; i < load.nodes.size(); i += every)
    for (const auto& [kind, shift, given] :
         {std::tuple(ArrowKind::force, 0, spec.force.has_value()),
          std::tuple(ArrowKind::moment, 3, spec.moment.has_value())}) {
      if (!given) continue;
      ArrowSource source{
          {load.body, load.nodes[i].point, Vector3::Zero()}, axes_of(load.frame), 0, {}};
      for (int axis = 0; axis < 3; ++axis)
        source.parts.emplace_back(load.nodes[i].first_input + shift + axis, Vector3::Unit(axis));
      list.add(kind, std::move(source));
    }
}

void add_joint_efforts(const Model& model, int body, ArrowList& list) {
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
    list.add(ArrowKind::moment, std::move(moment));
    list.add(ArrowKind::force, std::move(force));
  }
}

}  // namespace

void add_arrow_sources(const Scenario& scenario, Drawing& drawing) {
  const Model& model = scenario.model;
  ArrowList list(model, drawing);
  // the loads of the file are the first actors of the model, in the same order
  for (std::size_t i = 0; i < scenario.spec.loads.size(); ++i) {
    const Actor* const actor = model.actors[i].get();
    if (const auto* load = dynamic_cast<const PointLoad*>(actor))
      add_point_load(load->data(), list);
    if (const auto* load = dynamic_cast<const DistributedLoad*>(actor))
      add_distributed_load(load->data(), scenario.spec.loads[i], list);
  }
  for (std::size_t i = 0; i < model.bodies.size(); ++i) add_joint_efforts(model, int(i), list);
}

}  // namespace cuttle
