#pragma once
// Distributed loads on the wall of a shell.

#include <functional>

#include "cuttle/core/actor.h"
#include "cuttle/shell/shell.h"

namespace cuttle {

/// An axisymmetric load on the wall, in proportion to one input.
class ShellLoad final : public Actor {
 public:
  enum class Kind {
    radial,   // per reference area, outwards, fixed in direction: rings, cables [Renda18] (24)
    pressure  // overpressure inside, follows the wall
  };
  struct Data {
    int body = 0;
    Kind kind = Kind::radial;
    VectorX per_input;  // (rings) [Pa] per unit of the input
    int input = 0;
  };
  explicit ShellLoad(Data data) : data_(std::move(data)) {}
  const Data& data() const { return data_; }

  EnergyRole role() const override { return EnergyRole::drives; }
  void apply(const Model&, const State&, const Input&, bool with_tangent,
             Workspace&) const override;
  bool reads(int input) const override { return input == data_.input; }
  EnergyBooks books(const Model&, const State&, const Input&, const Workspace&) const override;

 private:
  void add(const Input&, ShellLoading&) const;
  Data data_;
};

/// (rings) Pa per unit of hoop tension [N/m] that contracts the shell: -along(X) / r0.
VectorX hoop_tension(const ShellData&, double from, double to,
                     const std::function<double(double X)>& along);
/// (rings) Pa per unit: along(X) between two abscissas, zero elsewhere.
VectorX even_load(const ShellData&, double from, double to,
                  const std::function<double(double X)>& along);
/// (rings) Pa per newton of cables that pull inwards, spread over the stretch, [Renda18] 6.1.
VectorX cable_squeeze(const ShellData&, double from, double to);

}  // namespace cuttle
