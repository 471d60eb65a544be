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
    for other in filter(None, reexported.split(",")):
        # The module's name as a word, and mangled with its length.
        text = re.sub(rf"\b{other}\b", module, text).replace(f"{len(other)}{other}", f"{len(module)}{module}")
    return text


digest, *others = [json.loads(named(open(file).read())) for file in files]
types = {}
for node in sum((each["ABIRoot"]["children"] for each in [digest, *others]), []):
    # A module has a node for a type that it extends, too.
    known = types.setdefault(node.get("usr") or id(node), node)
    if known is node:
        continue
    if known.get("isExternal"):
        types[node.get("usr")], known, node = node, node, known
    known["children"] = known.get("children", []) + node.get("children", [])
    # Both nodes contain the extended type's own conformances.
    own = {each.get("usr") for each in known.get("conformances", [])}
    known["conformances"] = known.get("conformances", []) + [each for each in node.get("conformances", []) if each.get("usr") not in own]
digest["ABIRoot"]["children"] = list(types.values())
published(digest["ABIRoot"])
json.dump(digest, open(output, "w"))
# What EndpointKit re-exports has many declarations; another module may have one type.
assert len(digest["ABIRoot"]["children"]) > (20 if reexported else 1), "the module has hardly any public declaration"
