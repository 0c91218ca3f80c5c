"""Many motions at once: 16 random pushes on a soft arm, and which of them reaches highest."""
import time

import numpy as np

import cuttle

m = cuttle.load('models/cable_arc.yaml')
random = np.random.default_rng(1)
u = random.uniform(0, 3, (16, 20, m.nu))     # runs, steps, inputs: tension, held for 0.02 s

results = {}
for threads in (1, 0):                       # 0: all cores
    start = time.perf_counter()
    results[threads] = cuttle.rollout(m, m.rest_state(), u, dt=0.02, threads=threads)
    print(f'{threads or "all"} threads: {time.perf_counter() - start:.3f} s')
assert np.array_equal(results[1].q, results[0].q) and results[0].status == ['ok'] * 16

# bit for bit the same as a single simulator
sim = cuttle.Simulator(m)
for row in u[5]:
    sim.step(row, 0.02)
assert np.array_equal(sim.state.q, results[0].q[5, -1])
height = []
for q in results[0].q[:, -1]:
    x = m.rest_state()
    x.q = q
    height.append(cuttle.frame_pose(m, x, 'rod.tip')[2, 3])
print('run', int(np.argmax(height)), 'reaches', max(height), 'm')
