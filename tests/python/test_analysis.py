"""Derivatives, linear models and inverse problems, against differences, modes and statics."""
import unittest

import numpy as np

import common
import cuttle


def remainder_order(f, derivative, sizes=(1e-2, 1e-3)):
    """The order of |f(h) - f(0) - h derivative|: 2 if the derivative is right, 1 if it is not."""
    rests = [np.linalg.norm(f(h) - f(0.0) - h * derivative) for h in sizes]
    return np.log(rests[0] / rests[1]) / np.log(sizes[0] / sizes[1])


class Derivatives(unittest.TestCase):
    def test_taylor(self):
        m = common.hub()
        random = np.random.default_rng(3)
        x = m.rest_state().displace(random.normal(scale=0.3, size=m.nv))
        x.v = random.normal(size=m.nv)
        u = np.array([0.4])
        d = cuttle.forward_dynamics_derivatives(m, x, u)
        np.testing.assert_allclose(d.a, cuttle.forward_dynamics(m, x, u), rtol=1e-9)
        way = random.normal(size=m.nv)

        def along_v(h):
            y = x.copy()
            y.v += h * way
            return cuttle.forward_dynamics(m, y, u)
        along_q = remainder_order(
            lambda h: cuttle.forward_dynamics(m, x.displace(h * way), u), d.da_dq @ way)
        self.assertAlmostEqual(along_q, 2, delta=0.1)
        self.assertAlmostEqual(remainder_order(along_v, d.da_dv @ way), 2, delta=0.1)
        # linear in the effort
        change = cuttle.forward_dynamics(m, x, u + 1) - d.a
        np.testing.assert_allclose(d.da_du[:, 0], change, rtol=1e-8)

    def test_parameters(self):
        m = common.soft_arm()
        x = m.rest_state().displace(np.full(m.nv, 0.3))
        path = 'bodies.arm.rod.material.young'
        slope = cuttle.acceleration_slope(m, x, path, 1e6, np.zeros(4))
        # elastic forces are linear in Young's modulus
        stiff = cuttle.model(common.arm_tree(), set={path: 2e6})
        change = (cuttle.forward_dynamics(stiff, x, np.zeros(4))
                  - cuttle.forward_dynamics(m, x, np.zeros(4))) / 1e6
        np.testing.assert_allclose(slope, change, rtol=1e-6)
        with self.assertRaises(cuttle.InputError):
            cuttle.acceleration_slope(m, x, 'bodies.arm.rod.lenght', 1)

    def test_statics_derivative(self):
        m = common.soft_arm()
        u = np.array([0, 0, 0.01, 1.0])
        x = cuttle.statics(m, u)
        dq_du = cuttle.statics_derivative(m, x, u)
        for i, h in ((2, 1e-5), (3, 1e-4)):
            e = h * np.eye(4)[i]
            change = (cuttle.statics(m, u + e, x).q - cuttle.statics(m, u - e, x).q) / (2 * h)
            np.testing.assert_allclose(dq_du[:, i], change, rtol=1e-6, atol=1e-6)


class LinearModels(unittest.TestCase):
    def test_pendulum(self):
        m = cuttle.load(common.MODELS / 'pendulum.yaml', set={'bodies.bob.joint.initial': 0})
        linear = cuttle.linearize(m, m.initial_state(), outputs=['bob.x'])
        np.testing.assert_allclose(np.sort(np.linalg.eigvals(linear.A).imag),
                                   [-np.sqrt(9.81), np.sqrt(9.81)], rtol=1e-9)
        np.testing.assert_allclose(np.abs(linear.C), [[1, 0]], atol=1e-9)
        np.testing.assert_allclose(linear.acceleration, 0, atol=1e-12)

    def test_poles_are_the_modes(self):
        m = cuttle.load(common.MODELS / 'rod_modes.yaml')
        linear = cuttle.linearize(m, m.initial_state())
        poles = np.sort(np.abs(np.linalg.eigvals(linear.A)))[::2] / (2 * np.pi)
        modes = m.run()['frequency']
        np.testing.assert_allclose(poles[:modes.size], modes, rtol=1e-6)

    def test_unknown_outputs(self):
        m = common.soft_arm()
        with self.assertRaisesRegex(ValueError, "outputs: no such column: 'tip.xx'; did you mean"):
            cuttle.linearize(m, m.rest_state(), outputs=['tip.xx'])

    def test_rollout_tangent(self):
        m = common.soft_arm()
        random = np.random.default_rng(4)
        u = random.uniform(0.1, 0.5, (3, 4)) * [0.01, 0.01, 0.01, 1]
        x0 = m.rest_state()
        way, push = random.normal(size=m.nv), random.uniform(size=(3, 4)) * [0.01, 0.01, 0.01, 1]

        def end(h, k):
            last = cuttle.rollout_tangent(m, x0.displace(h * way), u + k * push, 2e-3, 40)
            return np.concatenate([last.q[-1], last.v[-1]])
        run = cuttle.rollout_tangent(m, x0, u, 2e-3, 40)
        dx = np.concatenate([way, np.zeros(m.nv)])
        du = np.zeros(2 * m.nv)
        for A, B, p in zip(run.A, run.B, push):
            dx, du = A @ dx, A @ du + B @ p
        np.testing.assert_allclose(dx, (end(1e-5, 0) - end(-1e-5, 0)) / 2e-5, rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(du, (end(0, 1e-3) - end(0, -1e-3)) / 2e-3, rtol=1e-5, atol=1e-6)


class Inverse(unittest.TestCase):
    def test_reached_and_out_of_reach(self):
        m = common.soft_arm()
        goal = cuttle.frame_pose(m, cuttle.statics(m, [0, 0, 0, 1.5]), 'arm.tip')
        found = cuttle.inverse_statics(m, 'arm.tip', goal, inputs=['c'], high=5)
        self.assertTrue(found.reached)
        self.assertAlmostEqual(found.u[3], 1.5, places=6)
        np.testing.assert_allclose(found.pose, goal, atol=1e-7)
        least = cuttle.inverse_statics(m, 'arm.tip', goal[:3, 3], inputs=['c'], high=1.0)
        self.assertFalse(least.reached)
        self.assertEqual((least.u[3], least.at_bound), (1.0, [1]))
        self.assertGreater(least.position_error, 1e-3)

    def test_wrong_goals(self):
        m = common.soft_arm()
        with self.assertRaisesRegex(ValueError, r'goal: expected shape \(4, 4\) or \(3,\)'):
            cuttle.inverse_statics(m, 'arm', np.zeros((3, 3)))
        with self.assertRaisesRegex(ValueError, 'goal: its rotation'):
            cuttle.inverse_statics(m, 'arm', np.zeros((4, 4)))
        with self.assertRaisesRegex(ValueError, 'low: 2 is above high: 1'):
            cuttle.inverse_statics(m, 'arm', np.zeros(3), inputs=['c'], low=2, high=1)

    def test_workspace(self):
        m = common.soft_arm()
        tensions = np.linspace(0, 3, 7)[:, None]
        found = cuttle.workspace_sample(m, 'arm.tip', tensions, inputs=['c'])
        self.assertEqual(found.status, ['ok'] * 7)
        for (tension,), pose in zip(tensions, found.poses):
            x = cuttle.statics(m, [0, 0, 0, tension])
            np.testing.assert_allclose(pose, cuttle.frame_pose(m, x, 'arm.tip'), atol=1e-8)


if __name__ == '__main__':
    common.main()
