"""Pages of docs/performance: prose by hand and, between two marks, what a report makes of the measurements.

Measurements lie in a folder with the name of the page, in a file for each machine: sums.md, sums/zen4.json.
"""

import json

MACHINES = {"zen4": "Zen 4", "intel": "Intel"}


def machine_name(stem):
    return MACHINES.get(stem, stem.replace("_", " "))


def documents(folder):
    """`{name of the machine: measurements}` of all JSON files in a folder."""
    known = [file for stem in MACHINES if (file := folder / f"{stem}.json").exists()]
    files = known + sorted(set(folder.glob("*.json")) - set(known))
    return {machine_name(file.stem): json.loads(file.read_text(encoding="utf-8")) for file in files}


def fill(page, parts):
    """Puts each part, `{name: Markdown}`, between its marks `<!-- name -->` and `<!-- end of name -->` in the page."""
    text = page.read_text(encoding="utf-8")
    for name, body in parts.items():
        start, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        if start not in text or end not in text:
            raise SystemExit(f"{page}: the marks {start} and {end} are missing")
        before, _, rest = text.partition(start)
        text = f"{before}{start}\n{body.strip()}\n{end}{rest.partition(end)[2]}"
    page.write_text(text, encoding="utf-8")
    print(f"wrote {page}")


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|---|" + "--:|" * (len(header) - 1)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def figure(value):
    return "–" if value is None else f"{value:.2f}"


def spread(values):
    """One figure, or the range of several."""
    low, high = f"{min(values):.2f}", f"{max(values):.2f}"
    return low if low == high else f"{low}–{high}"


def size_name(n):
    exponent = len(str(n)) - 1
    if n < 10_000:
        return str(n)
    return f"10^{exponent}" if n == 10 ** exponent else f"{n / 10 ** exponent:g}·10^{exponent}"


def setting(document):
    """What was measured on, as a line of a list."""
    return (f"{document['processor']}, {document['hardware_threads']} hardware threads, {document['compiler']}, "
            f"{document['instruction_set']} kernels")
