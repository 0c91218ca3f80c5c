#pragma once
// Limits of size, so that whatever is accepted can be built in seconds and in a part of the memory
// of any computer.

#include <memory>
#include <vector>

#include "cuttle/compile/build_draft.h"
#include "cuttle/core/model.h"
#include "cuttle/net/net_model.h"
#include "cuttle/record/probe.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// Reports rods with more coordinates than one dense matrix should have, or too many points for
/// them, and robots with too many coordinates or inputs. After the Gauss points are chosen, before
/// anything is allocated for them.
void check_size(ScenarioDraft& draft);

/// Reports if the result of a study would not fit: rows times what one row records.
void check_record_size(const StudySpec& study, const Model& model, const std::vector<Probe>& probes,
                       const std::vector<std::shared_ptr<const NetModel>>& nets,
                       Diagnostics& diagnostics);

}  // namespace cuttle
