"""Checks a merged site: the first pages name every type in a group, and all links lead to existing pages."""
import json
import pathlib
import sys

data = pathlib.Path(sys.argv[1]) / "data"
pages = {"/" + str(path.relative_to(data))[: -len(".json")].lower(): json.load(open(path)) for path in data.rglob("*.json")}
problems = set()
for name, page in pages.items():
    for section in page.get("topicSections", []):
        # Extensions of the other library's types have their own pages.
        if section.get("generated") and name.count("/") == 2 and section["title"] != "Extended Modules":
            problems |= {f"{name}: {topic.split('/')[-1]} is in no group" for topic in section["identifiers"]}
    for reference in page.get("references", {}).values():
        url = reference.get("url", "").split("#")[0].lower()
        if url.startswith("/documentation") and url not in pages:
            problems.add(f"{name}: there is no {url}")
for line in sorted(problems):
    print(line)
print(f"{len(pages)} pages, {len(problems)} problems")
raise SystemExit(1 if problems or len(pages) < 1000 else 0)
