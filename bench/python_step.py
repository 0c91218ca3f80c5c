#!/usr/bin/python3
"""What a step from Python costs beyond the step itself: a loop of Simulator.step against the same
steps as one rollout. Usage: PYTHONPATH=build/release/python bench/python_step.py [model]."""
import sys
import time

import numpy as np

import cuttle

STEPS, DT, REPEATS = 2000, 1e-4, 7


def overhead(m):
    """Seconds per step in the library, and on top of it in Python; the best of some."""
    x0, u = m.initial_state(), m.input(0.0)
    all_u = np.tile(u, (1, STEPS, 1))
    sim = cuttle.Simulator(m, x0)
    inside = loop = np.inf
    for _ in range(REPEATS):
        start = time.perf_counter()
        runs = cuttle.rollout(m, x0, all_u, dt=DT, threads=1)
        inside = min(inside, time.perf_counter() - start)
        sim.reset(x0)
        start = time.perf_counter()
        for _ in range(STEPS):
            sim.step(u, DT)
        loop = min(loop, time.perf_counter() - start)
    if not np.array_equal(sim.state.q, runs.q[0, -1]):
        sys.exit('python_step: error: loop and rollout differ')
    return inside / STEPS, (loop - inside) / STEPS


if __name__ == '__main__':
    inside, extra = overhead(cuttle.load(sys.argv[1] if len(sys.argv) > 1
                                         else 'models/pendulum.yaml'))
    print(f'step {inside * 1e6:.2f} us, Python on top {extra * 1e6:.2f} us (target 3 us)')
