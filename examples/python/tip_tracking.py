"""Six cables guide the tip of a soft arm around a circle, within 0 to 50 N."""
import numpy as np

import cuttle

m = cuttle.load('models/cable_manipulator.yaml')
traj = m.run()
late = traj.t > 4
tensions = np.array([traj[c] for c in traj.columns if c.endswith('.tension')])
print(f'{traj.wall_seconds * 1e3:.0f} ms for {traj.t[-1]:.0f} s')
print('largest error after 4 s:', traj['track.position_error'][late].max(), 'm,',
      traj['track.rotation_error'][late].max(), 'rad')
print('tensions from', tensions.min(), 'to', tensions.max(), 'N')
assert traj['track.position_error'][late].max() < 1e-3 and tensions.min() >= 0
assert tensions.max() <= 50

# the controller also runs while a simulator is stepped
sim = cuttle.Simulator(m)
for _ in range(200):
    sim.step(None, 0.02)
print('error at', round(sim.t, 3), 's:', sim['track.position_error'], 'm')
assert sim['track.position_error'] < 1e-3
