#include "cuttle/campaign/read_campaign.h"
#include "cuttle/campaign/spec.h"
#include "cuttle/io/schema_render.h"

namespace cuttle {

namespace {

constexpr const char* kHead = R"(# The study language

One YAML file describes many runs of a model: a sweep over parameters (`cuttle sweep`), a search for
the best (`cuttle optimize`), or a fit to measurements (`cuttle fit`). Plain numbers are SI; a number
may carry its unit. Formulas may use the names of parameters, figures and derived numbers, `pi`, `e`
and the usual functions.

)";

std::vector<SectionDoc> sections() { return sections_of(kTypeOf<CampaignSpec>); }

}  // namespace

std::string campaign_schema_text() { return kHead + sections_text(sections()); }

std::string campaign_schema_json() {
  return sections_json(sections(), "cuttle study file").dump(2);
}

}  // namespace cuttle
