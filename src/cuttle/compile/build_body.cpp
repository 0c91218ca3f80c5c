#include "cuttle/compile/build_draft.h"
#include "cuttle/compile/build_size.h"
#include "cuttle/compile/family_table.h"
#include "cuttle/compile/part_table.h"
#include "cuttle/water/build_water.h"

namespace cuttle {

namespace {

// What the rest of the model means for the bodies of each family.
void adapt_bodies(ScenarioDraft& draft) {
  const AskEfforts ask_parts = [&draft](RodEfforts& efforts) {
    for (const PartKind* kind : parts_by_turn())
      if (kind->efforts) kind->efforts(draft.spec, efforts);
  };
  for (const FamilyKind* family : family_table())
    if (family->adapt) family->adapt(draft, ask_parts);
}

// Everything that can be wrong with bodies. Each stage reports what it finds in all of them.
void prepare_bodies(ScenarioDraft& draft, std::vector<std::vector<JointStep>>& joints) {
  for (const BodySpec* body : draft.order) {
    joints.push_back(make_joint(body->joint, draft.diagnostics));
    draft.bodies.push_back(family_of(*body).draft(*body, draft.t0));
    draft.guard([&] { draft.bodies.back()->begin(draft.diagnostics); });
  }
  // parts may ask for the sections of rods to tell where they hold on: these must be good before
  const bool sections = draft.diagnostics.empty();
  if (sections) cut_bodies(draft);
  for (const auto& body : draft.bodies) draft.guard([&] { body->divide(draft.diagnostics); });
  if (sections) check_places(draft);
  if (!draft.diagnostics.empty()) return;
  adapt_bodies(draft);
  check_size(draft);
  if (!draft.diagnostics.empty()) return;
  prepare_water(draft, draft.water);
}

}  // namespace

void make_bodies(ScenarioDraft& draft) {
  std::vector<std::vector<JointStep>> joints;
  prepare_bodies(draft, joints);
  if (!draft.diagnostics.empty()) return;
  hold_places(draft);
  for (size_t i = 0; i < draft.order.size(); ++i) {
    const BodySpec& spec = *draft.order[i];
    Body body;
    body.name = spec.name;
    body.joint_kind = spec.joint.type;
    body.steps = std::move(joints[i]);
    body.parent = draft.body_index(spec.parent);
    body.parent_point = draft.point_of(body.parent, spec.at);
    body.X_PJ = {spec.pose.rotation, spec.pose.position};
    body.family = draft.bodies[i]->finish();
    draft.model.bodies.push_back(std::move(body));
  }
  finish_layout(draft.model);
}

}  // namespace cuttle
