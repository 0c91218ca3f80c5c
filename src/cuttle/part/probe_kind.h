#pragma once
// A kind of probe is a row, too: what a probe of the file looks at, and how its columns are made.
// Rows stand with the part that they look at (PartKind::probes) or, for bodies and the whole robot,
// in record/probe_*.cpp; compile/part_table.cpp has them all.

#include "cuttle/part/checker.h"
#include "cuttle/part/draft.h"
#include "cuttle/part/probe_target.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

struct ProbeKind {
  const char* field;  // "muscle": its key in the file
  const char* doc;    // one line
  int order;          // of the keys in the reference and in messages
  /// The list that the target is in: "muscles", "bodies". Null: the target is the word `only`.
  const char* list = nullptr;
  const char* only = nullptr;
  const char* only_doc = nullptr;
  /// True: it looks at a place of a body (`at`), which must be there. The target is a body.
  bool has_place = false;
  /// Besides that the target exists.
  void (*check)(const ProbeSpec&, Checker&) = nullptr;
  /// For a draft whose bodies, actors and initial state are finished.
  ProbeTargetPtr (*make)(const Draft&, const ProbeSpec&) = nullptr;
};

/// How most targets are made.
template <class Target>
ProbeTargetPtr make_probe(const Draft& draft, const ProbeSpec& probe) {
  return std::make_shared<const Target>(draft, probe);
}

}  // namespace cuttle
