#include "cuttle/compile/build_size.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/base/error.h"
#include "cuttle/compile/part_table.h"
#include "cuttle/record/trajectory.h"
#include "cuttle/spec/spec_study.h"

namespace cuttle {

namespace {

constexpr long kMostCoordinates = 100'000;  // of the robot
constexpr long kMostNumbers = 5'000'000;    // Gauss points times coordinates, of all rods
constexpr long kMostInputs = 10'000;

long joint_coordinates(const JointSpec& joint) {
  Diagnostics ignored;
  long count = 0;
  for (const JointStep& step : make_joint(joint, ignored)) count += step.nv();
  return count;
}

}  // namespace

void check_size(ScenarioDraft& draft) {
  long coordinates = 0, numbers = 0;
  for (size_t i = 0; i < draft.order.size(); ++i) {
    coordinates += joint_coordinates(draft.order[i]->joint);
    const BodySize size = draft.bodies[i]->size(draft.diagnostics);
    coordinates += size.coordinates;
    numbers += size.numbers;
  }
  const Origin& origin = draft.spec.origin;
  if (coordinates > kMostCoordinates)
    draft.diagnostics.add(
        origin.error("bodies",
                     fmt::format("the robot has {} coordinates, but at most {} are possible",
                                 coordinates, kMostCoordinates),
                     "use fewer bodies or copies, or strains of lower order"));
  else if (numbers > kMostNumbers)
    draft.diagnostics.add(
        origin.error("bodies",
                     fmt::format("the Gauss points of all rods times their coordinates are {}, but "
                                 "at most {} are possible",
                                 numbers, kMostNumbers),
                     "use fewer rods or copies, a smaller quadrature, or strains of lower order"));
  long acting = 0;
  for (const PartKind* kind : part_table())
    if (acts_on_bodies(kind->chapter)) acting += long(draft.spec.size(*kind->type));
  if (acting > kMostInputs)
    draft.diagnostics.add(
        origin.error("",
                     fmt::format("{} loads, cables and other parts, but at most {} are possible",
                                 acting, kMostInputs),
                     "use fewer copies"));
}

namespace {

using Nets = std::vector<std::shared_ptr<const NetModel>>;

/// Numbers in a row: probes, coordinates, contact shapes, connections and nodes of nets.
double row_size(const Model& model, const std::vector<Probe>& probes, const Nets& nets) {
  double size = 1.0 + model.nq + model.nv + double(model.connections.size()) +
                double(kContactNumbers * model.contact.shapes.size());
  for (const Probe& probe : probes) size += double(probe.columns().size());
  for (const auto& net : nets) size += double(kNetNumbers * net->node_names.size());
  return size;
}

}  // namespace

void check_record_size(const StudySpec& study, const Model& model, const std::vector<Probe>& probes,
                       const Nets& nets, Diagnostics& diagnostics) {
  const bool motion = study.type == StudyType::dynamics;
  if (!motion && study.type != StudyType::load_path) return;
  const double rows = 1 + (motion ? study.duration / study.output_step : double(study.steps));
  const double columns = row_size(model, probes, nets);
  if (rows * columns <= kMaxNumbers) return;
  const std::string most = motion ? fmt::format("an output_step of at least {:.3g} s",
                                                study.duration * columns / kMaxNumbers)
                                  : fmt::format("at most {:.0f} steps", kMaxNumbers / columns - 1);
  diagnostics.add(study.origin.error(
      motion ? "output_step" : "steps",
      fmt::format("the result would have {:.3g} rows of {:.0f} numbers, more than {:.0e} in all",
                  rows, columns, kMaxNumbers),
      "use " + most + ", or fewer probes"));
}

}  // namespace cuttle
