"""agreement.py MARVEL COUNT SEED: gives random settings to the loader, by `marvel config check`, and to the schema. They are the documents of
agreement.json with some of their values and names replaced. Needs Python's jsonschema."""

import copy
import json
import os
import random
import subprocess
import sys
import tempfile

import jsonschema

MARVEL, COUNT, SEED = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
VALIDATOR = jsonschema.Draft202012Validator(json.load(open("Config/endpointkit.schema.json")))
DOCUMENTS = [entry["document"] for entry in json.load(open("Tests/EndpointSettings/Fixtures/agreement.json"))]
# The schema doesn't recognize this as the name of a secret.
DOCUMENTS = [document for document in DOCUMENTS if isinstance(document, dict) and "userToken" not in json.dumps(document)]
# Problems that the schema leaves to the loader: see ConfigurationSchema.swift.
LEFT = [
    "beside", "can't be read", "a file that can be read", "is not set", "a file that doesn't extend", "each name once", "at most that of",
    "the URL of the proxy", "without a colon", "literal secret", "found nothing", "no secret in the URL", "no valid host",
]
TEXTS = [
    "", "a" * 10_001, "é" * 10_000, "x y", "a\tb", "\n", "\0", "0s", "5s", " 5s", "5S", "1e3", "http://h", "https://h/?a=b", "https://h:0",
    "none", "~", "{", "https://[::1]", "https://h:65536", "a%zz", "//h", "https://h\\x",
]
OTHERS = [None, True, 0, 1, -1, 1.5, 1e30, 101, 1_000_001, [], {}, [[]], {"env": "TOKEN"}, {"file": "secret"}, [{"env": "TOKEN"}]]
chance = random.Random(SEED)


def places(value, path=()):
    if path:
        yield path, value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []
    for key, member in inner:
        yield from places(member, path + (key,))


VALUES = [value for document in DOCUMENTS for _, value in places(document)]
NAMES = ["token", "Connection", "Host", "userId"] + [path[-1] for document in DOCUMENTS for path, _ in places(document) if isinstance(path[-1], str)]


def mutated(document):
    document = copy.deepcopy(document)
    for _ in range(chance.randint(1, 2)):
        paths = [path for path, _ in places(document)]
        if not paths:
            break
        *path, last = chance.choice(paths)
        parent = document
        for key in path:
            parent = parent[key]
        if isinstance(parent, dict) and chance.random() < 0.3:
            parent[chance.choice(NAMES)] = parent.pop(last)
        else:
            parent[last] = copy.deepcopy(chance.choice(chance.choice([VALUES, TEXTS, OTHERS])))
    # The settings that other layers may contain.
    for key, value in {"baseURL": "https://example.com", "allowsLiteralSecrets": True, "allowsInsecureHTTP": True}.items():
        if key not in document or document[key] in [None, False]:
            document[key] = value
    return document


with tempfile.TemporaryDirectory() as folder:
    file = os.path.join(folder, "a.json")
    for name, text in {"secret": "hunter2", "base.json": "{}"}.items():
        with open(os.path.join(folder, name), "w") as other:
            other.write(text)
    wrong = 0
    for document in (mutated(chance.choice(DOCUMENTS)) for _ in range(COUNT)):
        with open(file, "w") as settings:
            json.dump(document, settings)
        command = [MARVEL, "config", "check", file, "--output", "json"]
        output = subprocess.run(command, capture_output=True, env={"TOKEN": "hunter2", "HOME": folder}).stdout
        problems = [problem["message"] for problem in json.loads(output)["results"]]
        own = [problem for problem in problems if not any(words in problem for words in LEFT)]
        errors = [error.message for error in VALIDATOR.iter_errors(document)]
        if own and not errors or errors and not problems:
            wrong += 1
            print(f"{json.dumps(document)[:400]}\n  loader: {own[:2]}\n  schema: {[error[:200] for error in errors[:2]]}")
print(f"{COUNT} random documents of seed {SEED}, {wrong} judged differently")
raise SystemExit(1 if wrong else 0)
