"""report.html of an audit in a real browser: it answers, searches, folds, sorts and plots, complains of nothing and asks for nothing."""
import math
import os
import re
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "command"))
from audit_logs import ANY_SOURCE, NAMED, ONE_SIDED, ORDINARY, REPRODUCIBLE, SATURATED, USER_OPERATION, receive_site, site, write_run  # noqa: E402
from web_driver import Browser, find_browser  # noqa: E402

COMMAND = os.environ.get("ISOBIT_COMMAND", "isobit")
HOSTILE = "</script><img src=http://example.org/x.png onerror=alert(1)><b>\"'\n\u4e16"
ENTER, TAB = "\ue007", "\ue004"


def pixels(png):
    """The distinct lines of pixels of a PNG, still filtered: a blank page has very few."""
    position, data = 8, b""
    width = struct.unpack(">I", png[16:20])[0]
    while position < len(png):
        length, kind = struct.unpack(">I4s", png[position:position + 8])
        data += png[position + 8:position + 8 + length] if kind == b"IDAT" else b""
        position += 12 + length
    lines = zlib.decompress(data)
    row = len(lines) // struct.unpack(">I", png[20:24])[0]
    return width, {lines[i:i + row] for i in range(0, len(lines), row)}


def contrast(one, two):
    """Of two colours, #rrggbb, as the Web Content Accessibility Guidelines have it."""
    def luminance(colour):
        parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
        return sum(weight * (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055)**2.4) for weight, part in zip((0.2126, 0.7152, 0.0722), parts))
    dark, light = sorted((luminance(one), luminance(two)))
    return (light + 0.05) / (dark + 0.05)


def fill(rank):
    for i in range(3000):
        ulps = (i * i) % 7 * (10 if i % 100 == 0 else 1)
        rank.call(0, different=ulps > 0, ulps=ulps, condition=10.0**(i % 12))
    rank.call(1, count=500, condition=3.0)
    rank.call(2, different=1, ulps=SATURATED, condition=float("inf"))
    rank.call(3, flags=ORDINARY if rank.rank == 0 else 0)
    rank.pass_on(4, USER_OPERATION, 77).pass_on(5, REPRODUCIBLE, 5).pass_on(6, ONE_SIDED, 6000)


SITES = [site(symbol="alpha", offset=1), site(symbol=HOSTILE, offset=2), site(symbol="gamma", offset=3), site("MPI_Reduce", symbol="delta", offset=4),
         site(operation="user", symbol="epsilon", offset=5), site(kind="MPI_INT", symbol="zeta", offset=6), site("MPI_Accumulate", symbol="eta", offset=7)]


class ReportTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.browser.resize(1250, 1400)

    def show(self, name, ranks, sites, what, **run):
        folder = Path(self.temporary.name) / name
        write_run(folder, ranks, sites, what, **run)
        subprocess.run([COMMAND, "audit", "--report", folder, "--quiet"], check=True)
        self.browser.log("browser"), self.browser.log("performance")
        self.browser.open(folder / "report.html")
        return folder / "report.html"

    def column(self, table, number):
        return self.browser.script(f"return [...document.querySelectorAll('#{table} tbody tr:not(.fold)')].map(row => row.cells[{number}].innerText)")

    def places(self):
        """The functions in the table of sites, in order."""
        return [name.split()[0] for name in self.column("sites", 1)]

    def unfold(self):
        self.browser.click("#sites tr.fold button")

    def text(self, selector):
        return self.browser.script(f"return document.querySelector({selector!r}).innerText")

    def sorts(self):
        return self.browser.script("return [...document.querySelectorAll('#sites th')].map(head => head.getAttribute('aria-sort'))")

    def assert_quiet(self, page):
        """No errors, no network, nothing but itself."""
        self.assertEqual(self.browser.log("browser"), [])
        self.assertEqual([url for url in self.browser.requests() if not url.startswith("data:")], [page.resolve().as_uri()])
        self.assertEqual(self.browser.script("return performance.getEntriesByType('resource').filter(e => !e.name.startsWith('data:')).length"), 0)

    def test_table_sorts(self):
        page = self.show("sorts", 4, SITES, fill)
        self.unfold()
        self.assertEqual(len(self.column("sites", 1)), 7)
        heads = self.browser.script("return [...document.querySelectorAll('#sites th')].map(head => head.innerText.trim())")
        for title in ("Calls", "Differ", "Ulps", "Condition", "Time"):
            i = heads.index(title)
            self.browser.click(f"#sites th:nth-child({i + 1}) button")
            ascending = self.column("sites", i)
            self.assertEqual(self.sorts()[i], "ascending")
            self.browser.click(f"#sites th:nth-child({i + 1}) button")
            self.assertEqual(self.column("sites", i), ascending[::-1], title)
            self.assertEqual([None if k != i else "descending" for k in range(len(heads))], self.sorts())
        self.browser.click(f"#sites th:nth-child({heads.index('Calls') + 1}) button")
        numbers = [int(text.replace(",", "")) for text in self.column("sites", heads.index("Calls"))]
        self.assertEqual(numbers, sorted(numbers))
        self.assertEqual(numbers[-2:], [3000, 6000])
        place = heads.index("Place")
        self.browser.press(f"#sites th:nth-child({place + 1}) button", ENTER)
        self.assertEqual(self.sorts()[place], "ascending")
        names = self.column("sites", place)
        self.assertEqual([name.split()[0] for name in names[1:]], ["alpha", "delta", "epsilon", "eta", "gamma", "zeta"])
        self.browser.click("#passed th:nth-child(3) button")
        self.assertEqual(self.column("passed", 2), ["5", "77", "6,000"])
        self.assert_quiet(page)

    def test_plots(self):
        page = self.show("plots", 4, SITES, fill)
        bars = "return document.querySelectorAll('#overall svg rect.bar').length"
        self.assertGreater(self.browser.script(bars), 10)
        self.browser.script("document.getElementById('site-0').open = true; document.getElementById('site-2').open = true")
        self.browser.script("return new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))")
        points = self.browser.script("return document.querySelectorAll('#site-0 svg circle.point').length")
        self.assertTrue(1000 <= points <= 2000, points)
        inside = """return [...document.querySelectorAll('svg')].every(svg => { const all = svg.viewBox.baseVal;
            return [...svg.querySelectorAll('circle, rect')].every(each => { const box = each.getBBox();
              return box.x >= 0 && box.y >= 0 && box.x + box.width <= all.width && box.y + box.height <= all.height; }); })"""
        self.assertTrue(self.browser.script(inside))
        self.assertEqual(self.browser.script("return [...document.querySelectorAll('svg *')].filter(each => [...each.attributes].some(a => /NaN|undefined/.test(a.value))).length"), 0)
        self.unfold()
        self.assertIn("not finite", self.text("#sites"))
        self.assert_quiet(page)

    def test_link_opens_the_detail(self):
        page = self.show("links", 4, SITES, fill)
        self.assertFalse(self.browser.script("return document.getElementById('site-2').open"))
        self.unfold()
        self.browser.click("#sites a[href='#site-2']")
        self.assertTrue(self.browser.script("return document.getElementById('site-2').open"))
        self.assertIn("cancelled to exactly 0", self.browser.script("return new Promise(done => setTimeout(() => done(document.getElementById('site-2').innerText), 100))"))
        self.assert_quiet(page)

    def test_receives(self):
        page = self.show("receives", 2, [site(), receive_site(offset=1, symbol=HOSTILE), receive_site("MPI_Irecv", offset=2, symbol="serve")],
                         lambda rank: rank.call().receive(NAMED, 4).receive(ANY_SOURCE, 5, site=1).receive(ANY_SOURCE, 1000, site=2))
        self.assertFalse(self.browser.script("return document.getElementById('receives-section').hidden"))
        self.assertIn("2,010 of 2,018 receives", self.browser.script("return document.getElementById('receive-findings').innerText"))
        self.assertEqual((self.column("receives", 1), self.column("receives", 2)), (["Irecv", "Recv"], ["2,000", "10"]))
        self.assert_quiet(page)
        self.show("none", 2, [site()], lambda rank: rank.call().receive(NAMED, 4))
        self.assertTrue(self.browser.script("return document.getElementById('receives-section').hidden"))

    def test_hostile_names(self):
        page = self.show("hostile", 2, [site(HOSTILE, HOSTILE, HOSTILE, symbol=HOSTILE, module=HOSTILE)],
                         lambda rank: rank.call(ulps=1, different=1), program=HOSTILE, arguments=[HOSTILE], host=HOSTILE)
        self.assertEqual(self.browser.script("return document.querySelectorAll('img, main b:not(.tile b, .cure b)').length"), 0)
        self.assertIn("</script>", self.browser.script("return document.querySelector('#sites a').textContent"))
        self.assert_quiet(page)

    def test_empty(self):
        page = self.show("empty", 3, [], lambda rank: None)
        text = self.browser.script("return document.body.innerText")
        for words in ("No reduction was called.", "What this does not show", "docs/guide/mpi_programs.md"):
            self.assertIn(words, text)
        self.assert_quiet(page)

    def test_answers(self):
        """A card for each question, with links to the lines that decide."""
        page = self.show("answers", 4, SITES, fill)
        self.assertEqual(self.browser.script("return [...document.querySelectorAll('.answer .word')].map(each => each.innerText)"), ["No", "No", "Cannot tell"])
        self.assertEqual(self.text("#answer-mpi h3"), "with another MPI?")
        self.assertIn("the order of the addends", self.text("#answer-mpi"))
        self.assertEqual(self.browser.script("return [...document.querySelectorAll('#answer-mpi > ul a')].map(each => each.innerText)"), ["alpha", "gamma"])
        self.browser.click("#answer-mpi a[href='#site-2']")
        self.assertTrue(self.browser.script("return document.getElementById('site-2').open"))
        self.assertIn("eta", self.text("#answer-day"))
        self.browser.click("#answer-mpi details.cure summary")
        self.assertIn("user-defined operation", self.text("#answer-mpi details.cure"))
        self.assertIn("one run", self.text("#limits"))
        self.assert_quiet(page)

    def test_answers_yes(self):
        page = self.show("yes", 4, [site(kind="MPI_INT")], lambda rank: rank.pass_on(0, REPRODUCIBLE, 5))
        self.assertEqual(self.browser.script("return [...document.querySelectorAll('.answer .word')].map(each => each.innerText)"), ["Yes"] * 3)
        self.assertIn("no reduction of this run rounds", self.text("#answer-ranks"))
        self.assertTrue(self.browser.script("return document.getElementById('overview-section').hidden"))
        self.assert_quiet(page)

    def test_search(self):
        page = self.show("search", 4, SITES, fill)
        self.assertEqual(self.text("#shown"), "7 sites")
        for words, found in (("alph", ["alpha"]), ("ACCUMULATE", ["eta"]), ("allreduce user", ["epsilon"]), ("alpha eta", []), ("cancelled", ["gamma"])):
            self.browser.clear("#search")
            self.browser.press("#search", words)
            self.assertEqual(self.places(), found, words)
            self.assertEqual(self.text("#shown"), f"{len(found)} of 7 sites")
            details = self.browser.script("return [...document.querySelectorAll('#details > details')].filter(each => !each.hidden).length")
            self.assertEqual(details, len(found))
        self.browser.click("#all")
        self.assertEqual(self.browser.script("return [document.activeElement.id, document.activeElement.value]"), ["search", ""])
        self.unfold()
        self.assertEqual(len(self.places()), 7)
        self.assert_quiet(page)

    def test_levels(self):
        page = self.show("levels", 4, SITES, fill)
        self.assertEqual(self.browser.script("return [...document.querySelectorAll('#levels button')].map(each => each.innerText)"), ["act 2", "look 2", "note 1", "fine 2"])
        self.browser.click("#levels button[data-level=alarm]")
        self.assertEqual(sorted(self.places()), ["epsilon", "eta"])
        self.assertEqual(self.browser.script("return document.querySelector('#levels [aria-pressed=true]').dataset.level"), "alarm")
        self.browser.press("#search", "epsilon")
        self.assertEqual(self.places(), ["epsilon"])
        self.browser.press("#levels button[data-level=alarm]", ENTER)
        self.assertEqual(self.browser.script("return document.querySelectorAll('#levels [aria-pressed=true]').length"), 0)
        self.assertEqual(self.text("#shown"), "1 of 7 sites")
        self.assert_quiet(page)

    def test_folding(self):
        """Sites with one call each lie folded, unless they are alarms or searched for; one alone does not."""
        page = self.show("folding", 4, SITES, fill)
        self.assertEqual(self.places(), ["epsilon", "eta", "alpha", "zeta"])
        fold = "#sites tr.fold button"
        self.assertEqual(self.text(fold), "3 sites with one call each: 1 look, 1 note, 1 fine")
        self.assertEqual(self.browser.script(f"return document.querySelector('{fold}').getAttribute('aria-expanded')"), "false")
        self.browser.press(fold, ENTER)
        self.assertEqual(len(self.places()), 7)
        self.assertEqual(self.browser.script("return document.activeElement.getAttribute('aria-expanded')"), "true")
        self.browser.press(fold, ENTER)
        self.assertEqual(len(self.places()), 4)
        self.browser.press("#search", "delta")
        self.assertEqual(self.places(), ["delta"])
        self.browser.clear("#search")
        self.browser.press("#search", "double sum")
        self.assertLess({"alpha", "gamma", "delta", "eta"}, set(self.places()))
        self.assertEqual(self.browser.script("return document.querySelectorAll('tr.fold').length"), 0)
        self.assert_quiet(page)
        page = self.show("alone", 4, SITES, lambda rank: rank.call(0).call(0).call(1).pass_on(4, USER_OPERATION).pass_on(6, ONE_SIDED))
        self.assertEqual(len(self.places()), 4)
        self.assert_quiet(page)

    def test_names(self):
        """Short ones to read; the signature for whoever rests on them, or comes with the keyboard."""
        page = self.show("names", 4, [site(symbol="_ZN9LAMMPS_NS6Finish3endEi")], lambda rank: rank.call(ulps=1, different=1).call())
        link = "#sites td.place a"
        self.assertEqual(self.text(link), "Finish::end")
        full = self.browser.script(f"return document.querySelector('{link}').title")
        self.assertEqual(full, "LAMMPS_NS::Finish::end(int)  app+0x1234")
        after = f"return getComputedStyle(document.querySelector('{link}'), '::after').content"
        self.assertEqual(self.browser.script(after), "none")
        self.browser.press("#sites th:last-child button", TAB)
        self.assertEqual(self.browser.script(after).strip('"'), full)
        for also in ("#legend button", "#answers .places a", "#details summary .mono"):
            self.assertEqual(self.browser.script(f"return document.querySelector('{also}').title"), full, also)
        self.assert_quiet(page)

    def test_overview(self):
        """A click in the legend or on a mark shows one site alone; a second click all."""
        page = self.show("overview", 4, SITES, fill)
        self.assertEqual(self.browser.script("return [...document.querySelectorAll('#legend button')].map(each => each.innerText)"), ["gamma", "alpha"])
        faint = "return [...document.querySelectorAll('#overview .mark')].filter(each => getComputedStyle(each).fillOpacity < 0.1).length"
        marks = self.browser.script("return document.querySelectorAll('#overview .mark').length")
        self.assertGreater(marks, 50)
        self.assertEqual(self.browser.script(faint), 0)
        self.browser.click("#legend button:nth-child(1)")
        self.assertEqual(self.places(), ["gamma"])
        self.assertEqual(self.browser.script(faint), marks - 1)
        self.assertEqual(self.browser.script("return [...document.querySelectorAll('#legend button')].map(each => each.ariaPressed)"), ["true", "false"])
        self.browser.press("#legend button:nth-child(1)", ENTER)
        self.assertEqual(len(self.places()), 4)
        self.assertEqual(self.browser.script(faint), 0)
        title = self.browser.script("return document.querySelector('#overview .mark.series-1 title').textContent")
        self.assertRegex(title, r"^alpha\nafter .* m?s: [0-9]+ ulps?$")
        self.browser.script("document.querySelector('#overview .mark.series-1').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
        self.assertEqual(self.places(), ["alpha"])
        self.browser.click("#all")
        self.assertEqual(self.browser.script(faint), 0)
        self.assertIn("not finite", self.browser.script("return document.querySelector('#overview svg').textContent"))
        self.assert_quiet(page)

    def test_legend_of_callers(self):
        """Their lines alone, with or without names; the type where that is the difference."""
        def at(kind, *frames):
            return {**site(kind=kind), "frames": [{"module": "/no/such/app", "offset": offset, "symbol": symbol} for symbol, offset in frames]}
        sites = [at("MPI_DOUBLE", ("", 1), ("", 2), ("main", 9)), at("MPI_DOUBLE", ("", 1), ("", 3), ("main", 9)), at("MPI_DOUBLE", ("sum", 4), ("energy", 5)),
                 at("MPI_DOUBLE", ("sum", 4), ("momentum", 6)), at("MPI_DOUBLE", ("last", 7)), at("MPI_FLOAT", ("last", 7))]
        page = self.show("callers", 4, sites, lambda rank: [rank.call(i, different=1, ulps=100 - i) for i in range(6)])
        self.assertEqual(self.browser.script("return [...document.querySelectorAll('#legend button')].map(each => each.innerText)"),
                         ["below main\napp+0x1 \u2190 app+0x2", "below main\napp+0x1 \u2190 app+0x3", "sum \u2190 app+0x5", "sum \u2190 app+0x6", "last DOUBLE SUM", "last FLOAT SUM"])
        self.assert_quiet(page)

    def show_many(self, name):
        """120,000 reductions from 300 sites."""
        def fill_many(rank):
            for i in range(120000):
                ulps = (i * i) % 97 if i % 3 else 0
                rank.call(i % 300, different=ulps > 0, ulps=ulps)
        sites = [site(symbol=f"_ZN5solve{len(f'method_{i}')}method_{i}4stepEPKdi", offset=i) for i in range(300)]
        return self.show(name, 2, sites, fill_many)

    def test_many(self):
        """As many marks as there is room for, however many reductions there are."""
        page = self.show_many("many")
        columns = self.browser.script("return document.getElementById('overview').clientWidth") // 6
        marks = self.browser.script("return document.querySelectorAll('#overview .mark').length")
        self.assertTrue(columns < marks <= 8 * columns, (columns, marks))
        legend = self.browser.script("return [...document.querySelectorAll('#legend button')].map(each => each.innerText)")
        self.assertEqual((len(legend), legend[-1]), (8, "193 other sites"))
        self.browser.click("#legend button:last-child")
        self.assertEqual((len(self.places()), self.text("#shown")), (193, "193 of 300 sites"))
        largest = self.browser.script("return Math.max(...[...document.querySelectorAll('#overview .mark title')].map(each => +each.textContent.match(/(\\d+) ulp/)[1]))")
        self.assertEqual(largest, 96)
        self.browser.click("#all")
        self.browser.press("#search", "method_77")
        self.assertEqual(self.places(), ["method_77::step"])
        self.assert_quiet(page)

    def test_layout(self):
        """Nothing sticks out at any width; the chart is redrawn for it, and headings go where there is room for them."""
        overflow = """return [document.documentElement, ...document.querySelectorAll('.scroll, .answer, .chip, .tile')]
            .filter(each => each.scrollWidth > each.clientWidth).map(each => each.id || each.className || each.tagName)"""
        many_names = SITES + [site(symbol="a_rather_long_name_of_a_function" * 4, offset=99)]
        for show in (lambda: self.show("layout", 4, many_names, fill), lambda: self.show_many("layout_many")):
            page = show()
            for width in (320, 480, 800, 1190, 1280, 1920):
                self.browser.resize(width)
                self.assertEqual(self.browser.script(overflow), [], width)
                chart, room = self.browser.script("return [document.querySelector('#overview svg').viewBox.baseVal.width, document.getElementById('overview').clientWidth]")
                self.assertEqual(chart, room)
                columns = self.browser.script("return getComputedStyle(document.getElementById('answers')).gridTemplateColumns.split(' ').length")
                self.assertEqual(columns, 3 if width > 960 else 1)
                label = self.browser.script("return getComputedStyle(document.querySelector('#sites td.number'), '::before').content")
                self.assertEqual(label, '"Calls"' if width <= 1184 else "none")
            self.browser.resize(1280)
            self.assertLess(self.browser.script("return document.getElementById('overview').getBoundingClientRect().bottom"), 900)
            self.assert_quiet(page)

    def test_numbers(self):
        """The page writes every number as the summary does."""
        values = [(1, 1.0, 49), (999, 999.4, 1), (123456, 1e4, 399), (999999, 999.6, 400), (1000000, 12345.678, 0), (2**40, 1.5e300, 37), (3, math.nextafter(12.25, 0), 8), (SATURATED, float("inf"), 200)]
        sites = [site(symbol=f"f{i}", offset=i) for i in range(len(values))]

        def fill_values(rank):
            for i, (ulps, condition, differ) in enumerate(values):
                for k in range(400):
                    rank.call(i, different=k < differ, ulps=ulps, condition=condition, isobit_time=10**i, native_time=777)
        page = self.show("numbers", 4, sites, fill_values)
        summary = subprocess.run([COMMAND, "audit", "--report", page.parent], check=True, capture_output=True, text=True).stderr
        rows = [re.split(" {2,}", line[3:]) for line in summary.split("\n\n")[2].splitlines()[1:]]
        shown = list(zip(*(self.column("sites", i) for i in (1, 2, 4, 5, 6, 7))))
        self.assertEqual([[cells[0].split()[0], *cells[1:]] for cells in shown], [[row[0], *row[2:]] for row in rows])
        self.assertEqual(len(rows), len(values))
        self.assert_quiet(page)

    def test_looks(self):
        """Not a blank page; dark where the reader wants it dark; every colour stands out from what it lies on."""
        page = self.show("looks", 4, SITES, fill)
        shot = self.browser.screenshot()
        width, lines = pixels(shot)
        self.assertGreater(width, 1000)
        self.assertGreater(len(lines), 300)
        background = "return getComputedStyle(document.body).backgroundColor"
        colour = "return getComputedStyle(document.documentElement).getPropertyValue(arguments[0]).trim()"
        for scheme, expected in (("light", "rgb(255, 255, 255)"), ("dark", "rgb(20, 24, 29)")):
            self.browser.prefer(scheme)
            self.assertEqual(self.browser.script(background), expected)
            for least, names in ((4.5, ("ink", "soft", "accent", "fine", "note", "warn", "alarm")), (3, [f"series-{i}" for i in range(8)])):
                for name in names:
                    for below in ("paper", "panel"):
                        found = contrast(self.browser.script(colour, f"--{name}"), self.browser.script(colour, f"--{below}"))
                        self.assertGreaterEqual(found, least, f"{name} on {below}, {scheme}")
        self.browser.prefer("light")
        self.assert_quiet(page)


if __name__ == "__main__":
    find_browser()
    unittest.main()
