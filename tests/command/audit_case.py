"""Tests of what isobit audit --report makes of logs."""
import json
import shutil
from html.parser import HTMLParser

from audit_logs import site, write_run
from support import CommandTest


class AuditCase(CommandTest):
    def report(self, folder):
        """The JSON, which the file and the page hold, too."""
        status, output, problem = self.run_command("audit", "--report", folder, "--json")
        self.assertEqual((status, problem), (0, ""))
        report = json.loads(output)
        self.assertEqual((folder / "report.json").read_text(), output)
        self.assertEqual(json.loads(data_of((folder / "report.html").read_text())), report)
        self.assertEqual((report["schema"], report["schema_version"]), ("isobit-audit", 1))
        return report

    def audit(self, fill, sites=None, ranks=4, **run):
        folder = self.folder / "run"
        shutil.rmtree(folder, ignore_errors=True)
        write_run(folder, ranks, sites or [site()], fill, **run)
        return self.report(folder)

    def only(self, fill, **more):
        """The only site of an audit."""
        sites = self.audit(fill, **more)["sites"]
        self.assertEqual(len(sites), 1)
        return sites[0]

    def codes(self, fill, **more):
        return [each["code"] for each in self.only(fill, **more)["findings"]]


class DataReader(HTMLParser):
    """The data as a browser finds it: all text of the first script."""
    depth, text = 0, ""

    def handle_starttag(self, tag, attributes):
        if tag == "script":
            self.depth += 1

    def handle_endtag(self, tag):
        pass

    def handle_data(self, data):
        if self.depth == 1 and not self.text:
            self.text = data


def data_of(page):
    reader = DataReader()
    reader.feed(page)
    return reader.text
