#!/bin/bash
# setup.sh [task]: installs the Debian packages that tools/packages.txt lists for a task (build by
# default) and that are missing, and the npm packages of viewer/. Does nothing, at once, when all
# are there. Debian packages need root or sudo.
set -euo pipefail
cd "$(dirname "$0")/.."
task=${1:-build}

# name|command: not wanted where the command is there already, whoever brought it
wanted_packages() {
  local package
  while read -r package; do
    case $package in
      *'|'*) command -v "${package#*|}" > /dev/null || echo "${package%|*}" ;;
      *) echo "$package" ;;
    esac
  done < <(awk -v task="$task" '!/^#/ && $2 == task {print $1}' tools/packages.txt)
}

install_debian() {
  local wanted installed missing=() as_root=() package
  mapfile -t wanted < <(wanted_packages)
  installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "${wanted[@]}" 2> /dev/null \
              | awk '$2 == "installed" {print $1}' || true)
  for package in "${wanted[@]}"; do
    grep -qxF "$package" <<< "$installed" || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return

  echo "setup: installing ${missing[*]}"
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
}

# The build works without them, so a failure here is told and no more.
install_npm() {
  [ viewer/node_modules/.package-lock.json -nt viewer/package-lock.json ] && return
  local log
  if ! command -v npm > /dev/null; then
    echo "setup: warning: no npm, so report.html will show no pictures" >&2
  elif echo "setup: installing the npm packages of viewer/" && log=$(npm ci --prefix viewer 2>&1); then
    touch viewer/node_modules/.package-lock.json
  else
    echo "setup: warning: npm ci --prefix viewer failed, so report.html will show no pictures:" >&2
    tail -n 5 <<< "$log" | sed 's/^/  /' >&2
  fi
}

if command -v dpkg-query > /dev/null; then
  install_debian
else
  echo "setup: this is not a Debian system; install the libraries of tools/packages.txt by hand" >&2
fi
case $task in build|test) install_npm ;; esac
