# cmake -D cuttle=<program> -D study=<file> -D folder=<results> -P run_study.cmake
# Runs the commands that a study file has parts for, from an empty folder.
file(STRINGS ${study} lines REGEX "^(sweep|optimize|fit):")
if(NOT lines)
  message(FATAL_ERROR "${study} has no part sweep, optimize or fit")
endif()
foreach(line ${lines})
  string(REGEX MATCH "^[a-z]+" verb "${line}")
  file(REMOVE_RECURSE ${folder})
  execute_process(COMMAND ${cuttle} ${verb} ${study} -o ${folder} --quiet RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "cuttle ${verb} ended with ${code}")
  endif()
endforeach()
