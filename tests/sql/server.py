"""A PostgreSQL server for tests and benchmarks: in a temporary folder, on a socket there, gone afterwards."""
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def unprivileged_user():
    """Whom the server runs as: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def is_available():
    return shutil.which("pg_config") is not None and (Path(output_of("pg_config", "--bindir")) / "initdb").exists() and (
        Path(output_of("pg_config", "--pgxs")).exists())


class Server:
    """with Server(build_folder) as server: ..."""

    def __init__(self, build, settings=(), environment=None):
        self.build = Path(build).resolve()
        self.settings = settings
        self.environment = environment or {}

    def __enter__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="isobit_sql_"))
        self.folder.chmod(0o755)
        self.user = unprivileged_user()
        self.process = None
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that a killed test stops its server
        try:
            self.install()
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def install(self):
        """A copy of the server's programs beside links to its files finds the extension here, not in the system."""
        self.programs = self.folder / output_of("pg_config", "--bindir").lstrip("/")
        self.programs.mkdir(parents=True)
        for program in ("postgres", "initdb"):
            shutil.copy2(Path(output_of("pg_config", "--bindir")) / program, self.programs)
        shared = Path(output_of("pg_config", "--sharedir"))
        for folder in (Path(output_of("pg_config", "--pkglibdir")), shared, shared / "extension"):
            copy = self.folder / str(folder).lstrip("/")
            copy.mkdir(parents=True, exist_ok=True)
            for file in folder.iterdir():
                if file.name != "extension" and not file.name.startswith("isobit"):
                    (copy / file.name).symlink_to(file)
        work = self.folder / "build"
        work.mkdir()
        subprocess.run(["make", "-s", "-f", TOP / "bindings/sql/postgresql/Makefile", "install", f"BUILD={self.build}",
                        f"DESTDIR={self.folder}", "ISOBIT_CFLAGS=-Wextra -Werror"], cwd=work, check=True,
                       stdout=subprocess.DEVNULL)

    def start(self):
        data = self.folder / "data"
        data.mkdir(mode=0o700)
        if self.user:
            shutil.chown(data, self.user)
            shutil.chown(self.folder, self.user)
        self.run_as_user([self.programs / "initdb", "-D", data, "-A", "trust", "-U", "isobit", "--no-sync", "--locale=C",
                          "-E", "UTF8"])
        settings = ["listen_addresses=", f"unix_socket_directories={self.folder}", "fsync=off", *self.settings]
        options = [word for setting in settings for word in ("-c", setting)]
        with (self.folder / "log").open("w") as log:
            self.process = subprocess.Popen([self.programs / "postgres", "-D", data, *options], stdout=log, stderr=log,
                                            env=os.environ | self.environment, **self.as_user())
        for _ in range(300):
            if subprocess.run(self.psql("-c", "SELECT 1"), capture_output=True).returncode == 0:
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise RuntimeError("the server did not start:\n" + (self.folder / "log").read_text())

    def as_user(self):
        return {"user": self.user, "group": pwd.getpwnam(self.user).pw_gid, "extra_groups": []} if self.user else {}

    def run_as_user(self, command):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder, **self.as_user())

    def psql(self, *arguments):
        return ["psql", "-X", "-q", "-A", "-t", "-P", "null=NULL", "-v", "ON_ERROR_STOP=1", "-v", "VERBOSITY=verbose", "-h",
                str(self.folder), "-U", "isobit", "-d", "postgres", *arguments]

    def run(self, script):
        """What psql prints for a script; the error, if there is one, is raised as a RuntimeError."""
        done = subprocess.run(self.psql(), input=script, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        return done.stdout

    def crashed(self):
        return self.process.poll() is not None or "terminated by signal" in (self.folder / "log").read_text()

    def __exit__(self, *_):
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)  # ends all sessions, then the server
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
