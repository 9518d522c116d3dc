import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { documentOf } from '../../dist/packages/identity-engine/src/decision/document-decision.js';
import { FRA_ID, td1, td2, TD3 } from '../../dist/packages/identity-engine/src/mrz/layouts.js';
import { fieldsOf } from '../../dist/packages/identity-engine/src/mrz/zone-fields.js';
import { FaceEngine } from '../../dist/src/idv/engine/face/face-engine.service.js';
import { Portraits } from '../../dist/src/idv/engine/face/portraits.service.js';
import { MetricsRegistry } from '../../dist/src/shared/observability/index.js';
import { WorkerPools } from '../../dist/src/shared/workers/index.js';
import { fromRoot } from '../../scripts/lib/root.mjs';
import { bundled } from './bundled.mjs';
import { browserAt } from './callers.mjs';
import { asSelfie } from './idv-own-selfies.mjs';
import { withService } from './service.mjs';
import { testPortal, untilTaken } from './uploads.mjs';

const PAGES = '/IdvWebServer';
const BACK = 'https://portal.example/back';
const TYPES = { '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg', '.png': 'image/png', '.webp': 'image/webp' };
const WITHOUT_EXPIRY = pathToFileURL(fromRoot('bench/support/without-expiry.mjs')).href;
const LONGEST_MS = 60_000;
const MOST_SELFIES = 3;
/**
 * The time in which the verification page records one frame. Frames that arrive faster raise the signal
 * `impossible_timing`.
 */
const FRAME_MS = 900;

/**
 * Runs a session over HTTP, as a browser would, for each page on which a machine readable zone was read (`pages`: file
 * and fields). The portal creates the session and asks for the result. Files are uploaded once, and the selfie up to
 * three times.
 *
 * The selfie is the document's portrait, or the file `selfie`. A still picture cannot move, so it is animated to do
 * what the challenge asks. No coloured light is added: clients in test mode do not need it.
 *
 * With `live`, sessions are not in test mode: specimens of the fictitious state Utopia are refused, signals of
 * manipulation count, and the client's `requireLight` is off. Expiry dates are ignored.
 */
export async function measureOverHttp({ folder, known, pages, selfie, live, row }) {
  const given = pages.map((page) => ({
    ...page,
    ...filesOf(resolve(folder), page.file),
    lines: known[page.file]?.lines,
  }));
  const own = selfie && readFileSync(selfie);
  process.chdir(fromRoot());
  const { film, viewsFor } = await bundled('bench/support/idv-film.ts');
  const pools = new WorkerPools(new MetricsRegistry());
  const faces = new FaceEngine(pools);
  const head = { faces, portraits: new Portraits(faces), film, viewsFor };
  const counts = new Map();
  const count = (what) => counts.set(what, (counts.get(what) ?? 0) + 1);
  console.log(`\nover HTTP, ${live ? 'live, without light' : 'in test mode with the built-in engine'}`);
  await withService({ NODE_ENV: 'development' }, async (service) => {
    const portal = await testPortal(service, live ? { test: false, idv: { requireLight: false } } : {});
    for (const page of given) {
      const { taken, ended, why = '' } = await session(service, portal, { ...page, own, live }, head);
      count('sessions');
      if (taken) count(`documents ${taken}`);
      count(ended);
      console.log(`${page.file.slice(-44).padEnd(46)}${(taken ?? 'refused').padEnd(20)}${ended} ${why}`);
    }
  }, ['--import', WITHOUT_EXPIRY]); // oxfmt-ignore
  await pools.onModuleDestroy();
  for (const [what, times] of [...counts].sort()) row(`  ${what}`, times);
  if (counts.has('documents wrong')) process.exitCode = 1;
}

/**
 * The files of both sides of a document. If the name of `file` contains `back`, the front is the file with `front`
 * instead, if that file exists.
 */
function filesOf(folder, file) {
  const front = join(folder, file.replace('back', 'front'));
  return { front: existsSync(front) ? front : join(folder, file), back: join(folder, file) };
}

async function session(service, portal, page, head) {
  const { front, back, fields } = page;
  const { type, country, number } = documentOf(fields);
  // One user for each document: a document that has verified one user is refused for any other.
  const userId = `bench-${createHash('sha256')
    .update(country + number)
    .digest('hex')
    .slice(0, 20)}`;
  await portal.post('/v1/users', { userId, primaryGroup: 'bench', preferredStatus: 'ONBOARDING' }).catch(() => {});
  const payload = page.live ? {} : { payload: { engine: 'built-in' } };
  const { web_session_id: token } = await portal.post('/v1/idvWebTokens', { userId, redirectUrl: BACK, ...payload });
  const user = await Visitor.start(service, token);
  await user.form('consent', { agreed: 'yes' });
  await user.form('document', { type, country });
  let answer = await user.file('front', front);
  if (answer.step === 'back') answer = await user.file('back', back);
  if (answer.step !== 'confirm') return { ended: endOf(answer), why: answer.seen?.fault };
  const taken = await takenBy(await user.page(), page);
  await user.form('confirmation', { answer: 'confirm' });
  for (let tries = 0; tries < MOST_SELFIES && (tries === 0 || answer.step === 'selfie'); tries++)
    answer = await user.selfie(page, head);
  if (answer.step !== 'optIn') return { taken, ended: endOf(answer) };
  await user.form('opt-in', { agreed: 'yes' });
  const result = await resultOf(service, portal, token);
  return { taken: isRight(result.document, page) ? taken : 'wrong', ended: result.status, why: result.reasons?.join() };
}

/** Why the session ended early: a retry, a final status, a problem document, or a missing selfie. */
const endOf = ({ retry, final, code, error, ...rest }) => retry ?? final ?? code ?? error ?? JSON.stringify(rest);

async function resultOf(service, { headers }, token) {
  const answer = await fetch(`${service.at('management')}/v1/idvWebTokens/${token}`, { headers });
  return answer.json();
}

/** Compares the document number that the page asks the user to confirm with the true number. */
function takenBy({ html }, page) {
  if (!page.lines) return 'taken, truth unknown';
  return html.includes(`>${truthOf(page).number}<`) ? 'taken' : 'wrong';
}

function isRight(document, page) {
  if (!page.lines || !document) return true;
  const told = ({ number, birthDate, expiryDate, firstNames, lastNames }) =>
    [number, birthDate?.slice(2), expiryDate, firstNames, lastNames].join();
  return told(document) === told(truthOf(page));
}

function truthOf({ lines }) {
  const layout =
    lines.length === 3 ? td1() : lines[0].length === 44 ? TD3 : lines[0].startsWith('IDFRA') ? FRA_ID : td2();
  return documentOf(fieldsOf(lines, layout, new Date()));
}

/** A user's browser: sends what the verification pages and their scripts would send. */
class Visitor {
  static async start(service, token) {
    const browser = browserAt(service.at('idv'));
    const welcome = await browser.go(`${PAGES}/idvRegistration.htm?token=${token}`);
    await browser.go(`${PAGES}/start`, { token, csrf: welcome.csrf });
    return new Visitor(`${service.at('idv')}${PAGES}/session`, browser);
  }

  constructor(address, browser) {
    Object.assign(this, { address, browser });
  }

  page = () => this.browser.go(`${PAGES}/session`);

  async form(name, fields) {
    const { csrf } = await this.page();
    return this.browser.go(`${PAGES}/session/${name}`, { csrf, ...fields });
  }

  async file(side, path) {
    const headers = { 'content-type': TYPES[extname(path).toLowerCase()], 'picture-source': 'file' };
    return this.#send(`pictures/${side}`, readFileSync(path), headers);
  }

  async selfie({ front, own, live }, { faces, portraits, film, viewsFor }) {
    const { nonce, steps } = await this.#send('challenges', new URLSearchParams({ motion: 'yes' }));
    if (!steps) return { error: 'no challenge' };
    const signal = AbortSignal.timeout(LONGEST_MS);
    const portrait = own ?? (await portraits.of(await uprightJpeg(front), signal))?.jpeg;
    if (!portrait) return { error: 'no portrait' };
    const photo = await asSelfie(portrait);
    const [face] = (await faces.find(photo, 'none', signal)).faces;
    if (!face) return { error: 'no face in the selfie' };
    let link = nonce;
    const place = () => ({ 'challenge-nonce': nonce, 'challenge-link': link });
    for (const [number, frame] of (await film(photo, face, viewsFor(steps, face))).entries()) {
      if (live) await sleep(FRAME_MS);
      await this.#send(`frames/${number}`, frame, { 'content-type': 'image/jpeg', ...place() });
      link = createHash('sha256').update(link).update(frame).digest('base64url');
    }
    return this.#send('selfie', undefined, place());
  }

  async #send(path, body, more = {}) {
    this.csrf = (await this.page()).csrf ?? this.csrf;
    const headers = { accept: 'application/json', cookie: this.browser.cookie(), 'form-token': this.csrf, ...more };
    const { said } = await untilTaken(`${this.address}/${path}`, { headers, body });
    return JSON.parse(said);
  }
}

const uprightJpeg = (file) => sharp(file).rotate().jpeg({ quality: 92 }).toBuffer();
