"""api.py OUTPUT MODULE REEXPORTED FILE...: joins the dumps of modules to one of MODULE, which re-exports the others, without `package` declarations."""
import json
import re
import sys

output, module, reexported, *files = sys.argv[1:]


def published(node):
    if "children" in node:
        node["children"] = [published(child) for child in node["children"] if not child.get("isInternal")]
    return node


def named(text):
    for other in reexported.split(","):
        # As a word, and as a mangled name with its length.
        text = re.sub(rf"\b{other}\b", "EndpointKit", text).replace(f"{len(other)}{other}", "11EndpointKit")
    return text


digest, *others = [json.loads(named(open(file).read())) for file in files]
for other in others:
    digest["ABIRoot"]["children"] += other["ABIRoot"]["children"]
published(digest["ABIRoot"])
json.dump(digest, open(output, "w"))
assert len(digest["ABIRoot"]["children"]) > 20, "the module has hardly any public declaration"
