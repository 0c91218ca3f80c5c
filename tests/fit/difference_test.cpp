#include "cuttle/fit/difference.h"

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/math/constants.h"

namespace cuttle {
namespace {

// y = (sin(3 p0) p1, exp(p1)); cannot be computed where p0 > wall
struct Function {
  double wall = kInfinity;
  int calls = 0, points = 0;

  Prediction at(const VectorX& p) const {
    if (p[0] > wall) return Prediction::fail("behind the wall");
    Prediction result;
    result.values = VectorX{{std::sin(3 * p[0]) * p[1], std::exp(p[1])}};
    return result;
  }
  PredictMany many() {
    return [this](const std::vector<VectorX>& list) {
      ++calls, points += int(list.size());
      std::vector<Prediction> predictions;
      for (const VectorX& p : list) predictions.push_back(at(p));
      return predictions;
    };
  }
  static MatrixX slopes(const VectorX& p) {
    return MatrixX{{3 * std::cos(3 * p[0]) * p[1], std::sin(3 * p[0])}, {0, std::exp(p[1])}};
  }
};

const VectorX kPoint{{0.4, 1.3}};
const VectorX kFar = VectorX::Constant(2, kInfinity);

double error_at(Function& f, double h, const VectorX& lower, const VectorX& upper) {
  const Prediction result =
      predict_with_slopes(f.many(), kPoint, VectorX::Constant(2, h), lower, upper);
  EXPECT_TRUE(result.good());
  return (result.slopes - Function::slopes(kPoint)).cwiseAbs().maxCoeff();
}

TEST(Difference, central_slopes_are_of_fourth_order_in_one_call) {
  Function f;
  const double coarse = error_at(f, 0.04, -kFar, kFar), fine = error_at(f, 0.02, -kFar, kFar);
  EXPECT_NEAR(std::log2(coarse / fine), 4, 0.1);
  EXPECT_EQ(f.calls, 2);
  EXPECT_EQ(f.points, 2 * 9);
}

TEST(Difference, one_sided_slopes_at_a_bound_are_of_third_order_and_stay_inside) {
  Function f;
  f.wall = 0.4;  // also where nothing can be computed
  const VectorX upper{{0.4, kInfinity}};
  const double coarse = error_at(f, 0.02, -kFar, upper), fine = error_at(f, 0.01, -kFar, upper);
  EXPECT_NEAR(std::log2(coarse / fine), 3, 0.3);
  // and at a lower bound
  Function g;
  EXPECT_LT(error_at(g, 1e-3, VectorX{{0.4, 0}}, kFar), 1e-6);
}

TEST(Difference, looks_to_the_other_side_of_a_wall) {
  Function f;
  f.wall = 0.4015;
  EXPECT_LT(error_at(f, 1e-3, -kFar, kFar), 1e-6);
  EXPECT_EQ(f.calls, 2);
}

TEST(Difference, says_why_there_are_no_slopes) {
  Function f;
  f.wall = 0.3;
  const Prediction result =
      predict_with_slopes(f.many(), kPoint, VectorX::Constant(2, 1e-3), -kFar, kFar);
  EXPECT_FALSE(result.good());
  EXPECT_EQ(result.reason, "behind the wall");
}

TEST(Difference, tells_that_its_slopes_are_not_sharp) {
  // noise of 1e-5 over steps of 1e-3: slopes are known to a percent
  const PredictMany noisy = [](const std::vector<VectorX>& list) {
    std::vector<Prediction> predictions;
    for (const VectorX& p : list) {
      Prediction one;
      one.values = VectorX{{p[0] + 1e-5 * std::sin(1e7 * p[0])}};
      predictions.push_back(one);
    }
    return predictions;
  };
  const VectorX p{{0.5}}, far = VectorX::Constant(1, kInfinity);
  const Prediction rough = predict_with_slopes(noisy, p, VectorX{{1e-3}}, -far, far);
  EXPECT_GT(rough.slope_error, 1e-4);
  Function f;
  const Prediction sharp =
      predict_with_slopes(f.many(), kPoint, VectorX::Constant(2, 1e-3), -kFar, kFar);
  EXPECT_LT(sharp.slope_error, 1e-5);
  // it covers the true error
  const double error = (sharp.slopes - Function::slopes(kPoint)).cwiseAbs().maxCoeff();
  EXPECT_LT(error, sharp.slope_error * sharp.slopes.cwiseAbs().maxCoeff());
}

}  // namespace
}  // namespace cuttle
