"""The picture of the layers: floors, lines that pass a floor, lines that cross, and what needs no line."""
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / 'tools'))
import architecture  # noqa: E402
import draw_architecture  # noqa: E402


def table(**modules):
    return {name: architecture.Row(0, set(allowed.split()), False) for name, allowed in modules.items()}


class DrawArchitecture(unittest.TestCase):
    def expect(self, picture, **modules):
        self.assertEqual(draw_architecture.draw(table(**modules)), picture.strip('\n').splitlines())

    def test_what_is_reached_by_another_way_has_no_line(self):
        self.assertEqual(draw_architecture.direct(table(base='', math='base', rod='base math')),
                         {'base': [], 'math': ['base'], 'rod': ['math']})

    def test_modules_stand_right_below_their_users(self):
        below = draw_architecture.direct(table(base='', solve='base', math='base', rod='math', sim='rod solve'))
        self.assertEqual(draw_architecture.floors(below), {'base': 0, 'math': 1, 'rod': 2, 'solve': 2, 'sim': 3})

    def test_a_line_passes_a_floor(self):
        self.expect("""
      sim
   ┌───┴──┐
  rod   solve
   │      │
 math     │
   └───┬──┘
     base
""", base='', math='base', rod='math', solve='base', sim='rod solve')

    def test_lines_of_different_users_stay_apart(self):
        self.expect("""
  net   rod
  ┌┘     │
  │ ┌────┴┐
 base   math
""", base='', math='', rod='base math', net='base')

    def test_lines_that_cross(self):
        self.expect("""
  one   three   two
   │      │ ┌────┴─┐
   │┌─────┴─│────┐ │
  ┌┴│─────┐ │    │ │
 alpha   beta   gamma
""", alpha='', beta='', gamma='', one='alpha beta', two='beta gamma', three='alpha gamma')

    def test_one_module(self):
        self.expect(' base', base='')


if __name__ == '__main__':
    unittest.main()
