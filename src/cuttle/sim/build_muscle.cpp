#include <fmt/format.h>

#include "cuttle/actuation/muscle.h"
#include "cuttle/sim/build_draft.h"

namespace cuttle {

namespace {

MuscleFront make_front(const FrontSpec& spec) {
  return {.begin = spec.begin,
          .duration = spec.duration,
          .falling = spec.profile == FrontProfile::linear,
          .hold = spec.after == FrontAfter::hold,
          .to_base = spec.towards == RodEnd::base};
}

std::vector<Muscle::Piece> make_pieces(const Rod& rod, int mode, const Span& span) {
  StrainField field;
  for (const SmoothPiece& piece : smooth_pieces(rod.data().divisions))
    field.pieces.push_back({piece.start, piece.end, piece.points});
  field.basis = [&rod](double X) { return rod.basis(X); };
  return make_muscle_pieces(field, mode, span.from, span.to);
}

void add_muscle(Draft& draft, const MuscleSpec& spec) {
  const int input = draft.add_input(
      draft.add_signal(spec.strength), 0, InputRole::plain,
      {fmt::format("muscles.{}.strength", spec.name), is_angular(spec.mode) ? "N m" : "N"},
      fmt::format("muscle {}: strength", spec.name));
  if (input < 0) return;
  Muscle::Data data;
  data.body = draft.body_index(spec.body);
  data.mode = int(spec.mode);
  data.strength_input = input;
  const Span span = span_of(spec.from, spec.to, *draft.body_spec(data.body).rod);
  data.from = span.from;
  data.to = span.to;
  data.pieces = make_pieces(draft.rod(data.body), data.mode, span);
  if (data.pieces.empty())
    draft.diagnostics.add(
        spec.origin.error("mode",
                          fmt::format("no coordinates of {} between {:.6g} m and {:.6g} m",
                                      kModeNames[size_t(data.mode)], span.from, span.to),
                          "the divisions there do not have it: the muscle would do nothing"));
  if (spec.front) {
    data.front = make_front(*spec.front);
    draft.inputs.add_breakpoint(data.front->begin);
    draft.inputs.add_breakpoint(data.front->end());
  }
  draft.add_actor(spec.name, std::make_shared<const Muscle>(std::move(data)));
}

}  // namespace

void add_muscles(Draft& draft) {
  for (const MuscleSpec& muscle : draft.spec.muscles)
    draft.guard([&] { add_muscle(draft, muscle); });
}

}  // namespace cuttle
