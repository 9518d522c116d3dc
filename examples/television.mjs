// A television or a command line tool shows a code, with which its user signs in on another device.
import { pathToFileURL } from 'node:url';
import * as oidc from 'openid-client';

/**
 * `show` tells the user which address to open and which code to enter. Returns the tokens, or the reason why there are
 * none.
 */
export async function signIn(service, show, scope = 'openid profile offline_access') {
  const request = await oidc.initiateDeviceAuthorization(service, { scope });
  await show(request);
  try {
    return { tokens: await oidc.pollDeviceAuthorizationGrant(service, request) };
  } catch (error) {
    const why = REFUSALS[error.error ?? error.cause?.error];
    if (why === undefined) throw error;
    return { why };
  }
}

const REFUSALS = {
  access_denied: 'You have stopped the sign-in.',
  expired_token: 'The code has expired. Start again.',
};

async function main() {
  const { ISSUER, CLIENT_ID } = process.env;
  const service = await oidc.discovery(new URL(ISSUER), CLIENT_ID, undefined, oidc.None());
  const { tokens, why } = await signIn(service, ({ verification_uri, user_code }) => {
    console.log(`Open ${verification_uri} on your phone or computer, and enter ${user_code}`);
  });
  console.log(why ?? `Signed in: ${tokens.claims().sub}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
