#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "cuttle/part/family_kind.h"
#include "cuttle/rod/rod_draft.h"
#include "cuttle/rod/rod_span.h"
#include "cuttle/signal/signal.h"

namespace cuttle {

/// Something that changes along a division and is integrated there.
struct ShapeAlongRod {
  std::function<double(double X)> value;  // X [m] from the rod's base
  Span span;                              // within one division
};

/// How far rods will bend, roughly and before anything is solved: what moments there are, seen as
/// if the rod were straight and stood across them, over its bending stiffness.
class ExpectedBending final : private RodEfforts {
 public:
  ExpectedBending(const Draft& draft, const AskEfforts& ask_parts);

  /// [rad] that a division is expected to turn from its start to its end.
  double turn(size_t body, size_t division) const;

  /// Section, rest strains, paths of parts, strengths of muscles and loads along a division, where
  /// they are not constant.
  std::vector<ShapeAlongRod> shapes(size_t body, size_t division) const;

 private:
  struct Pull {
    double X = 0;       // [m] where it acts
    double force = 0;   // [N]
    double moment = 0;  // [N m]
  };
  void add_weights();
  double least_factor(const DivisionSpec& spec) const;
  void pull(const std::string& body, const BodyPlaceSpec& at, const SignalTriple& force,
            const SignalTriple& moment) override;
  void pull_along(const std::string& body, const std::optional<BodyPlaceSpec>& from,
                  const std::optional<BodyPlaceSpec>& to, const SignalTriple& force,
                  const SignalTriple& moment) override;
  void bend(const std::string& body, const std::optional<BodyPlaceSpec>& from,
            const std::optional<BodyPlaceSpec>& to, const SignalSpec& signal,
            const Eigen::Vector2d& arm) override;
  void run(const std::string& body, const std::optional<BodyPlaceSpec>& from,
           const std::optional<BodyPlaceSpec>& to, const std::optional<FunctionSpec>& y,
           const std::optional<FunctionSpec>& z) override;

  /// A vector over time and along a rod; its formulas are read once.
  using VectorSignal = std::array<Signal, 3>;
  std::shared_ptr<const VectorSignal> make_vector(const std::array<SignalSpec, 3>&) const;
  SignalSpec seen(const SignalSpec&) const;
  double largest(const VectorSignal*, double X) const;
  const std::vector<RodDivision>& divisions_of(size_t body) const;
  Span division_span(size_t body, size_t division) const;

  const Draft& draft_;
  std::vector<double> times_;                       // where signals are looked at
  std::vector<std::vector<Pull>> weights_, pulls_;  // (bodies)
  /// (bodies) moments inside of rods (cables, muscles) about y and z at each of times_, over a span
  struct Inner {
    Span span;
    std::vector<Eigen::Vector2d> moment;
    std::shared_ptr<const Signal> varying;  // null: the same all along
  };
  std::vector<std::vector<Inner>> inner_;
  /// (bodies) Paths beside the axis of a rod.
  struct Run {
    Span span;
    std::optional<FunctionSpec> y, z;
  };
  std::vector<std::vector<Run>> runs_;
  /// (bodies) Loads per length; null: the same everywhere.
  struct Along {
    Span span;
    std::shared_ptr<const VectorSignal> force, moment;
  };
  std::vector<std::vector<Along>> along_;
};

}  // namespace cuttle
