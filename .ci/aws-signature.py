"""aws-signature.py SEED: prints 200 requests with the signatures that botocore gives them, for AWSSignatureTests."""

import datetime
import json
import random
import sys
import urllib.parse

import botocore.auth
import botocore.awsrequest
import botocore.credentials

chance = random.Random(int(sys.argv[1]))
CREDENTIALS = botocore.credentials.Credentials("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")
LETTERS = "abcXYZ019-._~ !$&'()*+,;=:@/?#[]%äሴ"


botocore.auth.get_current_datetime = lambda *arguments, **names: datetime.datetime(2015, 8, 30, 12, 36)


def text(least, most):
    return "".join(chance.choice(LETTERS) for _ in range(chance.randint(least, most)))


def segment():
    # Neither signer sends a dot segment. botocore signs a path as it is, so the path is escaped as the services do.
    part = text(1, 6)
    return urllib.parse.quote(part + "a" if part in (".", "..") else part, safe="")


def case():
    path = "/" + "/".join(segment() for _ in range(chance.randint(0, 3))) + chance.choice(["", "", "/"])
    path = "/" if path == "//" else path
    query = "&".join(
        f"{urllib.parse.quote(text(1, 4), safe='')}{index}={urllib.parse.quote(text(0, 4), safe='')}" for index in range(chance.randint(0, 4)))
    host = chance.choice(["example.amazonaws.com", "example.amazonaws.com:8443"])
    url = f"https://{host}{path}" + (f"?{query}" if query else "")
    method = chance.choice(["GET", "POST", "PUT", "DELETE"])
    lifetime = chance.choice([None, None, 60, 3600])
    # For a signature in the query, botocore turns a body into query items.
    body = text(0, 200) if method in ["POST", "PUT"] and lifetime is None else ""
    headers = [["Content-Type", "application/json"]] if body else []
    for name in chance.sample(["X-Amz-Target", "My-Header", "Accept", "Range"], chance.randint(0, 3)):
        headers.append([name, " ".join(chance.choice(["a", "B", '"c"', "1,2"]) for _ in range(chance.randint(1, 3)))])
    service = chance.choice(["service", "dynamodb", "s3"])
    request = botocore.awsrequest.AWSRequest(method, url, headers=dict(headers), data=body.encode())
    kinds = {
        (True, False): botocore.auth.SigV4Auth, (True, True): botocore.auth.S3SigV4Auth,
        (False, False): botocore.auth.SigV4QueryAuth, (False, True): botocore.auth.S3SigV4QueryAuth,
    }
    kind = kinds[lifetime is None, service == "s3"]
    signer = kind(CREDENTIALS, service, "us-east-1", *([] if lifetime is None else [lifetime]))
    signer.add_auth(request)
    if lifetime is None:
        expected = request.headers["Authorization"]
    else:
        expected = urllib.parse.parse_qs(urllib.parse.urlsplit(request.url).query)["X-Amz-Signature"][0]
    return {
        "method": method, "url": url, "service": service, "headers": headers, "body": body, "lifetime": lifetime, "expected": expected,
    }


print(json.dumps([case() for _ in range(200)], indent=1))
