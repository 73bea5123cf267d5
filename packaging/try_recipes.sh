#!/usr/bin/env bash
# try_recipes.sh folder: the recipes of other package managers, as far as their own tools can be had: conda's is rendered by
# rattler-build (from PyPI), Nix's evaluated with stand-ins for what nixpkgs has, the RPM's expanded; Spack's is concretised
# where there is a `spack` (PATH). vcpkg's needs vcpkg; packaging/check.py reads it.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$root/packaging"

test -x "$folder/conda/bin/python" || { python3 -m venv "$folder/conda" && "$folder/conda/bin/pip" install -q py-rattler-build; }
"$folder/conda/bin/python" - <<'python'
import rattler_build

compilers = "c_compiler: [gcc]\ncxx_compiler: [gxx]\nfortran_compiler: [gfortran]\nc_stdlib: [sysroot]\n"
recipe = rattler_build.Stage0Recipe.from_yaml(open("conda/recipe.yaml").read())
rendered, = recipe.render(rattler_build.VariantConfig.from_yaml(compilers))
print(f"conda: rattler-build {rattler_build.rattler_build_version()} renders {rendered.recipe.package.name}")
python

if command -v nix-instantiate >/dev/null; then
  nix-instantiate --parse nix/flake.nix >/dev/null
  nix-instantiate --eval --json --strict -E 'let
    lib = { optional = c: x: if c then [ x ] else [ ]; licenses.bsd3 = "BSD-3-Clause"; platforms.linux = [ "x86_64-linux" ]; };
    inputs = builtins.listToAttrs (map (name: { inherit name; value = name; })
      [ "cmake" "ninja" "pkg-config" "gfortran" "mpi" "cli11" "bzip2" "xz" "zlib" "zstd" "src" ]);
    package = import ./nix/package.nix (inputs // { inherit lib; stdenv.mkDerivation = attributes: attributes; });
    in { inherit (package) pname version cmakeFlags meta; }'
  echo "nix: evaluates"
else
  echo "SKIPPED: no nix-instantiate here, Nix's recipe was not read"
fi

if command -v rpmspec >/dev/null; then
  rpmspec -q rpm/isobit.spec
  echo "rpm: the spec expands"
else
  echo "SKIPPED: no rpmspec here, the RPM's spec was not read"
fi

if command -v spack >/dev/null; then
  mkdir -p "$folder/spack/packages/isobit"
  printf 'repo:\n  namespace: isobit\n' >"$folder/spack/repo.yaml"
  cp spack/package.py "$folder/spack/packages/isobit/"
  printf 'repos:\n- %s\n' "$folder/spack" >"$folder/spack/repos.yaml"
  spack -C "$folder/spack" spec isobit
  spack -C "$folder/spack" audit packages isobit
  echo "spack: concretises"
else
  echo "SKIPPED: no spack here, its recipe was read by packaging/check.py only"
fi
