# Files of one folder are compiled together, some at a time: most of the time of a small file goes
# into headers, which its neighbours share. A folder's files therefore share one anonymous
# namespace: helpers in it have names of their own. CUTTLE_UNITY=OFF compiles every file by itself
# (make lint does): it shows missing includes, and a changed file alone is compiled faster.
option(CUTTLE_UNITY "compile the files of a folder together" ON)

# cuttle_unity(target size [ALONE regex]): at most `size` files at once; what matches by its place in the
# project, alone. The batches
# name their files by their places in the project (CMake's own would name whole paths), so that
# their text is the same in another clone.
function(cuttle_unity target size)
  cmake_parse_arguments(PARSE_ARGV 2 unity "" "ALONE" "")
  if(NOT CUTTLE_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "^/.*\\.cpp$")
  set(folders)
  foreach(source ${sources})
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE place)
    if(unity_ALONE AND place MATCHES "${unity_ALONE}")
      continue()
    endif()
    cmake_path(GET place PARENT_PATH folder)
    string(REPLACE "/" "_" id ${folder})
    list(APPEND folders ${id})
    list(APPEND files_${id} ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(id ${folders})
    list(LENGTH files_${id} count)
    math(EXPR batches "(${count} + ${size} - 1) / ${size}")
    set(index 0)
    foreach(source ${files_${id}})
      math(EXPR batch "${index} * ${batches} / ${count}")
      cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE place)
      string(APPEND text_${id}_${batch} "#include \"${place}\"\n")
      math(EXPR index "${index} + 1")
    endforeach()
    set_source_files_properties(${files_${id}} PROPERTIES HEADER_FILE_ONLY ON)
    math(EXPR last "${batches} - 1")
    foreach(batch RANGE ${last})
      set(unit ${CMAKE_CURRENT_BINARY_DIR}/unity/${target}/${id}_${batch}.cpp)
      file(CONFIGURE OUTPUT ${unit} CONTENT "${text_${id}_${batch}}" @ONLY)
      target_sources(${target} PRIVATE ${unit})
    endforeach()
  endforeach()
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
endfunction()
