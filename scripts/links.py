#!/usr/bin/env python3
"""links.py: every link to a file or heading, from the pages and from comments, leads somewhere.

A page links relative to itself, [text](../maths/sum.md#few); a comment names a page from the root:
docs/maths/sum.md#few.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# What is linked is group 1; code is matched, too, so that nothing in it is taken for a link.
LINK_OR_CODE = re.compile(r"(?ms)^```.*?^```|^ {4,}[^\n]*$|\[(?:`[^`\n]*`|[^\]`])*\]\(([^()\s]+)\)|`[^`\n]*`")
SUFFIXES = {".md", ".cpp", ".hpp", ".h", ".c", ".cu", ".py", ".sh", ".txt", ".cmake"}
MENTION = re.compile(r"docs/\w+/[\w/]+\.md(?:#[\w-]+)?")


def anchors(page):
    """Of all headings, as GitHub makes them, and of `<a id="...">`."""
    text = page.read_text(encoding="utf-8")
    found = set(re.findall(r'<a (?:id|name)="([^"]+)"', text))
    for heading in re.findall(r"(?m)^#+ +(.*?)\s*$", re.sub(r"(?ms)^```.*?^```", "", text)):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        name = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        number = 0
        while (unique := f"{name}-{number}" if number else name) in found:
            number += 1
        found.add(unique)
    return found


def problem(target, base, known={}):
    """Why a target is no place to link to, or None."""
    path, _, anchor = target.partition("#")
    page = (base / path).resolve() if path else None
    if page and not page.exists():
        return "no such file"
    if anchor and page and page.suffix == ".md":
        if page not in known:
            known[page] = anchors(page)
        return None if anchor in known[page] else "no such heading"
    return None


def main():
    files = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
                           stdout=subprocess.PIPE, text=True).stdout.splitlines()
    broken = []
    for name in files:
        file = ROOT / name
        if not file.is_file() or file.suffix not in SUFFIXES:
            continue
        text = file.read_text(encoding="utf-8", errors="replace")
        if file.suffix == ".md":
            for target in filter(None, LINK_OR_CODE.findall(text)):
                if re.match(r"[a-z]+:", target):
                    continue
                why = problem(file.name + target if target.startswith("#") else target, file.parent)
                if why:
                    broken.append(f"{name}: {target}: {why}")
        else:
            broken += [f"{name}: {target}: {why}" for target in set(MENTION.findall(text))
                       if (why := problem(target, ROOT))]
    for line in broken:
        print(f"links: {line}", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
