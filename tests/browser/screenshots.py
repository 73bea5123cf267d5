#!/usr/bin/env python3
"""screenshots.py FOLDER: what the guide to audits shows: the report of an audit of heat.cpp, in a wide and in a narrow window.

ISOBIT_COMMAND and ISOBIT_MPI_LIBRARY name what is used; it needs mpicxx, mpirun, Chromium, chromedriver and pngquant.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from web_driver import Browser, find_browser

SIZES = {"wide": (1280, 1400), "narrow": (480, 1500)}


def audit(folder):
    """An audit of heat.cpp on eight ranks; returns its page."""
    subprocess.run(["mpicxx", "-std=c++17", "-g", "-O1", Path(__file__).with_name("heat.cpp"), "-o", "heat"], cwd=folder, check=True)
    variables = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1"}
    subprocess.run([os.environ.get("ISOBIT_COMMAND", "isobit"), "audit", "-o", "audit", "--", "mpirun", "-n", "8", "./heat", "200"],
                   cwd=folder, env=variables, check=True)
    return Path(folder) / "audit" / "report.html"


def main():
    find_browser()
    target = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser()
        try:
            browser.open(audit(folder))
            browser.prefer("light")
            for name, (width, height) in SIZES.items():
                browser.resize(width, height)
                picture = target / f"{name}.png"
                picture.write_bytes(browser.screenshot())
                subprocess.run(["pngquant", "--force", "--speed", "1", "--strip", "--output", picture, "64", picture], check=True)
        finally:
            browser.close()


if __name__ == "__main__":
    main()
