"""An enterprise's own API. It accepts tokens of the sign-in service, and checks each one itself.

It needs PyJWT with cryptography: `apt install python3-jwt` or `pip install "pyjwt[crypto]"`.
"""

import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import jwt

ISSUER, RESOURCE = os.environ["ISSUER"], os.environ["RESOURCE"]
KEYS = jwt.PyJWKClient(os.environ.get("JWKS_URL") or f"{ISSUER}/oauth/jwks")
TWO_FACTORS = "urn:countersign:acr:2"


class Refused(Exception):
    """A refused request: the status, and the rest of the header WWW-Authenticate."""

    def __init__(self, status, why=""):
        self.status, self.why = status, why


def claims_of(token):
    """Returns the claims of a token. Refuses any token that is not valid for this API."""
    try:
        if jwt.get_unverified_header(token).get("typ") != "at+jwt":
            raise jwt.InvalidTokenError("not an access token")
        return jwt.decode(
            token,
            KEYS.get_signing_key_from_jwt(token).key,
            algorithms=["ES256"],
            issuer=ISSUER,
            audience=RESOURCE,
            options={"require": ["exp", "sub"]},
        )
    except (jwt.PyJWTError, ValueError):
        raise Refused(401, ', error="invalid_token"') from None


def demand(header, scope, acr=""):
    """Accepts a request if its token has the scope and, if a level is given, at least that level (RFC 9470)."""
    kind, _, token = (header or "").partition(" ")
    if kind != "Bearer":
        raise Refused(401)
    claims = claims_of(token)
    if scope not in claims.get("scope", "").split():
        raise Refused(403, f', error="insufficient_scope", scope="{scope}"')
    if acr > claims.get("acr", ""):
        raise Refused(401, f', error="insufficient_user_authentication", acr_values="{acr}"')
    return claims


class Orders(BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer("orders.read")

    def do_POST(self):
        self.answer("orders.read", TWO_FACTORS)

    def answer(self, scope, acr=""):
        if self.path != "/orders":
            return self.send_error(404)
        try:
            claims = demand(self.headers.get("Authorization"), scope, acr)
        except Refused as refused:
            self.send_response(refused.status)
            metadata = f"{RESOURCE}/.well-known/oauth-protected-resource"
            self.send_header("WWW-Authenticate", f'Bearer resource_metadata="{metadata}"{refused.why}')
            self.send_header("Content-Length", "0")
            return self.end_headers()
        body = f"orders of {claims['sub']}\n".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    host, port = os.environ["LISTEN"].rsplit(":", 1)
    ThreadingHTTPServer((host, int(port)), Orders).serve_forever()
