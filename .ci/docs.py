"""docs.py MODULES GRAPH...: names the public symbols in symbol graphs that have no comment, or one without a summary. A symbol that satisfies a
protocol's requirement inherits the requirement's comment."""
import json
import sys

count, missing = 0, set()
for path in sys.argv[2:]:
    graph = json.load(open(path))
    if graph["module"]["name"] not in sys.argv[1].split(","):
        continue
    relations = graph["relationships"]
    # Symbols that inherit a protocol's comment: the default of a requirement, or the witness of a foreign requirement.
    inherited = {r["source"] for r in relations if r["kind"] in ("defaultImplementationOf", "overrides") or "sourceOrigin" in r}
    for symbol in graph["symbols"]:
        name = symbol["identifier"]["precise"]
        is_extension = symbol["kind"]["identifier"] == "swift.extension"
        if "::SYNTHESIZED::" in name or name in inherited or is_extension or "location" not in symbol:
            continue
        count += 1
        lines = [line["text"] for line in symbol.get("docComment", {"lines": []})["lines"]]
        if not lines or lines[0].startswith("- Param"):
            place = symbol["location"]["uri"].split("/Sources/")[-1]
            missing.add(f"{place}:{symbol['location']['position']['line'] + 1}: {'.'.join(symbol['pathComponents'])}")
for line in sorted(missing):
    print(line)
print(f"{count} public symbols, {len(missing)} without a comment or its summary")
raise SystemExit(1 if missing or count < 500 else 0)
