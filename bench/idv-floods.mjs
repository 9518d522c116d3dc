/**
 * One user of an enterprise does what a single session can do to the pictures of others: 40 slow uploads, 20 lanes of PNGs
 * made to take the decoder long, and 60 pictures for the engine at once. Meanwhile users of another enterprise, at another
 * address, send theirs once, without a second try.
 * Run: npm run bench -- idv-floods [--part slow,frames,engine]. Test mode reads nothing, so the last part is live.
 */
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { photographed } from '../dist/src/idv/engine/specimen/degradation.js';
import { randomSpecimen } from '../dist/src/idv/engine/specimen/specimen-data.js';
import { drawSpecimen } from '../dist/src/idv/engine/specimen/specimen.js';
import { accessToken, browserAt } from './support/callers.mjs';
import { withService } from './support/service.mjs';

const { values: options } = parseArgs({ options: { part: { type: 'string', default: 'slow,frames,engine' } } });
const PARTS = options.part.split(',');
const USERS = 8;
const [EVIL, ACME] = ['127.0.0.1', '127.0.0.2'];

const jpeg = await photograph();
const passport = await photographed(await drawSpecimen(randomSpecimen('TD3', 4_711)), { width: 1_600 }, 4_711);
await withService({}, async (service) => {
  const people = await enterprisesOf(service);
  if (PARTS.includes('slow')) await slowUploads(service, people);
  if (PARTS.includes('frames')) await costlyPictures(service, people);
  if (PARTS.includes('engine')) await engineFlood(service, people);
});

async function slowUploads(service, people) {
  const evil = await people('evil', 'identity_card');
  const users = await Promise.all(Array.from({ length: USERS }, () => people('acme', 'identity_card')));
  const sockets = Array.from({ length: 40 }, () => slowUpload(service, evil));
  await sleep(3_000);
  const open = sockets.filter((socket) => socket.readyState === 'open').length;
  const answers = await Promise.all(users.map((user) => send(service, user, jpeg)));
  sockets.forEach((socket) => socket.destroy());
  tell(`beside 40 slow uploads of one session (${open} still open)`, answers);
}

function slowUpload(service, { cookie, csrf }) {
  const { port } = new URL(service.at('idv'));
  const socket = connect({ host: '127.0.0.1', port, localAddress: EVIL });
  socket.on('error', () => undefined).resume();
  const head = `POST /IdvWebServer/session/pictures/front HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nForm-Token: ${csrf}\r\n`;
  socket.write(`${head}Content-Type: image/jpeg\r\nContent-Length: 8388608\r\n\r\n`);
  socket.write(jpeg.subarray(0, 4));
  return socket;
}

/** The one of the attack, which is refused now, and the worst that is taken. */
async function costlyPictures(service, people) {
  for (const side of [6_300, 2_000]) {
    const evil = await people('evil', 'identity_card');
    const users = await Promise.all(Array.from({ length: USERS }, () => people('acme', 'identity_card')));
    const alone = await send(service, await people('acme', 'identity_card'), jpeg);
    const [bomb, statuses] = [deepPng(side), {}];
    let flooding = true;
    const lanes = Array.from({ length: 20 }, async () => {
      while (flooding) {
        const { status } = await send(service, evil, bomb, { type: 'image/png', from: EVIL });
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status === 429) await sleep(50);
      }
    });
    await sleep(1_000);
    const answers = [];
    for (const user of users) answers.push(await send(service, user, jpeg));
    flooding = false;
    await Promise.all(lanes);
    const what = `beside 20 lanes of ${side} × ${side} PNGs, 16 bit, interlaced, of one session`;
    tell(`${what} (alone ${ms(alone)}; theirs ${JSON.stringify(statuses)})`, answers);
  }
}

async function engineFlood(service, people) {
  const evil = await people('evil', 'passport');
  await send(service, await people('acme', 'passport'), passport); // threads start and nets are loaded
  const alone = await send(service, await people('acme', 'passport'), passport);
  const users = await Promise.all([1, 2].map(() => people('acme', 'passport')));
  const flood = Array.from({ length: 60 }, () => send(service, evil, passport, { from: EVIL }));
  await sleep(300);
  const answers = [];
  for (const user of users) answers.push(await send(service, user, passport));
  const statuses = {};
  for (const { status } of await Promise.all(flood)) statuses[status] = (statuses[status] ?? 0) + 1;
  tell(`beside 60 passports of one session (alone ${ms(alone)}; theirs ${JSON.stringify(statuses)})`, answers);
}

function tell(what, answers) {
  const passed = answers.filter(({ status }) => status === 200);
  console.log(`${what}\n  ${passed.length} of ${answers.length} through: ${answers.map((one) => `${one.status} in ${ms(one)}`).join(', ')}`); // prettier-ignore
  if (passed.length < answers.length) process.exitCode = 1;
}

const ms = (answer) => `${Math.round(answer.ms)} ms`;

/** By a connection of its own. */
function send(service, { cookie, csrf }, body, { type = 'image/jpeg', from = ACME } = {}) {
  const began = performance.now();
  const headers = { cookie, 'form-token': csrf, 'content-type': type, 'content-length': body.length };
  return new Promise((resolve) => {
    const end = (status) => resolve({ status, ms: performance.now() - began });
    const options = { method: 'POST', headers, agent: false, localAddress: from };
    const sent = request(`${service.at('idv')}/IdvWebServer/session/pictures/front`, options, (answer) =>
      answer.resume().on('end', () => end(answer.statusCode)),
    );
    sent.on('error', () => end(0)).end(body);
  });
}

/** Users of two enterprises, each at the camera. */
async function enterprisesOf(service) {
  const bearer = await accessToken(service, 'all');
  const post = async (path, body, enterpriseId) => {
    const answer = await fetch(service.at('management') + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/json',
        ...(enterpriseId && { 'enterprise-id': enterpriseId }),
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  for (const name of ['acme', 'evil']) await post('/v1/enterprises', { enterpriseId: name, name });
  let count = 0;
  return async (enterpriseId, type) => {
    const userId = `${enterpriseId}-${++count}`;
    await post('/v1/users', { userId, primaryGroup: 'bench', preferredStatus: 'ONBOARDING' }, enterpriseId);
    const redirectUrl = 'https://portal.example/back';
    const { web_session_id: token } = await post('/v1/idvWebTokens', { userId, redirectUrl }, enterpriseId);
    const browser = browserAt(service.at('idv'));
    const welcome = await browser.go(`/IdvWebServer/idvRegistration.htm?token=${token}`);
    const consent = await browser.go('/IdvWebServer/start', { token, csrf: welcome.csrf });
    const choice = await browser.go('/IdvWebServer/session/consent', { csrf: consent.csrf, agreed: 'yes' });
    const { csrf, html } = await browser.go('/IdvWebServer/session/document', { csrf: choice.csrf, type, country: 'DEU' }); // prettier-ignore
    if (!html?.includes('pictures/front')) throw new Error(`${userId} is not at the camera`);
    return { cookie: browser.cookie(), csrf };
  };
}

/** All of one colour: some hundred kilobytes on the wire, whatever its size. */
function deepPng(side) {
  const chunk = (name, data) => {
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    checksum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(name), data])));
    return Buffer.concat([length, Buffer.from(name), data, checksum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([16, 6, 0, 0, 1], 8);
  const data = deflateSync(Buffer.alloc(side * side * 8 + side * 16));
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

/** As the pages send them. */
async function photograph() {
  const noise = { type: 'gaussian', mean: 128, sigma: 18 };
  return sharp({ create: { width: 2_400, height: 1_600, channels: 3, background: '#888', noise } }).jpeg({ quality: 85 }).toBuffer(); // prettier-ignore
}
