#pragma once
// A family of bodies is a row, too: what the rest of the program knows of rigid bodies, rods and
// shells besides their mechanics (core/body.h). Rows stand in the folders of the families;
// compile/family_table.cpp has them all.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cuttle/base/error.h"
#include "cuttle/core/workspace.h"
#include "cuttle/part/body_draft.h"
#include "cuttle/part/body_sketch.h"
#include "cuttle/part/built.h"
#include "cuttle/part/draft.h"
#include "cuttle/part/rod_efforts.h"

namespace cuttle {

/// A point of a body that has a name, as callers of the library say it: "tip".
struct NamedPoint {
  std::string name;
  int point = 0;
};

/// What `cuttle check` tells of one body.
struct BodySummary {
  std::string length, strains;
};

/// The size of own coordinates: curvatures are about 1 / length.
struct OwnColumns {
  double length = 1;            // [m] of the body
  std::vector<bool> curvature;  // (coordinates) false: stretch or shear
  bool places = false;          // all are displacements, about as large as the length
};

/// What all parts will do to rods is told to a receiver.
using AskEfforts = std::function<void(RodEfforts&)>;

/// Filled by designated initialisers; what is left out is null, and then there is nothing to do.
struct FamilyKind {
  const char* field;  // "rod": its key in the file, and the name of the family
  /// True: no body of the file is one; other parts make them, and draw them.
  bool of_parts = false;
  bool (*is)(const BodySpec&);
  void (*forget)(BodySpec&);  // it is none any more

  /// All that can be wrong with one body without any physics; then what depends on the rest of the
  /// model: gravity, water.
  void (*check)(const BodySpec&, Diagnostics&) = nullptr;
  void (*check_in_model)(const ScenarioSpec&, const BodySpec&, Diagnostics&) = nullptr;

  /// Materials that it may name.
  std::vector<MaterialUse*> (*material_uses)(BodySpec&) = nullptr;
  /// What was read from files is known: their names are not written again.
  void (*forget_files)(BodySpec&) = nullptr;

  /// How it is built, in stages; the study begins at t0.
  std::unique_ptr<BodyDraft> (*draft)(const BodySpec&, double t0);
  /// Of all bodies of the family, when all are divided: what depends on the rest of the model.
  void (*adapt)(Draft&, const AskEfforts&) = nullptr;
  /// Adds what signals of the bodies themselves do, when they are finished.
  void (*drive)(Draft&) = nullptr;
  /// The point of a finished body that a place means.
  int (*point_of)(const BodySpec&, const BodyFamily&, const BodyPlaceSpec&);
  /// Own coordinates of the initial state, and whether the file gives some.
  void (*set_initial)(const BodySpec&, const Body&, State&) = nullptr;
  bool (*gives_initial)(const BodySpec&) = nullptr;
  /// Null: it has no own coordinates.
  OwnColumns (*own_columns)(const BodyFamily&) = nullptr;
  /// Where its Gauss points are written.
  const Origin& (*quadrature_origin)(const BodySpec&) = nullptr;

  /// Points with names.
  std::vector<NamedPoint> (*named_points)(const BodySpec&, const BodyFamily&);
  /// The point that the body itself stands for. Null: its base.
  int (*own_point)(const BodyFamily&) = nullptr;
  /// Abscissas [m] of its points, as a file counts them. Null: it has none.
  std::vector<double> (*abscissas)(const BodySpec&, const BodyFamily&) = nullptr;

  /// In the table of all bodies.
  BodySummary (*summary)(const BodyFamily&) = nullptr;
  /// A table of its own in `cuttle check`, under the title `tables`. Of bodies in their initial
  /// shape.
  const char* tables = nullptr;
  std::vector<TableRow> (*table)(const Built&, const Workspace&) = nullptr;

  /// Materials in use, with the file's place of each.
  std::vector<const MaterialSpec*> (*materials)(const BodySpec&) = nullptr;
  /// Numbers that look like a slip of units or of a digit.
  void (*slips)(const BodySpec&, Diagnostics& warnings) = nullptr;
  /// What can be computed but is probably not meant.
  void (*warn)(const Built&, int body, Diagnostics& warnings) = nullptr;

  /// How it is drawn.
  std::unique_ptr<BodySketch> (*sketch)(const BodySpec&, int body,
                                        std::shared_ptr<const BodyFamily>);
};

/// Of a family whose spec is a member of BodySpec: has_family<&BodySpec::rod>.
template <auto member>
bool has_family(const BodySpec& body) {
  return (body.*member).has_value();
}
template <auto member>
void forget_family(BodySpec& body) {
  (body.*member).reset();
}

}  // namespace cuttle
