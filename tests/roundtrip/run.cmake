# A model written anew and run again gives the same series, byte for byte.
# Usage: cmake -D cuttle=program -D model=file.yaml -D first=results -D again=folder -P run.cmake

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "exit status ${code}: ${ARGN}")
  endif()
endfunction()

file(REMOVE_RECURSE ${again})
file(MAKE_DIRECTORY ${again})
# no data file lies beside it
run(${cuttle} check ${model} --yaml OUTPUT_FILE ${again}/model.yaml)
run(${cuttle} run ${again}/model.yaml -o ${again}/results --quiet)
run(${CMAKE_COMMAND} -E compare_files ${first}/series.csv ${again}/results/series.csv)
