"""Runs a model file and looks at the result: the period of a pendulum that swings by 60 degrees."""
import math

import cuttle

# any field of the file can be set; the run is the same as that of `cuttle run`
m = cuttle.load('models/pendulum.yaml', set={'bodies.bob.joint.initial': '60 deg'})
traj = m.run()
print(m, traj)
print('last angle', traj['angle.angle'][-1], traj.unit('angle.angle'))

# T = 2 pi sqrt(l/g) / agm(1, cos(amplitude/2))
a, b = 1.0, math.cos(math.radians(30))
for _ in range(6):
    a, b = (a + b) / 2, math.sqrt(a * b)
period = 2 * math.pi / math.sqrt(9.81) / a
print('period', traj.figures['period'], 's, exactly', period, 's')
assert abs(traj.figures['period'] - period) < 1e-8
