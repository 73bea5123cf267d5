# nixpkgs' `callPackage ./package.nix { }`.
{ lib, stdenv, cmake, ninja, pkg-config, gfortran, mpi, cli11, bzip2, xz, zlib, zstd
, src ? ../.., withMpi ? true }:

stdenv.mkDerivation {
  pname = "isobit";
  version = "0.2.0";
  inherit src;

  nativeBuildInputs = [ cmake ninja pkg-config gfortran ];
  buildInputs = [ cli11 bzip2 xz zlib zstd ];
  # Programs that call isobit::mpi need the same MPI.
  propagatedBuildInputs = lib.optional withMpi mpi;

  cmakeFlags = [
    "-DISOBIT_BUILD_MPI=${if withMpi then "ON" else "OFF"}"
    "-DISOBIT_BUILD_TESTS=OFF"
    "-DISOBIT_BUILD_EXAMPLES=OFF"
    "-DISOBIT_BUILD_BENCH=OFF"
    "-DISOBIT_BUILD_FUZZERS=OFF"
    "-DISOBIT_BUILD_SQL=OFF"
    "-DISOBIT_PYTHON=OFF"
    "-DISOBIT_CUDA=OFF"
  ];

  doInstallCheck = true;
  installCheckPhase = ''
    printf '1e16\n1\n-1e16\n0.1\n' | $out/bin/isobit sum - | grep '^1.1  0x1.199999999999ap+0'
  '';

  meta = {
    description = "Sums, dot products, norms and elementary functions whose bits are the same everywhere";
    license = lib.licenses.bsd3;
    platforms = lib.platforms.linux;
    mainProgram = "isobit";
  };
}
