// A mobile app in plain JavaScript. It runs in React Native and in every other environment with WebCrypto.
import * as oauth from 'oauth4webapi';

/**
 * `keys`: a key pair for ES256 in the key store of the system. Tokens cannot be used without it.
 * `browse`: opens an address in the system's browser, and returns the address with which the browser returns to the
 * app.
 */
export async function openService({ issuer, clientId, redirectUri, keys, browse }) {
  const service = await oauth.processDiscoveryResponse(new URL(issuer), await oauth.discoveryRequest(new URL(issuer)));
  const client = { client_id: clientId };
  const DPoP = oauth.DPoP(client, keys);
  const asApp = [service, client, oauth.None()]; // no client secret: anybody could read it from the app

  async function signIn() {
    const [verifier, state, nonce] = [
      oauth.generateRandomCodeVerifier(),
      oauth.generateRandomState(),
      oauth.generateRandomNonce(),
    ];
    const pushed = await oauth.pushedAuthorizationRequest(
      ...asApp,
      {
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: 'openid profile offline_access',
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      },
      { DPoP },
    );
    const { request_uri } = await oauth.processPushedAuthorizationResponse(service, client, pushed);
    const page = `${service.authorization_endpoint}?${new URLSearchParams({ client_id: clientId, request_uri })}`;

    const back = oauth.validateAuthResponse(service, client, new URL(await browse(page)), state);
    const answer = await oauth.authorizationCodeGrantRequest(...asApp, back, redirectUri, verifier, { DPoP });
    return oauth.processAuthorizationCodeResponse(service, client, answer, { expectedNonce: nonce });
  }

  /** Returns new tokens. Store the new refresh token, and delete the old one. */
  async function refresh(refreshToken) {
    const answer = await oauth.refreshTokenGrantRequest(...asApp, refreshToken, { DPoP });
    return oauth.processRefreshTokenResponse(service, client, answer);
  }

  /** Like `fetch`, but with the access token, and with a proof that the app has the key to which the token is bound. */
  const call = (accessToken, method, url, body) =>
    oauth.protectedResourceRequest(accessToken, method, new URL(url), undefined, body, { DPoP });

  const signOut = async (refreshToken) =>
    oauth.processRevocationResponse(await oauth.revocationRequest(...asApp, refreshToken));

  return { service, signIn, refresh, call, signOut };
}
