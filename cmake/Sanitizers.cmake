# The preset asan. Under sanitizers programs are some twenty times slower, and slow to start: tests are
# given more time. Three checks are left out (CMakePresets.json): null, alignment and object-size. By GCC
# they took more than half of a compilation (25.8 s against 10.0 s). The address sanitizer reports null
# pointers and what lies outside of an object all the same; misaligned access is not looked for.
set(CUTTLE_SANITIZED OFF)
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang OR NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize=[a-z,]*address")
    message(FATAL_ERROR "cuttle is tested with Clang's address sanitizer: use the preset asan")
  endif()
  set(CUTTLE_SANITIZED ON)
  add_compile_options(-fsanitize-ignorelist=${PROJECT_SOURCE_DIR}/cmake/sanitizer_ignore.txt)
  # A library of its own, for all programs: Python, which is not compiled here, must load it first.
  set(library libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=${library}
                  OUTPUT_VARIABLE CUTTLE_SANITIZER OUTPUT_STRIP_TRAILING_WHITESPACE)
  cmake_path(GET CUTTLE_SANITIZER PARENT_PATH folder)
  add_link_options(-shared-libasan -Wl,-rpath,${folder})
endif()

# cuttle_patience(): five times the time for all tests of this folder.
function(cuttle_patience)
  if(NOT CUTTLE_SANITIZED)
    return()
  endif()
  get_property(tests DIRECTORY PROPERTY TESTS)
  foreach(test ${tests})
    get_test_property(${test} TIMEOUT seconds)
    if(seconds)
      math(EXPR seconds "5 * ${seconds}")
      set_tests_properties(${test} PROPERTIES TIMEOUT ${seconds})
    endif()
  endforeach()
endfunction()
