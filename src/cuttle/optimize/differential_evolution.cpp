#include "cuttle/optimize/differential_evolution.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cuttle/optimize/search_space.h"

namespace cuttle {

namespace {

// crossover: part of the coordinates that an offspring takes from the mutant [Storn97]
constexpr double kCrossover = 0.9;
// the weight of differences is drawn for each offspring, which keeps small populations alive
constexpr double kLeastWeight = 0.4, kMostWeight = 0.9;
// four different members are needed for one offspring
constexpr int kLeastPopulation = 5;

using Members = std::vector<const Trial*>;

const Trial* best_of(const Members& members) {
  return *std::ranges::min_element(members,
                                   [](const Trial* a, const Trial* b) { return better(*a, *b); });
}

// largest width of the population over all coordinates
double width(const Members& members) {
  VectorX low = members.front()->unit, high = low;
  for (const Trial* member : members) {
    low = low.cwiseMin(member->unit);
    high = high.cwiseMax(member->unit);
  }
  return (high - low).maxCoeff();
}

// three members, different from each other and from `self`
std::array<std::size_t, 3> draw_three(std::size_t count, std::size_t self, RandomStream& random) {
  std::array<std::size_t, 3> drawn{};
  for (std::size_t k = 0; k < drawn.size();) {
    const std::size_t candidate = random.below(count);
    const auto before = drawn.begin() + std::ptrdiff_t(k);
    if (candidate != self && std::find(drawn.begin(), before, candidate) == before)
      drawn[k++] = candidate;
  }
  return drawn;
}

// [Storn97] (eqs. 3, 5, 6), with the mutant drawn towards the best by a random part
VectorX offspring(const Members& members, const VectorX& best, std::size_t self,
                  RandomStream& random) {
  const auto [a, b, c] = draw_three(members.size(), self, random);
  const double weight = kLeastWeight + (kMostWeight - kLeastWeight) * random.unit();
  const VectorX& base = members[a]->unit;
  const VectorX mutant = base + weight * (best - base) * random.unit() +
                         weight * (members[b]->unit - members[c]->unit);

  VectorX child = members[self]->unit;
  const auto sure = Eigen::Index(random.below(std::uint64_t(child.size())));
  for (Eigen::Index i = 0; i < child.size(); ++i) {
    const double chance = random.unit(), way = random.unit();
    if (chance >= kCrossover && i != sure) continue;
    // what leaves the box ends between its base and the wall
    child[i] = mutant[i] < 0 ? way * base[i] : mutant[i] > 1 ? 1 - way * (1 - base[i]) : mutant[i];
  }
  return child;
}

}  // namespace

int default_population(Eigen::Index parameters) {
  return int(std::clamp<Eigen::Index>(10 * parameters, 20, 200));
}

SearchEnd differential_evolution(const OptimizeSpec& spec, const VectorX& start, std::size_t stream,
                                 Search& search) {
  const Eigen::Index n = search.space().size();
  const int count =
      spec.population > 0 ? std::max(spec.population, kLeastPopulation) : default_population(n);
  RandomStream random(spec.seed, stream);
  std::vector<VectorX> units = spread(count, n, random);
  units.front() = start;

  Members members = search.ask(units);
  if (int(members.size()) < count) return {false, search.stop()};
  while (width(members) > spec.tolerance) {
    const VectorX best = best_of(members)->unit;
    for (std::size_t i = 0; i < units.size(); ++i) units[i] = offspring(members, best, i, random);
    const Members children = search.ask(units);
    for (std::size_t i = 0; i < children.size(); ++i)
      if (!better(*members[i], *children[i])) members[i] = children[i];
    if (children.size() < units.size()) return {false, search.stop()};
  }
  return {true, fmt::format("the population is within {} of the ranges", spec.tolerance)};
}

}  // namespace cuttle
