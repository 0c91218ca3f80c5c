#include "cuttle/compile/build_draft.h"

#include "cuttle/compile/family_table.h"

namespace cuttle {

int ScenarioDraft::point_of(int body, const BodyPlaceSpec& at) const {
  if (body < 0) return 0;
  const BodySpec& spec = body_spec(body);
  return family_of(spec).point_of(spec, *model.bodies[size_t(body)].family, at);
}

}  // namespace cuttle
