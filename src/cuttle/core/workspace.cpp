#include "cuttle/core/workspace.h"

namespace cuttle {

Workspace::Workspace(const Model& model)
    : joint_touches(model.joint_contacts.size()), a(model.nv), tau(model.nv) {
  bodies.resize(model.bodies.size());
  steps.resize(model.bodies.size());
  for (size_t i = 0; i < bodies.size(); ++i) {
    const BodyFamily& family = *model.bodies[i].family;
    BodyWork& b = bodies[i];
    b.n = family.n();
    b.nb = block_count(b.n);
    b.band = family.band();
    b.scratch = family.make_scratch();
    const auto nb = size_t(b.nb), points = size_t(family.n_points());
    b.points.resize(points);
    b.J.assign(points * 6 * nb, Lanes(0));
    b.M_bq.assign(6 * nb, Lanes(0));
    b.M_qq.assign(kBlock * nb * nb, Lanes(0));
    b.K_act.assign(kBlock * nb * nb, Lanes(0));
    b.p_q.assign(nb, Lanes(0));
    b.W.assign(size_t(b.n), Lanes(0));
    steps[i].resize(model.bodies[i].steps.size());
  }
  if (model.law) law = model.law->make_scratch();
}

}  // namespace cuttle
