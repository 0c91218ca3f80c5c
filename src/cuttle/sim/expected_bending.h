#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "cuttle/model/signal.h"
#include "cuttle/sim/build_draft.h"

namespace cuttle {

/// Something that changes along a division and is integrated there.
struct ShapeAlongRod {
  std::function<double(double X)> value;  // X [m] from the rod's base
  Span span;                              // within one division
};

/// How far rods will bend, roughly and before anything is solved: what moments there are, seen as
/// if the rod were straight and stood across them, over its bending stiffness.
class ExpectedBending {
 public:
  ExpectedBending(const Draft& draft, const std::vector<double>& body_masses);

  /// [rad] that a division is expected to turn from its start to its end.
  double turn(size_t body, size_t division) const;

  /// Section, rest strains, paths of cables and loads along a division, where they are not
  /// constant.
  std::vector<ShapeAlongRod> shapes(size_t body, size_t division) const;

 private:
  struct Pull {
    double X = 0;       // [m] where it acts
    double force = 0;   // [N]
    double moment = 0;  // [N m]
  };
  void add_weights(const std::vector<double>& body_masses);
  void add_loads();
  void add_inner_moments();
  /// A vector over time and along a rod; its formulas are read once.
  using VectorSignal = std::array<Signal, 3>;
  static std::shared_ptr<const VectorSignal> make_vector(const std::array<SignalSpec, 3>&);
  double largest(const VectorSignal*, double X) const;
  Span division_span(size_t body, size_t division) const;

  int body_index(const std::string& name) const;

  const Draft& draft_;
  std::map<std::string, int> index_;                // bodies by name: there may be thousands
  std::vector<double> times_;                       // where signals are looked at
  std::vector<std::vector<Pull>> weights_, pulls_;  // (bodies)
  /// (bodies) moments of cables and muscles about y and z at each of times_, over a span
  struct Inner {
    Span span;
    std::vector<Eigen::Vector2d> moment;
  };
  std::vector<std::vector<Inner>> inner_;
  std::vector<std::vector<const CablePathSpec*>> runs_;  // (bodies)
  /// (bodies) Loads per length.
  struct Along {
    const LoadSpec* load;
    std::shared_ptr<const VectorSignal> force, moment;
  };
  std::vector<std::vector<Along>> along_;
};

}  // namespace cuttle
