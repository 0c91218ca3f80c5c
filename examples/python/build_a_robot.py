"""Builds a robot without a model file: a floating hub with a soft arm."""
import math

import numpy as np

import cuttle

m = cuttle.model(
    name='swimmer',
    bodies=[
        cuttle.body(name='hub', joint='free',
                    rigid=cuttle.rigid(shapes=[cuttle.shape(sphere='5 cm', mass=0.5)])),
        cuttle.body(name='arm', parent='hub',
                    rod=cuttle.rod(length=0.3, section=cuttle.section(radius='1 cm'),
                                   material=cuttle.material(young='1 MPa', density=1000),
                                   strain=cuttle.strain(bend_y=3, bend_z=3)))])

# the equations of the bent robot at rest: M a + bias = 0
x = m.rest_state()
x.q[m.q_names.index('arm.bend_y[0]')] = 2
a = cuttle.forward_dynamics(m, x)
M = cuttle.mass_matrix(m, x)
print('residual', np.abs(M @ a + cuttle.bias(m, x)).max())
print('tip', cuttle.frame_pose(m, x, 'arm.tip')[:3, 3])
mass = 0.5 + 1000 * math.pi * 0.01**2 * 0.3
assert np.allclose(M @ a, -cuttle.bias(m, x), atol=1e-10) and abs(M[3, 3] - mass) < 1e-12

# the model as a file, which gives the same model
again = cuttle.loads(m.to_yaml())
assert np.array_equal(cuttle.forward_dynamics(again, x), a)
