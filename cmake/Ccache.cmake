# Compiled objects are remembered by ccache if it is there; with precompiled headers it must be told
# to look at contents and not at time stamps.
find_program(CCACHE ccache)
if(CCACHE)
  set(sloppiness "pch_defines,time_macros,include_file_mtime,include_file_ctime")
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=${sloppiness} ${CCACHE})
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endif()
