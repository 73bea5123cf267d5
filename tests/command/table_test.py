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

    def test_unknown_columns(self):
        path = self.table("id,price\n1,2\n")
        self.assert_fails(1, "sum", path, "-c", "cost", says="there is no column 'cost'; the first row has 1 'id', 2 'price'")
        self.assert_fails(1, "sum", path, "-c", "3", says="there is no column 3")
        self.assert_fails(2, "sum", path, "-c", "0", says="counted from 1")
        self.assert_fails(2, "sum", path, says="choose a column")
        self.assert_fails(2, "sum", path, "-c", "1", "-c", "2", says="one column at a time")
        self.assert_fails(2, "sum", path, "-c", "price", "--header", "no", says="without a header")
        self.assert_fails(2, "sum", self.file("x.f64", bytes(8)), "-c", "1", says="--column is for CSV")
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
        self.assertEqual(self.value("sum", self.table(""), "-c", "x"), 0)
        self.assertEqual(self.value("sum", self.table("x,y\n"), "-c", "x"), 0)

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
