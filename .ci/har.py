"""Checks that HTTP Archives meet the requirements of HAR 1.2, and reads them with haralyzer."""

import base64
import json
import sys
from datetime import datetime

from haralyzer import HarParser

TEXT, NUMBER, LIST, OBJECT = str, (int, float), list, dict
NAMED = {"name": TEXT, "value": TEXT}
REQUIRED = {
    "log": {"version": TEXT, "creator": OBJECT, "entries": LIST},
    "entry": {"startedDateTime": TEXT, "time": NUMBER, "request": OBJECT, "response": OBJECT, "cache": OBJECT, "timings": OBJECT},
    "request": {
        "method": TEXT, "url": TEXT, "httpVersion": TEXT, "cookies": LIST, "headers": LIST, "queryString": LIST, "headersSize": int,
        "bodySize": int,
    },
    "response": {
        "status": int, "statusText": TEXT, "httpVersion": TEXT, "cookies": LIST, "headers": LIST, "content": OBJECT, "redirectURL": TEXT,
        "headersSize": int, "bodySize": int,
    },
    "content": {"size": int, "mimeType": TEXT},
    "timings": {"send": NUMBER, "wait": NUMBER, "receive": NUMBER},
}
# Optional fields of the format. Any other field begins with an underscore.
OPTIONAL = {
    "log": {"browser", "pages", "comment"}, "entry": {"pageref", "serverIPAddress", "connection", "comment"},
    "request": {"postData", "comment"}, "response": {"comment"}, "content": {"compression", "text", "encoding", "comment"},
    "timings": {"blocked", "dns", "connect", "ssl", "comment"},
}


def check(kind, value, place):
    for name, type_ in REQUIRED[kind].items():
        assert name in value, f"{place}.{name} is missing"
        assert isinstance(value[name], type_), f"{place}.{name} is {value[name]!r}"
    for name in value:
        assert name.startswith("_") or name in REQUIRED[kind] or name in OPTIONAL[kind], f"{place}.{name} is no field of the format"


def check_entry(entry, place):
    check("entry", entry, place)
    for kind in ("request", "response", "timings"):
        check(kind, entry[kind], f"{place}.{kind}")
    for part, lists in (("request", ("headers", "queryString", "cookies")), ("response", ("headers", "cookies"))):
        for name in lists:
            for item in entry[part][name]:
                assert all(isinstance(item.get(key), str) for key in NAMED), f"{place}.{part}.{name} has {item!r}"
    content = entry["response"]["content"]
    check("content", content, f"{place}.response.content")
    text = content.get("text", "")
    body = base64.b64decode(text, validate=True) if content.get("encoding") == "base64" else text.encode()
    assert len(body) == content["size"], f"{place}.response.content has {len(body)} bytes, not {content['size']}"
    datetime.fromisoformat(entry["startedDateTime"].replace("Z", "+00:00"))
    assert all(33 <= ord(character) < 127 and character not in '<>"{}|\\^`' for character in entry["request"]["url"]), f"{place}: its URL"
    spent = sum(entry["timings"][name] for name in ("send", "wait", "receive"))
    assert abs(spent - entry["time"]) < 0.01, f"{place}.time is not the sum of its timings"


for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        archive = json.load(file)
    check("log", archive["log"], "log")
    assert archive["log"]["version"] == "1.2"
    entries = archive["log"]["entries"]
    assert entries, f"{path} is empty"
    for index, entry in enumerate(entries):
        check_entry(entry, f"log.entries[{index}]")
    parser = HarParser(archive)
    own = [entry.status for page in parser.pages for entry in page.entries]
    assert own == [entry["response"]["status"] for entry in entries], f"haralyzer reads {own}"
    print(f"{path.rsplit('/', 1)[-1]}: {len(entries)} exchanges, read by haralyzer")
