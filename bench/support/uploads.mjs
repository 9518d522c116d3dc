import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { accessToken, browserAt, portalOf } from './callers.mjs';

/** An enterprise's server, in test mode unless its client is another. */
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

/** A user who has started, agreed, and chosen an identity card. */
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

/** Until the server has taken the picture. What it says besides is no refusal to come back. */
export async function upload(service, { cookie, csrf }, picture) {
  const headers = { cookie, 'form-token': csrf, 'content-type': 'image/jpeg', accept: 'application/json' };
  return untilTaken(`${service.at('idv')}/IdvWebServer/session/pictures/front`, { headers, body: picture });
}

/** As the scripts of the pages send it: who is told to come back does so. */
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
    await sleep(retryAfter * 1_000 * (1 + Math.random())); // as pages do, so that not all come back at once
  }
}

/** As large as the pages send them: 2,400 pixels wide, with the grain of a camera. */
export async function photograph() {
  const noise = { type: 'gaussian', mean: 128, sigma: 18 };
  return sharp({ create: { width: 2_400, height: 1_600, channels: 3, background: '#888', noise } }).jpeg({ quality: 85 }).toBuffer(); // oxfmt-ignore
}
