"""The small problems of control, against closed forms and optimality conditions."""
import math
import unittest

import numpy as np

import common
import cuttle


class Sampling(unittest.TestCase):
    def test_double_integrator(self):
        A, B = np.array([[0.0, 1], [0, 0]]), np.array([[0.0], [1]])
        Ad, Bd = cuttle.discretise(A, B, 0.1)
        np.testing.assert_allclose(Ad, [[1, 0.1], [0, 1]], atol=1e-15)
        np.testing.assert_allclose(Bd, [[0.005], [0.1]], atol=1e-15)
        _, now, last = cuttle.discretise(A, B, 0.1, delay=0.04)
        np.testing.assert_allclose(now + last, Bd, atol=1e-15)

    def test_wrong_arguments(self):
        with self.assertRaisesRegex(ValueError, r'A: expected shape \(n, n\), got \(1, 2\)'):
            cuttle.discretise([[0, 1]], [[1]], 0.1)
        with self.assertRaisesRegex(ValueError, r'B: expected shape \(1, columns\), got \(2, 1\)'):
            cuttle.discretise([[0]], [[1], [1]], 0.1)
        with self.assertRaisesRegex(ValueError, r'A\[0, 1\] is nan'):
            cuttle.discretise([[0, math.nan], [0, 0]], [[1], [1]], 0.1)
        with self.assertRaisesRegex(ValueError, 'delay: must be in'):
            cuttle.discretise([[0]], [[1]], 0.1, delay=0.2)


class Regulators(unittest.TestCase):
    def test_scalar(self):
        # 2 a x - x^2 b^2 / r + q = 0
        K, X = cuttle.continuous_regulator([[1.0]], [[2.0]], [[3.0]], [[4.0]])
        self.assertAlmostEqual(X[0, 0], 1 + math.sqrt(1 + 3), places=12)
        self.assertAlmostEqual(K[0, 0], 2 * X[0, 0] / 4, places=12)

    def test_riccati_and_stability(self):
        random = np.random.default_rng(1)
        A, B = random.normal(size=(5, 5)), random.normal(size=(5, 2))
        K, X = cuttle.continuous_regulator(A, B, np.eye(5), np.eye(2))
        np.testing.assert_allclose(A.T @ X + X @ A - X @ B @ B.T @ X + np.eye(5), 0, atol=1e-8)
        self.assertLess(np.linalg.eigvals(A - B @ K).real.max(), 0)
        K, X = cuttle.discrete_regulator(A, B, np.eye(5), np.eye(2))
        self.assertLess(np.abs(np.linalg.eigvals(A - B @ K)).max(), 1)

    def test_nothing_stabilises(self):
        with self.assertRaises(cuttle.SolverError):
            cuttle.continuous_regulator([[1.0]], [[0.0]], [[1.0]], [[1.0]])


class LeastSquares(unittest.TestCase):
    def test_optimality(self):
        random = np.random.default_rng(2)
        for _ in range(20):
            A, b = random.normal(size=(6, 4)), random.normal(size=6)
            x = cuttle.bounded_least_squares(A, b, low=0.0, high=0.3)
            slope = A.T @ (A @ x - b)
            for xi, gi in zip(x, slope):
                self.assertTrue(0 <= xi <= 0.3)
                self.assertTrue(abs(gi) < 1e-10 or (xi == 0 and gi > 0) or (xi == 0.3 and gi < 0))

    def test_bounds_that_cross(self):
        with self.assertRaises((cuttle.SolverError, ValueError)):
            cuttle.bounded_least_squares([[1.0]], [1.0], low=1.0, high=0.0)


class Formulas(unittest.TestCase):
    """Entries of u that the file gives as formulas of columns."""

    def setUp(self):
        self.model = cuttle.loads('''
bodies:
  - name: block
    joint: {type: prismatic, axis: x, initial: 0.5, effort: "-4 N/m*block.travel + 2*push.x"}
    rigid: {mass: 2, inertia: [1, 1, 1]}
loads:
  - {name: push, body: block, force: [3, 0, 0]}
probes:
  - {name: block, joint: block}
  - {name: push, frame: block}
study: {type: dynamics, duration: 1}
''')
        self.own = self.model.find_input('joints.block.effort')
        self.push = self.model.find_input('loads.push.force.x')

    def test_acting_input(self):
        m = self.model
        self.assertEqual(m.input(t=0)[self.own], 0)
        self.assertAlmostEqual(m.acting_input()[self.own], -2 + 1)
        x = m.rest_state()
        x.q[0] = 0.25
        self.assertAlmostEqual(m.acting_input(x)[self.own], -0.5)
        self.assertAlmostEqual(cuttle.forward_dynamics(m, x)[0], (3 - 0.5) / 2)

    def test_nobody_commands_them(self):
        m = self.model
        u = m.input()
        u[self.own] = 1
        with self.assertRaisesRegex(ValueError, 'formula of the state'):
            cuttle.forward_dynamics(m, m.rest_state(), u)
        with self.assertRaisesRegex(ValueError, 'formula of the state'):
            cuttle.Env(m, act=['joints.block.effort'])
        env = cuttle.Env(m, dt=0.01, t_end=0.1)
        self.assertEqual(env.action_space.shape, (m.nu - 1,))


if __name__ == '__main__':
    common.main()
