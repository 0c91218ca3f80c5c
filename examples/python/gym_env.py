"""An environment for learning: a pendulum with a weak motor, and a random search for a policy."""
import numpy as np

import cuttle

m = cuttle.model(
    name='swing',
    bodies=[cuttle.body(name='bob', joint=cuttle.joint(type='revolute', axis='y', effort=0),
                        rigid=cuttle.rigid(mass=1, center=[0, 0, -0.5], inertia=[0.01] * 3))])

env = cuttle.Env(m, observe=['q', 'v'], act=['joints.bob.effort'], low=-1, high=1, dt=0.05, t_end=6,
                 reward=lambda obs, action: -np.cos(obs[0]),          # 1 when it stands upright
                 reset=lambda m, random: m.rest_state().displace(random.normal(size=1) / 10))

def episode(gain, seed):
    obs, info = env.reset(seed=seed)
    total, over = 0.0, False
    while not over:
        obs, reward, terminated, truncated, info = env.step(np.clip(gain @ obs, -1, 1))
        total, over = total + reward, terminated or truncated
    return total

random = np.random.default_rng(0)
gains = [np.zeros((1, 2))] + [random.normal(size=(1, 2)) for _ in range(30)]
scores = [episode(gain, seed=3) for gain in gains]
print(f'idle {scores[0]:.1f}, best {max(scores):.1f} with gain {gains[int(np.argmax(scores))]}')
assert max(scores) > scores[0] + 20 and episode(gains[5], 3) == scores[5]
