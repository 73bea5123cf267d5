"""isobit audit: would the program give the same bits on another number of ranks, with another MPI, on another day?"""
import shutil
import unittest

from audit_logs import (ANY_REQUEST, ANY_SOURCE, ANY_SOURCE_PROBE, ENQUEUED, INTEGER_OPERATION, LOCAL, NAMED, ONE_RANK, ONE_SIDED, PYTHON_OBJECTS, REJECTED, REPRODUCIBLE, SWITCHED_OFF, TOO_LARGE,
                        UNKNOWN_TYPE, USER_OPERATION, receive_site, site, write_run)
from support import CommandTest

YES, CANNOT_TELL, NO = "yes", "cannot_tell", "no"


class AnswersTest(CommandTest):
    def answers(self, fill, sites=None, ranks=4, **run):
        """What is answered to each change."""
        folder = self.folder / "run"
        shutil.rmtree(folder, ignore_errors=True)
        write_run(folder, ranks, sites or [site()], fill, **run)
        found = self.result("audit", "--report", folder)["same_bits"]["answers"]
        self.assertEqual([each["change"] for each in found], ["ranks", "mpi", "day"])
        return {each["change"]: each for each in found}

    def check(self, fill, expected, with_isobit, causes, **more):
        """The answers in order of ranks, MPI, day; and the codes of the causes of each."""
        found = self.answers(fill, **more).values()
        self.assertEqual([each["answer"] for each in found], expected)
        self.assertEqual([each["with_isobit"] for each in found], with_isobit)
        self.assertEqual([[cause["code"] for cause in each["because"]] for each in found], causes)
        for each in found:
            for cause in each["because"]:
                self.assertTrue(cause["text"])

    def test_nothing_rounds(self):
        for why in (REPRODUCIBLE, INTEGER_OPERATION, REJECTED):
            self.check(lambda rank: rank.pass_on(0, why), [YES] * 3, [YES] * 3, [[], [], []])
        self.check(lambda rank: None, [YES] * 3, [YES] * 3, [[], [], []])

    def test_order_shows(self):
        self.check(lambda rank: rank.call(different=1, ulps=1), [NO, NO, YES], [CANNOT_TELL, YES, YES],
                   [["order_shows", "contributions"], ["order_shows"], []])
        self.check(lambda rank: rank.call(native=rank.rank), [NO, NO, YES], [CANNOT_TELL, YES, YES],
                   [["order_shows", "contributions"], ["order_shows"], []])

    def test_order_may_show(self):
        """It did not; but three numbers have several orders, and two have one."""
        self.check(lambda rank: rank.call(), [CANNOT_TELL, CANNOT_TELL, YES], [CANNOT_TELL, YES, YES], [["contributions"], ["order_may_show"], []])
        self.check(lambda rank: rank.call(), [CANNOT_TELL, YES, YES], [CANNOT_TELL, YES, YES], [["contributions"], [], []], ranks=2)

    def test_unsteady(self):
        self.check(lambda rank: rank.call(native=5).call(native=6), [NO] * 3, [CANNOT_TELL, YES, YES],
                   [["unsteady", "order_shows", "contributions"], ["unsteady", "order_shows"], ["unsteady"]])

    def test_placement(self):
        """Several nodes can be other nodes, or take the ranks otherwise."""
        def fill(rank):
            rank.run["host"] = f"node{rank.rank // 2}"
            rank.call(different=1, ulps=1)
        self.check(fill, [NO, NO, CANNOT_TELL], [CANNOT_TELL, YES, YES], [["order_shows", "contributions"], ["order_shows"], ["placement"]])

        def pair(rank):
            rank.run["host"] = f"node{rank.rank}"
            rank.call()
        self.check(pair, [CANNOT_TELL, YES, YES], [CANNOT_TELL, YES, YES], [["contributions"], [], []], ranks=2)

        def left(rank):
            rank.run["host"] = f"node{rank.rank}"
            rank.pass_on(0, USER_OPERATION)
        self.check(left, [CANNOT_TELL] * 3, [CANNOT_TELL] * 3, [["user_operation"], ["user_operation"], ["placement_left"]])

    def test_not_covered(self):
        for why, code in ((USER_OPERATION, "user_operation"), (UNKNOWN_TYPE, "unknown_type"), (TOO_LARGE, "too_large"), (ENQUEUED, "enqueued")):
            self.check(lambda rank: rank.pass_on(0, why), [CANNOT_TELL, CANNOT_TELL, YES], [CANNOT_TELL, CANNOT_TELL, YES], [[code], [code], []])
        self.check(lambda rank: rank.pass_on(0, PYTHON_OBJECTS), [CANNOT_TELL, YES, YES], [CANNOT_TELL, YES, YES], [["python_objects"], [], []])
        self.check(lambda rank: rank.pass_on(0, ONE_SIDED), [CANNOT_TELL] * 3, [CANNOT_TELL] * 3, [["one_sided"]] * 3)

    def test_receives(self):
        """Those that name their source have an order."""
        receives = [receive_site(symbol="serve", offset=1), receive_site("MPI_Probe", symbol="look", offset=2), receive_site("MPI_Waitany", symbol="wait", offset=3)]
        self.check(lambda rank: rank.receive(NAMED, 7), [YES] * 3, [YES] * 3, [[], [], []])
        for what, index, code in ((ANY_SOURCE, 0, "any_source"), (ANY_SOURCE_PROBE, 1, "any_source"), (ANY_REQUEST, 2, "any_request")):
            self.check(lambda rank: rank.receive(what, 3, index), [CANNOT_TELL] * 3, [CANNOT_TELL] * 3, [[code]] * 3, sites=receives)
        found = self.answers(lambda rank: rank.receive(ANY_SOURCE, 5, 0).receive(ANY_SOURCE_PROBE, 3, 1), sites=receives)
        self.assertEqual(found["day"]["because"][0]["places"], [{"label": "serve", "site": None}, {"label": "look", "site": None}])
        self.assertEqual(found["day"]["text"], "Cannot tell: the message that comes first is taken, whoever sent it: serve, look.")

    def test_contributions(self):
        """What one rank adds up by itself depends on what it has."""
        for why in (ONE_RANK, LOCAL, SWITCHED_OFF):
            self.check(lambda rank: rank.pass_on(0, why), [CANNOT_TELL, YES, YES], [CANNOT_TELL, YES, YES], [["contributions"], [], []])

    def test_one_rank(self):
        self.check(lambda rank: rank.pass_on(0, REPRODUCIBLE), [CANNOT_TELL, YES, YES], [CANNOT_TELL, YES, YES], [["one_rank"], [], []], ranks=1)

    def test_incomplete(self):
        def killed(rank):
            rank.end = "" if rank.rank == 2 else rank.end
        def aborted(rank):
            rank.end = "MPI_Abort"
        def lost(rank):
            rank.lost_calls = 3
        for fill in (killed, aborted, lost):
            self.check(fill, [CANNOT_TELL] * 3, [CANNOT_TELL] * 3, [["incomplete"]] * 3)
        self.answers(lambda rank: None)
        for kind in ("calls", "passed", "receives", "places"):
            (self.folder / "run" / f"rank-000003.{kind}").unlink()
        self.assertEqual(self.result("audit", "--report", self.folder / "run")["same_bits"]["answers"][2]["because"][0]["code"], "incomplete")

    def test_places(self):
        """Those that decide, and no others; on one line once, and of many the first three."""
        sites = [site(symbol=f"f{i}", offset=i) for i in range(6)] + [site(symbol="f0", offset=0, kind="MPI_FLOAT")]

        def fill(rank):
            for i in range(7):
                rank.call(site=i, different=i != 5, ulps=i != 5)
        found = self.answers(fill, sites=sites)
        shows, may = found["mpi"]["because"]
        self.assertEqual([(each["label"], each["site"]) for each in shows["places"]], [(f"f{i}", i) for i in range(5)] + [("f0", 6)])
        self.assertEqual(may["places"], [{"label": "f5", "site": 5}])
        self.assertEqual((shows["answer"], shows["cured"], may["answer"], may["cured"]), (NO, True, CANNOT_TELL, True))
        self.assertEqual(found["mpi"]["text"], "No: the bits depend on the order of the addends: f0, f1, f2 and 2 more.")
        self.assertEqual(found["day"]["text"], "Yes: " + found["day"]["covers"] + ".")

    def test_what_a_yes_covers(self):
        found = self.answers(lambda rank: rank.call(different=1, ulps=1))
        self.assertIn("the MPI standard recommends, but does not require", found["day"]["covers"])
        found = self.answers(lambda rank: rank.pass_on(0, REPRODUCIBLE))
        self.assertEqual(found["day"]["covers"], "no reduction of this run depends on an order")
        self.assertIn("no reduction of this run rounds", found["ranks"]["covers"])
        self.assertIn("no reduction of this run leaves the MPI a choice", found["mpi"]["covers"])

    def test_summary(self):
        self.answers(lambda rank: rank.call(different=1, ulps=1).pass_on(1, ONE_SIDED),
                     sites=[site(symbol="dot"), site("MPI_Accumulate", symbol="halo", offset=7)])
        for width in (60, 200):
            lines = self.run_command("audit", "--report", self.folder / "run", environment={"COLUMNS": str(width)})[2].split("\n\n")[1].splitlines()
            self.assertLessEqual(max(map(len, lines)), width)
        self.assertEqual(lines, ["Would this program give the same bits",
                                 "  on another number of ranks?  No: the bits depend on the order of the addends: dot.",
                                 "  with another MPI?            No: the bits depend on the order of the addends: dot.",
                                 "  on another day?              Cannot tell: nobody fixes the order of one-sided accumulations: halo.",
                                 "  With isobit in place of the MPI's reductions: cannot tell, cannot tell, cannot tell."])


if __name__ == "__main__":
    unittest.main()
