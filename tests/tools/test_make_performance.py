"""The performance page: times get a fitting unit, a missed target or error is said."""
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / 'tools'))
import make_performance  # noqa: E402


def case(**changes):
    return {'case': 'flying rod', 'seconds': 0.02, 'error': 1e-6, 'error_limit': 1e-5,
            'error_of': 'tip', 'target_seconds': 0.01, **changes}


class MakePerformance(unittest.TestCase):
    def test_units(self):
        shown = [make_performance.seconds(s) for s in (2.5, 0.0043, 4.7e-6, 3e-8)]
        self.assertEqual(shown, ['2.5 s', '4.3 ms', '4.7 µs', '30 ns'])

    def test_rows(self):
        self.assertEqual(make_performance.row(case()),
                         '| flying rod | 20 ms | 10 ms | **missed, 2.0×** | 1e-06 | tip |\n')
        self.assertIn('| met |', make_performance.row(case(target_seconds=0.03)))

    def test_an_error_above_its_limit_meets_nothing(self):
        row = make_performance.row(case(target_seconds=0.03, error=1e-4))
        self.assertIn('**error above 1e-05**', row)
        self.assertNotIn('met', row)

    def test_no_target_and_not_measured(self):
        self.assertIn('| 20 ms |  |  |', make_performance.row(case(target_seconds=None)))
        self.assertIn('| not measured |', make_performance.row(case(seconds=None)))


if __name__ == '__main__':
    unittest.main()
