"""Rods whose rest strain and stiffness are inputs: equilibria, slopes, steps."""
import math
import unittest

import numpy as np

import common
import cuttle


def strip(**rod):
    """A strip whose curvature at rest (at first 0) and stiffness (1) are inputs."""
    fields = dict(length=common.LENGTH, section=cuttle.section(radius=common.RADIUS),
                  material=cuttle.material(young=common.YOUNG, density=common.DENSITY,
                                           viscosity=300),
                  strain=cuttle.strain(bend_y=2), rest={'bend_y': {'value': 0}},
                  stiffness_factor=1)
    fields.update(rod)
    return cuttle.model(
        name='strip', gravity=[0, 0, 0],
        bodies=[cuttle.body(name='arm', rod=cuttle.rod(**fields))],
        loads=[cuttle.spec.load(name='push', body='arm', at='tip', moment=[0, '0.02', 0],
                                frame='body')],
        probes=[cuttle.probe(name='tip', frame='arm', at='tip')],
        study=cuttle.study(type='dynamics', method='implicit', step=1e-3, duration=0.1))


class DrivenRods(unittest.TestCase):
    def setUp(self):
        self.m = strip()
        names = list(self.m.input_names)
        self.rest = names.index('rods.arm.rest.bend_y')
        self.factor = names.index('rods.arm.stiffness_factor')
        self.moment = names.index('loads.push.moment.y')

    def inputs(self, rest, factor, moment):
        u = np.zeros(self.m.nu)
        u[[self.rest, self.factor, self.moment]] = rest, factor, moment
        return u

    def test_a_moment_bends_from_the_rest_strain(self):
        for rest, factor, moment in ((4, 1, 0), (4, 2, 0.02), (-3, 0.5, 0.01)):
            x = cuttle.statics(self.m, u=self.inputs(rest, factor, moment))
            k = rest + moment / (factor * common.EI)
            tip = cuttle.frame_pose(self.m, x, 'arm.tip')[:3, 3]
            L = common.LENGTH
            np.testing.assert_allclose(
                tip, [math.sin(k * L) / k, 0, -(1 - math.cos(k * L)) / k], atol=1e-6)

    def test_slopes_are_those_of_the_accelerations(self):
        m, u, h = self.m, self.inputs(2, 1.5, 0.02), 1e-4
        x = m.rest_state().displace([1, -0.5, 0.3])
        M = cuttle.mass_matrix(m, x)
        B = cuttle.actuation_matrix(m, x, u)
        for entry in (self.rest, self.factor):
            up, down = u.copy(), u.copy()
            up[entry] += h
            down[entry] -= h
            slope = (cuttle.forward_dynamics(m, x, up) - cuttle.forward_dynamics(m, x, down))
            np.testing.assert_allclose(M @ slope / (2 * h), B[:, entry], rtol=1e-7, atol=1e-9)
        np.testing.assert_allclose(cuttle.stiffness_matrix(m, x, u),
                                   1.5 * cuttle.stiffness_matrix(m, x, self.inputs(0, 1, 0)),
                                   atol=1e-15)

    def test_steps_follow_the_inputs_and_refuse_what_is_not_stiff(self):
        calm = cuttle.material(young=common.YOUNG, density=common.DENSITY, viscosity=4e5)
        sim = cuttle.Simulator(strip(material=calm))
        for _ in range(120):
            sim.step(self.inputs(4, 1.5, 0), 0.1)
        np.testing.assert_allclose(sim.state.q[0], 4, rtol=1e-3)
        with self.assertRaisesRegex(ValueError, 'stiffness_factor.*must be > 0'):
            sim.step(self.inputs(4, 0, 0), 0.01)
        with self.assertRaisesRegex(cuttle.InputError, 'bend_z: changes in time'):
            strip(rest={'bend_z': '5*t'})


if __name__ == '__main__':
    common.main()
