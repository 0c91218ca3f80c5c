"""The performance page: times get a fitting unit, and a missed target is said."""
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / 'tools'))
import make_performance  # noqa: E402


class MakePerformance(unittest.TestCase):
    def test_units(self):
        shown = [make_performance.seconds(s) for s in (2.5, 0.0043, 4.7e-6, 3e-8)]
        self.assertEqual(shown, ['2.5 s', '4.3 ms', '4.7 µs', '30 ns'])

    def test_rows(self):
        case = {'case': 'flying rod', 'seconds': 0.02, 'error': 1e-6, 'target_seconds': 0.01}
        self.assertEqual(make_performance.row(case),
                         '| flying rod | 20 ms | 1.0e-06 | 10 ms | missed, 2.0× |\n')
        case['target_seconds'] = 0.03
        self.assertIn('| met |', make_performance.row(case))

    def test_no_target_and_no_error(self):
        case = {'case': 'swing', 'seconds': 1.0, 'error': None, 'target_seconds': None}
        self.assertEqual(make_performance.row(case), '| swing | 1 s |  |  |  |\n')


if __name__ == '__main__':
    unittest.main()
