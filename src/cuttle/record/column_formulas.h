#pragma once
// Entries of Input::u that a file gives as formulas of columns of probes.

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cuttle/core/input_law.h"
#include "cuttle/part/draft.h"
#include "cuttle/part/probe_target.h"
#include "cuttle/record/probe.h"
#include "cuttle/signal/expression_tape.h"

namespace cuttle {

/// Formulas of t, X and columns, in an order in which each finds what it reads. Their derivatives
/// by columns are exact (dual numbers), those of columns by the state are differences of fourth
/// order with steps of 1e-3 of the scales of the coordinates: exact for polynomials of degree four,
/// and to some 1e-12 of what changes over such a scale. Nodes of nets move by 1e-5 of the net: good
/// to 1e-8 where its edges are not shorter than 1e-3 of it.
class ColumnFormulas final : public InputLaw {
 public:
  /// A probe that formulas look at: its row begins at `first` of all columns.
  struct Look {
    Probe probe;
    std::size_t first = 0;
  };
  /// An entry of Input::u: a formula of t, X, then these columns.
  struct Entry {
    StateFormula formula;
    ExpressionTape tape;
    std::vector<std::size_t> columns;
  };
  /// One after the other: an entry, or what the entries after it look at.
  struct Step {
    bool looks = false;
    std::size_t index = 0;
  };
  /// What moves some column: a coordinate, and the input that prescribes it (-1: none).
  struct Mover {
    int coordinate = 0, input = -1;
    double step = 0;  // of differences
  };
  struct Data {
    std::vector<Look> looks;
    std::vector<Entry> entries;
    std::vector<Step> order;
    std::vector<Mover> positions, velocities;
    std::vector<int> inputs;  // from outside that columns read
  };
  explicit ColumnFormulas(Data data);

  const std::vector<int>& entries() const override { return inputs_; }
  std::unique_ptr<InputLawScratch> make_scratch() const override;
  void act(const Model&, const State&, Workspace&) const override;
  std::string fault(const Workspace&, double t) const override;
  void slopes(const Model&, const State&, const Input&, Workspace& own,
              InputLawSlopes&) const override;

  /// The largest that each formula gives, by its text, where a robot of this length [m] may be: at
  /// the start, and with one of its places moved by as much, one of its angles by a radian, one of
  /// its bends by a radian over the length, at some times. Rates are those of the start.
  std::map<std::string, double> sizes(const Model&, const State& start, const Input&,
                                      std::span<const double> times, double length) const;

  /// Reports entries that are not finite, or tensions below zero, in an input that acts.
  void check(const Input& acting, double t, Diagnostics&) const;

 private:
  struct Scratch;
  static Scratch& scratch_of(Workspace&);
  void gather(const Entry&, double t, Scratch&) const;
  template <class Change>
  void differentiate(const Model&, double step, const Change& change, Workspace& own,
                     Eigen::Ref<VectorX> slopes) const;

  Data data_;
  std::vector<int> inputs_;  // of the entries
  std::size_t columns_ = 0, variables_ = 0, depth_ = 0;
};

/// Throws if the value of a formula can not have the unit of its field.
void check_dimension(const ExpressionTape& tape, const StateFormula& formula);

/// The law of the formulas of a draft, whose bodies, actors and initial state are finished. Reports
/// columns that do not exist or are known too late, units that do not fit, and circles. Null: there
/// are no formulas, or they are wrong. `kinds`: those of the probes.
std::shared_ptr<const ColumnFormulas> make_column_formulas(
    Draft& draft, const std::vector<Probe>& probes, const std::vector<const ProbeKind*>& kinds);

/// Names of the probes whose columns formulas read.
std::vector<std::string> probes_in_formulas(const ScenarioSpec& spec);

}  // namespace cuttle
