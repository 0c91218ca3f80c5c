#include "cuttle/io/schema.h"

#include <fmt/format.h>

#include "cuttle/campaign/page.h"
#include "cuttle/campaign/read_campaign.h"
#include "cuttle/io/json_members.h"
#include "cuttle/io/write_report.h"
#include "live_commands.h"
#include "live_protocol.h"
#include "verbs.h"

namespace cuttle::cli {
namespace {

/// The names that the viewer shares with the program, from the functions that write them.
std::string shared_types() {
  TypeScript types;
  tell_report_types(types);
  tell_study_types(types);
  tell_message_types(types);
  tell_command_types(types);
  return "// Written by `cuttle schema --typescript` (make docs); do not edit. Names and types of "
         "what the\n// program writes and the page reads, and of what the page requests.\n\n" +
         types.text();
}

class SchemaVerb : public Verb {
 public:
  explicit SchemaVerb(Options& options) {
    const auto json = options.flag("--json", json_, "print a JSON schema, for editors");
    const auto study = options.flag(
        "--study", study_, "for study files (sweep, optimize, fit) instead of model files");
    options
        .flag("--typescript", typescript_,
              "print the messages between page and program, as viewer/src/format/shared.ts")
        .excludes(json)
        .excludes(study);
  }

  int execute() override {
    fmt::print("{}", text());
    return kExitOk;
  }

 private:
  std::string text() const {
    if (typescript_) return shared_types();
    if (study_) return json_ ? campaign_schema_json() : campaign_schema_text();
    return json_ ? schema_json() : schema_text();
  }

  bool study_ = false;
  bool json_ = false;
  bool typescript_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_schema(Options& options) {
  return std::make_unique<SchemaVerb>(options);
}

}  // namespace cuttle::cli
