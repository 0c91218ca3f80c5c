// A stranger's project: find_package(cuttle), one header, one answer to check.
#include <cmath>
#include <cstdio>

#include "cuttle/math/se3.h"

int main() {
  // a quarter turn about z with the arc of unit radius ends at (1, 1, 0)
  const double angle = std::acos(0.0);
  cuttle::Vector6 xi;
  xi << 0, 0, angle, angle, 0, 0;
  const cuttle::Pose end = cuttle::exp_se3(xi);
  const double error = (end.p - cuttle::Vector3(1, 1, 0)).norm();
  std::printf("end of the arc: error %.1e m\n", error);
  return error < 1e-14 ? 0 : 1;
}
