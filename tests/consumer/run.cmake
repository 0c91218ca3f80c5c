# Installs the build tree to a prefix of its own, then configures, builds and runs the consumer there.
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "consumer: '${ARGV}' ended with ${code}")
  endif()
endfunction()

set(prefix ${build}/consumer/prefix)
file(REMOVE_RECURSE ${build}/consumer)
run(${CMAKE_COMMAND} --install ${build} --prefix ${prefix})
run(${CMAKE_COMMAND} -G Ninja -S ${source} -B ${build}/consumer/build -D CMAKE_PREFIX_PATH=${prefix}
    -D CMAKE_CXX_COMPILER=${compiler} -D CMAKE_CXX_FLAGS=${flags} -D CMAKE_BUILD_TYPE=${type})
run(${CMAKE_COMMAND} --build ${build}/consumer/build)
run(${build}/consumer/build/consumer)
