#include "cuttle/compile/build_draft.h"

#include "cuttle/rod/rod_span.h"
#include "cuttle/shell/shell_span.h"
#include "cuttle/spec/spec_place.h"

namespace cuttle {

int ScenarioDraft::point_of(int body, const MountSpec& at) const {
  if (body < 0) return 0;
  const BodySpec& given = body_spec(body);
  if (given.rigid) return frame_point(*given.rigid, at);
  if (given.shell) {
    const Shell& shell = shell_of(model, body);
    return shell_point(shell, abscissa_of(at, *given.shell, shell.data().length));
  }
  return rod_point(rod_of(model, body), abscissa_of(at, *given.rod));
}

}  // namespace cuttle
