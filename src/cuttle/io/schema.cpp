#include "cuttle/io/schema.h"

#include "cuttle/io/schema_render.h"
#include "cuttle/model/spec.h"

namespace cuttle {

namespace {

constexpr const char* kSchemaHead = R"(# The model language

One YAML file describes a robot, what acts on it, what is computed and the expected results.
Plain numbers are SI; a number may carry its unit: `110 kPa`, `31 mm`, `45 deg`, `300 Pa s`,
`0.2 %`. Angles are radians, the rod axis is local x, world z is up (`frame: ned`: down). Data files
are CSV, in the folder of the model file.

- A *place* on a body is an abscissa in metres, `base` or `tip` of a rod, or the name of a frame
  of a rigid body, even if the file calls it `base` or `tip`.
- A *function of X* is a number, `[base, tip]` (linear taper), polynomial coefficients (cables),
  or an expression in the abscissa X in metres.
- Expressions may use `pi`, `e`, the usual functions (`sin`, `exp`, `sqrt`, `min`, ...), `a ? b : c`,
  and `k`, `n` in copies made by `repeat`.

)";

}  // namespace

std::vector<SectionDoc> model_sections() { return sections_of(kTypeOf<ScenarioSpec>); }

std::string schema_text() { return kSchemaHead + sections_text(model_sections()); }

std::string schema_json() {
  nlohmann::ordered_json root = sections_json(model_sections(), "cuttle model file");
  // a rod may hold the fields of its only division in place, beside its own
  nlohmann::ordered_json& rod = root["$defs"]["rod"];
  nlohmann::ordered_json in_place = root["$defs"]["division"];
  for (const char* own : {"capsules", "water"})
    in_place["properties"][own] = rod["properties"][own];
  nlohmann::ordered_json either;
  either["anyOf"] = {rod, in_place};
  rod = either;
  return root.dump(2);
}

}  // namespace cuttle
