"""What `make website` made: every link leads somewhere, and in a real browser pages read well, are found, and ask for nothing but files."""
import os
import subprocess
import sys
import unittest
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from web_driver import SKIPPED, Browser, find_browser

ROOT = Path(__file__).resolve().parents[2]
WEBSITE = Path(os.environ.get("ISOBIT_WEBSITE", ROOT / "build/website"))
ENTER = "\ue007"
PAGES = ["index", "docs/guide/library", "docs/maths/exp", "docs/performance/sums", "reference/sum", "examples/weather/index", "src/sum/reduce.hpp"]


class Page(HTMLParser):
    """The anchors of a page, what it links to (`href` of `a`), and what it cannot do without (`src`, `href` of all else)."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.needs = set(), [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or (tag == "a" and name == "name"):
                self.anchors.add(value)
            elif name == "href" and tag == "a":
                self.links.append(value)
            elif name in ("src", "href") and tag != "a":
                self.needs.append(value)


class LinksTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pages = {path.resolve(): Page(path) for path in WEBSITE.rglob("*.html")}

    def problem(self, base, link):
        """Why a link of a page leads nowhere, or None."""
        parts = urlsplit(link)
        if parts.scheme:
            return None
        target = (base.parent / unquote(parts.path)).resolve() if parts.path else base
        if not target.is_file():
            return "no such file"
        # An anchor in search.html is what its script makes of it.
        missing = parts.fragment and target in self.pages and unquote(parts.fragment) not in self.pages[target].anchors
        return "no such anchor" if missing else None

    def test_every_link_leads_somewhere(self):
        broken = [f"{path.relative_to(WEBSITE.resolve())}: {link}: {why}" for path, page in self.pages.items()
                  for link in page.links + page.needs if (why := self.problem(path, link))]
        self.assertEqual(broken, [])
        self.assertGreater(sum(len(page.links) for page in self.pages.values()), 1000)

    def test_nothing_is_needed_from_elsewhere(self):
        self.assertEqual({need for page in self.pages.values() for need in page.needs if urlsplit(need).scheme not in ("", "data")}, set())

    def test_every_markdown_file_is_a_page(self):
        files = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
        pages = [Path(name).parent / ("index" if Path(name).name == "README.md" else Path(name).stem) for name in files]
        self.assertEqual([str(page) for page in pages if not (WEBSITE / f"{page}.html").is_file()], [])

    def test_every_page_is_in_the_contents(self):
        """Whoever opens the first page finds the others, but for sources, which pages link to."""
        contents = {(WEBSITE / unquote(urlsplit(link).path)).resolve() for link in self.pages[(WEBSITE / "index.html").resolve()].links}
        for folder in ("docs", "reference", "examples"):
            for page in (WEBSITE / folder).rglob("*.html"):
                if "." not in page.stem or page.parent.name == "reference" or folder == "docs":
                    self.assertIn(page.resolve(), contents)


class BrowserTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.browser.resize(1250, 1400)

    def open(self, name):
        self.browser.log("browser"), self.browser.log("performance")
        self.browser.open(WEBSITE / f"{name}.html")

    def assert_quiet(self):
        """No errors, and files only."""
        self.assertEqual(self.browser.log("browser"), [])
        self.assertEqual([url for url in self.browser.requests() if urlsplit(url).scheme not in ("file", "data")], [])

    def count(self, selector):
        return self.browser.script("return document.querySelectorAll(arguments[0]).length", selector)

    def search(self, words):
        """The pages found, best first."""
        self.open("index")
        self.browser.press(".sidebar-search", words + ENTER)
        self.browser.script("""return new Promise(done => { const wait = setInterval(() => {
            if (/finished|did not match/.test(document.body.innerText)) { clearInterval(wait); done(); } }, 50); })""")
        top = WEBSITE.resolve().as_uri() + "/"
        return [link.removeprefix(top).partition(".html")[0] for link in self.browser.script("return [...document.querySelectorAll('ul.search a')].map(each => each.href)")]

    def test_pages(self):
        for page in PAGES:
            with self.subTest(page):
                self.open(page)
                self.assertEqual(self.count("article h1"), 1)
                self.assertGreater(len(self.browser.script("return document.querySelector('article').innerText")), 500)
                self.assert_quiet()

    def test_links_between_pages(self):
        self.open("index")
        self.browser.click("article a[href='docs/guide/fortran.html']")
        self.assertEqual(self.browser.script("return document.querySelector('h1').innerText").rstrip("#"), "Fortran")
        self.assertTrue(self.browser.script("return location.pathname").endswith("/docs/guide/fortran.html"))
        self.assert_quiet()

    def test_search(self):
        for words, page in (("standard_deviation", "reference/sum"), ("shr_reprosum_calc", "docs/guide/fortran_models/e3sm"), ("subnormal flush-to-zero", "BITS")):
            with self.subTest(words):
                self.assertIn(page, self.search(words))
                self.assert_quiet()
        self.assertEqual(self.search("nosuchwordanywhere"), [])

    def test_code_is_coloured(self):
        self.open("docs/guide/linear_algebra")
        colours = self.browser.script("return new Set([...document.querySelectorAll('div.highlight-cpp pre span')].map(each => getComputedStyle(each).color)).size")
        self.assertGreater(colours, 3)

    def test_tables(self):
        """Also one inside of a list."""
        self.open("docs/howto/add_a_test")
        self.assertEqual(self.browser.script("return document.querySelector('article ol table th').innerText"), "what it shows")
        self.assertNotIn("|---|", self.browser.script("return document.querySelector('article').innerText"))

    def test_formulas(self):
        """They stand as they are written, in lines of their own, with no character replaced."""
        self.open("docs/maths/exp")
        formulas = self.browser.script("return [...document.querySelectorAll('article pre')].map(each => each.innerText)")
        self.assertTrue(any("exp(x) = 2^n (t + t′) exp(r)" in formula for formula in formulas), formulas)
        self.assertIn("|x − ks| ≤ (1/2 + 2^-33) s", self.browser.script("return document.querySelector('article').innerText"))

    def test_pictures(self):
        self.open("docs/performance/sums")
        self.assertGreater(self.browser.script("return document.querySelector('article img').naturalWidth"), 100)

    def test_details_unfold(self):
        self.open("docs/performance/methods")
        self.assertFalse(self.browser.script("return document.querySelector('details table').checkVisibility()"))
        self.browser.script("document.querySelector('article details summary').click()")
        self.assertTrue(self.browser.script("return document.querySelector('details table').checkVisibility()"))

    def test_phone(self):
        """Nothing ends beyond the screen but what scrolls by itself: tables and code."""
        self.browser.resize(390, 844)
        beyond = """return [...document.querySelectorAll('article *')].filter(each => each.getBoundingClientRect().right > innerWidth + 1
            && !each.parentElement.closest('.table-wrapper, pre') && each.checkVisibility()).map(each => each.outerHTML.slice(0, 100))"""
        for page in PAGES:
            with self.subTest(page):
                self.open(page)
                self.assertEqual(self.browser.script("return document.documentElement.scrollWidth"), 390)
                self.assertEqual(self.browser.script(beyond), [])
                self.assertGreaterEqual(self.browser.script("return parseFloat(getComputedStyle(document.querySelector('article p, article pre')).fontSize)"), 12)
        self.open("docs/performance/sums")
        self.assertTrue(self.browser.script("return [...document.querySelectorAll('.table-wrapper')].some(each => each.scrollWidth > each.clientWidth)"))


if __name__ == "__main__":
    if not (WEBSITE / "index.html").is_file():
        print(f"SKIPPED: no {WEBSITE}/index.html; `make website` makes it", file=sys.stderr)
        sys.exit(SKIPPED)
    find_browser()
    unittest.main()
