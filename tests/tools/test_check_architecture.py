"""The checker is tried on a toy tree: it must accept the good one and name each kind of slip."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[2] / 'tools'
DRAWING = """<!-- drawn by tools/draw_architecture.py from the table below; do not edit -->
```
    apps
  ┌───┴──┐
 rod   solve
  └───┬──┘
    math
      │
    base
```
<!-- end of the drawing -->
"""
TABLE = """
| module | may include | holds |
|---|---|---|
| `base` | | |
| `math` | `base` | |
| `rod` | `base` `math` | |
| `solve` | `math` | |
| `apps` | all | |
"""


class CheckArchitecture(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.write('docs/architecture.md', DRAWING + TABLE)
        self.write('docs/references.bib', '@book{Known01,\n}\n')
        self.write('src/cuttle/cuttle.h', '#include "cuttle/rod/a.h"\n')
        self.write('src/cuttle/math/b.h', '#include "cuttle/base/a.h"\n')
        self.write('src/cuttle/rod/a.h',
                   '#include <vector>\n#include "cuttle/math/b.h"  // [Known01] (3)\n#include "cuttle/base/a.h"\n')
        self.write('src/cuttle/solve/c.h', '#include "cuttle/math/b.h"\n')
        self.write('apps/cuttle/main.cpp', '#include "verb.h"\n#include "cuttle/solve/c.h"\n')

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def check(self, *options, tool='check_architecture.py'):
        done = subprocess.run([sys.executable, TOOLS / tool, self.root, *options], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def circle(self, *names, module='rod'):
        """Units of one module that include each other: the first a header, the others sources."""
        for name, other in zip(names, [*names[1:], names[0]]):
            self.write(f'src/cuttle/{module}/{name}.cpp', f'#include "cuttle/{module}/{other}.h"\n')
            self.write(f'src/cuttle/{module}/{name}.h', '')

    def expect_error(self, message):
        code, text = self.check()
        self.assertEqual(text, message + '\n')
        self.assertEqual(code, 1)

    def test_good_tree_passes(self):
        code, text = self.check()
        self.assertEqual(code, 0, text)
        self.assertIn('5 modules', text)

    def test_forbidden_include(self):
        self.write('src/cuttle/solve/b.cpp', '\n#include "cuttle/rod/a.h"\n')
        self.expect_error('src/cuttle/solve/b.cpp:2: error: solve/ may not include rod/')

    def test_module_without_row(self):
        self.write('src/cuttle/magic/b.cpp', '#include "cuttle/base/a.h"\n')
        self.expect_error('src/cuttle/magic/b.cpp:1: error: magic/ has no row in docs/architecture.md')

    def test_relative_include(self):
        self.write('src/cuttle/solve/b.cpp', '#include "../rod/a.h"\n')
        self.expect_error('src/cuttle/solve/b.cpp:1: error: write "cuttle/<module>/<file>.h" '
                          'instead of "../rod/a.h"')

    def test_umbrella_inside_library(self):
        self.write('src/cuttle/rod/b.cpp', '#include "cuttle/cuttle.h"\n')
        self.expect_error('src/cuttle/rod/b.cpp:1: error: the umbrella header is for users only')

    def test_unknown_citation(self):
        self.write('tests/unit/b_test.cpp', '// as in [Nobody99] Eq. (4)\n')
        self.expect_error('tests/unit/b_test.cpp:1: error: '
                          'citation [Nobody99] is not in docs/references.bib')

    def test_index_is_not_a_citation(self):
        self.write('src/cuttle/rod/b.cpp', 'double y = table[Index10];\n')
        self.assertEqual(self.check()[0], 0)

    def test_row_may_not_name_a_later_one(self):
        self.write('docs/architecture.md', DRAWING + TABLE.replace('| `math` | `base` |', '| `math` | `base` `rod` |'))
        self.expect_error('docs/architecture.md:16: error: math names rod, which is not a row above')

    def test_permission_that_nobody_uses(self):
        self.write('docs/architecture.md', DRAWING + TABLE.replace('| `solve` | `math`', '| `solve` | `base` `math`'))
        self.expect_error('docs/architecture.md:18: error: solve includes nothing of `base`: remove what is not used')

    def test_subfolders_belong_to_their_module(self):
        self.write('src/cuttle/rod/soft/d.cpp', '#include "cuttle/rod/a.h"\n#include "cuttle/solve/c.h"\n')
        self.write('src/cuttle/solve/c.h', '#include "cuttle/math/deep/b.h"\n')
        self.expect_error('src/cuttle/rod/soft/d.cpp:2: error: rod/ may not include solve/')

    def test_picture_out_of_date(self):
        for wrong in (DRAWING.replace('solve', 'salve'), DRAWING.replace('    base\n', '')):
            self.write('docs/architecture.md', wrong + TABLE)
            self.expect_error('docs/architecture.md: error: the picture is out of date: run tools/draw_architecture.py')
            self.assertEqual(self.check(tool='draw_architecture.py'), (0, ''))
            self.assertEqual((self.root / 'docs/architecture.md').read_text(), DRAWING + TABLE)

    def test_picture_without_a_place(self):
        self.write('docs/architecture.md', TABLE)
        self.expect_error('docs/architecture.md: error: the markers of the picture are missing')

    def test_header_and_source_are_one_unit(self):
        self.write('src/cuttle/rod/a.cpp', '#include "cuttle/rod/a.h"\n#include "cuttle/rod/b.h"\n')
        self.write('src/cuttle/rod/b.h', '')
        self.assertEqual(self.check()[0], 0)
        self.write('src/cuttle/rod/b.cpp', '#include "cuttle/rod/b.h"\n#include "cuttle/rod/a.h"\n')
        self.expect_error('src/cuttle/rod/a.cpp:2: error: files include each other in a circle: rod/a > rod/b > rod/a')

    def test_circle_in_the_program(self):
        self.write('apps/cuttle/verb.h', '#include "other.h"\n')
        self.write('apps/cuttle/other.h', '\n#include "verb.h"\n')
        self.expect_error('apps/cuttle/other.h:2: error: files include each other in a circle: '
                          'apps/cuttle/other > apps/cuttle/verb > apps/cuttle/other')

    def test_known_circle_is_tolerated(self):
        self.circle('x', 'y', 'z')
        self.write('tools/known_debts.txt', '# a list\ncircle rod/z rod/x rod/y\n')
        code, text = self.check()
        self.assertEqual(code, 0, text)
        self.assertIn('except for 1 known debts', text)

    def test_known_circle_may_not_grow(self):
        self.circle('x', 'y', 'z')
        self.write('tools/known_debts.txt', 'circle rod/x rod/y\n')
        self.expect_error('src/cuttle/rod/z.cpp:1: error: files include each other in a circle: '
                          'rod/z > rod/x > rod/y > rod/z')

    def test_known_circle_that_shrank(self):
        self.circle('x', 'y')
        self.write('tools/known_debts.txt', '\ncircle rod/x rod/y rod/z\n')
        self.expect_error('tools/known_debts.txt:2: error: the circle has become smaller: circle rod/x rod/y')

    def test_known_circle_that_is_none(self):
        self.write('tools/known_debts.txt', 'circle rod/x rod/y\n')
        self.expect_error('tools/known_debts.txt:1: error: no longer a circle: remove it from the list')

    def test_types_of_one_name(self):
        self.write('src/cuttle/rod/d.h', 'namespace cuttle {\nstruct Span {\n};\n}  // namespace cuttle\n')
        self.write('src/cuttle/rod/e.cpp', 'namespace cuttle {\nnamespace {\nstruct Span {\n};\n}  // namespace\n'
                                           '}  // namespace cuttle\n')
        self.assertEqual(self.check()[0], 0)
        self.write('tests/unit/f_test.cpp', 'namespace cuttle {\nclass Span final : public Line {\n};\n}  // namespace cuttle\n')
        code, text = self.check()
        self.assertEqual(code, 1)
        self.assertIn('tests/unit/f_test.cpp:2: cuttle::Span is defined in src/cuttle/rod/d.h:2, too', text)

    def test_long_files(self):
        self.write('tests/unit/b_test.cpp', '\n' * 401)
        self.expect_error('tests/unit/b_test.cpp:401: error: 401 lines; a file has at most 400')
        self.write('tools/known_debts.txt', 'long tests/unit/b_test.cpp\n')
        self.assertEqual(self.check()[0], 0)
        self.write('tests/unit/b_test.cpp', '\n' * 400)
        self.expect_error('tools/known_debts.txt:1: error: tests/unit/b_test.cpp is no longer too long: '
                          'remove it from the list')
        (self.root / 'tests/unit/b_test.cpp').unlink()
        self.expect_error('tools/known_debts.txt:1: error: there is no tests/unit/b_test.cpp: remove it from the list')

    def test_entry_of_another_kind(self):
        self.write('tools/known_debts.txt', 'square rod/x\n')
        self.expect_error('tools/known_debts.txt:1: error: an entry is `circle` and its units, or `long` and a file')

    def test_small_files_are_only_reported(self):
        self.write('src/cuttle/rod/b.h', '\n' * 40)
        code, text = self.check('--small')
        self.assertEqual(code, 0)
        self.assertIn('    3 src/cuttle/rod/a.h\n', text)
        self.assertIn('5 of 6 files have less than 40 lines\n', text)


if __name__ == '__main__':
    unittest.main()
