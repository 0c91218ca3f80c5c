#include "cuttle/signal/units.h"

#include <gtest/gtest.h>

#include <cmath>
#include <ostream>

#include "cuttle/math/constants.h"

namespace cuttle {
namespace {

struct QuantityCase {
  const char* text;
  double value;
  Dimension dimension;  // m, kg, s
};

void PrintTo(const QuantityCase& c, std::ostream* out) { *out << c.text; }

class UnitsOfQuantities : public ::testing::TestWithParam<QuantityCase> {};

TEST_P(UnitsOfQuantities, AreConvertedToSi) {
  const QuantityCase& c = GetParam();
  const auto quantity = parse_quantity(c.text);
  ASSERT_TRUE(quantity) << c.text;
  EXPECT_DOUBLE_EQ(quantity->value, c.value) << c.text;
  EXPECT_EQ(quantity->dimension, c.dimension) << c.text << ": " << to_string(quantity->dimension);
}

INSTANTIATE_TEST_SUITE_P(
    Table, UnitsOfQuantities,
    ::testing::Values(
        QuantityCase{"110 kPa", 110e3, {-1, 1, -2}}, QuantityCase{"31 mm", 0.031, {1, 0, 0}},
        QuantityCase{"31mm", 0.031, {1, 0, 0}}, QuantityCase{"45 deg", kPi / 4, {}},
        QuantityCase{"300 Pa s", 300, {-1, 1, -1}}, QuantityCase{"300 Pa.s", 300, {-1, 1, -1}},
        QuantityCase{"300 Pa*s", 300, {-1, 1, -1}}, QuantityCase{"1080 kg/m^3", 1080, {-3, 1, 0}},
        QuantityCase{"1 g/cm^3", 1000, {-3, 1, 0}}, QuantityCase{"2 N m", 2, {2, 1, -2}},
        QuantityCase{"2 N m/rad", 2, {2, 1, -2}}, QuantityCase{"3 N m s/rad", 3, {2, 1, -1}},
        QuantityCase{"0.2 %", 0.002, {}}, QuantityCase{"60 rpm", 2 * kPi, {0, 0, -1}},
        QuantityCase{"3 m/s^2", 3, {1, 0, -2}}, QuantityCase{"3 m/s/s", 3, {1, 0, -2}},
        QuantityCase{"5 1/m", 5, {-1, 0, 0}}, QuantityCase{"2 min", 120, {0, 0, 1}},
        QuantityCase{"-1e-3", -1e-3, {}}, QuantityCase{"+.5 GPa", 0.5e9, {-1, 1, -2}},
        QuantityCase{"7 mN", 7e-3, {1, 1, -2}}, QuantityCase{"4 ms", 4e-3, {0, 0, 1}},
        QuantityCase{"5 µm", 5e-6, {1, 0, 0}}));

TEST(UnitsParser, RefusesWhatIsNoQuantity) {
  for (const char* text : {"", "abc", "5 Nm", "5 kkg", "5 N/", "5 N *", "5*t", "5 m^", "5 m^x",
                           "5 (m)", "kPa", "5 m^99", "2*sin(t)", "5 mdeg", "1 2"})
    EXPECT_FALSE(parse_quantity(text)) << text;
}

TEST(UnitsParser, KnowsNotANumberAndInfinity) {
  EXPECT_TRUE(std::isnan(parse_quantity(".nan")->value));
  EXPECT_TRUE(std::isnan(parse_quantity("nan")->value));
  EXPECT_EQ(parse_quantity("-.inf")->value, -HUGE_VAL);
  EXPECT_EQ(parse_quantity("1e999")->value, HUGE_VAL);
}

TEST(UnitsSpelling, KnowsUnitsByTheirLetters) {
  using Units = std::vector<std::string>;
  EXPECT_EQ(units_spelt_like("kpa"), Units{"kPa"});
  EXPECT_EQ(units_spelt_like("mpa"), (Units{"MPa", "mPa"}));
  EXPECT_EQ(units_spelt_like("KG/m^3"), Units{"kg/m^3"});
  EXPECT_EQ(units_spelt_like("n mm"), Units{"N mm"});
  EXPECT_EQ(units_spelt_like("furlong"), Units{});
  EXPECT_EQ(units_spelt_like("kpa furlong"), Units{});
  EXPECT_EQ(units_spelt_like("mpa mn"), Units{});
  EXPECT_EQ(units_spelt_like("kpa/"), Units{});
}

TEST(UnitsCheck, ComparesDimensions) {
  const auto fits = [](const char* text, const char* units) {
    return fits_unit(*parse_quantity(text), units);
  };
  EXPECT_TRUE(fits("3 mm", "m"));
  EXPECT_TRUE(fits("3", "Pa"));  // a plain number is SI
  EXPECT_FALSE(fits("3 mm", "Pa"));
  EXPECT_FALSE(fits("3 mm", ""));
  EXPECT_TRUE(fits("3 %", ""));
  EXPECT_TRUE(fits("3 mm", "rad|m"));
  EXPECT_TRUE(fits("3 deg", "rad|m"));
  EXPECT_FALSE(fits("3 kg", "rad|m"));
  EXPECT_TRUE(fits("3 kg", "*"));
}

}  // namespace
}  // namespace cuttle
