// Fields of the model file itself and of probes, which are those of all parts; see
// spec/describe.h.

#include <utility>

#include "cuttle/compile/part_table.h"
#include "cuttle/spec/describe.h"
#include "cuttle/spec/spec_choices.h"

namespace cuttle {

namespace {

// The name of what a kind of probe looks at. Only what a reader writes comes into the map: who
// looks at a spec does not change it, and what it saw lives as long as the spec.
void describe_target(const ProbeKind& row, ProbeSpec& probe, Fields& v) {
  const auto known = probe.targets.find(row.field);
  {
    Field field =
        v.field(row.field, known == probe.targets.end() ? probe.no_target : known->second);
    field.doc(row.doc);
    if (row.list) field.refers_to(row.list);
    if (row.only) field.choices({{row.only, row.only_doc}});
  }
  if (!probe.no_target.empty())
    probe.targets.emplace(row.field, std::exchange(probe.no_target, {}));
}

}  // namespace

void ProbeSpec::describe(Fields& v) {
  v.about("probe", "what is recorded");
  v.field("name", name).identifier().required().doc("prefix of the column names");
  // one for each kind
  std::vector<const char*> kinds;
  for (const ProbeKind* row : probe_table()) {
    kinds.push_back(row->field);
    describe_target(*row, *this, v);
  }
  v.visit_one_of(kinds);
  const bool of_frame = is("frame"), of_swimmer = is("swimmer"), of_net = is("net");
  if (is("shell"))
    v.field("at", abscissas).unit("m").at_least(0).doc("abscissas whose radius is recorded");
  else
    v.field("at", at)
        .unit("m")
        .when(of_frame || is("strain") || of_swimmer, "frame, strain, swimmer and shell probes")
        .otherwise("tip of a rod, base frame of other bodies")
        .doc(
            "abscissa, base, tip, edge, a frame, or a node of a net (leg.3); for shell probes one "
            "abscissa or a list");
  v.field("point", point)
      .unit("m")
      .when(of_frame || of_swimmer, "frame and swimmer probes")
      .doc("offset in the mount frame");
  v.field("forward", forward)
      .direction()
      .when(of_swimmer, "swimmer probes")
      .doc("x, y, z or a vector in the mount frame: the direction in which it swims");
  v.field("record", record).when(of_frame, "frame probes").doc("list of what is recorded");
  v.field("of", of)
      .refers_to("bodies")
      .when(is("contact"), "contact probes")
      .otherwise("the whole contact, force on the second side")
      .doc("body or obstacle: only its contact points, and the force on it");
  v.field("nodes", nodes)
      .when(of_net, "net probes")
      .doc("nodes whose positions are recorded, such as [leg.0, leg.last]");
  v.field("segments", segments)
      .when(of_net, "net probes")
      .doc("segments whose mean curvatures are recorded");
}

void ScenarioSpec::describe(Fields& v) {
  v.about("model file", "a robot, what acts on it, what is computed and the expected results");
  const auto tell_parts = [&](Chapter chapter) {
    for (const PartKind* kind : part_table())
      if (kind->chapter == chapter) Field(v, kind->list, value(*kind->type)).doc(kind->doc);
  };
  v.field("name", name).identifier().otherwise("name of the file").doc("names the results");
  v.field("title", title).doc("one line of text");
  v.field("frame", frame).doc("axes of the world");
  v.field("gravity", gravity)
      .unit("m/s^2")
      .doc("gravitational acceleration; default in frame ned [0, 0, 9.81]");
  v.field("materials", materials).doc("materials by name");
  v.field("bodies", bodies).doc("bodies of the tree, in any order");
  tell_parts(Chapter::beside);
  v.field("parameters", parameters)
      .unit("*")
      .doc("numbers by name (SI), for $(...) anywhere in the file, such as $(length / 8)");
  tell_parts(Chapter::robot);
  v.field("water", water).doc("water around all bodies");
  tell_parts(Chapter::water);
  v.field("probes", probes).doc("what is recorded");
  tell_parts(Chapter::control);
  v.field("study", study).doc("what is computed");
  v.field("figures", figures).doc("numbers computed from the result");
  v.field("expect", expect).doc("expected values of figures");
}

}  // namespace cuttle
