# cmake -DCOMMAND=compiler;flags -DSOURCE=file -DMESSAGE=regex -P isobit_compile_fail.cmake
execute_process(COMMAND ${COMMAND} -DCORRECTED ${SOURCE} RESULT_VARIABLE status ERROR_VARIABLE errors)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${SOURCE} does not compile when corrected:\n${errors}")
endif()

execute_process(COMMAND ${COMMAND} ${SOURCE} RESULT_VARIABLE status ERROR_VARIABLE errors)
if(status EQUAL 0)
  message(FATAL_ERROR "${SOURCE} compiles, and must not")
endif()
if(NOT errors MATCHES "${MESSAGE}")
  message(FATAL_ERROR "${SOURCE} is refused, but not with \"${MESSAGE}\":\n${errors}")
endif()
