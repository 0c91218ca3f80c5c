# What the page is made of, and its tests (viewer/package.json, versions locked):
#   three            MIT           draws the robot
#   uplot            MIT           draws the plots
#   esbuild          MIT           makes one file of it
#   typescript       Apache-2.0    checks the types; @types/three (MIT) are those of three
#   playwright-core  Apache-2.0    drives Chromium in the tests
#   gltf-validator   Apache-2.0    judges the glTF exports in the tests
#
# The page of the report: viewer/ becomes one C++ file with the whole page as text. Without node or
# its packages the program still builds, with a plain page that says so.
set(viewer_dir ${PROJECT_SOURCE_DIR}/viewer)
set(viewer_page ${PROJECT_BINARY_DIR}/viewer/viewer_page.cpp)
find_program(CUTTLE_NODE node)                    # MIT           bundles the page

set(CUTTLE_VIEWER OFF)
if(CUTTLE_NODE AND EXISTS ${viewer_dir}/node_modules/esbuild/package.json)
  set(CUTTLE_VIEWER ON)
  file(GLOB_RECURSE viewer_sources CONFIGURE_DEPENDS ${viewer_dir}/src/*)
  add_custom_command(OUTPUT ${viewer_page}
    COMMAND ${CUTTLE_NODE} ${viewer_dir}/build.mjs ${viewer_page}
    DEPENDS ${viewer_sources} ${viewer_dir}/index.html ${viewer_dir}/build.mjs
            ${viewer_dir}/package-lock.json
    COMMENT "Bundling the page of the report"
    VERBATIM)
  add_custom_target(viewer_page DEPENDS ${viewer_page})
  add_dependencies(cuttle viewer_page)
else()
  message(WARNING "viewer: npm packages are missing (run tools/setup.sh or `npm ci` in viewer/): "
                  "report.html will show no pictures")
  file(READ ${viewer_dir}/plain.html plain_page)
  file(CONFIGURE OUTPUT ${viewer_page} CONTENT [[
#include "cuttle/io/viewer_page.h"

namespace cuttle {

std::string_view viewer_page() { return R"page(${plain_page})page"; }
bool has_viewer() { return false; }

}  // namespace cuttle
]])
endif()

target_sources(cuttle PRIVATE ${viewer_page})
set_source_files_properties(${viewer_page} TARGET_DIRECTORY cuttle PROPERTIES GENERATED TRUE)
