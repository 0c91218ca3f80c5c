#pragma once
// Where parts hold on to bodies, told before the bodies are made: rods get points there, shells
// divisions that end there.

#include <optional>
#include <string>
#include <vector>

#include "cuttle/spec/spec_values.h"

namespace cuttle {

/// The receiver of places. Bodies are named as in the file; what concerns another kind of body is
/// ignored.
class Places {
 public:
  virtual ~Places() = default;

  /// A place of a body. The origin is that of the part, whose field is `at`.
  virtual void place(const std::string& body, const BodyPlaceSpec& at, const Origin& origin) = 0;
  /// The same of who only looks, which changes nothing in a result.
  virtual void looked_at(const std::string& body, const BodyPlaceSpec& at,
                         const Origin& origin) = 0;
  /// Both ends of a stretch of a rod; left out: base and tip.
  virtual void rod_ends(const std::string& body, const std::optional<BodyPlaceSpec>& from,
                        const std::optional<BodyPlaceSpec>& to) = 0;
  /// The Gauss points of such a stretch.
  virtual void rod_nodes(const std::string& body, const std::optional<BodyPlaceSpec>& from,
                         const std::optional<BodyPlaceSpec>& to) = 0;
  /// Abscissas of a rod [m].
  virtual void rod_point(const std::string& body, double X) = 0;
  /// A stretch of a shell, with knots in between [m]; left out: start and end of its profile.
  virtual void shell_stretch(const std::string& body, std::optional<double> from,
                             std::optional<double> to, const std::vector<double>& knots,
                             const Origin& origin) = 0;

 protected:
  Places() = default;
  Places(const Places&) = default;
  Places& operator=(const Places&) = default;
};

}  // namespace cuttle
