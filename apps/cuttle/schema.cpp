#include "cuttle/io/schema.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "verbs.h"

namespace cuttle::cli {
namespace {

class SchemaVerb : public Verb {
 public:
  explicit SchemaVerb(CLI::App& app) {
    app.add_flag("--json", json_, "as a JSON schema, for editors");
  }

  int execute() override {
    fmt::print("{}", json_ ? schema_json() : schema_text());
    return kExitOk;
  }

 private:
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_schema(CLI::App& app) { return std::make_unique<SchemaVerb>(app); }

}  // namespace cuttle::cli
