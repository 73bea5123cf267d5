#include "command_line.hpp"

#include <algorithm>
#include <cstdint>

#include <CLI/CLI.hpp>

#include "../basics/failure.hpp"
#include "../basics/printable.hpp"
#include "../basics/version.hpp"
#include "audit_line.hpp"
#include "matrix_line.hpp"
#include "option_kinds.hpp"
#include "suggestion.hpp"

namespace isobit::tool {
namespace {

constexpr char description[] = "Sums, dot products, norms and means whose bits are the same everywhere:\n"
                               "the exact result, rounded once, whatever the order, the threads or the machine.\n";

constexpr char examples[] = "\nExamples:\n"
                            "  isobit sum data.txt                        numbers separated by blanks or newlines\n"
                            "  isobit sum sales.csv --column price        a column of a table, by name or number\n"
                            "  isobit sum sales.csv --column price --by region,year\n"
                            "  isobit mean sales.csv --all-columns        every column that holds numbers\n"
                            "  isobit sum a.npy b.npy --json              NumPy files, the result as JSON\n"
                            "  isobit mean samples.f32 --result f64       raw floats, rounded once to double\n"
                            "  zcat log.gz | isobit sum --skip-bad        a pipe; what is not a number is counted\n"
                            "  isobit dot table.csv --column x --column y\n"
                            "  isobit sum data.txt --compare              how far off are the others?\n"
                            "  isobit sum data.txt --method binned        one pass, the same bits in every order\n"
                            "  mpirun -n 4 isobit sum --mpi data.npy      each rank reads its part\n"
                            "  isobit matrix assemble parts.mtx --output A.mtx\n"
                            "  isobit matrix multiply A.mtx x.mtx --output y.mtx\n"
                            "  isobit matrix solve A.mtx b.mtx --preconditioner jacobi --output x.mtx\n"
                            "  isobit study accuracy --output results     the papers' tables, done again\n"
                            "  isobit tree-plan 64 5 --svg tree.svg       what ranks would send each other\n"
                            "  isobit audit -- mpirun -n 4 ./program      which reductions depend on their order?\n"
                            "  eval \"$(isobit preload -- ./program)\"      then its reductions are reproducible\n"
                            "  isobit diff run1 run2                      where do two audited runs part?\n"
                            "  isobit eval exp 1.5 0x1p-3                 a function, correctly rounded\n"
                            "  isobit verify                              does this machine get the right bits?\n"
                            "  isobit verify --libm                       and how often does its libm?\n"
                            "\nExit status: 0 success, 1 bad data or failed verification, 2 wrong usage,\n"
                            "3 a file cannot be read or written, 4 not possible on this machine, 5 internal,\n"
                            "6 the iteration of matrix solve did not converge.\n"
                            "audit: that of the program; diff: 0 the same, 1 different, 2 trouble.\n"
                            "See isobit(1).";

/// One character, or a word for those that are hard to type.
std::string check_separator(std::string& text) {
  if (text == "tab" || text == "\\t") text = "\t";
  if (text == "space" || text == "blank") text = " ";
  if (text == "comma") text = ",";
  if (text == "semicolon") text = ";";
  if (text.size() != 1) return "one character, or tab, space, comma, semicolon; not '" + text + "'";
  if (text == "\n" || text == "\r" || text == "\"") return "a newline or a quote cannot separate columns";
  return {};
}

void add_input(CLI::App& app, request& wanted) {
  auto& input = wanted.input;
  app.add_option("files", input.files, "inputs; - is the standard input, and so is none")->type_name("FILE");
  add_words<input_format>(app, "-f,--format", input.format,
                          {{"auto", input_format::automatic},
                           {"text", input_format::text},
                           {"csv", input_format::csv},
                           {"tsv", input_format::tsv},
                           {"jsonl", input_format::jsonl},
                           {"npy", input_format::npy},
                           {"npz", input_format::npz},
                           {"raw", input_format::raw},
                           {"parquet", input_format::parquet},
                           {"arrow", input_format::arrow},
                           {"hdf5", input_format::hdf5},
                           {"netcdf", input_format::netcdf}},
                          "format of the inputs; auto looks at their contents and names")
      ->group("Input");
  add_words<std::optional<element_type>>(app, "-t,--type", input.type,
                                         {{"f64", element_type::f64},
                                          {"f32", element_type::f32},
                                          {"f16", element_type::f16},
                                          {"bf16", element_type::bf16}},
                                         "type of raw numbers (default f64); f32: also of numbers in text")
      ->group("Input");
  add_words<std::optional<bool>>(app, "-e,--endian", input.big_endian, {{"little", false}, {"big", true}},
                                 "byte order of raw numbers (default little)")
      ->group("Input");
  app.add_option("-c,--column", input.columns, "column of a table, by name or by number from 1; key of JSON lines")
      ->type_name("NAME|N")
      ->group("Input")
      ->expected(1)
      ->allow_extra_args(false)  // what follows the name is a file
      ->take_all();
  add_words<header_row>(app, "--header", input.header,
                        {{"auto", header_row::automatic}, {"yes", header_row::present}, {"no", header_row::absent}},
                        "whether the first row of a table holds names")
      ->group("Input");
  app.add_option_function<std::string>(
         "-s,--separator", [&input](std::string const& text) { input.separator = text[0]; },
         "what separates columns: a character, or tab, space, comma, semicolon")
      ->transform(CLI::Validator(check_separator, ""))
      ->type_name("CHAR")
      ->group("Input");
  app.add_flag("--skip-bad", input.skip_bad, "skip and count what is not a number")->group("Input");
  app.add_flag("--skip-na", input.numbers.skips_missing,
               "leave out and count missing values: NaN; in text NA, N/A, null, none; in tables empty fields")
      ->group("Input");
  app.add_flag_callback(
         "--decimal-comma", [&input] { input.numbers.point = ','; }, "numbers in text are written as 1,5")
      ->group("Input");
  add_words<char>(app, "--thousands", input.numbers.thousands,
                  {{"comma", ','}, {"point", '.'}, {"space", ' '}, {"apostrophe", '\''}, {"underscore", '_'}},
                  "what separates thousands in text, as in 1,234.5")
      ->group("Input");
  app.add_option("-j,--threads", input.threads, "number of threads (default: all); the bits do not depend on it")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1024}))
      ->type_name("N")
      ->group("Input");
}

void add_output(CLI::App& app, request& wanted, bool can_compare) {
  auto& output = wanted.output;
  auto* const json = app.add_flag("--json", output.json, "print one JSON object")->group("Output");
  auto* const hex = app.add_flag("-x,--hex", output.hex, "print the hexadecimal float only")->group("Output");
  auto* const decimal =
      app.add_flag("-d,--decimal", output.decimal, "print the shortest decimal that reads back the same, only")
          ->group("Output");
  hex->excludes(decimal)->excludes(json);
  decimal->excludes(json);
  add_words<std::optional<bool>>(app, "-r,--result", output.single, {{"f64", false}, {"f32", true}},
                                 "type of the result (default: that of the inputs)")
      ->group("Output");
  app.add_flag("-q,--quiet", wanted.output.quiet, "no remarks and no progress bar")->group("Output");
  if (can_compare)
    app.add_flag("--compare", output.compare,
                 "a table of what the usual methods (of a sum: all methods) make of the input")
        ->excludes(hex)
        ->excludes(decimal)
        ->group("Output");
}

/// Of sum, norm, mean and variance.
void add_tables(CLI::App& app, request& wanted) {
  app.add_flag("-a,--all-columns", wanted.input.all_columns, "a result for every column that holds numbers")
      ->excludes(app.get_option("--column"))
      ->group("Input");
  app.add_option("-b,--by", wanted.input.keys,
                 "a result for every group of rows that agree in these columns: names or numbers, with commas between")
      ->type_name("NAME|N,...")
      ->group("Input")
      ->delimiter(',')
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  app.add_flag("--csv", wanted.output.csv, "print results by column or group as CSV")
      ->excludes(app.get_option("--json"))
      ->group("Output");
}

CLI::App* add_operation(CLI::App& app, request& wanted, subcommand what, std::string const& name,
                        std::string const& help, bool can_compare) {
  auto* const operation = app.add_subcommand(name, help);
  operation->callback([&wanted, what] {
    wanted.what = what;
    if (wanted.input.files.empty()) wanted.input.files.push_back("-");
    if (wanted.input.numbers.thousands == wanted.input.numbers.point)
      throw CLI::ValidationError("--thousands", "the same character cannot be the decimal " +
                                                    std::string(wanted.input.numbers.point == ',' ? "comma" : "point"));
  });
  add_input(*operation, wanted);
  add_output(*operation, wanted, can_compare);
  return operation;
}

void add_operations(CLI::App& app, request& wanted) {
  auto* const sum = add_operation(app, wanted, subcommand::sum, "sum", "the sum of all numbers of all inputs", true);
  add_tables(*sum, wanted);
  sum->add_option_function<std::string>(
         "-m,--method",
         [&wanted](std::string const& text) {
           try {
             wanted.method = parse_method(text);
           } catch (failure const& problem) {
             throw CLI::ValidationError("--method", problem.what());
           }
         },
         "how to add; K bins or levels, 1 to 4 (default exact)")
      ->type_name(method_choices)
      ->excludes(sum->get_option("--compare"))
      ->group("Output");
  sum->add_flag("--mpi", wanted.mpi, "each rank of an MPI job reads its part: mpirun -n 4 isobit sum --mpi FILE")
      ->excludes(sum->get_option("--compare"))
      ->group("Input");
  add_operation(app, wanted, subcommand::dot, "dot", "the dot product of two inputs, or of two columns of a table",
                true);
  auto* const norm = add_operation(app, wanted, subcommand::norm, "norm", "the Euclidean norm of all numbers", true);
  add_tables(*norm, wanted);
  auto* const magnitudes = norm->add_flag_callback(
      "--l1", [&wanted] { wanted.norm = norm_kind::magnitudes; }, "the sum of magnitudes instead");
  norm->add_flag_callback(
          "--squared", [&wanted] { wanted.norm = norm_kind::squared; }, "the sum of squares instead")
      ->excludes(magnitudes);
  add_tables(*add_operation(app, wanted, subcommand::mean, "mean", "the arithmetic mean of all numbers", true), wanted);
  auto* const variance =
      add_operation(app, wanted, subcommand::variance, "variance", "the variance of all numbers, of a sample", false);
  add_tables(*variance, wanted);
  variance->add_flag("--population", wanted.population, "of a whole population: divide by n instead of n - 1");
}

void add_study(CLI::App& app, request& wanted) {
  auto* const study = app.add_subcommand("study", "repeat the papers' experiments with this library");
  study->require_subcommand(1);
  auto* const accuracy = study->add_subcommand("accuracy", "errors over orderings, over levels and over parts");
  accuracy->callback([&wanted] { wanted.what = subcommand::study; });
  auto& options = wanted.study;
  accuracy->add_option("-o,--output", options.output, "folder for CSV, SVG and README.md; new or empty")
      ->required()
      ->type_name("DIR");
  accuracy
      ->add_option("--data", options.data, "folder with psllh/*.binpsllh; made-up numbers stand in for missing files")
      ->envname("ISOBIT_TEST_DATA")
      ->type_name("DIR");
  accuracy->add_option("--seed", options.seed, "of permutations and made-up numbers (default 1)")->type_name("N");
  accuracy->add_flag("--quick", options.quick, "fewer and smaller inputs");
  accuracy->add_flag("--force", options.force, "write into a folder that is not empty");
  accuracy->add_flag("-q,--quiet", options.quiet, "no progress bar");
}

void add_tree_plan(CLI::App& app, request& wanted) {
  auto* const plan = app.add_subcommand("tree-plan", "what a sum along the tree sends between ranks, and a picture");
  plan->callback([&wanted] { wanted.what = subcommand::tree_plan; });
  auto& options = wanted.tree_plan;
  plan->add_option("elements", options.elements, "how many numbers there are")
      ->required()
      ->check(CLI::Validator(check_whole_number, ""))
      ->type_name("N");
  plan->add_option("ranks", options.ranks, "on how many ranks they are")
      ->required()
      ->check(CLI::Validator(check_whole_number, ""))
      ->type_name("P");
  plan->add_option("--alpha", options.alpha,
                   "how far the optimised shares may deviate from an even one, relative to it (default 0.2)")
      ->type_name("A");
  plan->add_option("--svg", options.svg, "write a picture of the tree, or of the messages if there are many elements")
      ->type_name("FILE");
  add_words<distribution_kind>(*plan, "--distribution", options.pictured,
                               {{"lower", distribution_kind::lower},
                                {"upper", distribution_kind::upper},
                                {"power-of-two", distribution_kind::power_of_two},
                                {"optimised", distribution_kind::optimised}},
                               "what the picture shows (default optimised)")
      ->needs(plan->get_option("--svg"));
  plan->add_flag("--json", wanted.output.json, "print one JSON object, with the first element of every rank");
}

void add_eval(CLI::App& app, request& wanted) {
  auto* const eval = app.add_subcommand("eval", "an elementary function, correctly rounded, and how hard that was");
  eval->callback([&wanted] { wanted.what = subcommand::eval; });
  eval->add_option("function", wanted.eval.function, "exp, log, sin, pow, ...")->required()->type_name("NAME");
  eval->add_option("arguments", wanted.eval.arguments,
                   "decimals or hexadecimal floats; of pow, powr, atan2, atan2pi, hypot pairs: 2 0.5")
      ->required()
      ->type_name("X");
  eval->add_flag("--float", wanted.eval.is_single, "the function of floats, of arguments rounded to float");
  auto* const json = eval->add_flag("--json", wanted.output.json, "print one JSON object");
  auto* const hex = eval->add_flag("-x,--hex", wanted.output.hex, "print hexadecimal floats only, one a line");
  eval->add_flag("-d,--decimal", wanted.output.decimal, "print decimals only, one a line")
      ->excludes(hex)
      ->excludes(json);
  hex->excludes(json);
}

void add_helpers(CLI::App& app, request& wanted) {
  auto* const verify = app.add_subcommand("verify", "check that this machine gets the right bits; print a certificate");
  verify->callback([&wanted] { wanted.what = subcommand::verify; });
  verify
      ->add_option("-j,--threads", wanted.input.threads,
                   "check 1 to N threads (default: as many as the machine offers, at most 8)")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1024}))
      ->type_name("N");
  verify->add_flag("--json", wanted.output.json, "print one JSON object");
  verify->add_flag("--list", wanted.list,
                   "print the hash of every group of results, to find where two machines differ");
  verify
      ->add_flag("--libm", wanted.libm,
                 "instead: how many results of this machine's libm are not the correctly rounded ones?")
      ->excludes(verify->get_option("--list"))
      ->excludes(verify->get_option("--threads"));
  verify->add_option("--count", wanted.libm_arguments, "arguments for each function of --libm (default 1000000)")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1000000000}))
      ->needs(verify->get_option("--libm"))
      ->type_name("N");
  verify->add_flag("--worker", wanted.worker)->group("");
  auto* const info = app.add_subcommand("info", "version, instruction sets and environment");
  info->callback([&wanted] { wanted.what = subcommand::info; });
  info->add_flag("--json", wanted.output.json, "print one JSON object");
  auto* const completion = app.add_subcommand("completion", "print a completion script for a shell");
  completion->callback([&wanted] { wanted.what = subcommand::completion; });
  completion->add_option("shell", wanted.shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}))
      ->type_name("SHELL");
}

/// What is wrong where a word stands in the place of a subcommand and is none; empty where something else is.
std::string unknown_subcommand(CLI::App const* app, int argc, char** argv) {
  for (int i = 1; i < argc && app->get_require_subcommand_min() != 0; ++i) {
    std::string const word = argv[i];
    std::vector<std::string> names;
    for (CLI::App const* const each : app->get_subcommands([](CLI::App const*) { return true; }))
      names.push_back(each->get_name());
    if (std::find(names.begin(), names.end(), word) == names.end())
      return word.starts_with('-') ? "" : "there is no subcommand " + shown(word) + "; " + suggestion(word, names);
    app = app->get_subcommand(word);
  }
  return {};
}

}  // namespace

command_line parse_command_line(int argc, char** argv, std::ostream& out, std::ostream& problems) {
  command_line line;
  CLI::App app(description, "isobit");
  app.footer(examples);
  app.set_version_flag("--version", "isobit " + version(), "print the version");
  app.require_subcommand(1);
  app.failure_message([&](CLI::App const*, CLI::Error const& problem) {
    bool const in_audit = app.got_subcommand("audit");
    std::string const unknown = unknown_subcommand(&app, argc, argv);
    return "isobit: " + (unknown.empty() ? std::string(problem.what()) : unknown) + "\n" +
           (in_audit ? "The command of an audit stands behind --: isobit audit -- mpirun -n 4 ./program\n" : "") +
           "isobit --help says more.\n";
  });
  app.get_formatter()->column_width(34);
  add_operations(app, line.wanted);
  add_matrix(app, line.wanted);
  add_study(app, line.wanted);
  add_tree_plan(app, line.wanted);
  add_audits(app, line.wanted);
  add_eval(app, line.wanted);
  add_helpers(app, line.wanted);
  try {
    app.parse(argc, argv);
  } catch (CLI::ParseError const& problem) {
    int const status = app.exit(problem, out, problems);
    line.leave = true;
    line.status = status == 0 ? 0 : static_cast<int>(exit_code::usage);
  }
  return line;
}

}  // namespace isobit::tool
