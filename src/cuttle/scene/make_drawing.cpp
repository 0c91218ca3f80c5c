#include "cuttle/scene/make_drawing.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "cuttle/base/error.h"
#include "cuttle/compile/family_table.h"
#include "cuttle/compile/part_table.h"
#include "cuttle/scene/arrow_sources.h"
#include "cuttle/scene/section_outline.h"
#include "cuttle/scene/solid_mesh.h"
#include "cuttle/signal/function.h"
#include "cuttle/spec/spec_choices.h"
#include "cuttle/water/draw_water.h"

namespace cuttle {
namespace {

constexpr int kRunParts = 16;  // of a run along a rod

/// Puts a drawing together: bodies and parts say what there is to see of them.
class Draftsman final : private Canvas {
 public:
  explicit Draftsman(const Scenario& scenario) : scenario_(scenario) {
    drawing_.model = scenario.model;
    const BodyIndex index(scenario.spec);
    for (const Body& body : scenario.model.bodies)
      bodies_.push_back(
          family_of(body).sketch(*index.find(body.name), int(bodies_.size()), body.family));
  }

  Drawing draw() {
    add_labels();
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      add_body(int(i));
      bodies_[i]->draw(*this);
    }
    for (const Probe& probe : scenario_.probes)
      if (const BodyPlace* place = probe.target().place()) {
        drawing_.still.points.push_back({probe.name()});
        drawing_.points.push_back(*place);
      }
    draw_parts();
    // arrows in the order in which a frame has them: of inputs, of fittings, of contacts, others
    add_joint_arrows(scenario_.model, drawing_);
    for (std::vector<SceneArrow>* arrows : {&fitting_arrows_, &contact_arrows_, &force_arrows_})
      std::ranges::move(*arrows, std::back_inserter(drawing_.still.arrows));
    for (std::size_t i = 0; i < bodies_.size(); ++i)
      drawing_.model.bodies[i].family = bodies_[i]->finish();
    size_channels();
    return std::move(drawing_);
  }

 private:
  void draw_parts() {
    Input u;
    InputSource inputs = scenario_.inputs;
    expects(inputs.evaluate(scenario_.initial.t, u).ok(), "inputs of the initial state");
    const Built built{scenario_.spec, scenario_.model, scenario_.initial, u, scenario_.actors};
    for (const PartKind* kind : parts_by_turn())
      if (kind->draw) kind->draw(built, *this);
    draw_water(built, *this);
  }

  void add_labels() {
    Scene& scene = drawing_.still;
    scene.name = scenario_.spec.name;
    scene.title = scenario_.spec.title;
    scene.study = name_of(scenario_.spec.study.type);
    for (int k = 0; k < 3; ++k) scene.gravity[std::size_t(k)] = scenario_.model.gravity[k];
    scene.up = picture_up(scene.gravity, scenario_.spec.frame == WorldFrame::ned);
  }

  void add_body(int body) {
    const Body& b = scenario_.model.bodies[std::size_t(body)];
    SceneBody label{b.name,          std::string(b.family->family()), b.joint_kind, b.parent, b.n(),
                    b.family->mass()};
    SceneJoint joint{body, b.joint_kind, {}};
    for (const JointStep& step : b.steps) {
      if (!step.prescribed()) label.dof += step.nv();
      if (step.kind != StepKind::screw) continue;
      const bool turns = step.S.head<3>().norm() > 0;
      joint.axes.push_back(turns ? Vector3(step.S.head<3>()) : Vector3(step.S.tail<3>()));
    }
    drawing_.still.bodies.push_back(std::move(label));
    drawing_.still.joints.push_back(std::move(joint));
  }

  int add_shape(const ShapeSpec& shape) { return add_mesh(solid_mesh(shape), drawing_.still); }

  void solid(int body, const ShapeSpec& shape, const Pose& pose) override {
    drawing_.still.solids.push_back({body, add_shape(shape), pose});
  }

  void rod(int body, RodPiece piece) override {
    const int first = int(drawing_.sections.size());
    for (std::size_t i = 0; i < piece.abscissa.size(); ++i)
      drawing_.sections.push_back({body, bodies_[std::size_t(body)]->point_at(piece.abscissa[i]),
                                   piece.rest[i], std::move(piece.basis[i])});
    drawing_.still.rods.push_back({body, first, std::move(piece.abscissa), std::move(piece.half_y),
                                   std::move(piece.half_z), outline_of(piece.outline)});
  }

  void shell(int body, ShellWall wall) override {
    drawing_.walls.push_back({body, wall.abscissa.size(), std::move(wall.motion)});
    drawing_.still.meridians.push_back({.body = body,
                                        .first = rings_,
                                        .direction = wall.direction,
                                        .rim = wall.rim,
                                        .abscissa = std::move(wall.abscissa),
                                        .half_thickness = std::move(wall.half_thickness)});
    rings_ += drawing_.still.meridians.back().rings();
  }

  void add_run(int body, const LinePiece& piece) {
    BodySketch& rod = *bodies_[std::size_t(body)];
    const auto [from, to] = rod.stretch(piece.from, piece.to);
    const double length = to - from;
    const Function y(piece.y.value_or(0.0), length), z(piece.z.value_or(0.0), length);
    for (int i = 0; i <= kRunParts; ++i) {
      const double s = length * i / kRunParts;
      drawing_.cable_points.push_back(
          {body, rod.point_at(from + s), Vector3(0, y.value(s), z.value(s))});
    }
  }

  void line(const std::string& name, const std::vector<LinePiece>& pieces,
            std::function<double(const Snapshot&)> tension) override {
    const int first = int(drawing_.cable_points.size());
    for (const LinePiece& piece : pieces) {
      const int body = scenario_.model.find_body(piece.body);
      if (piece.run)
        add_run(body, piece);
      else
        drawing_.cable_points.push_back(
            body < 0 ? BodyPlace{-1, 0, piece.offset}
                     : bodies_[std::size_t(body)]->place(piece.at, piece.offset));
    }
    drawing_.still.cables.push_back({name, first, int(drawing_.cable_points.size()) - first});
    drawing_.tensions.push_back(std::move(tension));
  }

  void arrow(InputArrow arrow) override {
    const auto axes = arrow.own_axes ? ArrowSource::Axes::point : ArrowSource::Axes::world;
    add_arrow(arrow.moment ? ArrowKind::moment : ArrowKind::force,
              {arrow.at, axes, 0, std::move(arrow.parts)}, scenario_.model, drawing_);
  }

  void fitting(Fitting fitting) override {
    const int mesh = fitting.shape ? add_shape(*fitting.shape) : -1;
    fitting_arrows_.push_back({fitting.name, ArrowKind::force, "N"});
    drawing_.still.fittings.push_back({std::move(fitting.name), fitting.kind, fitting.body, mesh});
    drawing_.fittings.push_back(std::move(fitting.motion));
  }

  void connection(FramePair pair) override {
    drawing_.still.connections.push_back(
        {std::move(pair.name), std::move(pair.kind), std::move(pair.axes)});
    drawing_.mounts.push_back(pair.a);
    drawing_.mounts.push_back(pair.b);
  }

  void obstacle(const std::string& name, const std::optional<ShapeSpec>& shape,
                const Pose& pose) override {
    drawing_.still.obstacles.push_back({name, shape ? add_shape(*shape) : -1, pose});
  }

  void contact_shape(int body, const ShapeSpec& shape, const Pose& pose) override {
    drawing_.still.shells.push_back({body, add_shape(shape), pose});
  }

  void contact_arrow(ContactArrow arrow) override {
    contact_arrows_.push_back({arrow.name, ArrowKind::contact, "N"});
    drawing_.contacts.push_back(std::move(arrow));
  }

  void force(ForceArrow arrow) override {
    force_arrows_.push_back(
        {arrow.name, arrow.ground ? ArrowKind::contact : ArrowKind::force, "N"});
    drawing_.forces.push_back(std::move(arrow));
  }

  void point(const std::string& name, std::function<Vector3(const Snapshot&)> place) override {
    drawing_.still.points.push_back({name});
    drawing_.moving_points.push_back(std::move(place));
  }

  void strip(Strip strip) override {
    Scene& scene = drawing_.still;
    const std::size_t sections = strip.abscissa.size();
    SceneRod rod;
    rod.body = int(scene.bodies.size());
    rod.first = scene.rods.empty() ? 0 : scene.rods.back().first + scene.rods.back().sections();
    rod.abscissa = std::move(strip.abscissa);
    rod.half_y.assign(sections, strip.half_thickness);
    rod.half_z.assign(sections, strip.half_width);
    rod.outline = outline_of(SectionOutline::square);
    scene.bodies.push_back(
        {std::move(strip.name), std::move(strip.family), "", -1, strip.dof, strip.mass});
    scene.rods.push_back(std::move(rod));
    drawing_.strips.push_back({sections, std::move(strip.motion)});
  }

  void ground(GroundProfile ground) override { drawing_.grounds.push_back(std::move(ground)); }

  void water(DrawnWater water) override {
    drawing_.still.water = SceneWater{water.density, water.up, water.level};
    drawing_.water = std::move(water);
  }

  void size_channels() {
    Scene& scene = drawing_.still;
    for (const NamedChannel& named : kSceneChannels) (scene.*named.channel).width = named.width;
    for (Channel* channel : {&scene.body_position, &scene.body_rotation})
      channel->count = int(scene.bodies.size());
    for (Channel* channel : {&scene.section_position, &scene.section_rotation, &scene.curvature,
                             &scene.torsion, &scene.stretch, &scene.speed})
      for (const SceneRod& rod : scene.rods) channel->count += rod.sections();
    for (Channel* channel : {&scene.ring_place, &scene.hoop_strain}) channel->count = rings_;
    scene.cable_position.count = int(drawing_.cable_points.size());
    scene.tension.count = int(drawing_.tensions.size());
    for (Channel* channel : {&scene.arrow_position, &scene.arrow_vector})
      channel->count = int(scene.arrows.size());
    scene.contact_state.count =
        int(std::ranges::count(scene.arrows, ArrowKind::contact, &SceneArrow::kind));
    for (Channel* channel : {&scene.connection_position, &scene.connection_rotation})
      channel->count = int(drawing_.mounts.size());
    scene.connection_closed.count = int(scene.connections.size());
    scene.point_position.count = int(scene.points.size());
    for (Channel* channel : {&scene.fitting_position, &scene.fitting_rotation})
      channel->count = int(scene.fittings.size());
  }

  const Scenario& scenario_;
  std::vector<std::unique_ptr<BodySketch>> bodies_;
  std::vector<SceneArrow> fitting_arrows_, contact_arrows_, force_arrows_;
  int rings_ = 0;  // of all shells
  Drawing drawing_;
};

}  // namespace

Drawing make_drawing(const Scenario& scenario) { return Draftsman(scenario).draw(); }

}  // namespace cuttle
