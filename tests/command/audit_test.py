"""isobit audit --report: what becomes of logs, good and bad ones."""
import json
import os
import re
import shutil
import unittest

from audit_case import AuditCase
from audit_logs import (ANY_REQUEST, ANY_SOURCE, ANY_SOURCE_PROBE, COLUMNS, INFINITY, INTEGER_OPERATION, MAGIC, NAMED, NAN, NONBLOCKING, ONE_RANK,
                        ENQUEUED, ONE_SIDED, ORDINARY, OVERFLOW, PYTHON_OBJECTS, REJECTED, REPRODUCIBLE, RESULT, LOCAL, SATURATED, SWITCHED_OFF, TOO_LARGE, UNKNOWN_TYPE,
                        USER_OPERATION, Rank, objects_site, receive_site, site, write_run)


class AuditTest(AuditCase):
    def test_statistics(self):
        def fill(rank):
            for i in range(10):
                ulps = (0, 0, 3, 0, 8, 0, 1, 0, 0, 1000)[i]
                rank.call(count=1 + i % 3, different=min(ulps, 2), ulps=ulps, condition=10.0**i * (1 if rank.rank == 2 else 0.5),
                          native_time=100 + 10 * i + rank.rank, isobit_time=200 - rank.rank, bytes=16)
        report = self.audit(fill)
        only, = report["sites"]
        self.assertEqual({key: only[key] for key in ("calls", "compared", "different", "most_ulps", "median_ulps", "condition",
                                                     "least_count", "most_count", "bytes", "incomplete", "disagreed")},
                         {"calls": 10, "compared": 10, "different": 4, "most_ulps": 1000, "median_ulps": 3, "condition": 1e9,
                          "least_count": 1, "most_count": 3, "bytes": 16 * 4 * 10, "incomplete": 0, "disagreed": 0})
        self.assertEqual((only["compared_elements"], only["different_elements"]), (4 * 1 + 3 * 2 + 3 * 3, 2 + 2 + 1 + 2))
        # The rank that was fastest waited least.
        self.assertEqual(only["time"], {"calls": 10, "native_total_ns": sum(100 + 10 * i for i in range(10)), "isobit_total_ns": 1970,
                                        "native_median_ns": 140, "isobit_median_ns": 197})
        self.assertEqual(only["ulps_histogram"], [6, 1, 1, 0, 1, 0, 0, 0, 0, 0, 1])
        self.assertEqual(only["condition_histogram"], [1] * 10)
        self.assertEqual([point[0] for point in only["timeline"]], list(range(10)))
        self.assertEqual([point[2] for point in only["timeline"]], [0, 0, 3, 0, 8, 0, 1, 0, 0, 1000])
        self.assertEqual(report["totals"], {"sites": 1, "calls": 10, "compared": 10, "different": 4, "most_ulps": 1000, "disagreed": 0,
                                            "condition": 1e9, "passed": 0, "uncovered": 0})
        self.assertEqual(report["communicators"], [{"name": "MPI_COMM_WORLD", "ranks": 4, "remote_ranks": 0, "group": "all4", "lineage": "", "ordinal": 0}])

    def test_sites_are_the_same_on_all_ranks(self):
        """Whatever their index is; another offset, type or operation makes another."""
        sites = [site(offset=1), site(offset=2), site(offset=2, kind="MPI_FLOAT"), site(offset=2, operation="MPI_PROD")]

        def fill(rank):
            order = list(range(4))
            if rank.rank == 1:
                order.reverse()
            rank.sites = [sites[i] for i in order]
            for _ in range(3):
                for i in range(4):
                    rank.call(site=order.index(i))
        report = self.audit(fill)
        self.assertEqual([(each["frames"][1]["offset"], each["type"], each["operation"], each["calls"], each["incomplete"]) for each in report["sites"]],
                         [(each["frames"][1]["offset"], each["type"], each["operation"], 3, 0) for each in sites])

    def test_order_of_records_does_not_matter(self):
        """Nonblocking reductions and threads record in any order."""
        def fill(shuffled):
            def each(rank):
                order = list(range(20))
                if shuffled:
                    self.random.shuffle(order)
                for i in order:
                    rank.call(sequence=i, start=10**18 + i, input=i + rank.rank, result=7 * i, ulps=i, different=i > 0)
            return each
        self.assertEqual(self.only(fill(False)), self.only(fill(True)))

    def test_hashes(self):
        """Any input or result of any call of any rank shows; time does not."""
        def fill(changed=None, **change):
            def each(rank):
                for i in range(5):
                    rank.call(start=10**18 + i + (1000 if changed == "time" else 0), **{"input": i, "result": i, **(change if changed == (rank.rank, i) else {})})
            return each
        plain = self.only(fill())
        hashes = (plain["input_hash"], plain["result_hash"])
        later = self.only(fill("time"))
        self.assertEqual((later["input_hash"], later["result_hash"]), hashes)
        other = self.only(fill((2, 3), input=99))
        self.assertNotEqual(other["input_hash"], hashes[0])
        self.assertEqual(other["result_hash"], hashes[1])
        other = self.only(fill((3, 4), result=99))
        self.assertEqual(other["input_hash"], hashes[0])
        self.assertNotEqual(other["result_hash"], hashes[1])

    def test_ranks_disagree(self):
        def fill(rank):
            rank.call().call(result=5, native=6 if rank.rank == 3 else 5, different=rank.rank == 3, ulps=rank.rank == 3)
        self.assertEqual(self.only(fill)["disagreed"], 1)
        self.assertEqual(self.codes(fill)[0], "ranks_disagreed")
        for call in ("MPI_Scan", "MPI_Reduce_scatter", "MPI_Reduce_scatter_block", "MPI_Exscan", "MPI_Reduce", "MPI_Iscan"):
            self.assertEqual(self.only(fill, sites=[site(call)])["disagreed"], 0, call)
        for call in ("MPI_Iallreduce", "MPI_Allreduce_init", "MPI_Allreduce_c"):
            self.assertEqual(self.only(fill, sites=[site(call)])["disagreed"], 1, call)

        def intercommunicator(rank):
            rank.call(result=rank.rank // 2, native=10 + rank.rank // 2)
        self.assertEqual(self.only(intercommunicator)["disagreed"], 0)

    def test_unsteady(self):
        """The same numbers of all ranks, and other native bits; where there is a root, it may have been another one."""
        def fill(rank):
            for i, (inputs, native) in enumerate(((1, 7), (2, 8), (1, 7), (2, 9), (2, 9), (3, 7))):
                rank.call(input=inputs + 10 * rank.rank, native=native)
            rank.call(input=1 + 10 * rank.rank + (rank.rank == 3), native=99)
            if rank.rank < 3:  # of the last rank's numbers nothing is known
                rank.call(input=50, native=1).call(input=50, native=2)
        self.assertEqual(self.only(fill)["unsteady"], 1)
        self.assertIn("unsteady", self.codes(fill))
        for call in ("MPI_Reduce", "MPI_Scan"):
            self.assertEqual(self.only(fill, sites=[site(call)])["unsteady"], 0, call)

    def test_parts_of_results(self):
        """Elements that differ are those of all ranks where every rank has its own, and of one where all have the same."""
        def fill(rank):
            rank.call(count=8, different=2, ulps=1)
        for call, different, elements in (("MPI_Allreduce", 2, 8), ("MPI_Reduce_scatter", 8, 8), ("MPI_Scan", 8, 32)):
            only = self.only(fill, sites=[site(call)])
            self.assertEqual((only["different_elements"], only["compared_elements"]), (different, elements), call)

    def test_rank_without_result(self):
        """The root's site and the root's result count."""
        def fill(rank):
            root = rank.rank == 2
            rank.call(site=0 if root else 1, flags=ORDINARY if root else 0, different=7 if root else 999, ulps=3 if root else 999)
        sites = self.audit(fill, sites=[site("MPI_Reduce", offset=1), site("MPI_Reduce", offset=2)])["sites"]
        by_offset = {each["frames"][1]["offset"]: each for each in sites}
        self.assertEqual((by_offset[1]["calls"], by_offset[1]["most_ulps"], by_offset[1]["incomplete"]), (1, 3, 0))
        self.assertEqual(by_offset[2]["calls"], 0)
        self.assertEqual([each["code"] for each in by_offset[2]["findings"]], ["counted_elsewhere"])

    def test_communicators(self):
        """Equal group and ordinal, whatever the index; without a group a communicator is the rank's own."""
        def fill(rank):
            halves = {"name": "half", "ranks": 2, "group": f"half{rank.rank % 2}", "ordinal": 0}
            again = {**halves, "ordinal": 1}
            rank.communicators += [halves, again] if rank.rank < 2 else [again, halves]
            for _ in range(3):
                rank.call(communicator=1 if rank.rank < 2 else 2)
            rank.call(communicator=77)
        only = self.only(fill)
        self.assertEqual((only["calls"], only["incomplete"], len(only["communicators"])), (2 * 3 + 4, 0, 2 + 4))

    def test_verdicts(self):
        many = dict(count=1000)
        for expected, level, call in (
                (["partial_sums", "never_differed"], "note", {}),
                (["never_differed"], "fine", many),
                (["differed"], "warn", dict(many, different=1, ulps=2)),
                (["differed", "total_cancellation"], "warn", dict(many, different=1, ulps=2, condition=float("inf"))),
                (["ill_conditioned", "never_differed"], "warn", dict(many, condition=1e12)),
                (["never_differed"], "fine", dict(many, condition=1e7)),
                (["not_compared"], "note", dict(many, flags=RESULT | COLUMNS)),
                (["overflowed", "not_finite", "never_differed"], "warn", dict(many, flags=ORDINARY | OVERFLOW | NAN | INFINITY))):
            only = self.only(lambda rank: rank.call(**call))
            self.assertEqual(([each["code"] for each in only["findings"]], only["level"]), (expected, level), call)
        self.assertEqual(self.codes(lambda rank: rank.call(**many), ranks=2), ["never_differed_of_two"])
        self.assertEqual(self.codes(lambda rank: rank.call(**many, condition=1e4), sites=[site(kind="MPI_FLOAT")]), ["ill_conditioned", "never_differed"])
        self.assertEqual(self.codes(lambda rank: rank.call(), sites=[site(operation="MPI_PROD")]), ["never_differed"])
        for why, code, level, uncovered in ((REPRODUCIBLE, "reproducible", "fine", 0), (USER_OPERATION, "user_operation", "alarm", 5),
                                            (UNKNOWN_TYPE, "unknown_type", "alarm", 5), (REJECTED, "rejected", "note", 0),
                                            (TOO_LARGE, "too_large", "alarm", 5), (ONE_SIDED, "one_sided", "alarm", 5), (ENQUEUED, "enqueued", "alarm", 5),
                                            (ONE_RANK, "one_rank", "fine", 0), (SWITCHED_OFF, "switched_off", "note", 5),
                                            (INTEGER_OPERATION, "integer_operation", "note", 0)):
            report = self.audit(lambda rank: rank.pass_on(0, why, calls=5 if rank.rank == 1 else 3, bytes=10))
            only, = report["sites"]
            self.assertEqual(([each["code"] for each in only["findings"]], only["level"]), ([code], level))
            self.assertEqual(only["passed"], [{"reason": code, "covered": uncovered == 0, "calls": 5, "rank_calls": 14, "elements": 4, "bytes": 40}])
            self.assertEqual((report["totals"]["passed"], report["totals"]["uncovered"]), (5, uncovered))

    def test_words_of_verdicts(self):
        text = self.only(lambda rank: [rank.call(different=i == 0, ulps=17 * (i == 0), condition=1e12) for i in range(8)])["findings"]
        self.assertEqual(text[0]["text"], "The MPI's own result was not the correctly rounded one in 12.5 % of the calls, by at most 17 ulps.")
        self.assertIn("only about 3 digits", text[1]["text"])
        self.assertIn("Changing the number of ranks will still change them; see docs/guide/mpi_programs.md.", text[2]["text"])
        text = self.only(lambda rank: rank.call(different=1, ulps=SATURATED))["findings"][0]["text"]
        self.assertIn("an infinity or NaN", text)
        text = self.only(lambda rank: [rank.call(different=i == 0, ulps=i == 0) for i in range(5000)])["findings"][0]["text"]
        self.assertIn("0.0200 %", text)

    def test_nonblocking(self):
        only = self.only(lambda rank: rank.call(flags=ORDINARY | NONBLOCKING))
        self.assertEqual((only["nonblocking"], only["time"], only["compared"]), (1, None, 1))

    def test_timeline_keeps_maxima(self):
        def fill(rank):
            for i in range(30001):
                rank.call(ulps=5 if i in (1, 29999) else 0, different=i in (1, 29999))
        only = self.only(fill, ranks=1)
        self.assertLessEqual(len(only["timeline"]), 2000)
        self.assertEqual([point[0] for point in only["timeline"] if point[2] == 5], [1, 29999])

    def test_no_calls(self):
        report = self.audit(lambda rank: None)
        self.assertEqual((report["sites"], report["totals"]["calls"]), ([], 0))
        self.assertIn("No reduction was called.", report["remarks"])
        status, _, summary = self.run_command("audit", "--report", self.folder / "run")
        self.assertEqual(status, 0)
        self.assertIn("0 reductions from 0 places", summary)

    def test_killed_aborted_and_missing_ranks(self):
        def fill(rank):
            for _ in range(3 if rank.rank == 2 else 4):
                rank.call()
            rank.end = {2: "", 3: "MPI_Abort"}.get(rank.rank, "MPI_Finalize")
        report = self.audit(fill)
        for name in os.listdir(self.folder / "run"):
            if name.startswith("rank-000001"):
                (self.folder / "run" / name).unlink()
        report = self.report(self.folder / "run")
        run = report["run"]
        self.assertEqual((run["unfinished_ranks"], run["aborted_ranks"], run["missing_ranks"], run["recorded_ranks"]), ([2], [3], [1], [0, 2, 3]))
        self.assertIn("rank 2 did not finish: killed?", " ".join(report["remarks"]))
        self.assertIn("rank 1 of 4 left no log.", report["remarks"])
        self.assertEqual((report["sites"][0]["calls"], report["sites"][0]["incomplete"]), (4, 4))

    def test_damage(self):
        folder = self.folder / "run"
        sizes = {"empty": lambda data: b"", "header": lambda data: data[:20], "cut": lambda data: data[:32 + 112 * 2 + 50],
                 "magic": lambda data: b"x" + data[1:], "size": lambda data: data[:8] + bytes(4) + data[12:], "noise": lambda data: bytes(range(256)) * 3}
        for name, damage in sizes.items():
            shutil.rmtree(folder, ignore_errors=True)
            write_run(folder, 2, [site()], lambda rank: [rank.call() for _ in range(5)])
            calls = folder / "rank-000001.calls"
            calls.write_bytes(damage(calls.read_bytes()))
            report = self.report(folder)
            self.assertEqual(report["sites"][0]["calls"], 5, name)
            self.assertEqual(report["sites"][0]["incomplete"], 3 if name == "cut" else 5)
            self.assertIn("rank-000001.calls", " ".join(report["remarks"]), name)
        for content in (b"", b"\0\xff", b'{"run": {"ranks": 2', b"[" * 100000 + b"\n", b"not json\n", b'{"run": 7}\n{"site": 0, "frames": 3}\n'):
            (folder / "rank-000001.places").write_bytes(content)
            self.assertEqual(self.report(folder)["sites"][0]["calls"], 5)
        for each in list(folder.iterdir()):
            each.unlink()
        (folder / "rank-000000.calls").write_bytes(b"")
        self.assertEqual(self.report(folder)["sites"], [])

    def test_lack_of_space(self):
        """What a full file system did not take is named."""
        def fill(rank):
            rank.call()
            rank.lost_calls, rank.lost_lines = (1234, 2) if rank.rank == 1 else (0, 0)
        remarks = self.audit(fill)["remarks"]
        self.assertIn("rank-000001.calls lacks 1,234 calls, for which there was no space on the file system", remarks)
        self.assertIn("rank-000001.places lacks 2 lines, for which there was no space on the file system", remarks)
        self.assertEqual(sum("no space" in each for each in remarks), 2)

    def test_half_a_line(self):
        """What a killed rank was writing is no news."""
        folder = self.folder / "run"
        write_run(folder, 1, [site()], lambda rank: rank.call())
        with open(folder / "rank-000000.places", "ab") as places:
            places.write(b'{"site": 1, "ca')
        self.assertNotIn("not a line of JSON", " ".join(self.report(folder)["remarks"]))

    def test_two_runs_in_one_folder(self):
        folder = self.folder / "run"
        for first, second in (({"ranks": 3}, {"ranks": 2}), ({"ranks": 3, "run_id": 2**64 - 1}, {"ranks": 3, "run_id": 2**64 - 2})):
            shutil.rmtree(folder, ignore_errors=True)
            for run, ranks in ((first, 3), (second, 2)):
                for number in range(ranks):
                    Rank(number, sites=[site()], **run).call(sequence=ranks).write(folder)
            report = self.report(folder)
            self.assertIn("logs of several runs: those of rank 2 ", " ".join(report["remarks"]))
            self.assertEqual((report["run"]["recorded_ranks"], report["sites"][0]["calls"]), ([0, 1], 1))

    def test_lineage(self):
        """Duplicates have the same group, and ranks may number them differently."""
        def fill(rank):
            twins = [{"name": name, "ranks": 4, "group": "all4", "lineage": name, "ordinal": 0} for name in "ab"]
            rank.communicators = twins if rank.rank % 2 == 0 else twins[::-1]
            rank.call(communicator=rank.rank % 2, input=1, result=10).call(communicator=1 - rank.rank % 2, result=20)
        report = self.audit(fill)
        self.assertEqual([each["lineage"] for each in report["communicators"]], ["a", "b"])
        self.assertEqual((report["sites"][0]["calls"], report["sites"][0]["incomplete"], report["sites"][0]["disagreed"]), (2, 0, 0))

    def test_intercommunicator(self):
        """Its ranks are those of both sides; a sum is over those of one."""
        def fill(rank):
            rank.communicators = [{"name": "", "ranks": 4, "remote_ranks": 2, "group": "both", "ordinal": 1}]
            rank.call()
        report = self.audit(fill)
        self.assertEqual((report["communicators"][0]["ranks"], report["communicators"][0]["remote_ranks"]), (4, 2))
        self.assertEqual((report["sites"][0]["calls"], report["sites"][0]["incomplete"]), (1, 0))
        self.assertIn("never_differed_of_two", [each["code"] for each in report["sites"][0]["findings"]])

    def test_local(self):
        report = self.audit(lambda rank: rank.pass_on(0, LOCAL, calls=3), sites=[site(call="MPI_Reduce_local")])
        self.assertEqual([(each["reason"], each["covered"], each["calls"]) for each in report["sites"][0]["passed"]], [("local", True, 3)])
        self.assertEqual((report["totals"]["uncovered"], report["sites"][0]["level"]), (0, "fine"))
        self.assertNotIn("left", self.run_command("audit", "--report", self.folder / "run")[2].splitlines()[-1])

    def test_receives(self):
        """Those that take what comes first are counted by place, over all ranks; they are no reductions."""
        sites = [site(), receive_site(offset=1, symbol="serve"), receive_site("MPI_Iprobe", offset=2, symbol="look"), receive_site("MPI_Waitany", offset=3)]

        def fill(rank):
            rank.call().receive(NAMED, 10)
            if rank.rank < 2:
                rank.receive(ANY_SOURCE, 20, site=1).receive(ANY_SOURCE_PROBE, 7, site=2)
            rank.receive(ANY_REQUEST, 3, site=3)
        report = self.audit(fill, sites)
        receives = report["receives"]
        self.assertEqual({key: receives[key] for key in ("all", "any_source", "any_source_probe", "any_request", "level")},
                         {"all": 4 * 10 + 2 * 20, "any_source": 40, "any_source_probe": 14, "any_request": 12, "level": "warn"})
        self.assertEqual([(each["kind"], each["call"], each["function"], each["calls"], len(each["frames"])) for each in receives["sites"]],
                         [("any_source", "MPI_Recv", "serve", 40, 1), ("any_source_probe", "MPI_Iprobe", "look", 14, 1), ("any_request", "MPI_Waitany", "main", 12, 1)])
        self.assertEqual([each["code"] for each in receives["findings"]], ["any_source", "any_request"])
        self.assertIn("40 of 80 receives (50.0 %) and 14 probes with MPI_ANY_SOURCE", receives["findings"][0]["text"])
        self.assertEqual((len(report["sites"]), report["totals"]["sites"], report["totals"]["passed"]), (1, 1, 0))
        summary = self.run_command("audit", "--report", self.folder / "run")[2]
        self.assertIn("1 reduction from 1 place;", summary)
        self.assertRegex(summary, "(?m)^!  serve +Recv +40$")
        self.assertRegex(summary, "(?m)^   main +Waitany +12$")

    def test_repeated_order(self):
        report = self.audit(lambda rank: rank.receive(ANY_SOURCE, 5, site=0), [receive_site()], order_repeated="/the/folder")
        self.assertEqual(report["receives"]["level"], "note")
        self.assertIn("repeated the order of an earlier one, /the/folder.", report["receives"]["findings"][0]["text"])
        self.assertNotRegex(self.run_command("audit", "--report", self.folder / "run")[2], "(?m)^!")

    def test_named_receives_are_nothing_to_tell(self):
        report = self.audit(lambda rank: rank.call().receive(NAMED, 10))
        self.assertEqual(report["receives"], {"all": 40, "any_source": 0, "any_source_probe": 0, "any_request": 0, "level": "fine", "findings": [], "sites": []})
        self.assertNotIn("ANY_SOURCE", self.run_command("audit", "--report", self.folder / "run")[2])

    def test_python_objects(self):
        """What mpi4py reduces itself is listed; its order is fixed for a number of ranks, so it is not left to chance."""
        report = self.audit(lambda rank: rank.pass_on(0, PYTHON_OBJECTS, calls=5), [objects_site(line=3)])
        self.assertEqual((report["totals"]["passed"], report["totals"]["uncovered"], report["sites"][0]["findings"][0]["code"]), (5, 0, "python_objects"))
        self.assertIn("5 reductions of Python objects", report["sites"][0]["findings"][0]["text"])
        summary = self.run_command("audit", "--report", self.folder / "run")[2]
        self.assertRegex(summary, r"(?m)^!  <module>  app.py:3  mpi4py reduction {6}5 +left")

    def test_numbers_in_the_summary(self):
        """Three digits of what is no count, ties rounded up; of ulps all, below a million."""
        for ulps, condition, differ, expected in ((999999, 1.0, 49, ["12.3 %", "999,999", "1.00"]), (1000000, 999.4, 1, ["0.250 %", "1.00e6", "999"]),
                                                  (SATURATED, 999.6, 400, ["100 %", "not finite", "1.00e3"]), (1, 12345.0, 0, ["0 %", "1", "1.23e4"]),
                                                  (12, float("inf"), 399, ["99.8 %", "12", "infinite"])):
            folder = self.folder / "run"
            shutil.rmtree(folder, ignore_errors=True)
            write_run(folder, 4, [site()], lambda rank: [rank.call(different=i < differ, ulps=ulps, condition=condition) for i in range(400)])
            row = self.run_command("audit", "--report", folder)[2].split("\n\n")[2].splitlines()[1]
            self.assertEqual(re.split(" {2,}", row)[-4:-1], expected)

    def test_summary(self):
        folder = self.folder / "run"
        write_run(folder, 4, [site(symbol="a_rather_long_name_of_a_function" * 3), site(offset=9)],
                  lambda rank: rank.call(different=1, ulps=1234).pass_on(1, USER_OPERATION))
        for width in (80, 140):
            status, output, summary = self.run_command("audit", "--report", folder, environment={"COLUMNS": str(width)})
            self.assertEqual((status, output), (0, ""))
            table = summary.split("\n\n")[2].splitlines()
            self.assertEqual(len(table), 3)
            self.assertLessEqual(max(map(len, table)), width)
            self.assertIn("1,234", table[2])
            self.assertTrue(table[1].startswith("!! "))
        self.assertEqual(self.run_command("audit", "--report", folder, "--quiet"), (0, "", ""))

    def test_times_in_the_summary(self):
        """A ratio of medians, of ten calls or more."""
        for calls, expected in ((9, "-"), (10, "2.50x")):
            folder = self.folder / str(calls)
            write_run(folder, 4, [site(symbol="f(int, char)")], lambda rank: [rank.call(native_time=200 if i else 10**9, isobit_time=500) for i in range(calls)])
            row = self.run_command("audit", "--report", folder)[2].split("\n\n")[2].splitlines()[1].split()
            self.assertEqual((row[0], row[-1]), ("f", expected))

    def test_misuse(self):
        self.assert_fails(2, "audit", says="what should be run?")
        self.assert_fails(2, "audit", "--report", str(self.folder), "--", "true", says="--report is for")
        self.assert_fails(3, "audit", "--report", str(self.folder), says="holds no log")
        self.assert_fails(3, "audit", "--report", str(self.folder / "missing"), says="cannot be read")
        self.assert_fails(2, "audit", "--mpi", "lam", "--", "true")
        self.assert_fails(2, "audit", "mpirun", "-n", "4", "./program", says="stands behind --")

    def test_many_records(self):
        """10^6 of them, in seconds."""
        rank = Rank(0, 2, [site()])
        for i in range(1000):
            rank.call(ulps=i % 5, different=i % 5 > 0)
        block = bytearray(b"".join(rank.calls))
        (self.folder / "run").mkdir()
        for number in range(2):
            rank.rank = number
            rank.write(self.folder / "run")
            with open(self.folder / "run" / f"rank-{number:06}.calls", "wb") as log:
                log.write(MAGIC + (112).to_bytes(4, "little") + number.to_bytes(4, "little") + (500000).to_bytes(8, "little") + bytes(8))
                for i in range(500):
                    for k in range(1000):
                        block[112 * k + 16:112 * k + 24] = (1000 * i + k).to_bytes(8, "little")
                    log.write(block)
        only, = self.report(self.folder / "run")["sites"]
        self.assertEqual((only["calls"], only["different"], only["incomplete"]), (500000, 400000, 0))


if __name__ == "__main__":
    unittest.main()
