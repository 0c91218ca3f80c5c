#pragma once
// First-order lag: T z' = s(t) - z.

#include <array>
#include <functional>
#include <vector>

namespace cuttle {

/// z after the time tau, from z, while s is the cubic s[0] + s[1] t + s[2] t^2 / 2 + s[3] t^3 / 6.
/// Exact for tau of any size against T.
double relax(double z, const std::array<double, 4>& s, double tau, double T);

/// z of a function that is only known by its values. From t = 0 on, panels are laid that resolve
/// function and lag to 1e-12: always the same ones, whatever was asked before. Panels once laid are
/// kept.
class LagTrack {
 public:
  LagTrack(double T, double z0);

  /// z at t > 0. `s` is the same function at every call.
  double value(const std::function<double(double)>& s, double t);

 private:
  /// z at `to`, from z at `from`.
  double advance(const std::function<double(double)>& s, double z, double from, double to) const;
  void add_panel(const std::function<double(double)>& s);

  double T_;
  double length_;                   // of the next panel to be tried [s]
  std::vector<double> starts_, z_;  // of the panels; the last start is the end of the last panel
};

}  // namespace cuttle
