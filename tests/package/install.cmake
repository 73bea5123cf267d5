# cmake -DBUILD=folder -DSTAGE=folder -DPREFIX=folder -P install.cmake: installs, then moves the whole tree elsewhere.
file(REMOVE_RECURSE ${STAGE} ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${STAGE} COMMAND_ERROR_IS_FATAL ANY)
file(RENAME ${STAGE} ${PREFIX})
