# `cmake --install build/release --prefix <dir>`; then find_package(cuttle) and link cuttle::cuttle.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/cuttle)

install(TARGETS cuttle EXPORT cuttleTargets FILE_SET HEADERS
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT cuttleTargets NAMESPACE cuttle:: DESTINATION ${package_dir})
if(TARGET cuttle_cli)
  install(TARGETS cuttle_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

configure_package_config_file(cmake/cuttleConfig.cmake.in ${PROJECT_BINARY_DIR}/cuttleConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cuttleConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cuttleConfig.cmake
              ${PROJECT_BINARY_DIR}/cuttleConfigVersion.cmake DESTINATION ${package_dir})
