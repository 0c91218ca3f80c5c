# The flags of all our own code (a project that only links to cuttle keeps its own).
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wno-psabi)

# GCC 12 warns falsely inside its own AVX-512 and string headers.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  add_compile_options(-Wno-uninitialized -Wno-maybe-uninitialized -Wno-array-bounds -Wno-restrict
                      -Wno-stringop-overread -Wno-stringop-overflow)
endif()

# Let the compiler vectorise sqrt and selects. Never -ffast-math: NaN and the order of sums matter.
add_compile_options(-fno-math-errno -fno-trapping-math)

# A product and a sum may be one operation, also across statements: GCC's default, and what the kernels
# are written for (Clang without it: energy_cantilever takes 6 % longer).
add_compile_options(-ffp-contract=fast)

# GCC collects its garbage later, with 0.2 GB more memory per job: 5 to 10 % less time, the same objects.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(--param=ggc-min-heapsize=1500000)
endif()

# Colours also when Ninja reads the output.
add_compile_options(-fdiagnostics-color=always)
