"""The reference: public headers as Markdown, their comments as text and their declarations as code."""
import re

NO_CODE = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])'|^ *\#(?:\\\n|[^\n])*""", re.DOTALL | re.MULTILINE)
DETAILS = re.compile(r"^namespace detail \{$.*?^}  // namespace detail$|^private:$.*?(?=^};)|^(?:extern )?template (?!<).*?;$", re.DOTALL | re.MULTILINE)
BOILERPLATE = re.compile(r"#define ISOBIT_\w+_H|# *(?!define).*|extern \"C\" \{|}|ISOBIT_NAMESPACE_\w+|using isobit::detail::.*|namespace [\w:]+ \{|}  // namespace.*")
DOCUMENTATION = re.compile(r"(?:^///[^\n]*\n)+|^/\*.*?\*/\n", re.DOTALL | re.MULTILINE)
# Macros declare by a stem, ISOBIT_FOR_ALL(ISOBIT_DECLARE, gemm), or by a name, ISOBIT_OF_ONE_NUMBER(exp).
NAMED = re.compile(r"""\b(?:class|struct|concept|enum\ class|enum)\s+(?:__attribute__\(\(\w+\)\)\ )?(?:ISOBIT_API\ )?(\w+)
                       |\busing\ (?:\w+::)*(\w+)
                       |\bISOBIT_FOR_\w+\(\w+,\ (\w+)\)|\bISOBIT_OF_\w+\((\w+)
                       |(operator\W+|\b(?!ISOBIT_)\w+)\(""", re.VERBOSE)


def code_of(text):
    """Blanks in place of comments, strings and directives: what is found in it is code, at the same place."""
    return NO_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def without_arguments(template):
    """Without what is in angle brackets."""
    while (shorter := re.sub(r"<[^<>]*>", "", template)) != template:
        template = shorter
    return template


def end_of_body(code, brace):
    """Where a body ends that begins with `brace`, or with the first of a constructor's initialisers."""
    depth = 0
    for found in re.compile(r"[{}]").finditer(code, brace):
        depth += 1 if found[0] == "{" else -1
        if depth == 0 and not re.match(r"\s*[,{]", code[found.end():]):
            return found.end()
    raise ValueError("a brace that is not closed")


def is_function(head):
    return ")" in head and not re.search(r"\b(class|struct|enum|union|namespace|concept)\b|=\s*$", without_arguments(head))


def without_bodies(text):
    """Functions are declared, not defined."""
    code, result, copied, statement, depth, position = code_of(text), "", 0, 0, 0, 0
    while found := re.compile(r"[(){};]").search(code, position):
        position = found.end()
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        if depth or found[0] in "()":
            continue
        if found[0] == "{" and is_function(head := code[statement:found.start()]):
            initialisers = re.search(r"\s:\s", head)
            result += text[copied:statement + initialisers.start() if initialisers else found.start()].rstrip() + ";"
            copied = position = end_of_body(code, found.start())
        statement = position
    return result + text[copied:]


def text_of(comment):
    """The Markdown in a comment."""
    if comment.startswith("///"):
        return re.sub(r"^/// ?", "", comment, flags=re.MULTILINE)
    inside = re.sub(r"^/\*\*? ?|\s*\*/\n$", "", comment)
    return re.sub(r"^ \* ?|^ {3,4}(?=\S)", "", inside, flags=re.MULTILINE)


def name_of(declarations):
    found = NAMED.search(without_arguments(re.sub(r"\b(requires|decltype|alignas|explicit)\s*\([^()]*\)", "", code_of(declarations))))
    return found and found[found.lastindex]


def declarations_in(text):
    lines = [line for line in text.splitlines() if not BOILERPLATE.fullmatch(line)]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")


def reference_of(header, language, heading):
    """Markdown: for every comment that begins a line a heading, its text, and what is declared there."""
    header = without_bodies(DETAILS.sub("", header))
    comments = list(DOCUMENTATION.finditer(header))
    starts = [0] + [comment.end() for comment in comments]
    ends = [comment.start() for comment in comments] + [len(header)]
    texts = [""] + [text_of(comment[0]) for comment in comments]
    parts = []
    for text, start, end in zip(texts, starts, ends):
        declarations = declarations_in(header[start:end])
        if name := name_of(declarations):
            parts.append(f"{heading} {name}\n")
        parts.append(text)
        if declarations:
            parts.append(f"```{language}\n{declarations}\n```\n")
    return "\n".join(part for part in parts if part)
