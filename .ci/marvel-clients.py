"""Reads the lists of the gateway with one client, and compares their elements with those that the gateway itself sends."""

import hashlib
import json
import os
import sys
import urllib.parse
import urllib.request

BASE, PUBLIC, PRIVATE = (os.environ[f"MARVEL_{name}"] for name in ("BASE_URL", "PUBLIC_KEY", "PRIVATE_KEY"))
ROOT = BASE.removesuffix("/v1/public").rstrip("/")
PAGE = 100


def sent(path, **params):
    """The gateway's results, unchanged from its JSON."""
    signature = hashlib.md5(f"1{PRIVATE}{PUBLIC}".encode()).hexdigest()
    query = urllib.parse.urlencode({**params, "ts": 1, "apikey": PUBLIC, "hash": signature})
    with urllib.request.urlopen(f"{ROOT}/v1/public/{path}?{query}") as answer:
        return json.load(answer)["data"]


def marvelous():
    from marvelous.session import Session

    session = Session(PUBLIC, PRIVATE)
    session.api_url = ROOT + "/v1/public/{}"
    return {
        "comics": session.comics, "series": session.series_list, "creators": session.creators_list, "characters": session.characters_list,
    }


def esak():
    from esak.session import Session

    session = Session(PUBLIC, PRIVATE)
    session.api_url = ROOT + "/v1/public/{}"
    return {kind: getattr(session, f"{kind}_list") for kind in KINDS}


def marvelapi():
    from marvel.client import MarvelClient

    client = MarvelClient(ROOT, PUBLIC, PRIVATE)
    names = {"noVariants": "no_variants"}

    def reader(kind):
        return lambda params: client_results(
            getattr(client, f"get_{kind}")(**{names.get(name, name): value for name, value in params.items()}).json())

    return {kind: reader(kind) for kind in KINDS}


def marvel():
    from marvel.marvel import Marvel

    client = Marvel(PUBLIC, PRIVATE)
    client.requester.base_url = ROOT + "/v1/public"
    endpoints = client.requester.get_endpoints()
    for kind in KINDS:
        getattr(client, kind).r.endpoints = endpoints
    return {kind: lambda params, kind=kind: client_results(getattr(client, kind).all(**params)) for kind in KINDS}


def PyMarvel():
    import types

    import marvel.core
    import marvel.marvel
    from marvel.marvel import Marvel

    # This client was written for Python 2, in which texts are bytes.
    marvel.marvel.urllib = urllib.parse
    marvel.marvel.hashlib = types.SimpleNamespace(md5=lambda text: hashlib.md5(text.encode()))
    client = Marvel(PUBLIC, PRIVATE)
    client._endpoint = lambda: ROOT + "/v1/public/"
    return {kind: lambda params, kind=kind: getattr(client, f"get_{kind}")(**params).data.results for kind in KINDS}


def client_results(document):
    return document["data"]["results"]


def identifier(element):
    return int(element["id"] if isinstance(element, dict) else element.id)


KINDS = ("characters", "comics", "creators", "events", "series", "stories")
requirement = sys.argv[1]
counts = []
for kind, read in globals()[requirement.split("==")[0]]().items():
    found, total = [], sent(kind, limit=1)["total"]
    for offset in range(0, total, PAGE):
        page = [identifier(element) for element in read({"limit": PAGE, "offset": offset})]
        expected = [result["id"] for result in sent(kind, limit=PAGE, offset=offset)["results"]]
        assert page == expected, f"{requirement}: {kind} from {offset} on are {page}, not {expected}"
        found += page
    assert len(set(found)) == total > 0, f"{requirement}: {len(set(found))} of {total} {kind}"
    counts.append(f"{total} {kind}")
    if kind == "comics":
        # A flag in Python's spelling.
        page = [identifier(element) for element in read({"noVariants": True, "limit": PAGE})]
        expected = [result["id"] for result in sent(kind, noVariants="true", limit=PAGE)["results"]]
        assert page == expected, f"{requirement}: comics without variants are {page}, not {expected}"
print(f"{requirement}: {', '.join(counts)}")
