#pragma once

#include "cuttle/model/describe.h"
#include "cuttle/model/spec_muscle.h"

namespace cuttle {

// Fields of muscles; see model/spec_describe.h.

template <class V>
void describe(V& v, FrontSpec& s) {
  v.about("front",
          "runs over a muscle at a constant speed and recruits what lies behind it; nothing acts "
          "before it begins");
  v.field("begin", s.begin).unit("s").doc("time when it starts");
  v.field("duration", s.duration)
      .unit("s")
      .above(0)
      .doc("time that it takes from one end of the muscle to the other");
  v.field("profile", s.profile).doc("strength behind the front");
  v.field("after", s.after).doc("what happens when it has arrived");
  v.field("towards", s.towards).doc("end of the rod that it runs to");
}

template <class V>
void describe(V& v, MuscleSpec& s) {
  v.about("muscle",
          "a moment or a force inside a rod that works on one of its strains; it pushes on nothing "
          "outside the rod");
  v.field("name", s.name).identifier().required().doc("name, unique");
  v.field("body", s.body).required().doc("a rod");
  v.field("mode", s.mode).required().doc("the strain on which it works");
  v.field("strength", s.strength)
      .unit(is_angular(s.mode) ? "N m" : "N")
      .required()
      .doc("moment, or force [N] for stretch and shear, a signal; positive: the strain grows");
  v.field("from", s.from).unit("m").otherwise("base").doc("start abscissa");
  v.field("to", s.to).unit("m").otherwise("tip").doc("end abscissa");
  v.field("front", s.front)
      .otherwise("all of it at once, with the same strength everywhere")
      .doc("recruits it bit by bit");
}

}  // namespace cuttle
