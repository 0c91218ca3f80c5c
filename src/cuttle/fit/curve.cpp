#include "cuttle/fit/curve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "cuttle/signal/expression.h"

namespace cuttle {

std::vector<std::size_t> order_by_x(const std::vector<double>& x) {
  std::vector<std::size_t> order(x.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return x[i]; });
  return order;
}

namespace {

// "N", "N/m", "N/m^2"
std::string per(const std::string& y, const std::string& x, int power) {
  if (power == 0 || x.empty() || x == "-" || x == "1") return y;
  const std::string head = y.empty() || y == "-" ? "1" : y;
  return head + "/" + (x.find_first_of(" /") == std::string::npos ? x : "(" + x + ")") +
         (power > 1 ? "^" + std::to_string(power) : "");
}

class Logistic final : public Curve {
 public:
  std::vector<std::string> names() const override { return {"rest", "amplitude", "t0", "tau"}; }
  std::vector<std::string> units(const std::string& x, const std::string& y) const override {
    return {y, y, x, x};
  }

  VectorX values(const std::vector<double>& x, const VectorX& p, MatrixX* slopes) const override {
    const double rest = p[0], amplitude = p[1], t0 = p[2], tau = p[3];
    VectorX y(Eigen::Index(x.size()));
    if (slopes) slopes->resize(y.size(), 4);
    for (Eigen::Index i = 0; i < y.size(); ++i) {
      const double z = (x[std::size_t(i)] - t0) / tau;
      const double L = 1 / (1 + std::exp(-z)), dL = L * (1 - L);
      y[i] = rest + amplitude * (1 - L);
      if (slopes) slopes->row(i) << 1, 1 - L, amplitude * dL / tau, amplitude * dL * z / tau;
    }
    return y;
  }

  // rest and amplitude from the two ends, t0 and tau from the quarters: L(t0 + tau ln 3) = 3/4
  VectorX guess(const std::vector<double>& x, const std::vector<double>& y) const override {
    const std::vector<std::size_t> order = order_by_x(x);
    const std::size_t end = std::max<std::size_t>(1, order.size() / 20);
    double first = 0, last = 0;
    for (std::size_t i = 0; i < end; ++i) {
      first += y[order[i]] / double(end);
      last += y[order[order.size() - 1 - i]] / double(end);
    }
    const double amplitude = first - last;
    const auto time_of = [&](double part) {
      // middle between the first and the last time on the other side, which noise needs
      double before = x[order.front()], after = x[order.back()];
      for (const std::size_t i : order)
        if ((first - y[i]) / amplitude < part) before = x[i];
      for (auto i = order.rbegin(); i != order.rend(); ++i)
        if ((first - y[*i]) / amplitude > part) after = x[*i];
      return 0.5 * (before + after);
    };
    const double length = x[order.back()] - x[order.front()];
    const double tau = (time_of(0.75) - time_of(0.25)) / (2 * std::log(3.0));
    return VectorX{{last, amplitude, time_of(0.5), tau > 1e-6 * length ? tau : 0.1 * length}};
  }
};

class Thruster final : public Curve {
 public:
  std::vector<std::string> names() const override { return {"linear", "quadratic"}; }
  std::vector<std::string> units(const std::string& x, const std::string& y) const override {
    return {per(y, x, 1), per(y, x, 2)};
  }

  VectorX values(const std::vector<double>& x, const VectorX& p, MatrixX* slopes) const override {
    VectorX y(Eigen::Index(x.size()));
    if (slopes) slopes->resize(y.size(), 2);
    for (Eigen::Index i = 0; i < y.size(); ++i) {
      const double n = x[std::size_t(i)];
      y[i] = p[0] * n + p[1] * n * std::abs(n);
      if (slopes) slopes->row(i) << n, n * std::abs(n);
    }
    return y;
  }

  VectorX guess(const std::vector<double>& x, const std::vector<double>& y) const override {
    const double xx = std::inner_product(x.begin(), x.end(), x.begin(), 0.0);
    const double xy = std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
    return VectorX{{xx > 0 ? xy / xx : 0, 0}};
  }
};

class Polynomial final : public Curve {
 public:
  explicit Polynomial(int degree) : degree_(degree) {}

  std::vector<std::string> names() const override {
    std::vector<std::string> names;
    for (int k = 0; k <= degree_; ++k) names.push_back("c" + std::to_string(k));
    return names;
  }
  std::vector<std::string> units(const std::string& x, const std::string& y) const override {
    std::vector<std::string> units;
    for (int i = 0; i <= degree_; ++i) units.push_back(per(y, x, i));
    return units;
  }

  VectorX values(const std::vector<double>& x, const VectorX& p, MatrixX* slopes) const override {
    VectorX y(Eigen::Index(x.size()));
    if (slopes) slopes->resize(y.size(), degree_ + 1);
    for (Eigen::Index i = 0; i < y.size(); ++i) {
      double power = 1, sum = 0;
      for (int k = 0; k <= degree_; ++k, power *= x[std::size_t(i)]) {
        sum += p[k] * power;
        if (slopes) (*slopes)(i, k) = power;
      }
      y[i] = sum;
    }
    return y;
  }

  VectorX guess(const std::vector<double>&, const std::vector<double>& y) const override {
    VectorX p = VectorX::Zero(degree_ + 1);
    p[0] = std::accumulate(y.begin(), y.end(), 0.0) / double(y.size());
    return p;
  }

 private:
  int degree_;
};

class Formula final : public Curve {
 public:
  Formula(const std::string& formula, std::vector<std::string> names, const Origin& origin)
      : names_(std::move(names)), expression_(formula, with_x(names_), {}, origin) {
    for (const std::string& name : names_)
      if (!expression_.uses(name))
        throw InputError(origin.error("formula", "does not use the parameter '" + name + "'",
                                      "a parameter that changes nothing cannot be fitted"));
  }

  std::vector<std::string> names() const override { return names_; }
  std::vector<std::string> units(const std::string&, const std::string&) const override {
    return std::vector<std::string>(names_.size(), "-");
  }

  VectorX values(const std::vector<double>& x, const VectorX& p, MatrixX* slopes) const override {
    VectorX y(Eigen::Index(x.size()));
    std::vector<double> at(names_.size() + 1);
    std::copy(p.begin(), p.end(), at.begin() + 1);
    if (slopes) slopes->resize(y.size(), p.size());
    for (Eigen::Index i = 0; i < y.size(); ++i) {
      at[0] = x[std::size_t(i)];
      y[i] = expression_.value(at);
      for (Eigen::Index k = 0; slopes && k < p.size(); ++k) {
        double& changed = at[std::size_t(k) + 1];
        const auto f = [&](double v) {
          changed = v;
          return expression_.value(at);
        };
        (*slopes)(i, k) = ridders_derivative(f, p[k], p[k] != 0 ? 0.05 * std::abs(p[k]) : 0.01);
        changed = p[k];
      }
    }
    return y;
  }

  VectorX guess(const std::vector<double>&, const std::vector<double>&) const override {
    return VectorX::Constant(Eigen::Index(names_.size()), std::numeric_limits<double>::quiet_NaN());
  }

 private:
  static std::vector<std::string> with_x(std::vector<std::string> names) {
    names.insert(names.begin(), "x");
    return names;
  }

  std::vector<std::string> names_;
  Expression expression_;
};

}  // namespace

std::unique_ptr<Curve> make_logistic() { return std::make_unique<Logistic>(); }
std::unique_ptr<Curve> make_thruster() { return std::make_unique<Thruster>(); }
std::unique_ptr<Curve> make_polynomial(int degree) { return std::make_unique<Polynomial>(degree); }
std::unique_ptr<Curve> make_formula(const std::string& formula, std::vector<std::string> names,
                                    const Origin& origin) {
  return std::make_unique<Formula>(formula, std::move(names), origin);
}

std::unique_ptr<Curve> make_curve(const CurveSpec& spec,
                                  const std::vector<ParameterSpec>& parameters) {
  switch (spec.type) {
    case CurveType::logistic:
      return make_logistic();
    case CurveType::thruster:
      return make_thruster();
    case CurveType::free_decay:
      return make_free_decay();
    case CurveType::polynomial:
      return make_polynomial(spec.degree);
    case CurveType::formula:
      break;
  }
  std::vector<std::string> names;
  names.reserve(parameters.size());
  for (const ParameterSpec& p : parameters) names.push_back(p.name);
  return make_formula(spec.formula, std::move(names), spec.origin);
}

}  // namespace cuttle
