"""JSON lines."""
import gzip
import json
import math
import unittest
from fractions import Fraction

from certificate import F32
from support import CommandTest, rounded


class JsonLinesTest(CommandTest):
    def lines(self, *rows, name="t.jsonl"):
        return self.file(name, "".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows))

    def test_keys(self):
        path = self.lines({"a": 1.5, "b": {"c": 2, "d": {"e": -4}}, "x": [1, {"a": 9}], "s": "3"}, {"s": "", "b": {"d": {"e": 1}, "c": 0.25}, "a": 1e3})
        for key, expected in (("a", 1001.5), ("b.c", 2.25), ("b.d.e", -3)):
            self.assertEqual(self.value("sum", path, "--column", key), expected)
        self.assertEqual(self.value("dot", path, "-c", "a", "-c", "b.c"), 253)
        self.assertEqual(self.value("sum", self.file("t.ndjson", '{"a.b": 1}\n\n \r\n{"a":{"b":2}}'), "-c", "a.b"), 3)
        self.assertEqual(self.value("sum", "-f", "jsonl", "-c", "a", stdin='{"a": 1}\r\n{"a": 2}\r\n'), 3)
        self.assertEqual(self.value("sum", self.file("t.jsonl.gz", gzip.compress(b'{"a": 1}\n')), "-c", "a"), 1)
        self.assertEqual(self.value("sum", self.lines("1.5", "-2", "1e2")), 99.5)
        self.assertEqual(self.value("sum", self.lines("\ufeff" + '{"a": 1}', {"a": 2}), "-c", "a"), 3)
        self.assertEqual(self.value("sum", self.file("e.jsonl", ""), "-c", "a"), 0)
        self.assertEqual(self.value("sum", self.lines({'q"\\\u00e9\U0001f600': 7}), "-c", 'q"\\\u00e9\U0001f600'), 7)
        self.assertEqual(self.value("sum", self.file("t.jsonl", '{"q": "\\ud83d\\ude00 \\" } ", "a": 7}'), "-c", "a"), 7)

    def test_numbers_are_rounded_correctly(self):
        texts = ["0.1", "123456789012345678901234567890", "9007199254740993", "-9007199254740995", "1e-400", "4.9e-324", "2.2250738585072011e-308",
                 "0.500000000000000166533453693773481063544750213623046875", "1E+2", "-0", "1.7976931348623157e308"]
        for text in texts:
            result = self.result("sum", self.lines(f'{{"a": {text}}}'), "-c", "a")
            self.assert_same(float.fromhex(result["hex"]), rounded(Fraction(text)) or float(text))
        self.assert_same(self.value("sum", self.lines(*texts)), rounded(sum((Fraction(float(t)) for t in texts), Fraction(0))))
        self.assert_same(self.value("sum", self.lines('{"a": 0.1}', '{"a": 16777217}'), "-c", "a", "-t", "f32"),
                         rounded(Fraction(rounded(Fraction("0.1"), F32)) + 16777216, F32))
        self.assert_fails(1, "sum", self.lines('{"a": 1e999}'), "-c", "a", says="t.jsonl:1:7: '1e999' is too large")
        for word, expected in (("NaN", "nan"), ("Infinity", "inf"), ("-Infinity", "-inf")):  # as Python's json writes them
            self.assertEqual(self.result("sum", self.lines(f'{{"a": {word}}}'), "-c", "a")["decimal"], expected)

    def test_missing_and_bad(self):
        path = self.lines({"a": 1}, {"a": None}, {"b": 2}, {"a": math.nan}, {"a": 4})
        result = self.result("sum", path, "-c", "a", "--skip-na")
        self.assertEqual((result["value"], result["count"], result["missing"]), (5, 2, 3))
        self.assert_fails(1, "sum", path, "-c", "a", says="t.jsonl:2:7: key 'a' is null (--skip-na would")
        self.assert_fails(1, "sum", self.lines({"a": 1}, {"b": 2}), "-c", "a", says="t.jsonl:2:1: key 'a' is not there (--skip-na would")
        for value, says in (("12", "is a string"), (True, "is true or false"), ([1], "is a list")):
            path = self.lines({"a": 1}, {"x": 0, "a": value}, {"a": 2})
            self.assert_fails(1, "sum", path, "-c", "a", says=f"t.jsonl:2:15: key 'a' {says}, not a number")
            self.assert_fails(1, "sum", path, "-c", "a", "--skip-na", says=f"t.jsonl:2:15: key 'a' {says}, not a number")
            result = self.result("sum", path, "-c", "a", "--skip-bad")
            self.assertEqual((result["value"], result["skipped"]), (3, 1))
        self.assert_fails(1, "sum", self.lines({"a": 1}, {"a": {"b": 2}}), "-c", "a", says="t.jsonl:2:1: key 'a' is not there")
        self.assert_fails(1, "sum", self.lines('{"a": 1, "a": 2}'), "-c", "a", says="t.jsonl:1:15: key 'a' is there twice")
        self.assert_fails(2, "sum", self.lines({"a": 1, "b": {"c": 2}}), says="choose a key with --column; the first lines have 'a', 'b.c'")
        self.assert_fails(1, "sum", self.lines({"a": 1}), "-c", "typo", "--skip-na", says="there is no key 'typo'; there are 'a'")

    def test_keys_that_are_in_no_line(self):
        """A long input is read to its end before it is said; a key that comes late is none of them."""
        rows = [{"a": 1, "k": "x"}] * 40000
        for threads in (1, 3):
            path = self.lines(*rows)
            self.assert_fails(1, "sum", path, "-c", "typo", "--skip-na", "-j", threads, says="there is no key 'typo'; the first lines have 'a', 'k'")
            self.assert_fails(1, "sum", path, "-c", "typo", "--skip-bad", "-j", threads, says="there is no key 'typo'")
            self.assert_fails(1, "sum", path, "-c", "a", "--by", "typo", "-j", threads, says="there is no key 'typo'")
            result = self.result("sum", self.lines(*rows, {"late": 7, "a": 2}), "-c", "late", "--skip-na", "-j", threads)
            self.assertEqual((result["value"], result["missing"]), (7, 40000))
            self.assert_fails(1, "sum", self.lines(*rows, "{"), "-c", "typo", "--skip-na", "-j", threads, says="t.jsonl:40001:")
        self.assertEqual(self.value("sum", self.lines({"long": "x" * 200000, "a": 1}, {"a": 2}), "-c", "a"), 3)
        self.assert_fails(1, "sum", self.lines("1", "2"), "-c", "a", "--skip-na", says="there is no key 'a'; the lines are no objects")

    def test_what_is_no_json(self):
        for line in ('{"a": 1', '{"a": 1}}', '{"a" 1}', "{'a': 1}", '{"a": 01}', '{"a": 1.}', '{"a": .5}', '{"a": +1}', '{"a": 1e}', '{"a": 0x10}', "[1,]",
                     '{"a": nul}', '{"a": "x}', '{"a": "\\q"}', '{"a": "\\u12"}', '{"a": 1} 2', '{"a": "\\ud800\\u0041"}', "[" * 100 + "]" * 100):
            with self.subTest(line):
                self.assert_fails(1, "sum", self.lines({"a": 1}, line, {"a": 2}), "-c", "a", says="t.jsonl:2:")
                self.assert_fails(1, "sum", self.lines({"a": 1}, line, {"a": 2}), "-c", "a", says="the line is not one JSON value")
        for options in (["-c", "a"], ["-c", "z"], ["-a"], []):  # whatever is said of the keys, it is the first line that is wrong
            self.assert_fails(1, "sum", self.lines('{"b": {"c": 1, ', {"a": 1}, {"a": 2}), *options, says="t.jsonl:1:16: the line is not one JSON value")
        self.assertEqual(self.value("sum", self.file("t.jsonl", '{"a": 1}\r{"a": 2}\r'), "-c", "a"), 3)
        self.assert_fails(1, "sum", self.file("t.jsonl", '{"a": 1}\n'.encode("utf-16")), "-c", "a", says="UTF-16")

    def test_all_columns_and_groups(self):
        path = self.lines({"k": "x", "n": 1, "v": 0.1, "s": "t", "o": {"p": 1}, "l": [1]}, {"k": 7, "n": None, "v": 0.2, "o": {"p": 2}},
                          {"k": None, "n": 3, "v": 0.3, "o": {"p": 3}}, {"n": 4, "v": 0.4, "k": "x", "o": {"p": 4}}, {"v": 1, "n": 5, "o": {"p": 5}})
        result = self.result("sum", path, "-a", "--by", "k", "--skip-na")
        self.assertEqual([(group["key"][0], [c["value"] for c in group["columns"]]) for group in result["groups"]],
                         [("7", [0, 0.2, 2]), ("x", [5, 0.5, 5]), (None, [8, 1.3, 8])])
        self.assertEqual([other["column"] for other in result["not_numbers"]], ["s", "l"])
        self.assertEqual(self.run_command("sum", path, "-c", "v", "--by", "k", "--csv", "-d")[1],
                         "k,sum(v),count(v)\n7,0.2,1\nx,0.5,2\n,1.3,2\n")
        self.assert_fails(1, "sum", path, "-c", "v", "--by", "l", says="key 'l' is a list, and no key")
        late = [{"a": 1}] * 20000 + [{"a": 1, "new": 2}]
        self.assert_fails(1, "sum", self.lines(*late), "-a", says="t.jsonl:20001:17: key 'new' is not in the first lines")

    def test_threads(self):
        values = [self.random.gauss(0, 1) * 10.0 ** self.random.randrange(-9, 9) for _ in range(60000)]
        path = self.lines(*({"id": i, "data": {"x": x, "text": "}{\"\n" * (i % 3)}} for i, x in enumerate(values)))
        for threads in (1, 2, 5):
            self.assert_same(self.value("sum", path, "-c", "data.x", "-j", threads), math.fsum(values))


if __name__ == "__main__":
    unittest.main()
