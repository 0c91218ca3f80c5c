#pragma once
// A kind of part is a row: what the rest of the program knows of the muscles, fins or thrusters of
// a model file. The table of all rows is compile/part_table.cpp; each row stands in the part's own
// folder, at the end of part.cpp or, where the part has several files, of row.cpp.

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "cuttle/part/built.h"
#include "cuttle/part/canvas.h"
#include "cuttle/part/checker.h"
#include "cuttle/part/draft.h"
#include "cuttle/part/places.h"
#include "cuttle/part/probe_target.h"
#include "cuttle/part/rod_efforts.h"
#include "cuttle/part/subsystem.h"
#include "cuttle/part/table_file.h"
#include "cuttle/spec/part_copy.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// Parts of the language: what moves by itself beside the tree of bodies; what acts on bodies,
/// before the water and after it; and, after the probes, who measures and decides.
enum class Chapter { beside, robot, water, control };

/// Parts of the robot itself.
constexpr bool acts_on_bodies(Chapter chapter) {
  return chapter == Chapter::robot || chapter == Chapter::water;
}

/// Filled by designated initialisers. What is left out is null; then there is nothing to do, unless
/// something else is said. Functions take the whole list of their part from the spec.
struct PartKind {
  const char* list;      // "muscles": its key in the file, and the head of its inputs' names
  const char* word;      // "muscle": in messages
  const char* doc;       // one line
  const ListType* type;  // by it: reader, writer, reference, Python, expressions, copies

  /// When it is built. This fixes the order of actors and inputs, and so the last bits of results.
  int turn;

  /// Where it stands in the language.
  Chapter chapter = Chapter::robot;

  /// True: it has columns, which begin with its name; nothing else that has columns, such as a
  /// probe, may have the same name.
  bool has_columns = false;
  /// True: its inputs may be those of any other part; it is not judged without one of them.
  bool needs_all_inputs = false;

  /// What a part without a name is called: "load" makes load_1, load_2, ... Null: names are given.
  const char* default_name = nullptr;
  /// False: its names have rules of their own, which `check` knows.
  bool unique_names = true;

  /// True: the first of them that fits counts, so that their order in the file has a meaning.
  bool first_fits = false;

  /// Its table, if it has one that may come from a file.
  TableFile (*table_file)(void* part) = nullptr;
  /// Puts down what is known by now but not by who reads the file that is written: the numbers of
  /// copies in formulas that are no functions or signals.
  void (*as_written)(PartLists&) = nullptr;

  /// All that can be wrong without any physics; before repeats are written out.
  void (*check)(Checker&) = nullptr;
  /// What the study asks of it; also after a change of the study.
  void (*check_study)(const ScenarioSpec&, Diagnostics&) = nullptr;
  /// When repeats are written out: names of copies.
  void (*check_expanded)(Checker&) = nullptr;

  /// `repeat` copies a part that names something that is copied (Field::refers_to), with new names
  /// and numbers. This does the rest, before: what turns with the copy, for instance.
  void (*adapt_copy)(void* part, const PartCopy&) = nullptr;
  /// What else changes in the parts that are not copied.
  void (*after_repeat)(PartLists&, const RepeatGroup&) = nullptr;

  /// Where it holds on to bodies. (Drawing and probes ask for places of their own.)
  void (*places)(const ScenarioSpec&, Places&) = nullptr;
  /// What it will do to rods.
  void (*efforts)(const ScenarioSpec&, RodEfforts&) = nullptr;
  /// Adds actors and inputs to the model, whose bodies are finished.
  void (*build)(Draft&) = nullptr;
  /// The same for actors without inputs that take something from the initial state (a length, say):
  /// called when that is known, after all others have been built.
  void (*build_at_start)(Draft&) = nullptr;

  /// What moves by itself beside the tree: a subsystem for each part, in their order, that moves as
  /// a study says. The actors are those of the model.
  Subsystems (*move)(const ScenarioSpec&, const ActorIndex&, const StudySpec&) = nullptr;

  /// What no study can do with it, known when the whole model is built.
  void (*check_built)(const ScenarioSpec&, const ActorIndex&, Diagnostics&) = nullptr;

  /// Its table in `cuttle check`, asked for if there are any.
  PartSummary (*summary)(const Built&) = nullptr;

  /// What there is to see of it.
  void (*draw)(const Built&, Canvas&) = nullptr;

  /// What can be computed but is probably not meant, a sentence each. The workspace has the
  /// kinematics of the initial state.
  void (*warn)(const Built&, Workspace&, Diagnostics& warnings) = nullptr;
  /// Numbers that look like a slip of units or of a digit.
  void (*slips)(const Built&, Diagnostics& warnings) = nullptr;

  /// True: it closes loops, which may hold what is held already.
  bool closes_loops = false;

  /// Probes that look at it.
  std::span<const ProbeKind> probes = {};
};

/// The water of a model, which is no list, is built after the parts of this turn.
inline constexpr int kTurnOfWater = 50;

/// A function of the row that takes a part of its own type.
template <class Spec, void (*adapt)(Spec&, const PartCopy&)>
void adapt_part(void* part, const PartCopy& copy) {
  adapt(*static_cast<Spec*>(part), copy);
}

// What is done with any kind, by its row.

/// Calls use(name, origin) for each part of a kind.
void for_each_part(const PartKind&, const PartLists&,
                   const std::function<void(const std::string&, const Origin&)>& use);
/// Names for parts that have none.
void name_parts(const PartKind&, PartLists&);
/// Reports names that are given twice.
void check_names(const PartKind&, const PartLists&, Diagnostics&);
/// Notes the names of the parts that are copied with a group.
void join_group(const PartKind&, const PartLists&, RepeatGroup&);
/// Copies of the parts of a group, each in the place of its original.
void repeat_parts(const PartKind&, PartLists&, const RepeatGroup&);

}  // namespace cuttle
