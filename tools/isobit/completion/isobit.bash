# bash completion for isobit

_isobit()
{
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
  local input="--format --type --endian --column --header --separator --skip-bad --skip-na --decimal-comma --thousands --threads"
  local output="--json --hex --decimal --result --quiet"
  COMPREPLY=()

  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "sum dot norm mean variance matrix study tree-plan audit diff eval verify info completion --help --version" -- "$word"))
    return
  fi

  # Behind -- of an audit comes somebody else's command.
  if [[ $command == audit && " ${COMP_WORDS[*]:2:COMP_CWORD-2} " == *" -- "* ]]; then
    COMPREPLY=($(compgen -f -c -- "$word"))
    return
  fi

  case $previous in
    -f|--format) COMPREPLY=($(compgen -W "auto text csv tsv jsonl npy npz parquet arrow hdf5 netcdf raw" -- "$word")); return ;;
    -t|--type) COMPREPLY=($(compgen -W "f64 f32 f16 bf16" -- "$word")); return ;;
    -e|--endian) COMPREPLY=($(compgen -W "little big" -- "$word")); return ;;
    -r|--result) COMPREPLY=($(compgen -W "f64 f32" -- "$word")); return ;;
    --header) COMPREPLY=($(compgen -W "auto yes no" -- "$word")); return ;;
    -s|--separator) COMPREPLY=($(compgen -W "tab space comma semicolon" -- "$word")); return ;;
    --thousands) COMPREPLY=($(compgen -W "comma point space apostrophe underscore" -- "$word")); return ;;
    -p|--preconditioner) COMPREPLY=($(compgen -W "none jacobi ssor ic0 ilu0 chebyshev multigrid" -- "$word")); return ;;
    -m|--method)
      if [[ $command == matrix ]]; then
        COMPREPLY=($(compgen -W "cg pipelined-cg bicgstab gmres minres" -- "$word"))
        return
      fi
      # Readline splits words at colons.
      COMPREPLY=($(compgen -W "exact binned single-sweep double-sweep tree kahan knuth extended plain" -- "$word")); return ;;
    --distribution) COMPREPLY=($(compgen -W "lower upper power-of-two optimised" -- "$word")); return ;;
    --svg) COMPREPLY=($(compgen -f -- "$word")); return ;;
    --mpi) [[ $command == audit ]] && COMPREPLY=($(compgen -W "openmpi mpich" -- "$word")) && return ;;
    -o|--output|--history) [[ $command == matrix ]] && COMPREPLY=($(compgen -f -- "$word")) && return ;;&
    --library) COMPREPLY=($(compgen -f -- "$word")); return ;;
    -o|--output|--data|--report) COMPREPLY=($(compgen -d -- "$word")); return ;;
    -c|--column|-b|--by|-j|--threads|--seed|--alpha|--count|--tolerance|-n|--most-iterations|--restart) return ;;
  esac

  case $command in
    completion) COMPREPLY=($(compgen -W "bash zsh fish --help" -- "$word")); return ;;
    study)
      if ((COMP_CWORD == 2)); then
        COMPREPLY=($(compgen -W "accuracy --help" -- "$word"))
      else
        COMPREPLY=($(compgen -W "--output --data --seed --quick --force --quiet --help" -- "$word"))
      fi
      return ;;
    matrix)
      local own="--threads --json --quiet --help"
      if ((COMP_CWORD == 2)); then
        COMPREPLY=($(compgen -W "assemble multiply solve info --help" -- "$word"))
      elif [[ $word == -* ]]; then
        case ${COMP_WORDS[2]} in
          assemble) own="--output $own" ;;
          multiply) own="--output --transposed $own" ;;
          solve) own="--output --method --preconditioner --tolerance --most-iterations --restart --history --svg --mpi $own" ;;
          info) own="--svg $own" ;;
        esac
        COMPREPLY=($(compgen -W "$own" -- "$word"))
      else
        COMPREPLY=($(compgen -f -- "$word"))
        compopt -o filenames 2>/dev/null
      fi
      return ;;
    tree-plan) COMPREPLY=($(compgen -W "--alpha --svg --distribution --json --help" -- "$word")); return ;;
    audit) COMPREPLY=($(compgen -W "--output --report --mpi --library --force --json --quiet --help --" -- "$word")); return ;;
    diff)
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--ignore --json --quiet --help" -- "$word"))
      else
        COMPREPLY=($(compgen -d -- "$word"))
      fi
      return ;;
    eval)
      if ((COMP_CWORD == 2)); then
        COMPREPLY=($(compgen -W "exp exp2 exp10 expm1 exp2m1 exp10m1 log log2 log10 log1p log2p1 log10p1 sin cos tan sinpi cospi tanpi asin acos atan atan2 asinpi acospi atanpi atan2pi sinh cosh tanh asinh acosh atanh pow powr hypot cbrt rsqrt erf erfc tgamma lgamma --help" -- "$word"))
      else
        COMPREPLY=($(compgen -W "--float --json --hex --decimal --help" -- "$word"))
      fi
      return ;;
    verify) COMPREPLY=($(compgen -W "--threads --json --list --libm --count --help" -- "$word")); return ;;
    info) COMPREPLY=($(compgen -W "--json --help" -- "$word")); return ;;
  esac

  if [[ $word == -* ]]; then
    local own="--compare"
    local tables="--all-columns --by --csv"
    case $command in
      sum) own="--compare --method --mpi $tables" ;;
      mean) own="--compare $tables" ;;
      norm) own="--compare --l1 --squared $tables" ;;
      variance) own="--population $tables" ;;
    esac
    COMPREPLY=($(compgen -W "$input $output $own --help" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
    compopt -o filenames 2>/dev/null
  fi
}

complete -F _isobit isobit
