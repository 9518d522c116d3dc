import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { say } from './printing.mjs';

/** Any picture will do: the sandbox reads every picture as a specimen. */
const SIZE = { width: 1_280, height: 900 };
const pictureOf = (seed) =>
  sharp({
    create: { ...SIZE, channels: 3, background: '#777', noise: { type: 'gaussian', mean: 90 + seed, sigma: 40 } },
  })
    .jpeg()
    .toBuffer();

/** Goes through a verification up to the chip step, and presents a `real` passport or a `copy` of its data. */
async function holds(browser, url, passport) {
  let page = await browser.submit(await browser.open(url), '/start');
  page = await browser.submit(page, '/consent', { agreed: 'yes' });
  page = await browser.submit(page, '/document', { type: 'passport', country: 'UTO' });
  await sends(browser, page, 'pictures/front', await pictureOf(0));
  return browser.submit(await browser.open(page.url), '/chip/virtual', { passport });
}

/** Sends a request as the script of the verification page does. */
async function sends(browser, { url, text }, path, body, more = {}) {
  const token = /data-csrf="([^"]*)"/.exec(text)?.[1] ?? '';
  const headers = { 'content-type': 'image/jpeg', accept: 'application/json', 'form-token': token, ...more };
  const answer = await browser.quietly(new URL(`session/${path}`, url), { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
  return answer.json();
}

/** A copied chip has all files of the original, but not its private key. */
export async function copyIsRefused(browser, url) {
  await holds(browser, url, 'copy');
  say('A copy of the data, without the key of the chip: it is found out, and the session ends.');
}

/** Continues with the real passport, the face recording and the consent. */
export async function chipIsAccepted(browser, url) {
  const proven = await holds(browser, url, 'real');
  if (!proven.text.includes('Proven by the chip')) throw new Error('The page does not say that the chip was proven.');
  say('The real passport: its chip has answered a challenge of this session.');
  const camera = await browser.submit(proven, '/confirmation', { answer: 'confirm' });
  const { nonce, steps } = await sends(browser, camera, 'challenges', '');
  let link = nonce;
  const place = () => ({ 'challenge-nonce': nonce, 'challenge-link': link });
  for (const at of [...steps, ...steps].keys()) {
    const frame = await pictureOf(at);
    await sends(browser, camera, `frames/${at}`, frame, place());
    link = createHash('sha256').update(link).update(frame).digest('base64url');
  }
  await sends(browser, camera, 'selfie', '', place());
  await browser.submit(await browser.open(camera.url), '/opt-in', { agreed: 'yes' });
}
