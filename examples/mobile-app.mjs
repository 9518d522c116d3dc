// A mobile app in plain JavaScript: it runs in React Native, and wherever else there is WebCrypto.
import * as oauth from 'oauth4webapi';

/**
 * `keys`: a pair for ES256, kept where the system keeps keys: tokens are worth nothing without it.
 * `browse`: opens the system's browser at an address, and gives the address by which the browser comes back to the app.
 */
export async function openService({ issuer, clientId, redirectUri, keys, browse }) {
  const service = await oauth.processDiscoveryResponse(new URL(issuer), await oauth.discoveryRequest(new URL(issuer)));
  const client = { client_id: clientId };
  const DPoP = oauth.DPoP(client, keys);
  const asApp = [service, client, oauth.None()]; // an app in a store can keep no secret

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

  /** Yields the next refresh token, too: keep that one, and forget this. */
  async function refresh(refreshToken) {
    const answer = await oauth.refreshTokenGrantRequest(...asApp, refreshToken, { DPoP });
    return oauth.processRefreshTokenResponse(service, client, answer);
  }

  /** Like `fetch`, with the access token and a proof that it is ours. */
  const call = (accessToken, method, url, body) =>
    oauth.protectedResourceRequest(accessToken, method, new URL(url), undefined, body, { DPoP });

  const signOut = async (refreshToken) =>
    oauth.processRevocationResponse(await oauth.revocationRequest(...asApp, refreshToken));

  return { service, signIn, refresh, call, signOut };
}
