#!/bin/bash
# lint.sh         checks format and layers of all files, clang-tidy on sources changed since HEAD
# lint.sh --all   the same with clang-tidy on all sources (slow)
# lint.sh --fix   only rewrites our files with clang-format
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t files < <(find src apps python tests bench examples -name '*.h' -o -name '*.cpp' | sort)
if [ "${1:-}" = --fix ]; then
  clang-format -i "${files[@]}"
  exit 0
fi

clang-format --dry-run -Werror "${files[@]}"
echo "lint: format of ${#files[@]} files is fine"
/usr/bin/python3 tools/check_architecture.py

# clang-tidy reads the compile commands of the lint preset; tests are left to the compiler
if [ "${1:-}" = --all ]; then
  mapfile -t sources < <(find src apps -name '*.cpp' | sort)
else
  mapfile -t sources < <({ git diff --name-only --diff-filter=d HEAD
                           git ls-files -o --exclude-standard; } \
                         | grep -E '^(src|apps)/.*\.cpp$' | sort -u || true)
fi
if [ ${#sources[@]} -gt 0 ]; then
  printf '%s\0' "${sources[@]}" | xargs -0 -n 1 -P "$(nproc)" \
    clang-tidy-16 -p build/lint --quiet --extra-arg=-Wno-ignored-optimization-argument \
    2> >(grep -v "warnings generated" >&2 || true)
fi
echo "lint: clang-tidy is content with ${#sources[@]} sources"
