import { setTimeout as sleep } from 'node:timers/promises';
import { demand, demandSame, heading } from '../proof.mjs';

const PASSWORD = 'lamp orbit velvet 27 canoe';
const SHORTEST = 60;
const CHANGES = {
  grantTypes: ['authorization_code', 'refresh_token'],
  scopes: ['openid', 'profile', 'email', 'offline_access'],
  accessTokenTtl: SHORTEST,
  backchannelLogoutUri: null, // without back-channel logout, only a failed refresh ends the session
};

/**
 * Proves that the third block of configuration in `docs/integrators/sign-in-with-existing-software.md` works when it is
 * added to the first block. Tokens live for one minute, so that Apache refreshes the token at each visit.
 */
export async function proveRefresh(stage) {
  heading('A refresh token');
  const { url } = await stage.application('refresh', CHANGES, ([plain, , refresh]) => `${plain}${refresh}`);
  const code = await stage.enrol('bruno', { firstName: 'Bruno', lastName: 'Keller' });
  const bruno = await stage.visitor();
  await bruno.open(url);
  await bruno.activate('bruno', code, PASSWORD);
  const tokens = new Set();
  for (let visit = 0; visit < 4; visit++) {
    await later(bruno, url);
    tokens.add((await bruno.asks(`${url}/signed-in?info=json`)).access_token);
  }
  demandSame(tokens.size, 4, 'the access token is renewed, again and again');
  await stage.service.manage('PUT', '/v1/users/bruno/status', { status: 'BLOCKED' });
  await later(bruno, url);
  demandSame(bruno.place, `${url}/signed-out.html`, 'a user who has been blocked is out when that fails');
  await bruno.open(url);
  await bruno.signIn('bruno', PASSWORD);
  demand(await bruno.isAskedToSignIn(), '… and does not come back in');
}

async function later(visitor, url) {
  await sleep(1_000);
  await visitor.open(url);
}
