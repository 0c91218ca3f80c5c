"""Which tensions move the tip of a soft manipulator to a pose? And to one that it cannot reach?"""
import numpy as np

import cuttle

m = cuttle.load('models/cable_manipulator.yaml')

# a pose that is an equilibrium, with the arm curled up: the search begins with all cables tight
x = cuttle.statics(m, [20, 0, 10, 5, 0, 0])
goal = cuttle.frame_pose(m, x, 'arm.tip')
found = cuttle.inverse_statics(m, 'arm.tip', goal, low=0, high=50, u=np.full(6, 5.0))
print('tensions', np.round(found.u, 3), 'N, error', found.position_error, 'm')
assert found.reached and np.allclose(found.pose, goal, atol=1e-6)

# too far away: the best within the bounds, and which of the bounds are active
far = cuttle.inverse_statics(m, 'arm.tip', [0.5, 0.9, 0.0], low=0, high=50)
print('out of reach by', far.position_error, 'm, bounds', far.at_bound)
assert not far.reached and any(far.at_bound)

# where can the tip be? 50 random choices
tensions = np.random.default_rng(1).uniform(0, 20, (50, 6))
places = cuttle.workspace_sample(m, 'arm.tip', tensions).poses[:, :3, 3]
print('the tip is within', places.min(axis=0), places.max(axis=0))
