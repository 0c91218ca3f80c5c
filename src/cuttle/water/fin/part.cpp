#include "cuttle/water/fin/part.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuttle/dynamics/jacobian.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/so3.h"
#include "cuttle/part/part_kind.h"
#include "cuttle/spec/describe.h"
#include "cuttle/water/draw_water.h"
#include "cuttle/water/fin/fin.h"

namespace cuttle {

// ---------------------------------------------------------------------------------------- fields

void FinSpec::describe(Fields& v) {
  v.about("fin",
          "a flat plate whose lift and drag follow from its angle of attack; x points to its "
          "leading edge, z is normal to it");
  v.field("name", name).identifier().required().doc("name, unique");
  v.field("body", body).refers_to("bodies").required().doc("body that carries it");
  v.field("at", at)
      .unit("m")
      .otherwise("tip of a rod, base frame of other bodies")
      .doc("abscissa, base, tip, edge, a frame, or a node of a net (leg.3)");
  v.field("pose", pose).doc("pose of the fin in that mount frame; the force acts at its origin");
  v.field("area", area).unit("m^2").above(0).required().doc("area of one side");
  v.field("aspect_ratio", aspect_ratio).above(0).at_most(1000).doc("span^2 / area");
  v.field("deflection", deflection)
      .unit("rad")
      .columns()
      .otherwise("0")
      .doc("angle by which it is turned about its hinge, a signal");
  v.field("hinge", hinge).direction().doc("x, y, z or a vector in the fin's axes");
  v.field("drag_zero", drag_zero).at_least(0).doc("drag coefficient without lift");
  v.field("efficiency", efficiency)
      .above(0)
      .at_most(1)
      .doc("efficiency factor e of the induced drag");
  v.field("stall", stall).unit("rad").above(0).at_most(1.5).doc("angle of attack where it stalls");
  v.field("stall_width", stall_width)
      .unit("rad")
      .above(0)
      .at_most(1.5)
      .doc("stall sets in this much earlier and is complete this much later");
}

namespace {

// ---------------------------------------------------------------------------------------- checks

void check_stall(const FinSpec& fin, Diagnostics& diagnostics) {
  if (fin.stall_width > fin.stall || fin.stall + fin.stall_width > std::numbers::pi / 2)
    diagnostics.add(fin.origin.error(
        "stall_width",
        fmt::format("stall - stall_width = {:.6g} rad and stall + stall_width = {:.6g} rad must "
                    "lie in [0, pi/2]",
                    fin.stall - fin.stall_width, fin.stall + fin.stall_width)));
}

void check(Checker& checker) {
  for (const FinSpec& fin : checker.spec.of<FinSpec>()) {
    const BodySpec* const body = checker.body(fin.body, fin.origin, "body");
    checker.mount(fin.at, body, fin.origin, "at");
    checker.needs_water(fin.origin, "has no effect: there is no water in this model");
    check_stall(fin, checker.diagnostics);
  }
}

// ---------------------------------------------------------------------------------------- build

void places(const ScenarioSpec& spec, Places& bodies) {
  for (const FinSpec& fin : spec.of<FinSpec>()) bodies.place(fin.body, fin.at, fin.origin);
}

void add_fin(Draft& draft, const FinSpec& spec) {
  Fin::Data data;
  data.at = draft.attach(draft.body_index(spec.body), spec.at, spec.pose.position);
  data.R_PF = spec.pose.rotation;
  data.law = {.density = draft.shared<Medium>().density,
              .area = spec.area,
              .aspect_ratio = spec.aspect_ratio,
              .drag_zero = spec.drag_zero,
              .efficiency = spec.efficiency,
              .stall = spec.stall,
              .stall_width = spec.stall_width};
  data.hinge = spec.hinge;
  data.medium = draft.shared<Medium>();
  if (!(spec.area > 0))
    draft.diagnostics.add(
        spec.origin.error("area", fmt::format("is {} m^2, must be > 0", spec.area)));
  if (spec.deflection) {
    data.deflection_input = draft.add_input(draft.add_signal(*spec.deflection), 0, InputRole::plain,
                                            {"fins." + spec.name + ".deflection", "rad"},
                                            "fin " + spec.name + ": deflection");
    if (data.deflection_input < 0) return;
  }
  draft.add_actor(spec.name, std::make_shared<const Fin>(std::move(data)));
}

void build(Draft& draft) {
  for (const FinSpec& fin : draft.spec.of<FinSpec>()) add_fin(draft, fin);
}

// ---------------------------------------------------------------------------------------- drawing

constexpr double kPlateThickness = 0.05;  // of the smaller edge

/// A plate of the fin's area, about the place where its force acts.
ShapeSpec plate_of(const FinLaw& law) {
  const double span = std::sqrt(law.aspect_ratio * law.area), chord = law.area / span;
  ShapeSpec plate;
  plate.box = Vector3(chord, span, kPlateThickness * std::min(span, chord));
  return plate;
}

FittingMotion motion_of_fin(const Fin& fin, const Snapshot& now) {
  const Fin::Data& data = fin.data();
  Matrix3 R = point_pose(now.ws, data.at.body, data.at.point).R * data.R_PF;
  if (data.deflection_input >= 0)
    R = R * exp_so3(Vector3(now.u.u[data.deflection_input] * data.hinge));
  return {world_position(data.at, now.ws), R,
          force_on_point(fin, data.at.body, data.at.point, now)};
}

void draw(const Built& built, Canvas& canvas) {
  for (const FinSpec& spec : built.spec.of<FinSpec>()) {
    const auto fin = built.actors.find<Fin>(spec.name);
    canvas.fitting({.name = "fins." + spec.name,
                    .kind = FittingKind::fin,
                    .body = fin->data().at.body,
                    .shape = plate_of(fin->data().law),
                    .motion = [fin](const Snapshot& now) { return motion_of_fin(*fin, now); }});
    // it may be all that the water acts on
    draw_water(fin->data().medium, canvas);
  }
}

// ---------------------------------------------------------------------------------------- probe

/// Angle of attack [rad], lift and drag [N] and power [W] of a fin. Positive lift is along z of the
/// fin, for a fin that moves along its x.
class FinProbe final : public ProbeTarget {
 public:
  FinProbe(const Draft& draft, const ProbeSpec& probe) : fin_(draft.actor<Fin>(probe.target())) {}

  void add_columns(const Model&, ColumnList& list) const override {
    list.add({"angle_of_attack"}, "rad", "angle between the fin and its motion through the water");
    list.add({"lift"}, "N", "force across the motion");
    list.add({"drag"}, "N", "force against the motion");
    list.add({"power"}, "W", "power that it delivers to the robot");
  }

  void write(const Snapshot& at, RowWriter& row) const override {
    const Fin::Data& data = fin_->data();
    const PlaceMotion m = motion_of(data.at, at.ws);
    const Vector3 through = m.velocity - data.medium.current.at(m.place, at.x.t, at.u).velocity;
    Matrix3 R = m.R * data.R_PF;
    if (data.deflection_input >= 0)
      R = R * exp_so3(Vector3(at.u.u[data.deflection_input] * data.hinge));
    const Vector3 v = R.transpose() * through;
    const double size = std::hypot(v[0], v[2]);
    const FinForce force = fin_force(data.law, v[0], v[2]);
    row.put(size == 0 ? 0 : std::atan2(-v[2], v[0]));
    row.put(size == 0 ? 0 : (v[0] * force.z - v[2] * force.x) / size);
    row.put(size == 0 ? 0 : -(v[0] * force.x + v[2] * force.z) / size);
    row.put(fin_->books(at.model, at.x, at.u, at.ws).power);
  }

 private:
  std::shared_ptr<const Fin> fin_;
};

constexpr ProbeKind kProbes[] = {
    {.field = "fin",
     .doc = "fin whose angle of attack, lift, drag and power are recorded",
     .order = 100,
     .list = "fins",
     .make = make_probe<FinProbe>}};

}  // namespace

extern constinit const PartKind kFins{.list = "fins",
                                      .word = "fin",
                                      .doc = "flat plates with lift and drag",
                                      .type = &kListOf<FinSpec>,
                                      .turn = 70,
                                      .chapter = Chapter::water,
                                      .check = check,
                                      .places = places,
                                      .build = build,
                                      .draw = draw,
                                      .probes = kProbes};

}  // namespace cuttle
