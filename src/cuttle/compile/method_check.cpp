#include "cuttle/compile/method_check.h"

#include <fmt/format.h>

#include "cuttle/spec/spec.h"
#include "cuttle/spec/spec_choices.h"

namespace cuttle {

void check_method(bool loops, const StudySpec& study, Diagnostics& diagnostics) {
  const bool projects = study.constraints != ConstraintMethod::baumgarte;
  if (study.method == Method::adams && projects && loops)
    diagnostics.add(study.origin.error("method", "adams cannot keep loops closed",
                                       "dopri5, bdf, implicit and generalized_alpha can"));
  if (study.constraints == ConstraintMethod::udwadia_kalaba &&
      (study.method == Method::implicit || study.method == Method::generalized_alpha))
    diagnostics.add(study.origin.error(
        "constraints",
        fmt::format("udwadia_kalaba cannot solve the stages of method {}", name_of(study.method)),
        "use method: dopri5 or bdf, or constraints: projection"));
}

}  // namespace cuttle
