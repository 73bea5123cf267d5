#!/usr/bin/env bash
# pkg_config.sh static|shared consumer prefix folder cc cxx: builds and runs the consumers with what pkg-config says.
set -euo pipefail
kind=$1 consumer=$2 prefix=$3 folder=$4 cc=$5 cxx=$6

pc=$(find "$prefix" -name isobit.pc)
PKG_CONFIG_PATH=$(dirname "$pc")
export PKG_CONFIG_PATH
export LD_LIBRARY_PATH=${PKG_CONFIG_PATH%/pkgconfig}
mkdir -p "$folder"

static=()
if [ "$kind" = static ]; then static=(--static); fi
# pkg-config quotes the space in the prefix for a shell, so a shell has to read it.
eval "flags=($(pkg-config --cflags isobit))"
eval "libraries=($(pkg-config "${static[@]}" --libs isobit))"
link=()
if [ "$kind" = static ]; then link=(-static); fi

"$cxx" -std=c++20 -O2 "${flags[@]}" "$consumer/consumer.cpp" -o "$folder/consumer" "${link[@]}" "${libraries[@]}"
"$cxx" -std=c++20 -O2 -ffast-math "${flags[@]}" "$consumer/consumer.cpp" -o "$folder/consumer_fast_math" "${link[@]}" "${libraries[@]}"
"$cc" -std=c99 -O2 "${flags[@]}" "$consumer/consumer.c" -o "$folder/consumer_c" "${link[@]}" "${libraries[@]}"
"$folder/consumer"
"$folder/consumer_fast_math"
"$folder/consumer_c"
