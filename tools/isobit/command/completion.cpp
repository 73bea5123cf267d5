#include <string_view>

#include "../completion/scripts.hpp"
#include "../output/report.hpp"
#include "commands.hpp"

namespace isobit::tool {

exit_code run_completion(request const& wanted) {
  std::string_view const script = wanted.shell == "bash"  ? bash_completion
                                  : wanted.shell == "zsh" ? zsh_completion
                                                          : fish_completion;
  print_line(std::string(script.substr(0, script.find_last_not_of('\n') + 1)));
  return exit_code::success;
}

}  // namespace isobit::tool
