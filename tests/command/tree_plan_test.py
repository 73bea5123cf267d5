"""isobit tree-plan: its figures against a walk over the tree, node by node, and what its pictures hold."""
import bisect
import unittest
import xml.etree.ElementTree as xml

from support import SOURCE, CommandTest

KINDS = ("lower", "upper", "power-of-two", "optimised")
SVG = "{http://www.w3.org/2000/svg}"


def crossing_values(elements, starts):
    """Equations 2.1 to 2.3, literally: how many operands of an operation lie on another rank than its result, which
    is where its left operand is."""
    def rank(x):
        return bisect.bisect_right(starts, x) - 1

    def walk(x, level):
        if level == 0:
            return 0
        half = x + 2**(level - 1)
        if half >= elements:
            return walk(x, level - 1)
        return walk(x, level - 1) + walk(half, level - 1) + (rank(x) != rank(half))

    return walk(0, max(elements - 1, 0).bit_length())


def even_starts(elements, ranks, upper):
    share, more = divmod(elements, ranks)
    larger = range(ranks - more, ranks) if upper else range(more)
    starts = [0]
    for rank in range(ranks):
        starts.append(starts[-1] + share + (rank in larger))
    return starts[:-1]


class TreePlanTest(CommandTest):
    def plan(self, *arguments):
        plan = self.result("tree-plan", *arguments)
        self.assertEqual([each["distribution"] for each in plan["distributions"]], list(KINDS))
        return plan

    def test_figures(self):
        cases = [(n, p) for n in (0, 1, 2, 3, 7, 8, 21, 64, 100) for p in (1, 2, 3, 5, 8, 13)]
        cases += [(self.random.randrange(1, 3000), self.random.randrange(1, 80)) for _ in range(15)]
        for n, p in cases:
            alpha = self.random.choice((0, 0.2, 0.5, 0.9))
            plan = self.plan(n, p, "--alpha", alpha)
            self.assertEqual((plan["elements"], plan["ranks"], plan["alpha"], plan["routed_messages"]), (n, p, alpha, p - 1))
            for each in plan["distributions"]:
                with self.subTest(n=n, p=p, alpha=alpha, kind=each["distribution"]):
                    starts = each["starts"]
                    self.assertEqual((len(starts), starts[0], sorted(starts)), (p, 0, starts))
                    shares = [end - start for start, end in zip(starts, [*starts[1:], n])]
                    self.assertEqual(each["messages"], crossing_values(n, starts))
                    self.assertEqual((each["largest"], each["smallest"]), (max(shares), min(shares)))
                    self.assertEqual(each["balance"], max(shares) / (n / p) if n else 1)
                    self.assertEqual(each["score_ns"], 281 * each["messages"] + 4.15 * max(shares))
            lower, upper, power, optimised = (each["starts"] for each in plan["distributions"])
            self.assertEqual(lower, even_starts(n, p, False))
            self.assertEqual(upper, even_starts(n, p, True))
            self.assertEqual(power, [min(rank << max(n // p, 1).bit_length() - 1, n) for rank in range(p)])
            for moved, start in zip(optimised, lower):
                self.assertTrue(start - alpha * n / p <= moved <= start)

    def test_table_of_the_thesis(self):
        """Table 3.3: data set 504850 on 256 ranks."""
        status, output, _ = self.run_command("tree-plan", 504850, 256)
        self.assertEqual(status, 0)
        rows = [line.split() for line in output.splitlines()]
        self.assertIn(["lower", "1640", "1973", "1972", "1.000", "469.0"], rows)
        self.assertIn(["upper", "1401", "1973", "1972", "1.000", "401.9"], rows)
        self.assertIn(["power-of-two", "256", "243730", "1024", "123.591", "1083.4"], rows)
        self.assertIn(["optimised", "553", "2066", "1792", "1.048", "164.0"], rows)
        self.assertIn("every distribution takes 255 messages.", output)

    def test_large(self):
        """The time depends on the ranks, not on the elements."""
        plan = self.plan(2**64 - 1, 1000)
        self.assertEqual(plan["distributions"][0]["starts"], even_starts(2**64 - 1, 1000, False))

    def picture(self, *arguments):
        path = self.folder / "tree.svg"
        plan = self.plan(*arguments, "--svg", path)
        return {each["distribution"]: each for each in plan["distributions"]}, xml.parse(path).getroot(), path

    def count(self, picture, tag, kind):
        return sum(kind in element.get("class", "").split() for element in picture.iter(SVG + tag))

    def test_picture_of_the_tree(self):
        for n, p in ((1, 1), (2, 2), (21, 4), (64, 7), (64, 100), (5, 9)):
            for kind in KINDS:
                with self.subTest(n=n, p=p, kind=kind):
                    figures, picture, _ = self.picture(n, p, "--distribution", kind)
                    self.assertEqual(self.count(picture, "path", "cross"), figures[kind]["messages"])
                    self.assertEqual(self.count(picture, "circle", "node"), n - 1)
                    self.assertEqual(self.count(picture, "text", "on"), n)
        self.assertEqual(self.count(self.picture(0, 3)[1], "circle", "node"), 0)

    def test_picture_in_the_guide(self):
        _, _, path = self.picture(21, 4)
        self.assertEqual(path.read_bytes(), (SOURCE.parents[1] / "docs" / "guide" / "tree_plan.svg").read_bytes())

    def test_picture_of_the_ranks(self):
        for n, p in ((65, 1), (1000, 12), (504850, 256), (2**63, 100000)):
            figures, picture, path = self.picture(n, p)
            self.assertLess(path.stat().st_size, 100000)
            self.assertIn(f"{figures['optimised']['messages']} value", "".join(picture.itertext()))
            columns = self.count(picture, "rect", "c0") // 2
            self.assertEqual(columns, len(range(0, min(p, -(-p // -(-p // 64))), 8)))
        figures, picture, _ = self.picture(1000, 12, "--distribution", "lower")
        labels = [int(text.text) for text in picture.iter(SVG + "text") if "many" in text.get("class", "").split()]
        self.assertEqual(sum(labels), figures["lower"]["messages"])

    def test_errors(self):
        self.assert_fails(2, "tree-plan")
        self.assert_fails(2, "tree-plan", 10)
        self.assert_fails(2, "tree-plan", 10, 0, says="no ranks")
        self.assert_fails(2, "tree-plan", 10, 2**40, says="at most")
        self.assert_fails(2, "tree-plan", "--", -1, 4, says="not a whole number")
        self.assert_fails(2, "tree-plan", 2**64, 4)
        for alpha in (1, -0.1, "nan", "inf"):
            self.assert_fails(2, "tree-plan", 10, 4, f"--alpha={alpha}", says="at least 0 and below 1")
        self.assert_fails(2, "tree-plan", 10, 4, "--svg", self.folder / "x", "--distribution", "odd", says="none of")
        self.assert_fails(2, "tree-plan", 10, 4, "--distribution", "lower", says="--svg")
        self.assert_fails(3, "tree-plan", 10, 4, "--svg", self.folder / "no" / "x.svg", says="cannot be written")


if __name__ == "__main__":
    unittest.main()
