# Every dependency with its licence and the reason we keep it. All come from Debian 12; nothing is
# fetched here. tools/packages.txt names the Debian packages.
find_package(Threads REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)       # MPL-2.0       dense linear algebra
find_package(fmt REQUIRED)                        # MIT           text (g++ 12 has no std::format)
find_package(yaml-cpp REQUIRED)                   # MIT           model files, with line and column
find_package(nlohmann_json REQUIRED)              # MIT           summary.json, the scene, the live view
find_package(CLI11 REQUIRED)                      # BSD-3-Clause  command line of the program
find_package(muparser REQUIRED)                   # BSD-2-Clause  expressions in t and X
find_package(SUNDIALS 6.4 REQUIRED COMPONENTS cvode nvecserial)  # BSD-3-Clause  bdf, adams
find_package(PkgConfig REQUIRED)                  # GPL-2.0       finds HDF5 without a C compiler
pkg_search_module(HDF5 REQUIRED IMPORTED_TARGET hdf5-serial hdf5)  # BSD-3-Clause  result.h5
pkg_check_modules(NLOPT REQUIRED IMPORTED_TARGET nlopt)  # LGPL-2.1/MIT  cuttle optimize
find_package(Ceres REQUIRED)                      # BSD-3-Clause  cuttle fit

# Open MPI (BSD-3-Clause): studies on many machines; without it the program works on one
set(MPI_CXX_SKIP_MPICXX TRUE)                     # its old C++ interface is not used
find_package(MPI COMPONENTS CXX)

if(CUTTLE_TESTS OR CUTTLE_PYTHON_MODULE)
  # The system's Python: another one on the PATH may lack what the tools import.
  find_program(CUTTLE_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
  find_program(CUTTLE_PYTHON python3 REQUIRED)    # PSF           tools/*.py in ctest, the package
endif()
if(CUTTLE_PYTHON_MODULE)
  set(Python_EXECUTABLE ${CUTTLE_PYTHON})
  find_package(Python REQUIRED COMPONENTS Interpreter Development.Module NumPy)  # NumPy: BSD-3-Clause
  find_package(pybind11 2.10 REQUIRED)            # BSD-3-Clause  import cuttle
endif()
if(CUTTLE_TESTS)
  find_package(GTest REQUIRED)                    # BSD-3-Clause  unit tests
endif()
