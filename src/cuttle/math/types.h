#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace cuttle {

// fixed sizes for any scalar: double, std::complex<double>, Lanes, Dual
template <class T>
using Vec3 = Eigen::Matrix<T, 3, 1>;
template <class T>
using Vec6 = Eigen::Matrix<T, 6, 1>;
template <class T>
using Mat3 = Eigen::Matrix<T, 3, 3>;
template <class T>
using Mat6 = Eigen::Matrix<T, 6, 6>;

using Vector3 = Vec3<double>;
using Vector4 = Eigen::Matrix<double, 4, 1>;
using Vector6 = Vec6<double>;
using VectorX = Eigen::VectorXd;
using Matrix3 = Mat3<double>;
using Matrix6 = Mat6<double>;
using MatrixX = Eigen::MatrixXd;

}  // namespace cuttle
