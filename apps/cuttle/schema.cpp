#include "cuttle/io/schema.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "verbs.h"

namespace cuttle::cli {
namespace {

class SchemaVerb : public Verb {
 public:
  int execute() override {
    fmt::print("{}", schema_text());
    return kExitOk;
  }
};

}  // namespace

std::unique_ptr<Verb> make_schema(CLI::App&) { return std::make_unique<SchemaVerb>(); }

}  // namespace cuttle::cli
