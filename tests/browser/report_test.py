"""report.html of an audit in a real browser: it sorts, it plots, it complains of nothing and asks for nothing."""
import os
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
ENTER = "\ue007"


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

    def show(self, name, ranks, sites, what, **run):
        folder = Path(self.temporary.name) / name
        write_run(folder, ranks, sites, what, **run)
        subprocess.run([COMMAND, "audit", "--report", folder, "--quiet"], check=True)
        self.browser.log("browser"), self.browser.log("performance")
        self.browser.open(folder / "report.html")
        return folder / "report.html"

    def column(self, table, number):
        return self.browser.script(f"return [...document.querySelectorAll('#{table} tbody tr')].map(row => row.cells[{number}].innerText)")

    def sorts(self):
        return self.browser.script("return [...document.querySelectorAll('#sites th')].map(head => head.getAttribute('aria-sort'))")

    def assert_quiet(self, page):
        """No errors, no network, nothing but itself."""
        self.assertEqual(self.browser.log("browser"), [])
        self.assertEqual([url for url in self.browser.requests() if not url.startswith("data:")], [page.resolve().as_uri()])
        self.assertEqual(self.browser.script("return performance.getEntriesByType('resource').filter(e => !e.name.startsWith('data:')).length"), 0)

    def test_table_sorts(self):
        page = self.show("sorts", 4, SITES, fill)
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
        self.assertIn("not finite", self.browser.script("return document.getElementById('sites').innerText"))
        self.assert_quiet(page)

    def test_link_opens_the_detail(self):
        page = self.show("links", 4, SITES, fill)
        self.assertFalse(self.browser.script("return document.getElementById('site-2').open"))
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
        self.assertEqual(self.browser.script("return document.querySelectorAll('img, main b:not(.tile b)').length"), 0)
        self.assertIn("</script>", self.browser.script("return document.querySelector('#sites a').textContent"))
        self.assert_quiet(page)

    def test_empty(self):
        page = self.show("empty", 3, [], lambda rank: None)
        text = self.browser.script("return document.body.innerText")
        for words in ("No reduction was called.", "What this does not show", "docs/guide/mpi_programs.md"):
            self.assertIn(words, text)
        self.assert_quiet(page)

    def test_looks(self):
        """Not a blank page; dark where the reader wants it dark."""
        page = self.show("looks", 4, SITES, fill)
        shot = self.browser.screenshot()
        width, lines = pixels(shot)
        self.assertGreater(width, 1000)
        self.assertGreater(len(lines), 300)
        background = "return getComputedStyle(document.body).backgroundColor"
        self.browser.prefer("light")
        self.assertEqual(self.browser.script(background), "rgb(255, 255, 255)")
        self.browser.prefer("dark")
        self.assertEqual(self.browser.script(background), "rgb(20, 24, 29)")
        self.browser.prefer("light")
        self.assertLessEqual(self.browser.script("return document.documentElement.scrollWidth - document.documentElement.clientWidth"), 0)
        self.assert_quiet(page)


if __name__ == "__main__":
    find_browser()
    unittest.main()
