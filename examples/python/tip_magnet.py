"""A rod with a magnet at its tip in a field against it: it buckles where the field is as strong as the rod."""
import warnings

import numpy as np

import cuttle

L, RADIUS, YOUNG = 0.1, 1e-3, 1e6
EI = YOUNG * np.pi * RADIUS**4 / 4

def rod_in_field(strength, angle=np.pi):
    """A dipole m along the tip in a field B at this angle to the rod; strength is m B L / EI."""
    field = strength * EI / L * np.array([np.cos(angle), np.sin(angle), 0])      # with m = 1 A m^2

    def couple(t, pose, twist):
        return np.concatenate([np.cross(pose[:3, 0], field), np.zeros(3)])

    def stiffness(t, pose, twist):          # minus the derivative of m x B by a small turn
        K = np.zeros((6, 6))
        K[:3, :3] = (field @ pose[:3, 0]) * np.eye(3) - np.outer(pose[:3, 0], field)
        return K

    rod = cuttle.model(
        name='rod', gravity=[0, 0, 0],
        bodies=[cuttle.body(name='rod', rod=cuttle.rod(
            length=L, section=cuttle.section(radius=RADIUS), strain=cuttle.strain(bend_z=1),
            material=cuttle.material(young=YOUNG, density=1000)))],
        study=cuttle.study(type='statics'))
    return rod.with_force('rod.tip', couple, stiffness)

def tip_angle(m, x):
    R = cuttle.frame_pose(m, x, 'rod.tip')
    return np.arctan2(R[1, 0], R[0, 0])

def arc(strength, angle):
    """The couple bends the rod into an arc: its angle a is strength sin(angle - a)."""
    low, high = 0.5, np.pi
    for _ in range(60):
        a = (low + high) / 2
        low, high = (a, high) if strength * np.sin(angle - a) > a else (low, a)
    return a

# a field a little askew leads to one side
m = rod_in_field(10, np.pi - 0.02)
with warnings.catch_warnings():
    warnings.simplefilter('ignore')         # that the straight shape has become unstable
    a = tip_angle(m, cuttle.statics(m, settle=True))
print('askew:', a, 'rad, by theory', arc(10, np.pi - 0.02))
assert abs(a - arc(10, np.pi - 0.02)) < 1e-7

# exactly against the rod there is no side to prefer: the straight rod is an equilibrium, and unstable
m = rod_in_field(10)
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter('always')
    straight, bent = cuttle.statics(m), cuttle.statics(m, settle=True)
for warning in told:
    print('told:', warning.message)
print('against:', tip_angle(m, straight), 'or', tip_angle(m, bent), 'rad')
assert abs(tip_angle(m, straight)) < 1e-9 and abs(abs(tip_angle(m, bent)) - arc(10, np.pi)) < 1e-7
assert 'unstable' in str(told[0].message) and 'mirror image' in str(told[-1].message)
