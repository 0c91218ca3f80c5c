#pragma once

#include <filesystem>
#include <string>

#include "cuttle/campaign/spec.h"

namespace cuttle {

/// Reads a study file and checks all that needs no model. Throws InputError with all that is wrong.
CampaignSpec read_campaign(const std::filesystem::path& path);
CampaignSpec parse_campaign(const std::string& text, const std::filesystem::path& file);

/// The reference of the study language, as Markdown, and for editors.
std::string campaign_schema_text();
std::string campaign_schema_json();

}  // namespace cuttle
