#pragma once
// The results folder of a campaign: what it was made from, and who may go on with it.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "cuttle/campaign/experiment.h"
#include "cuttle/campaign/spec.h"

namespace cuttle {

/// Makes the folder and writes `study.json` with everything that results depend on: the campaign,
/// the model, their data files. If the folder is from an earlier start, compares, and throws
/// InputError that says what has changed. `kind`: sweep, optimize or fit. Titles, plots and
/// expectations may change. A `study.json` that is damaged is an InputError, too, that names the
/// place in it. Returns warnings (another version of the program). `model_files`: the data files
/// that the model reads.
std::vector<std::string> open_folder(const std::filesystem::path& folder, const std::string& kind,
                                     const CampaignSpec& campaign, const std::string& model_text,
                                     const std::vector<DataFileUse>& model_files = {});

/// Runs `work` while no other process does so in this folder.
void with_folder_lock(const std::filesystem::path& folder, const std::function<void()>& work);

}  // namespace cuttle
