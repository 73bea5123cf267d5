"""Runs the programs of this folder, as many simulated ranks as wanted, and reads the CSV they print."""

import csv
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
RESULTS = HERE.parent / "docs" / "performance" / "scale"
PLATFORM = RESULTS / "platform.xml"
NODES, CORES = 512, 32

# Recursive doubling and binomial trees, as a production MPI would choose for so few bytes; only what is charged takes
# time.
SETTINGS = {"smpi/coll-selector": "ompi", "smpi/allreduce": "rdb", "smpi/reduce": "binomial",
            "smpi/bcast": "binomial_tree", "smpi/barrier": "ompi_recursivedoubling",
            "smpi/simulate-computation": "no", "smpi/host-speed": "3Gf", "smpi/cpu-threshold": "0", "smpi/wtime": "0",
            "contexts/stack-size": "256", "contexts/guard-size": "0"}


class Simulator:
    def __init__(self, programs):
        self.programs = pathlib.Path(programs).resolve()
        self.hosts = self.programs / "hosts"
        self.hosts.write_text("".join(f"node-{i}:{CORES}\n" for i in range(NODES)))

    def run(self, ranks, settings=None, program="simulate", **options):
        """The rows that `simulate` or `iterate` prints, for its options (see scale/simulate.cpp, scale/iterate.cpp);
        settings are SMPI's."""
        command = ["smpirun", "-no-privatize", "-np", str(ranks), "-platform", str(PLATFORM), "-hostfile",
                   str(self.hosts), "--log=root.thres:critical"]
        command += [f"--cfg={key}:{value}" for key, value in {**SETTINGS, **(settings or {})}.items()]
        command += [str(self.programs / program)]
        for key, value in options.items():
            command.append(f"{key}={value if isinstance(value, str) else ','.join(map(str, listed(value)))}")
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.programs)
        # An aborted simulation may exit with 0 all the same.
        wanted = len(listed(options["methods"])) * len(listed(options.get("total", options.get("each"))))
        if done.returncode != 0 or done.stdout.count("\n") != wanted + 1:
            raise SystemExit(f"scale: {' '.join(command)}\nexited with {done.returncode}:\n{done.stderr[-2000:]}")
        rows = list(csv.DictReader(done.stdout.splitlines()))
        for row in rows:
            row["ranks"], row["elements"] = int(row["ranks"]), int(row["elements"])
            row["microseconds"], row["local_microseconds"] = (float(row["microseconds"]),
                                                               float(row["local_microseconds"]))
        return rows

    def program(self, name, *arguments):
        done = subprocess.run([str(self.programs / name), *map(str, arguments)], capture_output=True, text=True,
                              check=True)
        return done.stdout


def listed(value):
    return value if isinstance(value, (list, tuple)) else [value]


def write_csv(name, rows):
    with open(RESULTS / name, "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
