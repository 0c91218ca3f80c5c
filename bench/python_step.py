#!/usr/bin/python3
"""What a step from Python costs beyond the step itself; adds the case python_step to a list of cases.
Usage: PYTHONPATH=.../python python_step.py bench.json"""
import json
import sys
import time

import numpy as np

import cuttle

STEPS = 20000
DT = 1e-3
MODEL = """
gravity: [0, 0, 0]
bodies:
  - name: cart
    joint: {type: prismatic, axis: x, effort: 0}
    rigid: {mass: 1, inertia: [1, 1, 1]}
study: {type: dynamics, duration: 100, method: dopri5, step: 1 ms}
"""


def best(action, repeats=5):
    """Shortest time of several, per step."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times) / STEPS


def main(path):
    model = cuttle.loads(MODEL)
    forces = np.ones((1, STEPS, 1))
    inside = best(lambda: cuttle.rollout(model, u=forces, dt=DT, threads=1))
    sim = cuttle.Simulator(model)
    u = np.ones(1)

    def loop():
        sim.reset()
        step = sim.step
        for _ in range(STEPS):
            step(u, DT)

    outside = best(loop)
    t = STEPS * DT
    error = abs(sim.state.q[0] - t * t / 2) / (t * t / 2)
    case = {'case': 'python_step', 'seconds': outside - inside, 'error': error,
            'target_seconds': 3e-6, 'error_limit': 1e-9, 'error_of': 'place of a cart under a force',
            'note': f'overhead of Simulator.step; the step itself takes {inside * 1e6:.2f} us'}
    with open(path, encoding='utf-8') as file:
        cases = [c for c in json.load(file) if c['case'] != 'python_step']
    with open(path, 'w', encoding='utf-8') as file:
        json.dump(cases + [case], file, indent=1)
    print(f"python_step: {case['seconds'] * 1e6:.2f} us of overhead (target 3), error {error:.1e}")


if __name__ == '__main__':
    main(sys.argv[1])
