#include "cuttle/io/write_scenario.h"

#include "cuttle/compile/family_table.h"
#include "cuttle/compile/part_table.h"
#include "cuttle/io/write_part.h"
#include "cuttle/io/write_yaml.h"
#include "cuttle/signal/expression.h"
#include "cuttle/signal/units.h"
#include "cuttle/spec/spec_walk.h"

namespace cuttle {

namespace {

constexpr const char* kFirstLine = "# Written by cuttle, in SI units.\n";

// a formula that is a mere number stays a formula
std::string as_formula(const std::string& text) {
  return parse_quantity(text) ? "(" + text + ")" : text;
}

void number_copies(ScenarioSpec& scenario) {
  for_each_expression(value_of(scenario), [](const ExpressionUse& use) {
    if (use.text.empty()) return;
    use.text = as_formula(with_copy_numbers(use.text, use.copy));
    use.copy = {};
  });
  for (const PartKind* kind : part_table())
    if (kind->as_written) kind->as_written(scenario);
  if (scenario.water && scenario.water->current.field)
    for (std::string& formula : *scenario.water->current.field) formula = as_formula(formula);
}

// what has been read from files is known by now
void forget_files(ScenarioSpec& scenario) {
  for (BodySpec& body : scenario.bodies)
    for (const FamilyKind* family : family_table())
      if (family->forget_files && family->is(body)) family->forget_files(body);
  for (const PartKind* kind : part_table())
    for (std::size_t i = 0; kind->table_file && i < scenario.size(*kind->type); ++i) {
      const Value part = kind->type->type->item(scenario.list(*kind->type), i);
      const TableFile file = kind->table_file(part.at);
      if (file.table) file.csv.clear();
    }
  for (FigureSpec& figure : scenario.figures)
    if (!figure.reference.empty()) figure.csv.clear();
}

}  // namespace

std::string write_scenario(const ScenarioSpec& scenario) {
  ScenarioSpec written = scenario;
  written.parameters.clear();
  std::erase_if(written.bodies, [](const BodySpec& body) { return body.net.has_value(); });
  number_copies(written);
  forget_files(written);
  // the frame decides where things fall if the file does not tell
  ScenarioSpec defaults;
  if (written.frame == WorldFrame::ned) defaults.gravity = -defaults.gravity;
  return kFirstLine + write_yaml(write_part(value_of(written), value_of(defaults)));
}

}  // namespace cuttle
