#include "cuttle/scene/water_drawing.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "cuttle/math/turn_between.h"
#include "cuttle/scene/solid_mesh.h"
#include "cuttle/water/fin/fin.h"
#include "cuttle/water/fin/part.h"
#include "cuttle/water/thruster/part.h"
#include "cuttle/water/thruster/thruster.h"
#include "cuttle/water/water_loads.h"

namespace cuttle {
namespace {

constexpr double kPlateThickness = 0.05;  // of the smaller edge

/// A plate of the fin's area, about the place where its force acts.
SceneMesh fin_mesh(const FinLaw& law) {
  const double span = std::sqrt(law.aspect_ratio * law.area), chord = law.area / span;
  ShapeSpec plate;
  plate.box = Vector3(chord, span, kPlateThickness * std::min(span, chord));
  return solid_mesh(plate);
}

void add_fitting(SceneFitting label, FittingSource source, Drawing& drawing) {
  drawing.still.arrows.push_back({label.name, ArrowKind::force, "N"});
  drawing.still.fittings.push_back(std::move(label));
  drawing.fittings.push_back(std::move(source));
}

void add_thruster(const Thruster& thruster, const std::string& name, Drawing& drawing) {
  const Thruster::Data& data = thruster.data();
  const auto turn = turn_between(Vector3::UnitX(), data.axis);
  add_fitting({"thrusters." + name, FittingKind::thruster, data.at.body, -1},
              {.at = data.at, .R_PF = turn.toRotationMatrix(), .actor = &thruster}, drawing);
}

void add_fin(const Fin& fin, const std::string& name, Drawing& drawing) {
  const Fin::Data& data = fin.data();
  const int mesh = add_mesh(fin_mesh(data.law), drawing.still);
  add_fitting({"fins." + name, FittingKind::fin, data.at.body, mesh},
              {.at = data.at,
               .R_PF = data.R_PF,
               .deflection_input = data.deflection_input,
               .hinge = data.hinge,
               .actor = &fin},
              drawing);
}

}  // namespace

void add_water(const Scenario& scenario, Drawing& drawing) {
  const ScenarioSpec& spec = scenario.spec;
  // thrusters and fins are actors in the order of the file
  std::size_t thrusters = 0, fins = 0;
  const Medium* medium = nullptr;
  for (const auto& actor : drawing.model.actors) {
    if (const auto* water = dynamic_cast<const WaterLoads*>(actor.get()))
      medium = &water->data().medium;
    if (const auto* thruster = dynamic_cast<const Thruster*>(actor.get()))
      add_thruster(*thruster, spec.of<ThrusterSpec>()[thrusters++].name, drawing);
    if (const auto* fin = dynamic_cast<const Fin*>(actor.get())) {
      medium = &fin->data().medium;
      add_fin(*fin, spec.of<FinSpec>()[fins++].name, drawing);
    }
  }
  if (medium == nullptr) return;
  SceneWater water{medium->density, medium->up, {}};
  if (medium->has_surface()) water.level = medium->level;
  drawing.still.water = water;
  drawing.current = medium->current;
}

}  // namespace cuttle
