#pragma once
// What checks of parts ask for, before any physics: names, places, and where to report.

#include <optional>
#include <string>
#include <vector>

#include "cuttle/base/error.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

class Checker {
 public:
  Checker(const ScenarioSpec& scenario, Diagnostics& to)
      : spec(scenario), bodies(scenario), diagnostics(to) {}

  const ScenarioSpec& spec;
  const BodyIndex bodies;
  Diagnostics& diagnostics;

  /// The body that a field names, or nullptr (reported).
  const BodySpec* body(const std::string& name, const Origin& origin, const char* field) const;
  /// The same, of a shell.
  const BodySpec* shell(const std::string& name, const Origin& origin, const char* field,
                        const char* hint) const;

  /// A place must exist on its body: frames on rigid ones, abscissas on rods, base, edge or an
  /// abscissa (which is compared with the profile later on) on shells. nullptr: no check.
  void mount(const BodyPlaceSpec& at, const BodySpec* body, const Origin& origin,
             const char* field) const;
  /// From .. to along a rod.
  void span(const std::optional<BodyPlaceSpec>& from, const std::optional<BodyPlaceSpec>& to,
            const BodySpec* body, const Origin& origin) const;
  /// A place on the world, which has none but its origin, or on a body. `offset` is the field that
  /// leads away from it.
  void mount_or_world(const std::string& body, const BodyPlaceSpec& at, const Origin& origin,
                      const char* offset) const;

  /// True if there is water, or some was meant.
  bool wet() const { return spec.water.has_value() || spec.origin.given("water"); }
  /// Reports a part that acts in water only, where there is none.
  void needs_water(const Origin& origin, const char* message) const;

  std::vector<std::string> body_names() const;
};

/// False if it is unknown what a body is, which its reader has reported: what other parts need of
/// it is not checked.
bool has_kind(const BodySpec& body);

}  // namespace cuttle
