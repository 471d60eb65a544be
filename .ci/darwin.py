"""darwin.py FOLDER [--write]: the table in darwin.sdk/README.md, made from the symbol graphs of the modules that are declared there.

Fails if the table differs, or if an API is newer than the oldest version of a platform in Package.swift."""
import json
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent
document = root / ".ci/darwin.sdk/README.md"
platforms = ["macOS", "iOS", "tvOS", "watchOS", "visionOS"]
manifest = (root / "Package.swift").read_text()
oldest = [(int(re.search(rf"\.{name}\(\.v(\d+)\)", manifest)[1]), 0) for name in platforms]
files = [path for folder in ["Sources", "Samples"] for path in (root / folder).rglob("*.swift") if ".build" not in path.parts]
words = set(re.findall(r"\w+", "\n".join(path.read_text() for path in files)))

# A C declaration states its version only when compiled for that platform.
versions = {}
for index, platform in enumerate(platforms):
    for path in pathlib.Path(sys.argv[1]).glob(f"{platform}/symbols/*.symbols.json"):
        module = path.name.split(".")[0].split("@")[0]
        for symbol in json.loads(path.read_text())["symbols"]:
            for item in symbol.get("availability", []):
                if item["domain"] == platform and "introduced" in item and "::SYNTHESIZED::" not in symbol["identifier"]["precise"]:
                    known = versions.setdefault((module, *symbol["pathComponents"]), [None] * len(platforms))
                    known[index] = (item["introduced"]["major"], item["introduced"].get("minor", 0))

rows, problems = [], []
for (module, *name), found in versions.items():
    words_of_name = set(re.split(r"\W+", name[-1])) if len(name) > 1 else {re.split(r"\W", name[0])[0]}
    # The table leaves out members that are as old as their types, and declarations that the sources don't name.
    if versions.get((module, *name[:-1])) == found or not words & words_of_name:
        continue
    title = f"{module}.{'.'.join(name)}"
    for platform, version, least in zip(platforms, found, oldest):
        if version is None or version > least:
            problems.append(f"{title} isn't in {platform} {least[0]}, the oldest in Package.swift")
    rows.append((module, [(-major, -minor) for major, minor in filter(None, found)], ".".join(name), found))


def shown(version):
    if version is None:
        return "no"
    return str(version[0]) if version[1] == 0 else f"{version[0]}.{version[1]}"


head = document.read_text().split("| Module |")[0]
table = "| Module | API | " + " | ".join(f"{name} {shown(version)}" for name, version in zip(platforms, oldest)) + " |\n"
table += "|---|---|" + "---|" * len(platforms) + "\n"
for module, _, name, found in sorted(rows):
    table += f"| {module} | `{name}` | " + " | ".join(map(shown, found)) + " |\n"
if "--write" in sys.argv:
    document.write_text(head + table)
elif document.read_text() != head + table:
    problems.append(f"{document.relative_to(root)} has another table than its declarations: .ci/darwin --table writes it")
print("\n".join(problems), end="\n" if problems else "")
sys.exit(bool(problems))
