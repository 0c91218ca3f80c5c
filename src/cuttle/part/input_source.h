#pragma once
// Where the inputs of a run come from: one signal per entry of Input::u.

#include <memory>
#include <string>
#include <vector>

#include "cuttle/base/error.h"
#include "cuttle/base/status.h"
#include "cuttle/core/state.h"
#include "cuttle/signal/signal.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

struct InputSurvey;
class InputSurveys;

/// What an entry of Input::u is used for: tensions and coefficients must not be negative, what is
/// positive must not be zero either. Prescribed coordinates and currents need their rates too, and
/// so do the books of what changes a stored energy: rest strains, and what is positive
/// (stiffnesses, lengths at rest).
enum class InputRole { plain, tension, coefficient, prescribed, current, rest, positive };

/// A tension or a coefficient such as 1 - cos t may miss zero by round-off.
inline constexpr double kTensionSlack = 1e-9;  // [N]

/// Why an entry of this role must not have a value; null: it may.
const char* forbidden(InputRole role, double value);

/// " N" for messages; nothing for a number without a unit.
std::string unit_behind(const std::string& unit);

/// The least command of a controller for an entry of this role.
double least_command(InputRole role);

/// Evaluates the signals of a scenario. Belongs to one run (signals may hold expressions); a copy
/// is independent.
class InputSource {
 public:
  /// Returns the number of the signal. Entries may share it.
  int add_signal(const SignalSpec& spec);
  /// The next entry of Input::u: a signal, seen at abscissa X [m] (loads along a rod). `label`
  /// names it in messages: "cable c1: tension".
  void add_entry(int signal, double X, InputRole role, std::string label, std::string unit);
  /// A formula of the state, with numbers in place of what it reads: its corners are stops, too,
  /// its values say nothing.
  void add_look_ahead(const SignalSpec& spec, double X);
  /// A time where something besides the signals is not smooth (a front begins or arrives).
  void add_breakpoint(double t) { own_breakpoints_.push_back(t); }

  /// Does a signal depend on X?
  bool along(int signal) const { return descriptions_[size_t(signal)].along; }

  int size() const { return int(entries_.size()); }
  InputRole role(int entry) const { return entries_[size_t(entry)].role; }

  /// An entry that Model::law fills in: its signal does not count.
  void set_follows_state(int entry) { entries_[size_t(entry)].follows_state = true; }
  bool follows_state(int entry) const { return entries_[size_t(entry)].follows_state; }

  /// Writes all entries of u, and the rates of those whose role needs them (others are zero).
  /// Constants are never evaluated again, nothing is if t is that of the last call. Resizes u at
  /// most once. A value that is not finite or that its role does not allow is a failure.
  Status evaluate(double t, Input& u);

  /// Times in (t0, t1) where some signal is not smooth, and those that were added, in order. Those
  /// of expressions are found by a survey, which copies share. Without `signals`: only the others.
  std::vector<double> breakpoints(double t0, double t1, bool signals = true) const;
  /// How long a step from t on may be that misses nothing of what a signal does [s].
  double longest_step(double t) const;

  /// Signals are surveyed over spans of this length, one after the other from `start` on; those of
  /// a study are its own.
  void set_survey_span(double start, double length);
  /// What was seen of all signals that change, in the span around t (part/input_survey.h).
  std::shared_ptr<const InputSurvey> survey(double t) const;

 private:
  // a signal at an abscissa, with its last values
  struct Source {
    int signal = 0;
    double X = 0;
    bool constant = false;
    bool rates = false;  // some entry needs them
    double value = 0, rate = 0, acceleration = 0;
  };
  struct Entry {
    int source = 0;
    InputRole role = InputRole::plain;
    std::string label, unit;
    bool follows_state = false;
  };
  /// What was seen so far is not all any more.
  void forget_surveys();
  void refresh(Source& source, double t) const;
  Status check(double t) const;
  InputSurvey make_survey(double start, double end) const;

  struct Description {  // of a signal
    SignalSpec spec;
    bool along = false;  // it depends on X
  };
  std::vector<Signal> signals_;
  std::vector<Description> descriptions_;
  std::shared_ptr<InputSurveys> surveys_;  // made so far
  std::vector<Source> sources_;
  std::vector<Entry> entries_;
  struct LookAhead {
    SignalSpec spec;
    double X = 0;
  };
  std::vector<LookAhead> look_ahead_;  // at formulas of the state
  std::vector<double> own_breakpoints_;
  bool fresh_ = false;  // sources_ hold good values at t_
  double t_ = 0;
};

// Signals with more corners than a run can stop at.

/// Reports a pulse train with more corners than a run can stop at.
void check_corners(const SignalSpec& signal, const StudySpec& study, Diagnostics& diagnostics);

}  // namespace cuttle
