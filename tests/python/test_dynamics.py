"""Terms of the equations of motion, against energies, differences and closed forms."""
import unittest

import numpy as np

import common
import cuttle


def moving(m, seed=1):
    """A bent robot in motion."""
    random = np.random.default_rng(seed)
    x = m.rest_state().displace(random.normal(scale=0.3, size=m.nv))
    x.v = random.normal(size=m.nv)
    return x


class Terms(unittest.TestCase):
    def setUp(self):
        self.m = common.hub()
        self.x = moving(self.m)

    def test_mass_matrix_is_the_hessian_of_kinetic_energy(self):
        M = cuttle.mass_matrix(self.m, self.x)
        np.testing.assert_array_equal(M, M.T)
        self.assertGreater(np.linalg.eigvalsh(M).min(), 0)
        energy = cuttle.energy(self.m, self.x)
        self.assertAlmostEqual(energy['kinetic'], self.x.v @ M @ self.x.v / 2, places=12)
        self.assertAlmostEqual(energy['total'], sum(
            energy[k] for k in ('kinetic', 'gravity', 'elastic', 'actuation')))
        # polarisation gives every entry
        y = self.x.copy()
        e = np.eye(self.m.nv)

        def kinetic(v):
            y.v = v
            return cuttle.energy(self.m, y)['kinetic']
        for i, j in ((0, 5), (3, 8), (6, 7)):
            self.assertAlmostEqual(kinetic(e[i] + e[j]) - kinetic(e[i]) - kinetic(e[j]), M[i, j],
                                   places=12)

    def test_forward_and_inverse_agree(self):
        a = cuttle.forward_dynamics(self.m, self.x, [0.3])
        M, b = cuttle.mass_matrix(self.m, self.x), cuttle.bias(self.m, self.x, [0.3])
        np.testing.assert_allclose(M @ a, -b, atol=1e-9 * np.abs(b).max())
        np.testing.assert_allclose(cuttle.inverse_dynamics(self.m, self.x, a, [0.3]), 0,
                                   atol=1e-9 * np.abs(b).max())
        np.testing.assert_allclose(cuttle.inverse_dynamics(self.m, self.x, u=[0.3]), b, rtol=1e-12)

    def test_bias_is_the_sum_of_its_parts(self):
        m, x = self.m, self.x
        B = cuttle.actuation_matrix(m, x)
        at_rest = x.copy()
        at_rest.v = np.zeros(m.nv)
        still = cuttle.bias(m, at_rest, [0.0])
        self.assertEqual(B.shape, (m.nv, 1))
        np.testing.assert_allclose(
            cuttle.bias(m, x, [2.0]),
            cuttle.coriolis(m, x) + still + cuttle.damping_matrix(m, x) @ x.v - 2 * B[:, 0],
            atol=1e-9)

    def test_gravity_is_minus_the_gradient_of_its_energy(self):
        m, x, h = self.m, self.x, 1e-6
        for i in range(m.nv):
            d = np.zeros(m.nv)
            d[i] = h
            up = cuttle.energy(m, x.displace(d))['gravity']
            down = cuttle.energy(m, x.displace(-d))['gravity']
            self.assertAlmostEqual(-(up - down) / (2 * h), cuttle.gravity_force(m, x)[i], places=7)

    def test_jacobian_is_the_derivative_of_the_pose(self):
        m, x, h = self.m, self.x, 1e-6
        for frame in ('arm.tip', 'ball.side', 'link'):
            J = cuttle.jacobian(m, x, frame)
            np.testing.assert_allclose(cuttle.frame_twist(m, x, frame), J @ x.v, atol=1e-12)
            R = cuttle.frame_pose(m, x, frame)[:3, :3]
            world = cuttle.jacobian(m, x, frame, axes='world')
            np.testing.assert_allclose(world, np.kron(np.eye(2), R) @ J, atol=1e-13)
            for i in range(m.nv):
                d = np.zeros(m.nv)
                d[i] = h
                rate = (cuttle.frame_pose(m, x.displace(d), frame)[:3, 3]
                        - cuttle.frame_pose(m, x.displace(-d), frame)[:3, 3]) / (2 * h)
                np.testing.assert_allclose(world[3:, i], rate, atol=1e-8)

    def test_jacobian_rate(self):
        m, x, h = self.m, self.x, 1e-6
        for frame in ('arm.tip', 'link'):
            ahead, behind = x.displace(h * x.v), x.displace(-h * x.v)
            rate = (cuttle.jacobian(m, ahead, frame) - cuttle.jacobian(m, behind, frame)) @ x.v
            np.testing.assert_allclose(cuttle.jacobian_rate_times_v(m, x, frame), rate / (2 * h),
                                       atol=1e-7)

    def test_momentum_of_a_free_robot(self):
        p = cuttle.momentum(self.m, self.x)
        M = cuttle.mass_matrix(self.m, self.x)
        linear = (M @ self.x.v)[3:6]
        self.assertAlmostEqual(np.linalg.norm(p[3:]), np.linalg.norm(linear), places=12)


class Loops(unittest.TestCase):
    def test_constraints_hold(self):
        m = cuttle.load(common.MODELS / 'four_bar.yaml')
        x = m.initial_state()
        A = cuttle.constraint_matrix(m, x)
        self.assertGreater(A.shape[0], 0)
        self.assertEqual(A.shape[1], m.nv)
        a = cuttle.forward_dynamics(m, x)
        if not x.v.any():
            np.testing.assert_allclose(A @ a, 0, atol=1e-9 * np.abs(a).max())
        free = common.hub()
        self.assertEqual(cuttle.constraint_matrix(free, free.rest_state()).shape[0], 0)


class Inputs(unittest.TestCase):
    def test_shapes(self):
        m = common.soft_arm()
        x = m.rest_state()
        with self.assertRaisesRegex(ValueError, r'u: expected shape \(4,\), got \(5,\)'):
            cuttle.forward_dynamics(m, x, np.zeros(5))
        with self.assertRaisesRegex(ValueError, r'u: .* \(4,\) or \(3, 4\), got \(2, 4\)'):
            cuttle.forward_dynamics(m, x, np.zeros((2, 4)))
        with self.assertRaisesRegex(ValueError, r'u\[2\] is nan'):
            cuttle.forward_dynamics(m, x, [0, 0, np.nan, 0])
        with self.assertRaisesRegex(ValueError, r'u\[3\] \(cables.c.tension\): must be >= 0 N'):
            cuttle.forward_dynamics(m, x, [0, 0, 0, -1])
        with self.assertRaisesRegex(ValueError, r'a: expected shape'):
            cuttle.inverse_dynamics(m, x, np.zeros((3, 3)))

    def test_any_layout(self):
        m = common.soft_arm()
        x = moving(m)
        u = np.array([1.0, 2, 3, 4])
        reference = cuttle.forward_dynamics(m, x, u)
        for same in ([1, 2, 3, 4], (1, 2, 3, 4), u.astype('f4'), np.repeat(u, 2)[::2],
                     u.astype('>f8'), np.array([1, 2, 3, 4]), np.vstack([u, 0 * u, 0 * u])):
            np.testing.assert_array_equal(cuttle.forward_dynamics(m, x, same), reference)

    def test_names(self):
        m = common.soft_arm()
        names = ('c', 'force.z', 'loads.push.force.x')
        self.assertEqual([m.find_input(name) for name in names], [3, 2, 0])
        with self.assertRaisesRegex(ValueError, "'push' means more than one input"):
            m.find_input('push')
        with self.assertRaisesRegex(ValueError, "no such input: 'cables.c.tensio'; did you mean"):
            m.find_input('cables.c.tensio')

    def test_signals(self):
        m = cuttle.load(common.MODELS / 'cable_arc.yaml')
        self.assertEqual(m.input().tolist(), [0])
        self.assertEqual(m.input(t=0.5).tolist(), [2.5])
        table = cuttle.load(common.MODELS / 'hybrid_arm.yaml')
        rows = table.input(t=0.3, rates=True)
        self.assertEqual(rows.shape, (3, table.nu))
        i = table.input_names.index('joints.table.angle') if 'joints.table.angle' in \
            table.input_names else 0
        w = 2 * np.pi * 0.2
        np.testing.assert_allclose(
            rows[:, i], [0.6 * np.sin(w * 0.3), 0.6 * w * np.cos(w * 0.3),
                         -0.6 * w**2 * np.sin(w * 0.3)], atol=1e-7)


if __name__ == '__main__':
    common.main()
