#pragma once
// Contact as springs: a normal force that grows with the depth, N = k d^e + b d', which is
// [Mathew22] (6) for e = 1 but never pulls, and bristles that hold up to the cone of friction and
// then slide with it.

#include <string>

#include "cuttle/core/actor.h"
#include "cuttle/core/workspace.h"

namespace cuttle {

class ContactForces final : public Actor {
 public:
  /// Also leaves the contacts, with their forces, in ws.contact.contacts. The tangent leaves out
  /// that normals turn: their share is depth over radius.
  EnergyRole role() const override { return EnergyRole::inside; }
  void apply(const Model&, const State&, const Input&, bool with_tangent,
             Workspace&) const override;
  bool reads(int) const override { return false; }
  bool exact_tangent() const override { return false; }
  EnergyBooks books(const Model&, const State&, const Input&, const Workspace&) const override;
};

/// Normal force, bristle force and sliding of a contact whose motion is known. Within an implicit
/// stage, contacts that were closed when the step began have normal damping, the others not.
void apply_contact_law(const ContactRule&, bool within_stage, bool was_closed, Contact&);

/// Finds the contacts at x and their forces: all that `apply` does but the loads.
void update_contacts(const Model&, const State& x, Workspace& ws);

/// True if friction at x follows another rule than when the step began, which the memory of x says:
/// what slid sticks, or what stuck slides with another coefficient. Steps should end where this
/// happens, since the memory is renewed between steps only.
bool friction_changes(const Model&, const Input&, const State& x, Workspace&);

/// Who has friction, as a sentence begins: "contacts have friction"; empty: nobody.
std::string friction_words(const Model&);

/// What the contacts and joints at x remember for the next step; true if one of them changed
/// between static and kinetic friction of different size, so that its force jumps. `at_rest`: what
/// follows is no motion, t is not a time.
bool renew_memory(const Model&, const Input&, State& x, Workspace&, bool at_rest = false);

}  // namespace cuttle
