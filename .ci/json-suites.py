"""Runs each test of the suites that .ci/json-suites has built, in a process of its own, with JSONDecoder and with ResponseDecoder in its place.

Usage: json-suites.py FOLDER LIST. FOLDER is the package. Each line of LIST names a test that passes only with JSONDecoder,
how many of its expectations fail with ResponseDecoder, and the reason.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

folder, reasons_file = Path(sys.argv[1]), Path(sys.argv[2])
program = folder / ".build/debug/JSONSuitesPackageTests.xctest"
environment = os.environ | {"SWIFT_BACKTRACE": "enable=no"}


def run(test):
    """Whether the test passes, and its output. A test may crash. Names in Swift Testing have parentheses; those in XCTest have none."""
    swift_testing = ["--testing-library", "swift-testing", "--filter", "^" + re.escape(test) + "(/|$)"]
    done = subprocess.run(
        [program, *(swift_testing if "(" in test else [test])],
        env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
    )
    output = done.stdout.decode(errors="replace")
    if not re.search(r"Test run with [1-9]|Executed [1-9]", output) and done.returncode >= 0:
        sys.exit(f"{test} didn't run:\n{output}")
    return done.returncode == 0, output


tests = {}
for line in (folder / "tests.txt").read_text().splitlines():
    # `swift test list` lists each test of Swift Testing a second time with its file.
    if found := re.fullmatch(r"(foundation|corelibs)With(JSON|Response)Decoder\.(.+?)(/\w+\.swift:[\d:]+)?", line):
        tests.setdefault(f"{found[1]}: {found[3]}", {})[found[2]] = line.removesuffix(found[4] or "")

reasons = {}
for line in reasons_file.read_text().splitlines():
    if not line.startswith("#"):
        name, count, reason = line.split(" | ")
        reasons[name] = int(count), reason
passed = {"JSON": 0, "Response": 0}
both, gained, listed, problems = [], [], [], []
for name, tests_of_decoders in sorted(tests.items()):
    results = {decoder: run(test) for decoder, test in tests_of_decoders.items()}
    theirs, (ours, output) = results["JSON"][0], results["Response"]
    passed["JSON"] += theirs
    passed["Response"] += ours
    if ours and name in reasons:
        problems.append(f"{name} passes, but {reasons_file} lists it")
    if ours and not theirs:
        gained.append(name)
    elif not ours and not theirs:
        both.append(name)
    elif not ours and name in reasons and output.count("recorded an issue") == reasons[name][0]:
        listed.append(f"{name}: {reasons[name][1]}")
    elif not ours:
        problems.append(f"{name} passes only with JSONDecoder:\n{output}")

suites = {name.split(":")[0] for name in tests}
problems += [f"{reasons_file} lists {name}, which the suite doesn't have" for name in reasons if name not in tests and name.split(":")[0] in suites]

print(f"{len(tests)} tests: {passed['Response']} pass with ResponseDecoder, {passed['JSON']} with the installed JSONDecoder")
print("fail with both:", ", ".join(both) or "none")
print("pass only with ResponseDecoder:", ", ".join(gained) or "none")
print("pass only with JSONDecoder, for these reasons:", *(listed or ["none"]), sep="\n  ")
print("\n".join(problems) or "no other difference")
sys.exit(bool(problems) or not tests)
