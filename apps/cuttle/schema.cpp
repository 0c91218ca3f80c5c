#include "cuttle/io/schema.h"

#include <fmt/format.h>

#include "cuttle/campaign/read_campaign.h"
#include "verbs.h"

namespace cuttle::cli {
namespace {

class SchemaVerb : public Verb {
 public:
  explicit SchemaVerb(Options& options) {
    options.flag("--json", json_, "as a JSON schema, for editors");
    options.flag("--study", study_, "of study files (sweep, optimize, fit) instead of model files");
  }

  int execute() override {
    fmt::print("{}", text());
    return kExitOk;
  }

 private:
  std::string text() const {
    if (study_) return json_ ? campaign_schema_json() : campaign_schema_text();
    return json_ ? schema_json() : schema_text();
  }

  bool study_ = false;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_schema(Options& options) {
  return std::make_unique<SchemaVerb>(options);
}

}  // namespace cuttle::cli
