# The file of shared names is what the program prints.
execute_process(COMMAND ${cuttle} schema --typescript OUTPUT_VARIABLE printed RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "cuttle schema --typescript: exit status ${code}")
endif()
file(READ ${shared} written)
if(NOT printed STREQUAL written)
  message(FATAL_ERROR "${shared} is not what `cuttle schema --typescript` prints: make docs writes it")
endif()
