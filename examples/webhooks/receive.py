"""Receives webhooks. Run: python3 receive.py"""

import base64
import hashlib
import hmac
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# The secret. While you replace it, set both the old and the new one, separated by a space.
KEYS = [base64.b64decode(secret.removeprefix("whsec_")) for secret in os.environ["WEBHOOK_SECRETS"].split()]
MOST_SECONDS = 5 * 60
MOST_BYTES = 1024 * 1024
seen = set()  # in your system, use a unique column of a table


def is_genuine(headers, body):
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not message_id or not (timestamp.isascii() and timestamp.isdigit()):
        return False
    if abs(time.time() - int(timestamp)) > MOST_SECONDS:
        return False
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = [b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()) for key in KEYS]
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(one, other) for one in expected for other in given)


class Receiver(BaseHTTPRequestHandler):
    timeout = 10  # in seconds: closes the connection of a caller that sends nothing more

    def do_POST(self):
        length = int(self.headers.get("content-length", "0"))
        if not 0 <= length <= MOST_BYTES:
            return self.answer(413)
        # Use the body exactly as it arrived: the signature covers its bytes, and re-serialised JSON has other bytes.
        body = self.rfile.read(length)
        if not is_genuine(self.headers, body):
            return self.answer(401)
        message_id = self.headers["webhook-id"]
        if message_id not in seen:
            seen.add(message_id)
            print(message_id, body.decode(), flush=True)  # in your system, store the message here, and process it later
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver).serve_forever()
