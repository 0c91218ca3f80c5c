// What CVODE's flags mean, in words.

#include <cvode/cvode.h>
#include <fmt/format.h>

#include <cstdlib>
#include <memory>

#include "cuttle/solve/cvode.h"

namespace cuttle {

namespace {

struct Meaning {
  int flag;
  const char* words;
};

constexpr Meaning kMeanings[] = {
    {CV_TOO_MUCH_WORK, "too many steps"},
    {CV_TOO_MUCH_ACC, "the tolerances are finer than rounding errors allow: use a larger rtol"},
    {CV_ERR_FAILURE, "the error of a step stays too large, however short it is"},
    {CV_CONV_FAILURE, "the equations of a step cannot be solved, however short it is"},
    {CV_LINIT_FAIL, "the linear solver did not start"},
    {CV_LSETUP_FAIL, "the tangent of the motion cannot be factorised"},
    {CV_LSOLVE_FAIL, "the linear equations of a step cannot be solved"},
    {CV_RHSFUNC_FAIL, "the accelerations cannot be computed"},
    {CV_FIRST_RHSFUNC_ERR, "the accelerations cannot be computed at the start"},
    {CV_REPTD_RHSFUNC_ERR, "the accelerations cannot be computed, however short the step is"},
    {CV_UNREC_RHSFUNC_ERR, "the accelerations cannot be computed"},
    {CV_NLS_INIT_FAIL, "the solver of a step did not start"},
    {CV_NLS_SETUP_FAIL, "the solver of a step could not be prepared"},
    {CV_NLS_FAIL, "the equations of a step cannot be solved"},
    {CV_PROJFUNC_FAIL, "the connections cannot be closed again after a step"},
    {CV_REPTD_PROJFUNC_ERR, "the connections cannot be closed again, however short the step is"},
    {CV_TOO_CLOSE, "the end of a step is too close to its start"},
};

}  // namespace

std::string cvode_failure(int flag, double step) {
  const std::unique_ptr<char, decltype(&std::free)> name(CVodeGetReturnFlagName(flag), &std::free);
  const char* words = "the integrator gave up";
  for (const Meaning& meaning : kMeanings)
    if (meaning.flag == flag) words = meaning.words;
  return fmt::format("{} (step already {:.1e} s; CVODE: {})", words, step, name.get());
}

}  // namespace cuttle
