#include "cuttle/sim/scales.h"

namespace cuttle {

std::vector<int> displacement_coordinate(const Model& model) {
  std::vector<int> index(size_t(model.nv));
  for (const Body& body : model.bodies) {
    for (const JointStep& step : body.steps)
      for (int i = 0; i < step.nv(); ++i) {
        const int shift = step.kind == StepKind::screw ? 0 : i + 1;  // past the quaternion's w
        index[size_t(step.v + i)] = step.q + shift;
      }
    for (int i = 0; i < body.n(); ++i) index[size_t(body.v + i)] = body.q + i;
  }
  return index;
}

VectorX displacement_scale(const Model& model) {
  const std::vector<int> index = displacement_coordinate(model);
  VectorX scale(model.nv);
  for (int i = 0; i < model.nv; ++i) scale[i] = model.q_scale[index[size_t(i)]];
  return scale;
}

}  // namespace cuttle
