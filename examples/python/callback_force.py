"""A user-defined force law in Python: a magnet attracts a ball; its energy is checked."""
import numpy as np

import cuttle

K, EPS = 0.02, 0.05                          # strength [N m^2], softening [m]
MAGNET = np.array([0.3, 0.0, 0.0])

def magnet(t, pose, twist):
    r = MAGNET - pose[:3, 3]
    force = K * r / (r @ r + EPS**2)**1.5
    return np.concatenate([np.zeros(3), force])     # moment and force, in world axes

ball = cuttle.model(
    name='ball', gravity=[0, 0, 0],
    bodies=[cuttle.body(name='ball', joint='free',
                        rigid=cuttle.rigid(shapes=[cuttle.shape(sphere='1 cm', mass=0.1)]))],
    study=cuttle.study(type='dynamics', duration=1, rtol=1e-9, atol=1e-11))
m = ball.with_force('ball', magnet)

traj = m.run()
x0, x1 = traj.state(0), traj.state(-1)
potential = lambda x: -K / np.sqrt(np.sum((MAGNET - x.q[4:7])**2) + EPS**2)
gain = cuttle.energy(m, x1)['kinetic'] - cuttle.energy(m, x0)['kinetic']
print('kinetic energy', gain, 'J, lost potential', potential(x0) - potential(x1), 'J')
assert abs(gain - (potential(x0) - potential(x1))) < 1e-7
