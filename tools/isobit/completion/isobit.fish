# fish completion for isobit

set -l operations sum dot norm mean variance
set -l commands $operations study tree-plan verify info completion

complete -c isobit -l help -d 'Print help'
complete -c isobit -n "not __fish_seen_subcommand_from $commands" -f
complete -c isobit -n "not __fish_seen_subcommand_from $commands" -l version -d 'Print the version'
complete -c isobit -n "not __fish_seen_subcommand_from $commands" -a sum -d 'Sum of all numbers'
complete -c isobit -n "not __fish_seen_subcommand_from $commands" -a dot -d 'Dot product of two inputs'
complete -c isobit -n "not __fish_seen_subcommand_from $commands" -a norm -d 'Euclidean norm'
complete -c isobit -n "not __fish_seen_subcommand_from $commands" -a mean -d 'Arithmetic mean'
complete -c isobit -n "not __fish_seen_subcommand_from $commands" -a variance -d 'Variance of a sample'
complete -c isobit -n "not __fish_seen_subcommand_from $commands" -a study -d 'Repeat the experiments of the papers'
complete -c isobit -n "not __fish_seen_subcommand_from $commands" -a tree-plan -d 'What a sum along the tree sends between ranks'
complete -c isobit -n "not __fish_seen_subcommand_from $commands" -a verify -d 'Check the bits of this machine'
complete -c isobit -n "not __fish_seen_subcommand_from $commands" -a info -d 'Version, instruction sets and environment'
complete -c isobit -n "not __fish_seen_subcommand_from $commands" -a completion -d 'Print a completion script'

set -l in_operation "__fish_seen_subcommand_from $operations"
complete -c isobit -n $in_operation -s f -l format -x -a 'auto text csv tsv npy raw' -d 'Format of the inputs'
complete -c isobit -n $in_operation -s t -l type -x -a 'f64 f32 f16 bf16' -d 'Type of raw numbers'
complete -c isobit -n $in_operation -s e -l endian -x -a 'little big' -d 'Byte order of raw numbers'
complete -c isobit -n $in_operation -s c -l column -x -d 'Column of CSV or TSV'
complete -c isobit -n $in_operation -l header -x -a 'auto yes no' -d 'Whether the first row holds names'
complete -c isobit -n $in_operation -s s -l separator -x -a 'tab space comma semicolon' -d 'What separates columns'
complete -c isobit -n $in_operation -l skip-bad -d 'Skip and count what is no number'
complete -c isobit -n "$in_operation; or __fish_seen_subcommand_from verify" -s j -l threads -x -d 'Number of threads'
complete -c isobit -n "$in_operation; or __fish_seen_subcommand_from tree-plan verify info" -l json -d 'Print one JSON object'
complete -c isobit -n $in_operation -s x -l hex -d 'Print the hexadecimal float only'
complete -c isobit -n $in_operation -s d -l decimal -d 'Print the decimal only'
complete -c isobit -n $in_operation -s r -l result -x -a 'f64 f32' -d 'Type of the result'
complete -c isobit -n $in_operation -s q -l quiet -d 'No remarks and no progress bar'
complete -c isobit -n '__fish_seen_subcommand_from sum dot norm mean' -l compare -d 'Compare with the usual methods'
complete -c isobit -n '__fish_seen_subcommand_from sum' -s m -l method -x -a 'exact binned single-sweep double-sweep tree kahan knuth extended plain' -d 'How to add'
complete -c isobit -n '__fish_seen_subcommand_from sum' -l mpi -d 'Each rank of an MPI job reads its part'
complete -c isobit -n '__fish_seen_subcommand_from norm' -l l1 -d 'The sum of magnitudes'
complete -c isobit -n '__fish_seen_subcommand_from norm' -l squared -d 'The sum of squares'
complete -c isobit -n '__fish_seen_subcommand_from variance' -l population -d 'Of a whole population'
complete -c isobit -n '__fish_seen_subcommand_from verify' -l list -d 'Print the hash of every group of results'
set -l in_study '__fish_seen_subcommand_from study'
complete -c isobit -n "$in_study; and not __fish_seen_subcommand_from accuracy" -f -a accuracy -d 'Errors over orderings, levels and parts'
complete -c isobit -n $in_study -s o -l output -x -a '(__fish_complete_directories)' -d 'Folder for the results'
complete -c isobit -n $in_study -l data -x -a '(__fish_complete_directories)' -d 'Folder with measured numbers'
complete -c isobit -n $in_study -l seed -x -d 'Of permutations and made-up numbers'
complete -c isobit -n $in_study -l quick -d 'Fewer and smaller inputs'
complete -c isobit -n $in_study -l force -d 'Write into a folder that is not empty'
complete -c isobit -n $in_study -s q -l quiet -d 'No progress bar'
complete -c isobit -n '__fish_seen_subcommand_from tree-plan' -f
complete -c isobit -n '__fish_seen_subcommand_from tree-plan' -l alpha -x -d 'How far shares may deviate from an even one'
complete -c isobit -n '__fish_seen_subcommand_from tree-plan' -l svg -r -F -d 'Write a picture'
complete -c isobit -n '__fish_seen_subcommand_from tree-plan' -l distribution -x -a 'lower upper power-of-two optimised' -d 'What the picture shows'
complete -c isobit -n '__fish_seen_subcommand_from verify info' -f
complete -c isobit -n '__fish_seen_subcommand_from completion' -x -a 'bash zsh fish'
