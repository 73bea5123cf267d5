{
  description = "Sums, dot products, norms and elementary functions whose bits are the same everywhere";

  inputs.nixpkgs.url = "nixpkgs";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" ];
      for_each = nixpkgs.lib.genAttrs systems;
    in {
      packages = for_each (system: {
        default = nixpkgs.legacyPackages.${system}.callPackage ./package.nix { };
      });
    };
}
