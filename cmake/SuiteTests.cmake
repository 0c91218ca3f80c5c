# Read by ctest: the suites of the GoogleTest `program`, which runs in `folder`. A process for each test
# would spend 75 s on loading libraries. A crash ends its process, and the last line "[ RUN ]" before
# it is the test; all others run. Long suites come in parts, so that no process has the rest of the
# machine wait for it, and the suites `first` begin before all others.
cmake_policy(VERSION 3.25)  # ctest knows of none; IN_LIST needs it
set(most 12)  # tests of a part

execute_process(COMMAND ${program} --gtest_list_tests WORKING_DIRECTORY ${folder}
                OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
# a suite begins its line and ends in a dot, its tests are indented; parameters stand behind a #
string(REGEX REPLACE " *#[^\n]*" "" output "${output}")
string(REGEX MATCHALL "[^\n]+" lines "${output}")

macro(add_part)
  if(count GREATER 0)
    math(EXPR part "${part} + 1")
    set(name ${suite})
    if(part GREATER 1)
      string(APPEND name ".${part}")
    endif()
    add_test(${name} ${program} --gtest_filter=${filter})
    set_tests_properties(${name} PROPERTIES WORKING_DIRECTORY ${folder} TIMEOUT ${timeout})
    if(suite IN_LIST first)
      set_tests_properties(${name} PROPERTIES COST 10)
    endif()
  endif()
  set(filter "")
  set(count 0)
endmacro()

set(count 0)
foreach(line ${lines})
  if(line MATCHES "^([^ ]+)\\.$")
    add_part()
    set(suite ${CMAKE_MATCH_1})
    set(part 0)
  elseif(line MATCHES "^  (.+)$")
    string(APPEND filter "${suite}.${CMAKE_MATCH_1}:")
    math(EXPR count "${count} + 1")
    if(count EQUAL most)
      add_part()
    endif()
  endif()
endforeach()
add_part()
