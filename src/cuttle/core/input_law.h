#pragma once
// Entries of Input::u that follow the state, instead of time alone: formulas of a model file.

#include <memory>
#include <string>
#include <vector>

#include "cuttle/core/state.h"
#include "cuttle/math/types.h"

namespace cuttle {

struct Model;
struct Workspace;

/// How the entries of a law change: rows in the order of its entries.
struct InputLawSlopes {
  MatrixX by_q, by_v;  // (entries x nv) by small displacements, q (+) d, and by velocities
  MatrixX by_u;        // (entries x nu) by what comes from outside; zero for entries of the law
};

/// Memory of a law.
struct InputLawScratch {
  virtual ~InputLawScratch() = default;
};

/// Immutable, shared by threads. What the outside gives for its entries does not count, unless the
/// load is applied in parts (Input::response).
class InputLaw {
 public:
  virtual ~InputLaw() = default;

  /// Indices in Input::u.
  virtual const std::vector<int>& entries() const = 0;
  virtual std::unique_ptr<InputLawScratch> make_scratch() const = 0;

  /// Reads the kinematics of ws at x, and the other entries of ws.acting. Writes its own. Never
  /// allocates after the first call.
  virtual void act(const Model&, const State& x, Workspace& ws) const = 0;
  /// What is wrong with the entries last written to ws: not a number, a cable that pushes. Empty:
  /// nothing.
  virtual std::string fault(const Workspace& ws, double t) const = 0;

  /// At (x, u), by a workspace of its own, with all its points.
  virtual void slopes(const Model&, const State& x, const Input& u, Workspace& own,
                      InputLawSlopes&) const = 0;
};

}  // namespace cuttle
