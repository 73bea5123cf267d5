"""CSV and TSV."""
import unittest

from support import CommandTest


class TableTest(CommandTest):
    def table(self, text, name="t.csv"):
        return self.file(name, text)

    def test_columns(self):
        path = self.table("id,price,quantity\n1,2.5,3\n2,0.25,4\n")
        self.assertEqual(self.value("sum", path, "--column", "price"), 2.75)
        self.assertEqual(self.value("sum", path, "-c", "2"), 2.75)
        self.assertEqual(self.value("sum", path, "-c", "quantity"), 7)
        self.assertEqual(self.value("dot", path, "-c", "price", "-c", "quantity"), 8.5)
        self.assertEqual(self.value("dot", path, "-c", "quantity", "-c", "price"), 8.5)
        self.assertEqual(self.value("dot", path, "-c", "price", "-c", "price"), 6.3125)
        self.assertEqual(self.value("sum", path, path, "-c", "price"), 5.5)
        self.assertEqual(self.value("sum", "--format", "csv", "-c", "price", stdin="price\n1\n2"), 3)
        self.assertEqual(self.value("sum", self.table("value\n1\n2\n")), 3)
        self.assertEqual(self.value("dot", self.table("1,2\n3,4\n")), 14)

    def test_column_before_the_file(self):
        path, other = self.table("a,b,[c]\n1,2,3\n4,5,6\n"), self.table("a\n7\n", "other.csv")
        for option in (["--column", "a"], ["--column=a"], ["-c", "a"], ["-ca"]):
            self.assertEqual(self.value("sum", *option, path), 5)
            self.assertEqual(self.value("sum", *option, path, other), 12)
            self.assertEqual(self.value("sum", path, *option, other), 12)
            self.assertEqual(self.run_command("sum", *option, "--", path)[1].split()[0], "5")
            self.assertEqual(self.value("dot", *option, path, path), 17)
            self.assertEqual(self.value("dot", *option, "--column", "b", path), 22)
            self.assertEqual(self.value("dot", *option, path, "--column=b"), 22)
        self.assertEqual(self.value("sum", "-c", "a", "--format", "csv", "-", stdin="a\n1\n2\n"), 3)
        self.assertEqual(self.value("sum", "--column", "[c]", path), 9)

    def test_unknown_columns(self):
        path = self.table("id,price\n1,2\n")
        self.assert_fails(1, "sum", path, "-c", "cost", says="there is no column 'cost'; the first row has 1 'id', 2 'price'")
        self.assert_fails(1, "sum", path, "-c", "3", says="there is no column 3")
        self.assert_fails(2, "sum", path, "-c", "0", says="counted from 1")
        self.assert_fails(2, "sum", path, says="choose a column")
        self.assert_fails(2, "sum", path, "-c", "price", "--header", "no", says="without a header")
        self.assert_fails(2, "sum", self.file("x.f64", bytes(8)), "-c", "1", says="--column is for tables")
        self.assert_fails(2, "dot", self.table("1,2,3\n"), says="two columns")

    def test_header(self):
        self.assertEqual(self.value("sum", self.table("1,2\n3,4\n"), "-c", "1"), 4)
        self.assertEqual(self.value("sum", self.table("1,2\n3,4\n"), "-c", "1", "--header", "yes"), 3)
        self.assertEqual(self.value("sum", self.table("2019,2020\n3,4\n"), "-c", "2020", "--header", "yes"), 4)
        self.assertEqual(self.value("sum", self.table("2024-01-01,5\n2024-01-02,6\n"), "-c", "2"), 11)
        self.assert_fails(1, "sum", self.table("a,b\n3,4\n"), "-c", "1", "--header", "no", says="t.csv:1:1: 'a' is not a number")
        self.assert_fails(1, "sum", self.table("1.2.3\n4\n"), says="t.csv:1:1: '1.2.3' is not a number")

    def test_separators(self):
        self.assertEqual(self.value("sum", self.table("a\tb\n1\t2\n", "t.tsv"), "-c", "b"), 2)
        self.assertEqual(self.value("sum", self.table("a;b\n1;2\n"), "-c", "b"), 2)
        self.assertEqual(self.value("sum", self.table("a|b\n1|2\n"), "-c", "b", "-s", "|"), 2)
        for separator in ("space", " "):
            self.assertEqual(self.value("sum", self.table("  a   b\n 1 \t 2 \n3 4"), "-c", "b", "-s", separator), 6)
        self.assertEqual(self.value("sum", "-s", "tab", "-c", "2", stdin="1\t2\n"), 2)
        self.assert_fails(2, "sum", "-s", "ab", says="one character")
        self.assert_fails(2, "sum", "-s", '"', says="quote")

    def test_quotes_and_line_ends(self):
        path = self.table('"the ""name""",value\r\n"a, b\r\nc",1.5\r\n"d ""e""", 2.5 \r\n\r\n\n5" pipe,"4"\r\n')
        self.assertEqual(self.value("sum", path, "-c", "value"), 8)
        self.assertEqual(self.result("sum", path, "-c", 'value')["count"], 3)
        self.assertEqual(self.value("sum", self.table('"x ""y"""\n3\n'), "-c", 'x "y"'), 3)
        self.assertEqual(self.value("sum", self.table("\ufeffx,y\n3,4\n"), "-c", "x"), 3)
        self.assert_fails(1, "sum", self.table('x,y\n1,2\n3,"4\n5,6\n'), "-c", "x", says="t.csv:3:3: a quote is opened here")

    def test_lines_that_end_with_returns(self):
        """Old Macintoshes' tables, alone, and behind one whose lines end with newlines; nothing is dropped."""
        path = self.table("a,b\r1,2\r3,4\r", "r.csv")
        self.assertEqual((self.value("sum", path, "-c", "a"), self.value("sum", path, "-c", "b")), (4, 6))
        self.assertEqual(self.value("sum", self.table("x\r1\r2")), 3)
        self.assertEqual(self.value("sum", self.table("a;b\r1;2\r3,5;4\r"), "-c", "b"), 6)
        self.assertEqual(self.value("sum", self.table("a b\r1 2\r3 4\r"), "-c", "b", "-s", "space"), 6)
        self.assertEqual(self.value("sum", self.table("a,b\n1,2\n3,4\r5,6\r\n7,8\r\r"), "-c", "a"), 16)
        self.assertEqual(self.value("sum", self.table('a,b\r"x\ry",2\r"z",4\r'), "-c", "b"), 6)
        self.assertEqual(self.value("sum", stdin="# head\r1\r2 # two\r3"), 6)
        self.assert_fails(1, "sum", self.table("a,b\r1,2\r3,x\r"), "-c", "b", says="t.csv:3:3: 'x' is not a number")

    def test_returns_where_pieces_meet(self):
        """The last byte of a piece is a \\r, with and without a \\n behind it."""
        for end in ("\r", "\r\n"):
            for length in range((256 << 10) - 4, (256 << 10) + 4):
                head = "a,b\n" + "0,0\n" * 1000
                text = head + "1," + "0" * (length - len(head) - 3) + end + "2,3" + end + "4,5" + end
                result = self.result("sum", self.table(text), "-c", "a")
                self.assertEqual((result["value"], result["count"]), (7, 1003), (end, length))

    def test_bad_rows(self):
        path = self.table("x,y\n1,2\n3,four\n5\n6,\n7,8,9\n", "bad.csv")
        self.assert_fails(1, "sum", path, "-c", "y", says="bad.csv:3:3: 'four' is not a number")
        self.assert_fails(1, "sum", self.table("x,y\n1,2\n5\n"), "-c", "y", says="t.csv:3:1: the row '5' has too few columns")
        self.assert_fails(1, "sum", self.table("x,y\n1,2\n6, \n"), "-c", "y", says="t.csv:3:4: the field is empty")
        result = self.result("sum", path, "-c", "y", "--skip-bad")
        self.assertEqual((result["value"], result["count"], result["skipped"]), (10, 2, 3))
        result = self.result("dot", path, "-c", "x", "-c", "y", "--skip-bad")
        self.assertEqual((result["value"], result["count"], result["skipped"]), (58, 2, 3))

    def test_empty(self):
        for text in ("", "\n\r\n", "\ufeff"):
            self.assert_fails(1, "sum", self.table(text), "-c", "x", says="t.csv: is empty, so it has no column 'x'")
            self.assertEqual(self.value("sum", self.table(text), "-c", "1"), 0)
        self.assertEqual(self.value("sum", self.table("x,y\n"), "-c", "x"), 0)

    def test_nothing_is_left(self):
        for operation in (["sum"], ["sum", "--compare"], ["sum", "--json"], ["sum", "--method", "binned"], ["norm"]):
            self.assert_fails(1, *operation, "-c", "x", "--skip-bad", self.table("x\na\nb\n"), says="no number is left: skipped 2 bad entries")
        self.assert_fails(1, "sum", "--skip-bad", stdin="[1]", says="no number is left: skipped 1 bad entry")

    def test_names_that_are_not_unique(self):
        path = self.table("a,b,a\n1,2,4\n")
        self.assert_fails(1, "sum", path, "-c", "a", says="there is more than one column 'a'; choose by number: the first row has 1 'a'")
        self.assertEqual((self.value("sum", path, "-c", "b"), self.value("sum", path, "-c", "3")), (2, 4))

    def test_first_row_of_missing_values(self):
        """A name, or a value that is missing? Nobody guesses."""
        for word in ("NA", "na", "N/A", "#N/A", "<NA>", "null", "NULL", "None"):
            path = self.table(f"{word}\n1\n2\n")
            self.assert_fails(2, "sum", path, says="--header yes or --header no")
            self.assert_fails(2, "sum", path, "--skip-bad", "-c", "1", says=f"starts with '{word}'")
            self.assertEqual(self.value("sum", path, "--header", "yes"), 3)
            self.assertEqual(self.value("sum", path, "-c", word), 3)
            self.assertEqual(self.result("sum", path, "--header", "no", "--skip-bad")["skipped"], 1)
            self.assertEqual(self.value("dot", self.table(f"x,{word}\n1,2\n"), "-c", "x", "-c", "2"), 2)
        self.assertEqual(self.value("sum", self.table("Nation\n1\n2\n")), 3)

    def test_names_cannot_write_to_the_terminal(self):
        path = self.table(b"\x1b[31mred\x07,a\x00b,\xc2\x9bm,\xff,\xc3\xa9\n1,2,3,4,5\n")
        problem = self.assert_fails(1, "sum", path, "-c", "none", says="1 '?[31mred?', 2 'a?b', 3 '?m', 4 '\ufffd', 5 '\xe9'\n")
        self.assertTrue(problem.isprintable() or problem[:-1].isprintable(), problem)
        self.assert_fails(1, "sum", self.table("x\n1\n\x1b[2J\n"), says="t.csv:3:1: '?[2J' is not a number")

    def test_missing_values(self):
        path = self.table("x,y\n1,2\nNA,3\n,4\n5,nan\n#N/A,6\n7,8\n")
        for column, value, count, missing in (("x", 13, 3, 3), ("y", 23, 5, 1)):
            result = self.result("sum", path, "-c", column, "--skip-na")
            self.assertEqual((result["value"], result["count"], result["missing"]), (value, count, missing))
        result = self.result("dot", path, "-c", "x", "-c", "y", "--skip-na")
        self.assertEqual((result["value"], result["count"], result["missing"]), (58, 2, 4))
        self.assert_fails(1, "sum", path, "-c", "x", says="t.csv:3:1: 'NA' is not a number (--skip-na would leave it out")
        self.assert_fails(1, "sum", self.table("x,y\n1,2\n,4\n"), "-c", "x", says="t.csv:3:1: the field is empty (--skip-na would")
        result = self.result("sum", self.table("NA\n1\n2\n"), "--skip-na")
        self.assertEqual((result["value"], result["missing"]), (3, 1))

    def test_numbers_written_in_other_ways(self):
        german = self.table("a;b\n1.234,5;2\n-0,5;3\n")
        self.assertEqual(self.value("sum", german, "-c", "a", "--decimal-comma", "--thousands", "point"), 1234)
        self.assertEqual(self.value("sum", self.table("1,5\n2,5\n"), "--decimal-comma"), 4)
        self.assertEqual(self.value("sum", self.table("a\tb\n1,5\t2\n"), "-c", "a", "--decimal-comma"), 1.5)
        self.assertEqual(self.value("sum", self.table('a,b\n"1,5",2\n'), "-c", "a", "--decimal-comma", "-s", "comma"), 1.5)
        english = self.table('a,b\n"1,234.5",2\n"1,000,000",3\n')
        self.assertEqual(self.value("sum", english, "-c", "a", "--thousands", "comma"), 1001234.5)
        self.assertEqual(self.value("sum", self.table("a;b\n1 234.5;2\n", "spaces.csv"), "-c", "a", "--thousands", "space"), 1234.5)
        self.assert_fails(1, "sum", english, "-c", "a", says="t.csv:2:2: '1,234.5' is not a number (--thousands comma would read it)")

    def test_rows_that_go_on(self):
        """1,234.50 in a table of one column is neither 1 nor two fields."""
        self.assert_fails(1, "sum", self.table("price\n2\n1,234.50\n"), says="t.csv:3:1: the row '1,234.50' has too many columns (quotes")
        self.assert_fails(1, "dot", stdin="1 2\n3 4 5\n", says="standard input:2:1: the row '3 4 5' has too many columns")
        self.assertEqual(self.value("dot", stdin="1 2\n3 4 # 5\n 5 6 \n"), 44)
        result = self.result("sum", self.table("price\n2\n1,234.50\n"), "--skip-bad")
        self.assertEqual((result["value"], result["skipped"]), (2, 1))
        self.assertEqual(self.value("sum", self.table("price\n2\n1,234.50\n"), "-c", "price"), 3)

    def test_long_table(self):
        """Rows across the pieces that are read at a time, newlines in quotes among them."""
        rows, expected = ["name,value\n"], 0
        for i in range(60000):
            rows.append(f'"row {i}\n{"," * (i % 7)}",{i}\n' if i % 3 == 0 else f"plain,{i}\n")
            expected += i
        path = self.table("".join(rows))
        for threads in (1, 2, 5):
            self.assertEqual(self.value("sum", path, "-c", "value", "-j", threads), expected)
        rows[50001] = "plain,bad\n"
        line = "".join(rows[:50001]).count("\n") + 1
        self.assert_fails(1, "sum", self.table("".join(rows)), "-c", "value", "-j", 3, says=f"t.csv:{line}:7: 'bad'")


if __name__ == "__main__":
    unittest.main()
