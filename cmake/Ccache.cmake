# Compiled objects are remembered by ccache if it is there. With precompiled headers it must be told to look
# at contents and not at time stamps; what is under the project's folder counts by its place there,
# so that a second clone finds what the first one compiled; the compiler's own list of includes saves a
# run of the preprocessor. tools/ccache.sh removes old precompiled headers, which would spoil all of this.
find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1 ${PROJECT_SOURCE_DIR}/tools/ccache.sh)
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
                      "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endif()
