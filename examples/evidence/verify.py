"""Verifies evidence without the service: python3 verify.py evidence-keys.json evidence.json …

Needs the package `cryptography`.
"""

import base64
import hashlib
import json
import re
import sys
from datetime import datetime, timezone

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

MOST_BYTES = 2 * 1024 * 1024
MOST_SECONDS = 300
DEEPEST = 20
TIME = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z")


class NotValid(Exception):
    pass


def demand(holds, otherwise):
    if not holds:
        raise NotValid(otherwise)


def verify(text, keys):
    """Returns what the evidence proves. Raises NotValid if it proves nothing."""
    evidence = parsed(text)
    members = ["statement", "content", "device", "receipt"] + (["request"] if "request" in evidence else [])
    demand(has_only(evidence, *members), "the file is not evidence")
    content, device = evidence["content"], evidence["device"]
    demand(isinstance(content, dict) and isinstance(content.get("actions"), list), "content: it has no actions")
    demand(isinstance(device, dict) and isinstance(device.get("public_key"), dict), "device: it has no public_key")
    statement, receipt = Jws(evidence["statement"]), Jws(evidence["receipt"])

    # Checks the statement: the device has signed this answer to this content.
    said = statement.payload
    members = ("notification_uuid", "content_digest", "response", "iat", "nonce")
    demand(has_only(said, *members), "statement: it has other members")
    header = {name: value for name, value in statement.header.items() if name != "typ"}
    demand(header == {"alg": "ES256", "kid": device.get("device_id")}, "statement: its header is wrong")
    demand(said["content_digest"] == digest(content), "content: the statement is about different content")
    offered = [action.get("action") for action in content["actions"] if isinstance(action, dict)]
    demand(said["response"] in offered, "content: the response is not one of its actions")
    demand(statement.is_signed_by(device["public_key"]), "statement: the device has not signed it")

    if "request" in evidence:
        check_request(evidence["request"], content)

    # Checks the receipt: the service has signed that it received all of this, and when.
    received = receipt.payload
    demand(has_only(received, "evidence_digest", "received_at"), "receipt: it has other members")
    key = next((key for key in keys["keys"] if key["kid"] == receipt.header.get("kid")), None)
    demand(key is not None, "receipt: no published key has its id")
    expected = {"alg": "ES256", "kid": key["kid"], "typ": "evidence-receipt+jwt"}
    demand(receipt.header == expected, "receipt: its header is wrong")
    demand(receipt.is_signed_by(key), "receipt: the service has not signed it")
    basis = {name: value for name, value in evidence.items() if name != "receipt"}
    demand(received["evidence_digest"] == digest(basis), "receipt: it was issued for something else")
    at = received["received_at"]
    demand(isinstance(at, str) and TIME.fullmatch(at), "receipt: it has no time")
    demand(key.get("created_at", at) <= at <= key.get("retired_at", at), "receipt: its key was not in use then")
    seconds = datetime.strptime(at, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=timezone.utc).timestamp()
    demand(type(said["iat"]) is int and abs(seconds - said["iat"]) <= MOST_SECONDS, "statement: of another time")
    return f'{device.get("user_id")} answered {said["response"]} to {said["notification_uuid"]}, received {at}'


def check_request(request, content):
    """Checks a program's request: the answer commits to the request, and the shown text results from it."""
    texts = request.get("texts") if isinstance(request, dict) else None
    demand(isinstance(texts, dict), "request: it has no texts")
    committed = {name: value for name, value in request.items() if name != "texts"}
    ending = "." + digest(committed)
    answers = [str(one.get("action")) for one in content["actions"] if isinstance(one, dict)]
    commits = all(answer == "fraud" or answer.endswith(ending) for answer in answers)
    demand(commits, "request: the answer is about other details")
    template = request.get("template")
    is_used = isinstance(template, dict) and template.get("digest") == digest(texts)
    demand(is_used, "request: its template is not the one that was used")
    for shown in content.get("body", []):
        text = texts.get(shown.get("lng"), {}) if isinstance(shown, dict) else {}
        follows = all(text.get(name) and shown.get(name) == filled(text[name], committed) for name in ("subject", "message"))
        demand(follows, "content: the text is not what the template makes of the request")


def filled(text, request):
    """Replaces placeholders such as {authorization_details.0.amount}, but not those in inserted values."""

    def member(found):
        value = request
        for name in found[1].split("."):
            is_item = isinstance(value, list) and name.isdecimal() and int(name) < len(value)
            value = value[int(name)] if is_item else value.get(name) if isinstance(value, dict) else None
        if isinstance(value, bool):
            return str(value).lower()
        return str(value) if isinstance(value, (str, int)) else found[0]

    return re.sub(r"\{([A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*)\}", member, text)


class Jws:
    """A compact JWS (RFC 7515) with ES256."""

    def __init__(self, text):
        demand(isinstance(text, str) and text.isascii() and text.count(".") == 2, "a part is no compact JWS")
        self.signed, _, signature = text.rpartition(".")
        self.header, self.payload = (parsed(from_base64url(part)) for part in self.signed.split("."))
        self.signature = from_base64url(signature)
        demand(len(self.signature) == 64, "a signature has another length")

    def is_signed_by(self, jwk):
        r, s = (int.from_bytes(half, "big") for half in (self.signature[:32], self.signature[32:]))
        try:
            demand((jwk.get("kty"), jwk.get("crv")) == ("EC", "P-256"), "a key is of another kind")
            x, y = (int.from_bytes(from_base64url(jwk.get(name)), "big") for name in ("x", "y"))
            key = ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()
            key.verify(encode_dss_signature(r, s), self.signed.encode(), ec.ECDSA(SHA256()))
            return True
        except (InvalidSignature, ValueError):
            return False


def digest(value):
    """The SHA-256 of the canonical form (RFC 8785)."""
    return to_base64url(hashlib.sha256(canonical(value).encode()).digest())


def canonical(value):
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(f"{canonical(name)}:{canonical(value[name])}" for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    demand(not isinstance(value, float), "a number is not whole")
    return json.dumps(value, ensure_ascii=False)


def parsed(text):
    """Parses strictly: refuses any text that two parsers could read differently."""
    try:
        demand(len(text) <= MOST_BYTES, "the file is too large")
        value = json.loads(text, object_pairs_hook=unique)
        demand(isinstance(value, dict), "a part is no JSON object")
        demand(is_shallow(value), "the file is nested too deeply")
        return value
    except (ValueError, RecursionError):
        raise NotValid("a part is no JSON") from None


def unique(pairs):
    demand(len(dict(pairs)) == len(pairs), "a name comes twice")
    return dict(pairs)


def is_shallow(value, depth=0):
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return depth < DEEPEST and all(is_shallow(one, depth + 1) for one in inner)


def has_only(value, *names):
    return sorted(value) == sorted(names)


def to_base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text):
    demand(isinstance(text, str), "a part is no text")
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise NotValid("a part is no base64url") from None
    demand(to_base64url(data) == text, "a part is no base64url")
    return data


def main(keys_file, *files):
    with open(keys_file, encoding="utf-8") as opened:
        keys = json.load(opened)
    all_valid = True
    for name in files:
        try:
            with open(name, "rb") as opened:
                print(f"{name}: valid: {verify(opened.read(), keys)}")
        except (NotValid, UnicodeError) as problem:
            all_valid = False
            print(f"{name}: not valid: {problem}")
    return 0 if all_valid else 1


sys.exit(main(*sys.argv[1:]))
