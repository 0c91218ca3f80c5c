#!/bin/sh
# ccache.sh compiler arguments...: compiles through ccache, as cmake/Ccache.cmake sets it up. ccache counts
# a precompiled header that lies beside the source as an input, also the old one that is to be replaced:
# a new one would then never be found, nor what is compiled with it. So the old one goes first; one that is
# only included (Clang names it, too) stays.
before=
for argument; do
  case $before$argument in -o*.gch | -o*.pch) rm -f "$argument" ;; esac
  before=$argument
done
exec ccache "$@"
