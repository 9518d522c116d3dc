"""A bank's server: it asks a user to confirm a payment, and receives the answer by callback. Needs only Python."""

import base64
import hashlib
import hmac
import json
import os
import threading
import time
import urllib.parse
import urllib.request
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

AUTH_URL, API_URL, PUBLIC_URL = (os.environ[name] for name in ("AUTH_URL", "API_URL", "PUBLIC_URL"))
KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
MOST_BYTES = 1024 * 1024
payments = {}  # in your system, use a table of your database
being_settled = threading.Lock()


def call(url, body, headers):
    """Sends a request. Raises urllib.error.HTTPError for every answer that is no success."""
    with urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=15) as response:
        return json.load(response)


def access_token():
    who = base64.b64encode(f'{os.environ["CLIENT_ID"]}:{os.environ["CLIENT_SECRET"]}'.encode()).decode()
    wanted = {"grant_type": "client_credentials", "scope": "notifications:read notifications:write"}
    form = urllib.parse.urlencode(wanted).encode()
    answer = call(f"{AUTH_URL}/service/authserver/oauth/token", form, {"authorization": f"Basic {who}"})
    return answer["access_token"]


def ask(payment):
    """You can safely repeat this request: for a known msg_id, the service returns the state of the question."""
    amount, to = payment["amount"], payment["to"]
    request = {
        "user_id": os.environ["USER_ID"],
        "msg_id": payment["id"],
        "expires_in": 300,
        "ds_required": os.environ.get("SIGNED") == "yes",
        "body": [
            {"lng": "en", "subject": "Confirm your payment", "message": f"Pay {amount} to {to}?"},
            {
                "lng": "de",
                "subject": "Zahlung bestätigen",
                "message": f"Zahlen Sie {amount} an {to}?",
                "label": {"Approve": "Bestätigen", "Decline": "Ablehnen", "Not me": "Das war ich nicht"},
            },
        ],
        "actions": [
            {"label": "Approve", "action": "accept", "authlevel": 0},
            {"label": "Decline", "action": "reject", "authlevel": 0},
            {"label": "Not me", "action": "fraud", "authlevel": 0},
        ],
        "notification_msg": {"subject": "Meridian Bank", "message": "There is a payment to confirm."},
        "callback_url": f"{PUBLIC_URL}/answers",
    }
    headers = {"authorization": f"Bearer {access_token()}", "content-type": "application/json"}
    return call(f"{API_URL}/v1/notifications", json.dumps(request).encode(), headers)


def is_genuine(headers, body):
    timestamp = headers.get("webhook-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit()) or abs(time.time() - int(timestamp)) > 300:
        return False
    signed = f'{headers.get("webhook-id")}.{timestamp}.'.encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(expected, one) for one in given)


def settle(answer):
    """The same callback may arrive more than once, so a payment that is already settled is left alone."""
    payment = payments.get(answer["msg_id"])
    with being_settled:
        if not payment or payment["settled"]:
            return
        payment["settled"] = True
    status, response = answer["status"], answer.get("action_response")
    outcome = "paid" if (status, response) == ("UPDATED", "accept") else f"not paid ({status} {response})"
    print(f'{payment["amount"]} to {payment["to"]}: {outcome}', flush=True)
    threading.Thread(target=server.shutdown).start()


class Receiver(BaseHTTPRequestHandler):
    timeout = 10  # in seconds: closes the connection of a caller that sends nothing more

    def do_POST(self):
        length = int(self.headers.get("content-length", "0"))
        if not 0 <= length <= MOST_BYTES:
            return self.answer(413)
        body = self.rfile.read(length)
        if not is_genuine(self.headers, body):
            return self.answer(401)
        self.answer(204)
        if self.path == "/answers":
            settle(json.loads(body))

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver)
receiving = threading.Thread(target=server.serve_forever)
receiving.start()
payment = {"id": str(uuid.uuid4()), "amount": "25.00 EUR", "to": "Bookshop", "settled": False}
payments[payment["id"]] = payment
asked = ask(payment)
print(f'asked {asked["notification_uuid"]}: {asked["status"]}', flush=True)
receiving.join()
