/**
 * Measures how much the users of one enterprise can delay the pictures of another one. The attacks are 40 slow uploads
 * in one session, 20 sessions that repeatedly send pictures that take long to decode, and 60 documents for the engine
 * at once. Meanwhile honest users of the other enterprise each send one picture, without a retry. All enterprises are
 * live, because no picture is read in test mode.
 * Run: npm run bench -- idv-floods [--part slow,pictures,engine] [--users 20]
 */
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { drawSpecimen, photographed, randomSpecimen } from '../dist/packages/identity-engine/src/specimens.js';
import { accessToken, browserAt } from './support/callers.mjs';
import { withService } from './support/service.mjs';

const { values: options } = parseArgs({
  options: { part: { type: 'string', default: 'slow,pictures,engine' }, users: { type: 'string', default: '20' } },
});
const PARTS = options.part.split(',');
const USERS = Number(options.users);
const [SLOW_UPLOADS, LANES, DOCUMENTS] = [40, 20, 60];
const ACME = '127.0.0.2';
const evilAddress = (number) => `127.0.1.${number}`;

const jpeg = await photograph();
const passport = await photographed(await drawSpecimen(randomSpecimen('TD3', 4_711)), { width: 1_600 }, 4_711);
await withService({}, async (service) => {
  const people = await enterprisesOf(service);
  if (PARTS.includes('slow')) await slowUploads(service, people);
  if (PARTS.includes('pictures')) await costlyPictures(service, people);
  if (PARTS.includes('engine')) await manyDocuments(service, people);
});

async function slowUploads(service, people) {
  const [evil] = await people('evil', 'identity_card', 1);
  const users = await people('acme', 'identity_card', 8);
  const sockets = Array.from({ length: SLOW_UPLOADS }, () => slowUpload(service, evil));
  await sleep(3_000);
  const open = sockets.filter((socket) => socket.readyState === 'open').length;
  const answers = await Promise.all(users.map((user) => send(service, user, jpeg)));
  sockets.forEach((socket) => socket.destroy());
  tell(`8 at once beside ${SLOW_UPLOADS} slow uploads of one session, ${open} of them still open`, answers);
}

function slowUpload(service, { cookie, csrf }) {
  const { port } = new URL(service.at('idv'));
  const socket = connect({ host: '127.0.0.1', port, localAddress: evilAddress(1) });
  socket.on('error', () => undefined).resume();
  const head = `POST /IdvWebServer/session/pictures/front HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nForm-Token: ${csrf}\r\n`;
  socket.write(`${head}Content-Type: image/jpeg\r\nContent-Length: 8388608\r\n\r\n`);
  socket.write(jpeg.subarray(0, 4));
  return socket;
}

async function costlyPictures(service, people) {
  tell('pictures alone', await oneByOne(service, await people('acme', 'identity_card', USERS), jpeg));
  const floods = [
    ['PNGs of 6,300 × 6,300, 16 bit, interlaced', deepPng(6_300), 'image/png'],
    ['PNGs of 2,000 × 2,000, 16 bit, interlaced', deepPng(2_000), 'image/png'],
    ['JPEGs of 6,300 × 6,300, progressive', await progressive(6_300), 'image/jpeg'],
  ];
  for (const [what, bytes, type] of floods) {
    const evil = await people('evil', 'identity_card', type === 'image/png' ? LANES : 5 * LANES);
    const users = await people('acme', 'identity_card', USERS);
    const statuses = {};
    let flooding = true;
    // The service limits the pictures of a session. At the limit, the next session goes on with the flood.
    const lanes = Array.from({ length: LANES }, async (_, number) => {
      for (let one = evil.shift(); flooding && one;) {
        const { status } = await send(service, one, bytes, { type, from: evilAddress(number + 1) });
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status === 409 || status === 429) one = evil.shift();
      }
    });
    await sleep(1_000);
    const answers = await oneByOne(service, users, jpeg);
    flooding = false;
    await Promise.all(lanes);
    tell(`beside ${LANES} sessions at once that send ${what} (${JSON.stringify(statuses)})`, answers);
  }
}

async function manyDocuments(service, people) {
  const [first, ...users] = await people('acme', 'passport', 17);
  await send(service, first, passport); // the first document starts the threads and loads the neural nets
  tell('documents alone', await oneByOne(service, users.slice(0, 8), passport));
  const flood = (await people('evil', 'passport', DOCUMENTS)).map((one, number) =>
    send(service, one, passport, { from: evilAddress(number + 1) }),
  );
  await sleep(300);
  const answers = await oneByOne(service, users.slice(8), passport);
  const statuses = {};
  for (const { status } of await Promise.all(flood)) statuses[status] = (statuses[status] ?? 0) + 1;
  tell(`beside ${DOCUMENTS} documents of as many sessions at once (${JSON.stringify(statuses)})`, answers);
}

async function oneByOne(service, users, picture) {
  const answers = [];
  for (const user of users) answers.push(await send(service, user, picture));
  return answers;
}

function tell(what, answers) {
  const passed = answers.filter(({ status }) => status === 200);
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share) => `${Math.round(times[Math.min(times.length - 1, Math.floor(share * times.length))])} ms`;
  console.log(`${what}\n  ${passed.length} of ${answers.length} taken; p50 ${at(0.5)}, p95 ${at(0.95)}`);
  if (passed.length < answers.length) process.exitCode = 1;
}

/** Sends a picture on a new connection. */
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

/** Creates both enterprises. Returns a function that creates users and takes each of them to the camera page. */
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
  const one = async (enterpriseId, type) => {
    const userId = `${enterpriseId}-${++count}`;
    await post('/v1/users', { userId, primaryGroup: 'bench', preferredStatus: 'ONBOARDING' }, enterpriseId);
    const redirectUrl = 'https://portal.example/back';
    const { web_session_id: token } = await post('/v1/idvWebTokens', { userId, redirectUrl }, enterpriseId);
    const browser = browserAt(service.at('idv'));
    const welcome = await browser.go(`/IdvWebServer/idvRegistration.htm?token=${token}`);
    const consent = await browser.go('/IdvWebServer/start', { token, csrf: welcome.csrf });
    const choice = await browser.go('/IdvWebServer/session/consent', { csrf: consent.csrf, agreed: 'yes' });
    const { csrf, html } = await browser.go('/IdvWebServer/session/document', { csrf: choice.csrf, type, country: 'DEU' }); // oxfmt-ignore
    if (!html?.includes('pictures/front')) throw new Error(`${userId} is not at the camera`);
    return { cookie: browser.cookie(), csrf };
  };
  return async (enterpriseId, type, many) => {
    const all = [];
    while (all.length < many) all.push(await one(enterpriseId, type));
    return all;
  };
}

/** A PNG of a single colour without its end. It has only some hundred kilobytes, but is large when decoded. */
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
  const data = deflateSync(Buffer.alloc(side * side * 8 + side * 16)).subarray(0, -60);
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

/** A progressive JPEG of a single colour, with the largest permitted size. */
async function progressive(side) {
  const create = { width: side, height: side, channels: 3, background: '#888' };
  return sharp({ create }).jpeg({ progressive: true }).toBuffer();
}

/** A picture of the size and type that the verification pages upload. */
async function photograph() {
  const noise = { type: 'gaussian', mean: 128, sigma: 18 };
  return sharp({ create: { width: 2_400, height: 1_600, channels: 3, background: '#888', noise } }).jpeg({ quality: 85 }).toBuffer(); // oxfmt-ignore
}
