#include "cuttle/actuation/cable/part.h"

#include "cuttle/spec/describe.h"

namespace cuttle {

// Fields; see spec/describe.h.

void CablePathSpec::describe(Fields& v) {
  v.about("cable piece", "a point of a body, or a run along a rod (from, to)");
  v.field("body", body).refers_to("bodies").required().doc("body that it passes");
  v.field("from", from).unit("m").doc("start abscissa of a run; base, if only `to` is given");
  v.field("to", to).unit("m").doc("end abscissa of a run; tip, if only `from` is given");
  v.field("at", at)
      .unit("m")
      .when(!run(), "points, without from and to")
      .otherwise("tip of a rod, base frame of other bodies")
      .doc("abscissa, base, tip, edge, a frame, or a node of a net (leg.3)");
  v.field("point", point)
      .unit("m")
      .when(!run(), "points, without from and to")
      .otherwise("0")
      .doc("offset in the mount frame");
  v.field("y", y)
      .unit("m")
      .variables("X")
      .polynomial()
      .when(run(), "runs, with from and to")
      .otherwise("0")
      .doc("offset: number, [c0, c1, c2, ...] or expression; X in metres from `from`");
  v.field("z", z)
      .unit("m")
      .variables("X")
      .polynomial()
      .when(run(), "runs, with from and to")
      .otherwise("0")
      .doc("likewise");
}

void CableSpec::describe(Fields& v) {
  v.about("cable", "a string of given tension that runs through bodies");
  v.field("name", name).identifier().required().doc("name, unique");
  v.field("tension", tension)
      .unit("N")
      .at_least(0)
      .columns()
      .required()
      .doc("pulling force, a signal");
  v.field("path", path).required().doc("pieces in order");
}

}  // namespace cuttle
