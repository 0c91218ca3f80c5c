"""Nets that bodies are tied to, from Python: inputs, functions as controllers, matrices."""
import unittest

import numpy as np

import common
import cuttle


class Ties(unittest.TestCase):
    def setUp(self):
        self.model = cuttle.loads('''
nets:
  - name: strip
    segments: [{name: s, length: 0.1, edges: 5, young: 20 MPa, width: 20 mm, thickness: 3 mm, density: 1000,
                viscosity: 0.4 MPa s, rest_curvature: 0, stiffness: 1}]
    clamps: [{segment: s}]
bodies:
  - name: bob
    joint: {type: planar, axis: y, initial: [0, 0.1, 0]}
    rigid: {mass: 5e-3, inertia: [1e-6, 1e-6, 1e-6]}
connections:
  - {name: tie, type: fixed, a: {body: strip, at: s.last}, b: {body: bob, pose: {rotation: {axis: x, angle: 90 deg}}}}
probes:
  - {name: bob, frame: bob}
  - {name: tie, connection: tie}
sensors:
  - {name: eye, probe: bob, columns: [z], rate: 100}
study: {type: dynamics, duration: 0.3, method: implicit, rtol: 1e-5, atol: 1e-7}
''')
        self.curve = 'nets.strip.s.rest_curvature'

    def test_inputs(self):
        m = self.model
        self.assertEqual(m.input_names, [self.curve, 'nets.strip.s.stiffness'])
        straight, curved = (cuttle.statics(m, [kappa, 1]) for kappa in (0, 5))
        lift = [cuttle.frame_pose(m, x, 'bob')[2, 3] for x in (straight, curved)]
        self.assertGreater(lift[1] - lift[0], 0.015)
        x = m.rest_state()
        one, two = (cuttle.stiffness_matrix(m, x, [0, s]) for s in (1, 2))
        np.testing.assert_allclose(two, 2 * one, atol=1e-9 * np.abs(one).max())

    def test_function_as_controller(self):
        m = self.model
        told = cuttle.simulate(m, 0.3, u=lambda t: [5, 1], sample_time=0.01)
        held = cuttle.simulate(m, 0.3, controllers=[cuttle.FunctionController(
            lambda t, x, u, readings: [5.0], inputs=[self.curve], sample_time=0.01)])
        self.assertAlmostEqual(held['bob.z'][-1], told['bob.z'][-1], delta=1e-5)
        # readings lead it to a height
        curve = [0.0]

        def lift(t, x, u, readings):
            curve[0] += 15 * (0.01 - readings[0])
            return curve

        seen = cuttle.simulate(m, 1.5, controllers=[cuttle.FunctionController(
            lift, inputs=[self.curve], sample_time=0.01)])
        self.assertAlmostEqual(seen['bob.z'][-1], 0.01, delta=1e-3)
        self.assertLess(seen['tie.gap'].max(), 1e-10)


if __name__ == '__main__':
    common.main()
