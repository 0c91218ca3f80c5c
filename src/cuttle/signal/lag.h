#pragma once
// First-order lag: T z' = s(t) - z.

#include <array>
#include <cstddef>
#include <functional>
#include <vector>

namespace cuttle {

/// z after the time tau, from z, while s is the cubic s[0] + s[1] t + s[2] t^2 / 2 + s[3] t^3 / 6.
/// Exact for tau of any size against T.
double relax(double z, const std::array<double, 4>& s, double tau, double T);

/// z of a function that is only known by its values. From t = 0 on, panels are laid that resolve
/// the function to 1e-12, however long they are against T: always the same ones, whatever was asked
/// before. Panels once laid are kept.
class LagTrack {
 public:
  using Function = std::function<double(double)>;
  /// Times in (from, to), in order, where the function is not smooth, or where something short
  /// begins or ends: no panel lies across them.
  using Corners = std::function<std::vector<double>(double from, double to)>;

  /// Corners are asked for from 0 to `span`, and from then on for twice the time each time.
  LagTrack(double T, double z0, double span);

  /// z at t > 0. `s` and `corners` are the same at every call.
  double value(const Function& s, const Corners& corners, double t);

 private:
  /// z at `to`, from z at `from`.
  double advance(const Function& s, double z, double from, double to) const;
  void look_ahead(const Corners& corners);
  void add_panel(const Function& s);

  double T_;
  double length_;                   // of the next panel to be tried [s]
  double longest_;                  // ... in this window
  double window_;                   // corners are known until then [s]
  std::vector<double> stops_;       // in this window, its end last
  std::size_t next_stop_ = 0;       // the first that no panel has reached
  std::vector<double> starts_, z_;  // of the panels; the last start is the end of the last panel
};

}  // namespace cuttle
