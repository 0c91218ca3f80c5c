#!/bin/bash
# make_pictures.sh cuttle_program work_folder: runs the models that the pages show and takes their
# pictures into docs/images.
set -euo pipefail
cd "$(dirname "$0")/.."
cuttle=$1
work=$2

picture() {  # model, file, options of `cuttle shot`
  local model=$1 file=$2
  shift 2
  "$cuttle" run "models/$model.yaml" -o "$work/$model" --quiet
  "$cuttle" shot "$work/$model" "$@" -o "docs/images/$file"
}

picture quadropus_active quadropus_active.png --time 1 --size 1100x800
picture caterpillar caterpillar.png --time 1.5 --size 1100x600
picture flying_rod flying_rod.png --ghosts 11 --size 1100x640
picture follower_force follower_force_path.png --ghosts 14 --view front --size 1000x800
