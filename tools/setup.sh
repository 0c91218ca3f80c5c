#!/bin/bash
# setup.sh [task]: installs the Debian packages that tools/packages.txt lists for a task (build by
# default) and that are missing. Does nothing, at once, when all are there. As root or through sudo.
set -euo pipefail
cd "$(dirname "$0")/.."
task=${1:-build}

if ! command -v dpkg-query > /dev/null; then
  echo "setup: this is not a Debian system; install the libraries of tools/packages.txt by hand" >&2
  exit 0
fi

mapfile -t wanted < <(awk -v task="$task" '!/^#/ && $2 == task {print $1}' tools/packages.txt)
installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "${wanted[@]}" 2> /dev/null \
            | awk '$2 == "installed" {print $1}' || true)
missing=()
for package in "${wanted[@]}"; do
  grep -qxF "$package" <<< "$installed" || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

echo "setup: installing ${missing[*]}"
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo > /dev/null; then
    echo "setup: error: these packages are missing and only root can install them; as root run" >&2
    echo "  apt-get install --no-install-recommends ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends "${missing[@]}"
echo "setup: done"
