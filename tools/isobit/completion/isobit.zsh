#compdef isobit
# zsh completion for isobit

_isobit() {
  local -a commands options
  commands=(
    'sum:the sum of all numbers of all inputs'
    'dot:the dot product of two inputs, or of two columns of a table'
    'norm:the Euclidean norm of all numbers'
    'mean:the arithmetic mean of all numbers'
    'variance:the variance of all numbers, of a sample'
    'matrix:sparse matrices in Matrix Market files'
    'study:repeat the experiments of the papers'
    'tree-plan:what a sum along the tree sends between ranks'
    'audit:which reductions of an MPI program depend on their order'
    'diff:where two audited runs part'
    'eval:an elementary function, correctly rounded'
    'verify:check that this machine gets the right bits'
    'info:version, instruction sets and environment'
    'completion:print a completion script for a shell'
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    _arguments '--help[print help]' '--version[print the version]'
    return
  fi
  options=(
    '--help[print help]'
    '(-f --format)'{-f,--format}'[format of the inputs]:format:(auto text csv tsv jsonl npy npz parquet arrow hdf5 netcdf raw)'
    '(-t --type)'{-t,--type}'[type of raw numbers]:type:(f64 f32 f16 bf16)'
    '(-e --endian)'{-e,--endian}'[byte order of raw numbers]:order:(little big)'
    '*'{-c,--column}'[column of a table, or key of JSON lines]:name or number:'
    '--header[whether the first row holds names]:header:(auto yes no)'
    '(-s --separator)'{-s,--separator}'[what separates columns]:character:(tab space comma semicolon)'
    '--skip-bad[skip and count what is not a number]'
    '--skip-na[leave out and count missing values]'
    '--decimal-comma[numbers in text are written as 1,5]'
    '--thousands[what separates thousands in text]:character:(comma point space apostrophe underscore)'
    '(-j --threads)'{-j,--threads}'[number of threads]:number:'
    '--json[print one JSON object]'
    '(-x --hex)'{-x,--hex}'[print the hexadecimal float only]'
    '(-d --decimal)'{-d,--decimal}'[print the decimal only]'
    '(-r --result)'{-r,--result}'[type of the result]:type:(f64 f32)'
    '(-q --quiet)'{-q,--quiet}'[no remarks and no progress bar]'
    '*:file:_files'
  )
  case $words[2] in
    sum|norm|mean|variance)
      options+=('(-a --all-columns -c --column)'{-a,--all-columns}'[a result for every column that holds numbers]'
                '*'{-b,--by}'[a result for every group of rows that agree in these columns]:names or numbers:'
                '--csv[print results by column or group as CSV]') ;;
  esac
  case $words[2] in
    sum) options+=('--compare[compare all methods]' '--mpi[each rank of an MPI job reads its part]'
                   '(-m --method)'{-m,--method}'[how to add]:method:(exact binned single-sweep double-sweep tree kahan knuth extended plain)') ;;
    dot|mean) options+=('--compare[compare with the usual methods]') ;;
    norm) options+=('--compare[compare with the usual methods]' '--l1[the sum of magnitudes]' '--squared[the sum of squares]') ;;
    variance) options+=('--population[of a whole population]') ;;
    matrix)
      if (( CURRENT == 3 )); then
        compadd assemble multiply solve info --help
        return
      fi
      options=('--help[print help]' '(-j --threads)'{-j,--threads}'[number of threads]:number:' '--json[print one JSON object]'
               '(-q --quiet)'{-q,--quiet}'[no remarks and no progress bar]' '1:action:(assemble multiply solve info)' '*:file:_files')
      [[ $words[3] == info ]] || options+=('(-o --output)'{-o,--output}'[where the result goes]:file:_files')
      [[ $words[3] == multiply ]] && options+=('--transposed[by the transposed matrix]')
      [[ $words[3] == (solve|info) ]] && options+=('--svg[write a picture]:file:_files')
      [[ $words[3] == solve ]] &&
        options+=('(-m --method)'{-m,--method}'[how to iterate]:method:(cg pipelined-cg bicgstab gmres minres)'
                  '(-p --preconditioner)'{-p,--preconditioner}'[what makes it faster]:preconditioner:(none jacobi ssor ic0 ilu0 chebyshev multigrid)'
                  '(-t --tolerance)'{-t,--tolerance}'[how small the residual is to become]:number:'
                  '(-n --most-iterations)'{-n,--most-iterations}'[when to give up]:number:'
                  '--restart[after how many iterations gmres starts anew]:number:'
                  '--history[write the residuals as CSV]:file:_files' '--mpi[over the ranks of an MPI job]') ;;
    study)
      if (( CURRENT == 3 )); then
        compadd accuracy --help
        return
      fi
      options=('--help[print help]' '(-o --output)'{-o,--output}'[folder for the results]:folder:_files -/'
               '--data[folder with measured numbers]:folder:_files -/' '--seed[of permutations and made-up numbers]:number:'
               '--quick[fewer and smaller inputs]' '--force[write into a folder that is not empty]'
               '(-q --quiet)'{-q,--quiet}'[no progress bar]' '1:study:(accuracy)')
      shift words
      (( CURRENT-- )) ;;
    tree-plan)
      options=('--help[print help]' '--alpha[how far shares may deviate from an even one]:number:' '--svg[write a picture]:file:_files'
               '--distribution[what the picture shows]:distribution:(lower upper power-of-two optimised)'
               '--json[print one JSON object]' '1:number of elements:' '2:number of ranks:') ;;
    audit)
      options=('--help[print help]' '(-o --output --report)'{-o,--output}'[folder for logs and reports]:folder:_files -/'
               '--report[only report on what was recorded]:folder:_files -/' '--mpi[which MPI]:MPI:(openmpi mpich)'
               '--library[libisobit_mpi_preload.so]:file:_files' '--force[replace an older audit]' '--json[print the report as JSON]'
               '(-q --quiet)'{-q,--quiet}'[no summary and no progress bar]' '*::command:_normal') ;;
    diff)
      options=('--help[print help]' '*--ignore[leave out places with this in their names]:text:' '--json[print one JSON object]' '(-q --quiet)'{-q,--quiet}'[print nothing]'
               '1:folder of an audit:_files -/' '2:folder of another:_files -/') ;;
    eval)
      options=('--help[print help]' '--float[the function of floats]' '--json[print one JSON object]'
               '(-x --hex)'{-x,--hex}'[print hexadecimal floats only]' '(-d --decimal)'{-d,--decimal}'[print decimals only]'
               '1:function:(exp exp2 exp10 expm1 exp2m1 exp10m1 log log2 log10 log1p log2p1 log10p1 sin cos tan sinpi cospi tanpi asin acos atan atan2 asinpi acospi atanpi atan2pi sinh cosh tanh asinh acosh atanh pow powr hypot cbrt rsqrt erf erfc tgamma lgamma)' '*:number:') ;;
    verify)
      options=('--help[print help]' '(-j --threads)'{-j,--threads}'[check 1 to N threads]:number:' '--json[print one JSON object]'
               '--list[print the hash of every group of results]' '--libm[compare the results of libm]'
               '--count[arguments for each function of libm]:number:') ;;
    info) options=('--help[print help]' '--json[print one JSON object]') ;;
    completion) options=('--help[print help]' ':shell:(bash zsh fish)') ;;
  esac
  shift words
  (( CURRENT-- ))
  _arguments -s $options
}

if [[ $funcstack[1] == _isobit ]]; then
  _isobit "$@"
else
  compdef _isobit isobit
fi
