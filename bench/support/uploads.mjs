import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { accessToken, browserAt, portalOf } from './callers.mjs';

/**
 * Creates a client of an enterprise, in test mode unless `other` says otherwise. Returns a function that sends POST
 * requests to the management API with this client's token, and the headers of these requests.
 */
export async function testPortal(service, other = {}) {
  const administrator = await portalOf(service);
  const scopes = ['users:read', 'users:write', 'idv:read', 'idv:write'];
  const client = { clientName: 'Uploads', grantTypes: ['client_credentials'], scopes, test: true, ...other };
  const { clientId, clientSecret } = await administrator('/v1/clients', client);
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const token = async () => accessToken({ at: service.at, administrator: { authorization } }, scopes.join(' '));
  const headers = { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' };
  const post = async (path, body) => {
    const answer = await fetch(service.at('management') + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  return { headers, post };
}

/** Takes a user through start, consent and the choice of an identity card, up to the camera page. */
export async function atTheCamera(service, portal, number) {
  const userId = `upload-${number}`;
  await portal.post('/v1/users', { userId, primaryGroup: 'bench', preferredStatus: 'ONBOARDING' });
  const redirectUrl = 'https://portal.example/back';
  const { web_session_id: token } = await portal.post('/v1/idvWebTokens', { userId, redirectUrl });
  const browser = browserAt(service.at('idv'));
  const welcome = await browser.go(`/IdvWebServer/idvRegistration.htm?token=${token}`);
  const consent = await browser.go('/IdvWebServer/start', { token, csrf: welcome.csrf });
  const choice = await browser.go('/IdvWebServer/session/consent', { csrf: consent.csrf, agreed: 'yes' });
  const chosen = { csrf: choice.csrf, type: 'identity_card', country: 'UTO' };
  const { csrf, html } = await browser.go('/IdvWebServer/session/document', chosen);
  if (!html?.includes('pictures/front')) throw new Error(`${userId} is not at the camera`);
  return { cookie: browser.cookie(), csrf };
}

/** Uploads a picture. Retries while the server asks for it; every other answer is returned. */
export async function upload(service, { cookie, csrf }, picture) {
  const headers = { cookie, 'form-token': csrf, 'content-type': 'image/jpeg', accept: 'application/json' };
  return untilTaken(`${service.at('idv')}/IdvWebServer/session/pictures/front`, { headers, body: picture });
}

/** Sends a request as the scripts of the verification pages do: a 429 or 503 with `Retry-After` is retried. */
export async function untilTaken(url, { headers, body }) {
  const turnedAway = [];
  const began = performance.now();
  for (;;) {
    const answer = await fetch(url, { method: 'POST', headers, body }).catch((error) => ({
      status: 0,
      headers: new Map(),
      text: () => Promise.resolve(String(error.cause ?? error)),
    }));
    const said = await answer.text();
    const retryAfter = Number(answer.headers.get('retry-after'));
    if (![429, 503].includes(answer.status) || !(retryAfter > 0)) {
      const ms = performance.now() - began;
      return { status: answer.status, turnedAway, ms, said: said.slice(0, 400) };
    }
    turnedAway.push(answer.status);
    // A random delay, as in the verification pages, so that retries do not arrive at the same time.
    await sleep(retryAfter * 1_000 * (1 + Math.random()));
  }
}

/** A picture as large as those that the verification pages upload: 2,400 pixels wide, with the noise of a camera. */
export async function photograph() {
  const noise = { type: 'gaussian', mean: 128, sigma: 18 };
  return sharp({ create: { width: 2_400, height: 1_600, channels: 3, background: '#888', noise } }).jpeg({ quality: 85 }).toBuffer(); // oxfmt-ignore
}
