#include "bench.h"

namespace cuttle::bench {

std::span<const Case> cases() {
  // name, target [s], largest error at which the time counts, what the error is
  static constexpr Case table[] = {
      {"follower_force", 0.010, 1e-5, "tip deviation from the CSV data [m]", follower_force},
      {"roll_up", 0, 1e-9, "largest miss of an expected figure", roll_up},
      {"elastica", 0, 1e-5, "largest miss of an expected figure", elastica},
      {"cable_arc", 0, 1e-8, "largest miss of an expected figure", cable_arc},
      {"rod_modes", 0, 1e-4, "largest relative miss of five frequencies", rod_modes},
      {"l_beam", 0.005, 1e-5, "largest miss of an expected figure", l_beam},
      {"hybrid_manipulator", 0.010, 1e-7, "largest miss of an expected figure", hybrid_manipulator},
      {"pendulum", 0, 1e-6, "period against the elliptic integral [s]", pendulum},
      {"free_body", 0, 1e-10, "relative drift of the energy", free_body},
      {"flying_rod", 0.010, 1e-3, "tip deviation from the CSV data [m], L = 10 m", flying_rod},
      {"energy_cantilever", 0.060, 5e-4, "tip deviation from rtol 1e-11 [m]", energy_cantilever},
      {"energy_cantilever_damped", 0.015, 5e-4, "tip deviation from the CSV data [m]",
       energy_cantilever_damped},
      {"soft_swing", 0.025, 3e-3, "tip deviation from a finer model / L", soft_swing},
      {"stiff_rod", 0.025, 2e-3, "relative error of f1 against Timoshenko", stiff_rod},
      {"hybrid_arm", 0, 1e-3, "energy residual", hybrid_arm},
      {"rod_on_drum", 0, 1e-4, "energy residual", rod_on_drum},
      {"gripper", 0.3, 1e-3, "ball deviation from steps of an eighth [m]", gripper},
      {"modules_hydrostatic", 0.005, 1e-5, "roll deviation from the CSV data [rad]",
       modules_hydrostatic},
      {"flagellate", 0.050, 1e-3, "largest deviation of the speed over the mean speed", flagellate},
      {"mantle_surge", 0.1, 1e-2, "mean speed against a finer model", mantle_surge},
      {"quadropus", 0.4, 1e-2, "mean speed against a finer model", quadropus},
      {"monopus", 0, 2e-2, "largest deviation of the path from a finer model over its length",
       monopus},
      {"caterpillar", 0.7, 5e-4, "front foot against the CSV data, two cycles [m]", caterpillar},
      {"caterpillar_rods", 6, 0.03, "way of a cycle against the same robot as a net",
       caterpillar_rods},
      {"tip_tracking", 0.050, 1e-3, "largest error of the tip's pose after 4 s [m, rad]",
       tip_tracking},
      {"swimmer_evaluation", 8e-6, 1e-10, "relative residual of inverse dynamics",
       swimmer_evaluation},
      {"linearize", 45e-6, 1e-8, "largest relative deviation from differences of fourth order",
       linearize},
      {"growth_chain", 0, 1.1, "log-log slope of time over 1 .. 256 rods", growth_chain},
      {"growth_star", 0, 1.1, "log-log slope of time over 1 .. 256 rods", growth_star},
      {"growth_modules", 0, 1.1, "log-log slope of time over the connections of 2 .. 200 modules",
       growth_modules},
      {"growth_modules_water", 0, 1.1,
       "log-log slope of time over the connections of 2 .. 200 modules", growth_modules_water},
      {"growth_contact", 0, 1.1, "log-log slope of time over 64 .. 4096 capsules", growth_contact},
      {"growth_net", 0, 1.1, "log-log slope of time over 10 .. 10000 nodes", growth_net},
      {"sma_walker", 1.5, 1e-4, "energy residual", sma_walker},
      {"growth_ties", 0, 1.1, "log-log slope of time over 5 .. 100 ties", growth_ties},
      {"cable_design", 1, 1e-6, "largest deviation from tight equilibria [m]", cable_design},
      {"sweep_overhead", 1e-3, 0, "largest deviation between one thread and two", sweep_overhead},
      {"sweep_sample", 0, 0, "samples of 100 that a full reading makes different", sweep_sample},
      {"report", 0.3, 5e6, "size of the page [bytes]", report},
  };
  return table;
}

}  // namespace cuttle::bench
