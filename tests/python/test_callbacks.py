"""Functions in Python inside of runs: forces, inputs, controllers, and their exceptions."""
import gc
import traceback
import unittest
import weakref

import numpy as np

import common
import cuttle


class Forces(unittest.TestCase):
    def test_constant_force_is_a_load(self):
        m = common.soft_arm()
        pushed = m.with_force('arm.tip', lambda t, pose, twist: [0, 0, 0, 0, 0, 0.02])
        x = pushed.rest_state().displace(np.full(m.nv, 0.3))
        np.testing.assert_allclose(cuttle.forward_dynamics(pushed, x, np.zeros(4)),
                                   cuttle.forward_dynamics(m, x, [0, 0, 0.02, 0]), rtol=1e-12)
        # statics needs its derivative
        a, b = cuttle.statics(pushed, np.zeros(4)), cuttle.statics(m, [0, 0, 0.02, 0])
        np.testing.assert_allclose(a.q, b.q, atol=1e-8)

    def test_stiffness(self):
        # a moment that turns with the frame, a spring and a damper, whose derivatives are given
        c, base = np.array([0.1, 0.2, -0.3]), common.soft_arm()

        def law(t, pose, twist):
            return np.concatenate([0.01 * pose[:3, 1] - 0.02 * twist[:3],
                                   2 * (c - pose[:3, 3]) - 0.4 * twist[3:]])

        def stiffness(t, pose, twist):
            a, b, g = 0.01 * pose[:3, 1]
            K = np.zeros((6, 6))
            K[:3, :3] = [[0, -g, b], [g, 0, -a], [-b, a, 0]]
            K[3:, 3:] = 2 * np.eye(3)
            return K
        damping = np.diag([0.02] * 3 + [0.4] * 3)
        plain = base.with_force('arm.tip', law)
        given = base.with_force('arm.tip', law, stiffness, damping)
        x = [m.rest_state().displace(np.full(m.nv, 0.3)) for m in (plain, given)]
        for state in x:
            state.v = np.linspace(-1, 1, base.nv)
        for matrix in (cuttle.stiffness_matrix, cuttle.damping_matrix):
            a, b = (matrix(m, y) for m, y in zip((plain, given), x))
            np.testing.assert_allclose(a, b, atol=1e-7 * np.abs(a).max())
        a, b = (cuttle.statics(m, np.zeros(4)) for m in (plain, given))
        np.testing.assert_allclose(a.q, b.q, atol=1e-8)
        # what is wrong with a stiffness is told like all else
        with self.assertRaisesRegex(ValueError, r'stiffness: .*\(6, 6\)'):
            base.with_force('arm', law, np.eye(3))
        with self.assertRaisesRegex(ValueError, 'stiffness: missing'):
            base.with_force('arm', law, damping=damping)
        with self.assertRaisesRegex(ValueError, r'stiffness: .*\(6, 6\)'):
            cuttle.statics(base.with_force('arm', law, lambda t, pose, twist: np.eye(3)), np.zeros(4))

    def test_arguments(self):
        m = common.hub()
        x = m.rest_state().displace(np.linspace(0, 0.5, m.nv))
        x.v = np.linspace(-1, 1, m.nv)
        x.t = 0.7
        seen = []

        def force(t, pose, twist):
            seen.append((t, pose, twist))
            return np.zeros(6)
        cuttle.forward_dynamics(m.with_force('arm', force), x)
        self.assertEqual(seen[0][0], 0.7)
        np.testing.assert_allclose(seen[0][1], cuttle.frame_pose(m, x, 'arm'), atol=1e-15)
        np.testing.assert_allclose(seen[0][2], cuttle.frame_twist(m, x, 'arm', axes='world'),
                                   atol=1e-14)

    def test_damper_takes_energy(self):
        m = common.hub().with_force(
            'arm', lambda t, pose, twist: np.concatenate([0 * twist[:3], -0.2 * twist[3:]]))
        x = m.rest_state()
        x.v[3] = 1
        traj = cuttle.simulate(m, 0.3, x, rtol=1e-8, atol=1e-10)
        self.assertLess(traj.energy_residual, 1e-5)
        self.assertLess(traj['energy.work'][-1], -1e-3)

    def test_exceptions_arrive_unchanged(self):
        class Odd(Exception):
            pass
        odd = Odd('here')

        def force(t, pose, twist):
            if t > 0.05:
                raise odd
            return np.zeros(6)
        m = common.soft_arm().with_force('arm', force)
        for method in ('implicit', 'dopri5', 'bdf'):
            with self.assertRaises(Odd) as caught:
                cuttle.simulate(m, 0.2, method=method)
            self.assertIs(caught.exception, odd)
        try:
            cuttle.simulate(m, 0.2)
        except Odd as error:
            names = [frame.name for frame in traceback.extract_tb(error.__traceback__)]
        self.assertIn('force', names)
        sim = cuttle.Simulator(m)
        sim.step(np.zeros(4), 0.04)
        with self.assertRaises(Odd):
            sim.step(np.zeros(4), 0.04)
        sim.reset()
        sim.step(np.zeros(4), 0.04)

    def test_wrong_results(self):
        for result, error, text in ((None, TypeError, 'wrench: expected numbers, got NoneType'),
                                    ([1, 2], ValueError, r'wrench: .* shape \(6,\), got \(2,\)'),
                                    ([0] * 5 + [np.nan], ValueError, r'wrench\[5\] is nan')):
            m = common.soft_arm().with_force('arm', lambda t, pose, twist, r=result: r)
            with self.assertRaisesRegex(error, text):
                cuttle.simulate(m, 0.1)
            with self.assertRaisesRegex(error, text):
                cuttle.forward_dynamics(m, m.rest_state())
        with self.assertRaises(TypeError):
            common.soft_arm().with_force('arm', 3)

    def test_function_is_let_go(self):
        def force(t, pose, twist):
            return np.zeros(6)
        m = common.soft_arm().with_force('arm', force)
        gone = weakref.ref(force)
        del force, m
        gc.collect()
        self.assertIsNone(gone())


class Controllers(unittest.TestCase):
    def test_samples_delay_and_bounds(self):
        calls = []

        def law(t, x, u, readings):
            calls.append(t)
            self.assertEqual(x.t, t)
            return [10.0]
        m = common.soft_arm()
        traj = cuttle.simulate(m, 0.1, controllers=[cuttle.FunctionController(
            law, inputs=['cables.c.tension'], sample_time=0.02, delay=0.01, max=0.5, name='pull')])
        np.testing.assert_allclose(calls[:5], [0, 0.02, 0.04, 0.06, 0.08], atol=1e-12)
        same = cuttle.simulate(m, 0.1, u=lambda t: [0, 0, 0, 0.5 if t > 0.009 else 0])
        np.testing.assert_allclose(traj.q[-1], same.q[-1], atol=1e-6)
        self.assertIn('pull.c.tension', traj.columns)

    def test_feedback(self):
        m = common.soft_arm()
        goal = 0.1

        def law(t, x, u, readings):
            error = goal - cuttle.frame_pose(m, x, 'arm')[2, 3]
            return [max(0.0, 3 * goal + 5 * error)]
        traj = cuttle.simulate(m, 1.0, controllers=[
            cuttle.FunctionController(law, inputs=['cables.c.tension'], sample_time=0.005)])
        self.assertGreater(traj['tip.z'][-1], 0.01)

    def test_exceptions_and_wrong_arguments(self):
        m = common.soft_arm()

        def bad(t, x, u, readings):
            raise KeyError('law')
        with self.assertRaisesRegex(KeyError, 'law'):
            cuttle.simulate(m, 0.1, controllers=[cuttle.FunctionController(bad)])
        with self.assertRaisesRegex(ZeroDivisionError, 'division'):
            cuttle.simulate(m, 0.1, u=lambda t: [1 / 0] * 4)
        with self.assertRaisesRegex(ValueError, r'command: expected shape \(4,\), got \(1,\)'):
            cuttle.simulate(m, 0.1, u=lambda t: [1.0])
        with self.assertRaisesRegex(ValueError, "no such input: 'cables.c.tensin'; did you mean"):
            cuttle.simulate(m, 0.1, controllers=[
                cuttle.FunctionController(bad, inputs=['cables.c.tensin'])])
        with self.assertRaisesRegex(TypeError, 'expected a list of cuttle.FunctionController'):
            cuttle.simulate(m, 0.1, controllers=[3])
        with self.assertRaisesRegex(ValueError, 'sample_time: must be > 0'):
            cuttle.simulate(m, 0.1, controllers=[cuttle.FunctionController(bad, sample_time=0)])
        with self.assertRaises(TypeError):
            cuttle.FunctionController(None)


if __name__ == '__main__':
    common.main()
