"""isobit diff: where two audited runs part, and in which way."""
import json
import unittest

from audit_logs import ANY_SOURCE, ANY_SOURCE_PROBE, CALL, HEADER, NAMED, ORDINARY, PYTHON_OBJECTS, objects_site, receive_site, site, write_run
from support import CommandTest

SITES = [site(offset=1), site("MPI_Reduce", offset=2)]


class DiffTest(CommandTest):
    def run_of(self, name, change=lambda rank, i, call: call, ranks=4, calls=10, sites=SITES, finish=lambda rank: None, **run):
        """Ten calls on every rank, each of which `change` may change; None leaves it out."""
        def fill(rank):
            for i in range(calls):
                call = dict(site=i % 2, sequence=i, start=10**18 + 1000 * i + 100000 * (name == "two"), input=100 * rank.rank + i, result=i,
                            flags=ORDINARY if i % 2 == 0 or rank.rank == 0 else 0)
                call = change(rank.rank, i, call)
                if call is not None:
                    rank.call(**call)
            finish(rank)
        return write_run(self.folder / name, ranks, sites, fill, **run)

    def diff(self, expected, *arguments):
        status, output, problem = self.run_command("diff", *arguments, "--json")
        self.assertEqual((status, problem), (expected, ""))
        self.assertEqual(self.run_command("diff", *arguments, "--quiet"), (expected, "", ""))
        status, text, _ = self.run_command("diff", *arguments)
        self.assertEqual(status, expected)
        self.assertTrue("different: " in text if expected else "the reductions are the same: " in text, text)
        found = json.loads(output)
        self.assertEqual(found["same"], expected == 0)
        return found, text

    def parted(self, kind, ranks, sequence, change, **more):
        found, text = self.diff(1, self.run_of("one"), self.run_of("two", change, **more))
        first = found["first"]
        self.assertEqual((first["kind"], first["ranks"], first["sequence"], first["communicator"]), (kind, ranks, sequence, "MPI_COMM_WORLD"), text)
        return found, text

    def test_same(self):
        found, _ = self.diff(0, self.run_of("one"), self.run_of("two"))
        self.assertEqual((found["compared"], found["first"], found["notes"]), (10, None, []))

    def test_messages_in_any_order(self):
        """Reductions that are the same do not make results the same where messages come in any order; it may also be why they differ."""
        found, text = self.diff(0, self.run_of("one"), self.run_of("two"))
        self.assertEqual((found["about_receives"], "ANY_SOURCE" in text), ("", False))

        def serves(rank):
            rank.receive(NAMED, 5).receive(ANY_SOURCE, 15, site=2)
        sites = [*SITES, receive_site()]
        found, text = self.diff(0, self.run_of("one", sites=sites, finish=serves), self.run_of("two", sites=sites, finish=serves))
        self.assertEqual(found["receives"], dict.fromkeys(("run1", "run2"), {"all": 80, "any_source": 60, "any_source_probe": 0, "any_request": 0}))
        self.assertIn("note: the program takes messages as they come (60 of 80 receives (75.0 %) with MPI_ANY_SOURCE): what it makes of them may differ from run "
                      "to run, and so may its results\nthe reductions are the same: 10 reductions", text)
        other = self.run_of("two", lambda rank, i, call: dict(call, input=98) if i == 4 else call, sites=sites, finish=lambda rank: rank.receive(ANY_SOURCE_PROBE, 1, site=2))
        found, text = self.diff(1, self.folder / "one", other)
        self.assertIn("(60 of 80 receives (75.0 %) with MPI_ANY_SOURCE in the first run, 4 probes with MPI_ANY_SOURCE in the second)", found["about_receives"])
        self.assertIn("which may be why the runs differ\ndifferent: inputs already differed", text)

    def test_messages_in_a_repeated_order(self):
        """A run that repeats another, and two that repeat the same, need no note; others do."""
        def run(name, **order):
            return self.run_of(name, sites=[*SITES, receive_site()], finish=lambda rank: rank.receive(ANY_SOURCE, 15, site=2), **order)
        for one, two, is_noted in ((dict(order_recorded="/x"), dict(order_repeated="/x"), False), (dict(order_repeated="/x"), dict(order_repeated="/x"), False),
                                   (dict(order_repeated="/x"), dict(order_repeated="/y"), True), ({}, dict(order_repeated="/x"), True)):
            found, _ = self.diff(0, run("one", **one), run("two", **two))
            self.assertEqual(found["about_receives"] != "", is_noted, (one, two))

    def test_same_in_another_order(self):
        """Records are matched by sequence, sites by what they are."""
        def fill(rank):
            rank.sites = SITES[::-1]
            for i in reversed(range(10)):
                rank.call(site=1 - i % 2, sequence=i, start=10**18 + i, input=100 * rank.rank + i, result=i, flags=ORDINARY if i % 2 == 0 or rank.rank == 0 else 0)
        self.diff(0, self.run_of("one"), write_run(self.folder / "two", 4, SITES, fill))

    def test_ignored_places(self):
        """A place that is ignored may differ in anything; the others may not."""
        sites = [site(offset=1), site("MPI_Reduce", offset=2, symbol="sum_of_timings")]
        timings = lambda rank, i, call: dict(call, input=rank + 1000) if i % 2 else call
        both = self.run_of("one", sites=sites), self.run_of("two", timings, sites=sites)
        found, _ = self.diff(1, *both)
        self.assertEqual(found["first"]["kind"], "inputs")
        found, _ = self.diff(0, *both, "--ignore", "of_timings")
        self.assertEqual((found["compared"], found["notes"]), (5, ["1 place left out, as asked"]))
        found, _ = self.diff(1, *both, "--ignore", "nothing has this name")
        self.assertEqual(found["first"]["kind"], "inputs")
        both = self.run_of("one", sites=sites), self.run_of("two", lambda rank, i, call: dict(call, result=99) if i == 4 else call, sites=sites)
        found, _ = self.diff(1, *both, "--ignore", "of_timings", "--ignore", "nothing")
        self.assertEqual((found["first"]["kind"], found["first"]["sequence"]), ("reduction", 4))

    def test_python_objects(self):
        """Of mpi4py's own reductions nobody sees the numbers; they are places like others to leave out."""
        sites = [*SITES, objects_site(line=3), receive_site()]
        both = [self.run_of(name, sites=sites, finish=lambda rank: rank.pass_on(2, PYTHON_OBJECTS)) for name in ("one", "two")]
        note = "mpi4py's own reductions, of Python objects, are not compared"
        self.assertEqual(self.diff(0, *both)[0]["notes"], [note])
        self.assertEqual(self.diff(0, *both, "--ignore", "app.py:3")[0]["notes"], ["1 place left out, as asked", note])

    def test_reduction(self):
        """Two ranks in the third allreduce; what follows from it is not the first."""
        def change(rank, i, call):
            if i == 4 and rank in (1, 3):
                return dict(call, result=99)
            return dict(call, input=7) if i > 6 else call
        found, text = self.parted("reduction", [1, 3], 4, change)
        self.assertEqual(found["different"], {"control_flow": 0, "inputs": 3, "reduction": 1, "results": 0, "stopped": 0})
        self.assertIn("the same inputs on all ranks, another result on ranks 1, 3", text)
        self.assertIn("MPI_Allreduce of 1 element, MPI_DOUBLE, MPI_SUM  at main  app+0x1", text)

    def test_inputs(self):
        """Of one rank; the results of all follow."""
        def change(rank, i, call):
            if i != 4:
                return call
            return dict(call, result=99, input=98 if rank == 2 else call["input"])
        found, text = self.parted("inputs", [2], 4, change)
        self.assertEqual(found["different"]["reduction"], 0)
        self.assertIn("inputs already differed on rank 2", text)

    def test_control_flow(self):
        self.parted("control_flow", [0, 1, 2, 3], 5, lambda rank, i, call: dict(call, site=0) if i == 5 else call)
        found, text = self.parted("control_flow", [1], 6, lambda rank, i, call: dict(call, count=9) if (rank, i) == (1, 6) else call)
        self.assertEqual((found["first"]["run1"]["count"], found["first"]["run2"]["count"]), (1, 9))
        self.assertIn("run 2: MPI_Allreduce of 9 elements", text)
        found, text = self.parted("control_flow", [3], 9, lambda rank, i, call: None if (rank, i) == (3, 9) else call)
        self.assertEqual(found["first"]["run2"], None)
        found, _ = self.parted("control_flow", [0, 1, 2, 3], 10, lambda rank, i, call: call, calls=12)
        self.assertEqual((found["first"]["run1"], found["different"]["control_flow"]), (None, 2))

    def test_time_decides_which_is_first(self):
        """Not the sequence: communicators are independent."""
        def change(rank, i, call):
            return dict(call, communicator=1, sequence=100 + i) if i % 2 else call

        def named(rank):
            rank.communicators.append({"name": "other", "ranks": 4, "group": "g", "ordinal": 0})

        def differing(rank, i, call):
            return dict(change(rank, i, call), result=77) if i in (7, 8) else change(rank, i, call)
        found, _ = self.diff(1, self.run_of("one", change, finish=named), self.run_of("two", differing, finish=named))
        self.assertEqual((found["first"]["communicator"], found["first"]["sequence"]), ("other", 107))

    def test_stopped(self):
        def killed(rank):
            rank.end = ""
        found, text = self.diff(1, self.run_of("one"), self.run_of("two", calls=6, finish=killed))
        self.assertEqual((found["first"]["kind"], found["first"]["sequence"], found["compared"]), ("stopped", 6, 6))
        self.assertIn("the second has no such call", text)
        self.assertIn("did not finish", " ".join(found["notes"]))
        found, text = self.diff(1, self.folder / "two", self.folder / "one")
        self.assertIn("the first has no such call", text)
        self.diff(0, self.folder / "two", self.folder / "two")
        calls = self.folder / "one" / "rank-000002.calls"
        calls.write_bytes(calls.read_bytes()[:HEADER.size + CALL.size * 8])
        found, _ = self.diff(1, self.folder / "one", self.run_of("two"))
        self.assertEqual((found["first"]["kind"], found["first"]["ranks"], found["first"]["sequence"]), ("stopped", [2], 8))
        self.assertIn("8 of 10 records are there", " ".join(found["notes"]))

    def test_numbers_of_ranks(self):
        """Only results of allreduces can be compared, and are."""
        found, text = self.diff(0, self.run_of("one"), self.run_of("two", ranks=3))
        self.assertIn("4 and 3 ranks: only the results of allreduces", text)
        self.diff(0, self.folder / "one", self.run_of("two", lambda rank, i, call: dict(call, result=99) if i % 2 else call, ranks=3))
        found, _ = self.diff(1, self.folder / "one", self.run_of("two", lambda rank, i, call: dict(call, result=99) if i == 6 else call, ranks=3))
        self.assertEqual((found["first"]["kind"], found["first"]["sequence"]), ("results", 6))

    def test_notes(self):
        found, _ = self.diff(0, self.run_of("one"), self.run_of("two", mode="order", program="/other/tool", arguments=["x"], mpi="MPICH 4", version="9"))
        for word in ("modes: exact and order", "programs: app and tool", "MPIs", "versions", "arguments"):
            self.assertIn(word, " ".join(found["notes"]))
        moved = [site(offset=101), site("MPI_Reduce", offset=102)]
        found, _ = self.diff(0, self.folder / "one", self.run_of("two", sites=moved))
        self.assertIn("another build?", " ".join(found["notes"]))
        elsewhere = [site(offset=1, module="/elsewhere/app"), site("MPI_Reduce", offset=2, module="/elsewhere/app")]
        self.assertEqual(self.diff(0, self.folder / "one", self.run_of("two", sites=elsewhere))[0]["notes"], [])

    def test_missing_rank(self):
        self.run_of("one")
        self.run_of("two")
        for kind in ("calls", "passed", "receives", "places"):
            (self.folder / "two" / f"rank-000001.{kind}").unlink()
        found, _ = self.diff(0, self.folder / "one", self.folder / "two")
        self.assertIn("rank 1 left no log", " ".join(found["notes"]))

    def test_trouble(self):
        one = self.run_of("one")
        (self.folder / "nothing").mkdir()
        for other in ("nothing", "missing"):
            self.assert_fails(2, "diff", one, str(self.folder / other))
            self.assert_fails(2, "diff", str(self.folder / other), one)
        self.assert_fails(2, "diff", one)
        (self.folder / "nothing" / "rank-000000.places").write_bytes(b"rubbish\n")
        self.assert_fails(2, "diff", one, str(self.folder / "nothing"), says="damaged")

    def test_hostile_names(self):
        name = "\x1b[31m</script>\n\"é"
        sites = [site(symbol=name, offset=1), site(name, offset=2)]
        found, text = self.diff(1, self.run_of("one", sites=sites), self.run_of("two", lambda rank, i, call: dict(call, result=99), sites=sites))
        self.assertNotIn("\x1b", text)
        self.assertIn(name, found["first"]["run1"]["place"])


if __name__ == "__main__":
    unittest.main()
