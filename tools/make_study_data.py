#!/usr/bin/env python3
"""Makes the measured data of the fit studies: known truths with noise from fixed seeds.

Usage: tools/make_study_data.py FOLDER        (FOLDER is studies/data in the project)

The seed of every file is 1 and was never changed to make a result look better. The programs that
make the data share nothing with the program that fits them.
"""

import math
import random
import sys
from pathlib import Path

SEED = 1


def write(path, header, rows):
    """Rows of numbers and Nones; a None is a gap."""
    lines = [",".join("" if value is None else f"{value:.6g}" for value in row) for row in rows]
    path.write_text(header + "\n" + "\n".join(lines) + "\n")


def thruster(folder):
    """[Nielsen16] Table IV: f = K_L n + K_Q n |n|, steps of the command from 0 to 200 for two
    vehicles. The noise is such that R^2 = 0.992 is expected, as the paper found."""
    k_l, k_q, r_squared = 3.123e-2, 2.52e-4, 0.992
    commands = [float(n) for n in range(0, 201, 10)]
    truth = [(n, k_l * n + k_q * n * abs(n)) for _ in range(2) for n in commands]
    mean = sum(f for _, f in truth) / len(truth)
    total = sum((f - mean) ** 2 for _, f in truth)
    # expected: residuals (m - 2) s^2, all (total + (m - 1) s^2)
    m = len(truth)
    sigma = math.sqrt((1 - r_squared) * total / ((m - 2) - (1 - r_squared) * (m - 1)))
    noise = random.Random(SEED)
    rows = []
    for i, (n, f) in enumerate(truth):
        rows.append((1 + i // len(commands), n, f + noise.gauss(0, sigma)))
    write(folder / "thruster.csv", "vehicle,delta_pwm,force [N]", rows)
    return sigma


def roll(linear, quadratic, stiffness, rest, times, step=1e-3):
    """angle'' = -linear w - quadratic |w| w - stiffness sin(angle - rest) from rest at zero, with
    Runge-Kutta steps."""

    def rate(a, w):
        return w, -linear * w - quadratic * abs(w) * w - stiffness * math.sin(a - rest)

    angle, speed, now, angles = 0.0, 0.0, 0.0, []
    for t in times:
        count = max(1, math.ceil((t - now) / step))
        h = (t - now) / count
        for _ in range(count):
            a1, w1 = rate(angle, speed)
            a2, w2 = rate(angle + h / 2 * a1, speed + h / 2 * w1)
            a3, w3 = rate(angle + h / 2 * a2, speed + h / 2 * w2)
            a4, w4 = rate(angle + h * a3, speed + h * w3)
            angle += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
            speed += h / 6 * (w1 + 2 * w2 + 2 * w3 + w4)
        now = t
        angles.append(angle)
    return angles


def hydrostatic(folder):
    """[Nielsen16] Table I: two modules on a rod along y, the second one rolled by 90 degrees, swing
    as one body about a roll of -45 degrees. Recorded is qx = sin(roll / 2); for a while the cameras
    lose the markers."""
    mass, added, arm, inertia, weight, height = 14, 7.06, 0.298, 0.13, 14 * 9.81, 0.0114
    whole = 2 * inertia + 2 * (mass + added) * arm**2
    linear = 2 * (0.048 + 0.67 * arm**2) / whole
    quadratic = 2 * (0.0082 + 3.8 * arm**3) / whole
    stiffness = math.sqrt(2) * weight * height / whole
    times = [0.2 * i for i in range(151)]
    noise = random.Random(SEED)
    rows = []
    for t, angle in zip(times, roll(linear, quadratic, stiffness, -math.pi / 4, times)):
        value = math.sin(angle / 2) + noise.gauss(0, 0.005)
        lost = 12.1 < t < 13.5
        rows.append((t, None if lost else value))
    write(folder / "hydrostatic.csv", "t [s],qx", rows)


def sma_logistic(folder):
    """[Goldberg19] Table 1 in (7.1), with the amplitude in the sign that straightens; one period of
    3.54 s at 240 frames per second."""
    rest, amplitude, t0, tau, sigma = -110.2231, 88.9733, 0.8676, 0.3023, 1.5
    noise = random.Random(SEED)
    rows = []
    for i in range(850):
        t = i / 240
        logistic = 1 / (1 + math.exp(-(t - t0) / tau))
        rows.append((t, rest + amplitude * (1 - logistic) + noise.gauss(0, sigma)))
    write(folder / "sma_logistic.csv", "t [s],curvature [1/m]", rows)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    print(f"thruster: noise {thruster(folder):.4f} N")
    hydrostatic(folder)
    sma_logistic(folder)


if __name__ == "__main__":
    main()
