#include "cuttle/rod/rod.h"
#include "cuttle/rod/rod_scratch.h"
namespace cuttle {
void Rod::tangent(const Seed&, const double*, const double*, const double*, BodyWork&, BodyTangent&) const {}
void Rod::point_tangent(int, BodyWork&, Eigen::Ref<MatrixX>, Eigen::Ref<MatrixX>, Eigen::Ref<MatrixX>) const {}
}
