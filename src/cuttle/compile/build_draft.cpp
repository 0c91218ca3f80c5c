#include "cuttle/compile/build_draft.h"

#include "cuttle/compile/family_table.h"

namespace cuttle {

int ScenarioDraft::point_of(int body, const BodyPlaceSpec& at) const {
  if (body < 0) return 0;
  const BodySpec& given = body_spec(body);
  return family_of(given).point_of(given, *model.bodies[size_t(body)].family, at);
}

}  // namespace cuttle
