"""Damps the swing of a soft arm: a linear model, a regulator, and the closed loop."""
import numpy as np

import cuttle

m = cuttle.load('models/arm_lqr.yaml', set={'controllers': []})
u0 = m.input(t=0)                              # four cables, 10 N each
x0 = cuttle.statics(m, u0)
linear = cuttle.linearize(m, x0, u0)
n, h = linear.basis.shape[1], 0.01

# sampled every 10 ms; cost of displacements, velocities and inputs
A, B = cuttle.discretise(linear.A, linear.B, h)
K, _ = cuttle.discrete_regulator(A, B, np.eye(2 * n), 0.02 * np.eye(m.nu))
print('slowest pole of the arm', max(abs(np.linalg.eigvals(A))), 'with the regulator',
      max(abs(np.linalg.eigvals(A - B @ K))))

def law(t, x, u, readings):
    z = np.concatenate([linear.basis.T @ (x.q - x0.q), linear.basis.T @ x.v])
    return np.clip(u0 - K @ z, 0, 20)

damper = cuttle.FunctionController(law, sample_time=h)
swing = cuttle.simulate(m, 3)
held = cuttle.simulate(m, 3, controllers=[damper])
late = held.t > 2.5
print('tip still moves by', np.ptp(swing['tip.x'][late]), 'm; with the regulator',
      np.ptp(held['tip.x'][late]), 'm')
assert np.ptp(held['tip.x'][late]) < 1e-3 < 1e-2 < np.ptp(swing['tip.x'][late])
