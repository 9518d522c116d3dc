"""The flows of requests-oauth2client. Each line that is printed is JSON; an address waits for a line of the answer."""

import json
import os

from requests_oauth2client import DeviceAuthorizationPollingJob, OAuth2Client

given = json.loads(os.environ["GIVEN"])


def ask(**said):
    print(json.dumps(said), flush=True)
    return input()


def client(named, **options):
    auth = (named["clientId"], named["clientSecret"])
    return OAuth2Client.from_discovery_endpoint(issuer=given["issuer"], auth=auth, **options)


result = {}
server = client(given["server"])
result["service"] = str(server.client_credentials(scope=given["serviceScope"]))

app = client(
    given["app"],
    redirect_uri=given["redirectUri"],
    id_token_signed_response_alg="RS256",
    # The library does not read this one from the metadata.
    device_authorization_endpoint=f"{given['issuer']}/oauth/device-authorization",
)
request = app.authorization_request(scope=given["scope"])
response = request.validate_callback(ask(open=request.uri))
token = app.authorization_code(response, validate=True)
result["code"] = str(token)
result["sub"] = token.id_token.claims["sub"]
renewed = app.refresh_token(token)
result["renewed"] = str(renewed)

device = app.authorize_device(scope=given["scope"])
ask(device=device.verification_uri_complete)
job = DeviceAuthorizationPollingJob(app, device)
of_device = None
while of_device is None:
    of_device = job()
result["device"] = str(of_device)

if given.get("exchangeFor"):
    exchanged = server.token_exchange(
        subject_token=str(renewed), subject_token_type="access_token", resource=given["exchangeFor"]
    )
    result["exchanged"] = str(exchanged)

print(json.dumps({"result": result}), flush=True)
