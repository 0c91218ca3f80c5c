"""Tightens a cable step by step: the rod is an arc of curvature T d / EI, so the tip is known."""
import math

import numpy as np

import cuttle

m = cuttle.load('models/cable_arc.yaml')
EI, d, length = 1e6 * math.pi * 0.01**4 / 4, 0.008, 0.5

# each solve starts from the previous equilibrium
x, worst = m.rest_state(), 0.0
for tension in np.linspace(0.5, 5, 10):
    x = cuttle.statics(m, u=[tension], guess=x)
    tip = cuttle.frame_pose(m, x, 'rod.tip')[:3, 3]
    kappa = tension * d / EI
    arc = np.array([math.sin(kappa * length), 0, 1 - math.cos(kappa * length)]) / kappa
    worst = max(worst, np.abs(tip - arc).max())
    print(f'{tension:.1f} N: tip at {tip[0]:.4f}, {tip[2]:.4f} m')
print('largest distance from the arc', worst, 'm')
assert worst < 1e-9
