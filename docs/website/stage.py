"""stage.py FOLDER: writes the pages of the website there, as Markdown for Sphinx.

Every Markdown file of the repository is a page at its own path, a README the index of its folder. Beside them stand the
sources that pages link to, the reference that is read out of the public headers, and an index for every folder of pages
that has none. Links are led to where their targets went.
"""
import posixpath
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
from headers import reference_of  # noqa: E402
from links import LINK_OR_CODE  # noqa: E402

TITLES = {"docs/guide": "Guides", "reference": "Reference", "docs/maths": "Why the bits are right", "docs/howto": "How to extend isobit",
          "examples": "Whole programs"}
SECTIONS = ["docs/guide/index", "reference/index", "docs/performance/index", "docs/maths/index", "BITS", "examples/index", "ARCHITECTURE",
            "CONTRIBUTING", "docs/howto/index", "docs/from_0.1_to_0.2", "CHANGELOG"]
LANGUAGES = {".cpp": "cpp", ".hpp": "cpp", ".cuh": "cpp", ".c": "c", ".h": "c", ".py": "python", ".f90": "fortran", ".sh": "bash"}


def tracked(*patterns):
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return sorted(name for name in listed.stdout.splitlines() if (ROOT / name).is_file())


def page_of(path):
    """Where what is at a path of the repository is on the website."""
    name = Path(path)
    if name.name == "README.md":
        return str(name.parent / "index.md")
    if (ROOT / path).is_dir():
        return page_of(f"{path}.md" if (ROOT / f"{path}.md").is_file() else f"{path}/README.md")
    return f"{path}.md" if name.suffix in LANGUAGES else path


def toctree(pages, *options):
    lines = [f":{option}" for option in options] + ["", *(f"/{page.removesuffix('.md')}" for page in pages)]
    return "\n```{toctree}\n" + "\n".join(lines) + "\n```\n"


class Website:
    def __init__(self, folder):
        self.folder = folder
        self.pages = {}
        self.files = set()  # what pages link to or show and is no page

    def led(self, match, page):
        """A link of a page of the repository, as a link of the website; code as it is."""
        target, _, anchor = (match[1] or "").partition("#")
        if not target or re.match(r"[a-z]+:", target):
            return match[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
        if Path(path).suffix in LANGUAGES:
            self.add_source(path)
        elif not path.endswith(".md") and (ROOT / path).is_file():
            self.files.add(path)
        where = posixpath.relpath(page_of(path), posixpath.dirname(page) or ".")
        return match[0].replace(f"]({match[1]})", f"]({where}{'#' + anchor if anchor else ''})")

    def add_page(self, path):
        text = LINK_OR_CODE.sub(lambda match: self.led(match, path), (ROOT / path).read_text(encoding="utf-8"))
        # Contents are of words: a heading's examples stand below it.
        text = re.sub(r"(?m)^(#+ .*?) — (\[.*)$", r"\1\n\nExample: \2", text)
        if not re.search("(?m)^# ", text):
            text = f"# {Path(path).stem.replace('_', ' ')}\n\n{text}"
        self.pages[page_of(path)] = text

    def add_source(self, path):
        text = (ROOT / path).read_text(encoding="utf-8")
        self.pages[page_of(path)] = f"---\norphan: true\nnosearch: true\n---\n\n# {path}\n\n````{LANGUAGES[Path(path).suffix]}\n{text}````\n"

    def add_reference(self):
        """A page for every room, and one for every header beside the rooms; none for those that only include others."""
        rooms = defaultdict(list)
        for header in tracked("include/isobit"):
            inside = header.removeprefix("include/isobit/")
            rooms[posixpath.dirname(inside) or inside].append(header)
        for room, headers in rooms.items():
            heading = "##" if len(headers) == 1 else "###"
            texts = []
            for header in headers:
                language = LANGUAGES[Path(header).suffix]
                if declared := reference_of((ROOT / header).read_text(encoding="utf-8"), language, heading):
                    title = f"## {posixpath.basename(header)}\n\n" if len(headers) > 1 else ""
                    texts.append(f"{title}```{language}\n#include <{header.removeprefix('include/')}>\n```\n\n{declared}")
            if texts:
                self.pages[f"reference/{room}.md"] = f"# isobit/{room}\n\n" + "\n".join(texts)

    def add_indexes(self):
        """Every page is in the contents of its folder's index, or in those of the page that has the folder's name."""
        readme = self.pages["index.md"]
        children = defaultdict(list)
        for page, text in self.pages.items():
            if not text.startswith("---\norphan") and "/" in page:
                folder = posixpath.dirname(posixpath.dirname(page) if page.endswith("/index.md") else page)
                children[folder].append(page)
        for folder, pages in children.items():
            # First what the README names, in its order; then the rest.
            pages = sorted(pages, key=lambda page: (readme.find(f"({page}") % (len(readme) + 1), page))
            if folder in TITLES:
                self.pages[f"{folder}/index.md"] = f"# {TITLES[folder]}\n" + toctree(pages, "maxdepth: 1")
            elif folder != "docs":
                index = f"{folder}.md" if f"{folder}.md" in self.pages else f"{folder}/index.md"
                self.pages[index] += toctree(pages, "hidden:")
        self.pages["index.md"] += toctree(SECTIONS, "hidden:")

    def write(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        for name in self.files:
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.folder / name)
        for name, text in self.pages.items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_text(text, encoding="utf-8")


def main():
    website = Website(Path(sys.argv[1]))
    for page in tracked("*.md"):
        website.add_page(page)
    website.add_reference()
    website.add_indexes()
    website.write()


if __name__ == "__main__":
    main()
