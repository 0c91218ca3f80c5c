#include "cuttle/model/describe.h"
#include "cuttle/model/spec_choices.h"
#include "cuttle/model/spec_muscle.h"

namespace cuttle {

// Fields of muscles; see model/describe.h.

void FrontSpec::describe(Fields& v) {
  v.about("front",
          "runs over a muscle at a constant speed and recruits what lies behind it; nothing acts "
          "before it begins");
  v.field("begin", begin).unit("s").doc("time when it starts");
  v.field("duration", duration)
      .unit("s")
      .above(0)
      .doc("time that it takes from one end of the muscle to the other");
  v.field("profile", profile).doc("strength behind the front");
  v.field("after", after).doc("what happens when it has arrived");
  v.field("towards", towards).doc("end of the rod that it runs to");
}

void MuscleSpec::describe(Fields& v) {
  v.about("muscle",
          "a moment or a force inside a rod that works on one of its strains; it pushes on nothing "
          "outside the rod");
  v.field("name", name).identifier().required().doc("name, unique");
  v.field("body", body).required().doc("a rod");
  v.field("mode", mode).required().doc("the strain on which it works");
  v.field("strength", strength)
      .unit(is_angular(mode) ? "N m" : "N")
      .required()
      .doc("moment, or force [N] for stretch and shear, a signal; positive: the strain grows");
  v.field("from", from).unit("m").otherwise("base").doc("start abscissa");
  v.field("to", to).unit("m").otherwise("tip").doc("end abscissa");
  v.field("front", front)
      .otherwise("all of it at once, with the same strength everywhere")
      .doc("recruits it bit by bit");
}

}  // namespace cuttle
