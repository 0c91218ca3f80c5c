#include "cuttle/sim/build_limits.h"

#include <fmt/format.h>

#include "cuttle/base/error.h"
#include "cuttle/model/spec_limits.h"
#include "cuttle/sim/trajectory.h"

namespace cuttle {
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
                       const Nets& nets) {
  const bool motion = study.type == StudyType::dynamics;
  if (!motion && study.type != StudyType::load_path) return;
  const double rows = 1 + (motion ? study.duration / study.output_step : double(study.steps));
  const double columns = row_size(model, probes, nets);
  if (rows * columns <= kMaxNumbers) return;
  const std::string most = motion ? fmt::format("an output_step of at least {:.3g} s",
                                                study.duration * columns / kMaxNumbers)
                                  : fmt::format("at most {:.0f} steps", kMaxNumbers / columns - 1);
  throw InputError(study.origin.error(
      motion ? "output_step" : "steps",
      fmt::format("the result would have {:.3g} rows of {:.0f} numbers, more than {:.0e} in all",
                  rows, columns, kMaxNumbers),
      "use " + most + ", or fewer probes"));
}

}  // namespace cuttle
