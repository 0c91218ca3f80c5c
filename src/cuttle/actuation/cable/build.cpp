#include "cuttle/actuation/cable/build.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <random>

#include "cuttle/actuation/cable/cable.h"
#include "cuttle/actuation/cable/part.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/rod/rod_span.h"
#include "cuttle/signal/function.h"

namespace cuttle {

namespace {

// places to look at an offset before it is accepted
constexpr int kCableSamples = 64;

// Shapes of the robot by chance: two places that meet in all of them always meet.
class Poses {
 public:
  explicit Poses(const Model& model) {
    std::minstd_rand random(1);  // the same shapes in every run
    std::uniform_real_distribution<double> uniform(-0.5, 0.5);
    for (int i = 0; i < 3; ++i) {
      State x = rest_state(model);
      VectorX d(model.nv), q = x.q;
      for (double& entry : d) entry = uniform(random);
      retract(model, q, d, x.q);
      Input u{VectorX(model.nu()), VectorX::Zero(model.nu()), VectorX::Zero(model.nu())};
      for (double& entry : u.u) entry = uniform(random);
      shapes_.emplace_back(model);
      update_kinematics(model, x, u, nullptr, shapes_.back());
    }
  }
  bool always_meet(const BodyPlace& a, const BodyPlace& b) const {
    for (const Workspace& ws : shapes_) {
      const Vector3 p = world_position(a, ws), gap = p - world_position(b, ws);
      if (gap.norm() > 1e-9 * (1e-3 + p.norm())) return false;
    }
    return true;
  }

 private:
  std::vector<Workspace> shapes_;
};

// A run along a rod, ready to be asked for its offset.
struct Run {
  Span span;
  Function y, z;

  Vector3 offset(double s) const { return Vector3(0, y.value(s), z.value(s)); }
};

Run make_run(const Draft& draft, const CablePathSpec& piece, int body) {
  const Span span = span_of(piece.from, piece.to, *draft.body_spec(body).rod);
  const double length = span.to - span.from;
  return {span, Function(piece.y.value_or(0.0), length), Function(piece.z.value_or(0.0), length)};
}

void check_run(const CablePathSpec& piece, const Run& run, Diagnostics& diagnostics) {
  const double length = run.span.to - run.span.from;
  for (const auto& [field, f] : {std::pair("y", &run.y), std::pair("z", &run.z)})
    for (int i = 0; i <= kCableSamples; ++i) {
      const double s = length * i / kCableSamples;
      if (std::isfinite(f->value(s)) && std::isfinite(f->derivative(s))) continue;
      diagnostics.add(piece.origin.error(field, fmt::format("is not finite at X = {:.6g} m", s),
                                         "X is in metres from `from`"));
      break;
    }
}

RodLeg make_leg(const Draft& draft, int body, const Run& run) {
  const Rod& rod = rod_of(draft.model, body);
  StrainField field;
  for (const SmoothPiece& piece : smooth_pieces(rod.data().divisions))
    field.pieces.push_back({piece.start, piece.end, piece.points});
  field.basis = [&rod](double X) { return rod.basis(X); };
  field.rest_strain = [&rod](double X) { return rod.rest_strain(X); };
  return make_rod_leg(body, field, run.span.from, run.span.to, [&run](double s) {
    return PathOffset{run.y.value(s), run.z.value(s), run.y.derivative(s), run.z.derivative(s)};
  });
}

std::vector<CableLeg> make_legs(Draft& draft, const CableSpec& cable, const Poses& poses) {
  std::vector<CableLeg> legs;
  std::optional<BodyPlace> last;
  // a straight leg to the next piece, unless it begins where the last one ends
  const auto go_to = [&](const BodyPlace& next) {
    if (last && !poses.always_meet(*last, next)) legs.push_back(StraightLeg{*last, next});
    last = next;
  };
  for (const CablePathSpec& piece : cable.path) {
    const int body = draft.body_index(piece.body);
    if (!piece.run()) {
      go_to(draft.attach(body, piece.at, piece.point.value_or(Vector3::Zero())));
      continue;
    }
    const Run run = make_run(draft, piece, body);
    check_run(piece, run, draft.diagnostics);
    const Rod& rod = rod_of(draft.model, body);
    go_to({body, rod_point(rod, run.span.from), run.offset(0)});
    legs.push_back(make_leg(draft, body, run));
    last = BodyPlace{body, rod_point(rod, run.span.to), run.offset(run.span.to - run.span.from)};
  }
  if (legs.empty())
    draft.diagnostics.add(
        cable.origin.error("path", "the cable has no length: its points coincide"));
  return legs;
}

}  // namespace

void build_cables(Draft& draft) {
  const std::vector<CableSpec>& cables = draft.spec.of<CableSpec>();
  if (cables.empty()) return;
  const Poses poses(draft.model);
  for (const CableSpec& cable : cables)
    draft.guard([&] {
      const int signal = draft.add_signal(cable.tension);
      const int input =
          draft.add_input(signal, 0, InputRole::tension, {"cables." + cable.name + ".tension", "N"},
                          "cable " + cable.name + ": tension");
      std::vector<CableLeg> legs = make_legs(draft, cable, poses);
      if (input < 0) return;
      draft.add_actor(cable.name, std::make_shared<const Cable>(std::move(legs), input));
    });
}

}  // namespace cuttle
