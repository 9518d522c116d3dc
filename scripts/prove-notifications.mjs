/**
 * Runs two processes on one database with 200 sockets and 2,000 notifications. Each notification is answered by two
 * devices at the same time, through different processes, and one process is killed meanwhile. Proves that exactly one
 * answer wins, that every socket receives the final status, that each callback arrives at least once with a single id,
 * and that unanswered notifications expire. Run: `node scripts/prove-notifications.mjs [notifications] [users]`. RATE
 * sets the number of notifications that are answered each second.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { borrowDatabase } from './lib/borrowed-database.mjs';
import { buildIfStale } from './lib/build.mjs';
import { freePorts } from './lib/free-ports.mjs';
import { LiveSocket } from './lib/notifications/live-socket.mjs';
import { makePeople } from './lib/notifications/people.mjs';
import { Receiver } from './lib/notifications/receivers.mjs';
import { demand, demandSame, heading, proved } from './lib/proof.mjs';
import { query } from './lib/query.mjs';
import { RunningProgram } from './lib/running-program.mjs';

const [COUNT, USERS] = [Number(process.argv[2] ?? 2_000), Number(process.argv[3] ?? 100)];
const RATE = Number(process.env.RATE ?? 50);
/** The number of additional notifications that are never answered, and expire. */
const EXPIRING = Math.round(COUNT / 4);
/** The number of callbacks to the receiver that hangs at first. All others go to one that fails at random. */
const HANGING = Math.round(COUNT / 10);
const HANGS_FOR_MS = 20_000;
/** How long a device retries an answer. A killed process is ready again much sooner. */
const RETRIES_FOR_MS = 120_000;

await buildIfStale();
const parent = mkdtempSync(join(tmpdir(), 'countersign-proof-'));
const database = await borrowDatabase();
const ports = {};
for (const name of ['one', 'other'])
  ports[name] = await freePorts(['AUTH', 'MANAGEMENT', 'IDV', 'MOBILE', 'CONSOLE', 'OPS']);
const at = (process, surface) => `http://127.0.0.1:${ports[process][surface]}`;
/** Both processes have the public URLs of the first one, like a service behind a load balancer. */
const env = {
  DATABASE_URL: database.url,
  ENCRYPTION_KEYS: `proof:${createHash('sha256').update(parent).digest('base64')}`,
  ...{ NODE_ENV: 'development', TLS_MODE: 'off', AUTH_URL: at('one', 'AUTH'), MANAGEMENT_URL: at('one', 'MANAGEMENT') },
  MOBILE_URL: at('one', 'MOBILE'),
};
const programs = {};
const [receivers, sockets] = [{}, []];
await proved(prove, {
  end: async () => {
    for (const socket of sockets) socket.close();
    for (const receiver of Object.values(receivers)) receiver.close();
    await Promise.all(Object.values(programs).map((program) => program.end()));
    await database.giveBack();
    rmSync(parent, { recursive: true, force: true });
  },
});

async function start(name) {
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  programs[name] = await RunningProgram.start(folder, env, ports[name]);
}

async function prove() {
  await start('one');
  await start('other');
  const users = await makePeople(env, USERS);
  const began = performance.now();
  receivers.failing = await Receiver.start(({ times, accept, refuse }) =>
    times === 1 && Math.random() < 0.1 ? refuse() : accept(),
  );
  const firstCall = { at: undefined };
  receivers.hanging = await Receiver.start(({ accept }) => {
    firstCall.at ??= performance.now();
    if (performance.now() - firstCall.at > HANGS_FOR_MS) accept();
  });
  const portal = await enterprise();
  for (const receiver of Object.values(receivers)) {
    const { secret } = await portal('/v1/webhookEndpoints', { url: receiver.url, eventTypes: [] });
    receiver.key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  }
  for (const user of users) {
    for (const name of ['one', 'other']) sockets.push(new LiveSocket(user, () => ports[name].MOBILE));
  }
  await inLanes(20, sockets, (socket) => socket.open());
  heading(`${sockets.length} sockets of ${USERS} users on two processes, open after ${since(began)}`);

  const asked = await askAll(portal, users);
  await answerAll(asked);
  await settle(asked);
  await judge(asked);
}

/** Returns a function that calls the management API as the client that the first start creates. */
async function enterprise() {
  const kept = JSON.parse(readFileSync(join(parent, 'one', 'admin-client.json'), 'utf8'));
  const authorization = `Basic ${Buffer.from(`${kept.client_id}:${kept.client_secret}`).toString('base64')}`;
  const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'all' });
  const url = `${at('one', 'AUTH')}/service/authserver/oauth/token`;
  let calls = 0;
  let token;
  const renewed = async () => (await (await fetch(url, { method: 'POST', headers: { authorization }, body })).json()).access_token; // oxfmt-ignore
  token = await renewed();
  setInterval(async () => (token = (await renewed().catch(() => undefined)) ?? token), 60_000).unref();
  return async (path, given) => {
    const process = calls++ % 2 === 0 ? 'one' : 'other';
    const answer = await fetch(at(process, 'MANAGEMENT') + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(given),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
}

async function askAll(portal, users) {
  const began = performance.now();
  const asked = Array.from({ length: COUNT + EXPIRING }, (_, i) => ({ user: users[i % users.length], number: i }));
  await inLanes(8, asked, async (one) => {
    const { user, number } = one;
    const expires = number >= COUNT;
    const receiver = number % 10 === 0 && number < HANGING * 10 ? receivers.hanging : receivers.failing;
    const answer = await portal('/v1/notifications', {
      user_id: user.userId,
      msg_id: `proof-${number}`,
      expires_in: expires ? 30 + Math.floor((30 * (number - COUNT)) / EXPIRING) : 3_600,
      body: [{ lng: 'en', subject: 'Confirm your payment', message: `Do you pay ${number} EUR?` }],
      actions: ['accept', 'reject'].map((action) => ({ label: action, action, authlevel: 0 })),
      callback_url: receiver.url,
    });
    Object.assign(one, { uuid: answer.notification_uuid, digest: answer.content_digest, receiver, expires });
  });
  heading(`${asked.length} notifications created in ${since(began)}`);
  return asked;
}

/**
 * Answers each notification with both devices at the same time, through different processes. Restarts one process
 * halfway.
 */
async function answerAll(asked) {
  const began = performance.now();
  const toAnswer = asked.filter(({ expires }) => !expires);
  const killAt = Math.floor(toAnswer.length / 2);
  let killed;
  const pending = toAnswer.map(async (one, place) => {
    await sleep((place / RATE) * 1_000);
    if (place === killAt) killed = restart();
    one.startedAt = performance.now();
    const [first, second] = one.number % 2 === 0 ? ['one', 'other'] : ['other', 'one'];
    one.answers = await Promise.all([
      answerBy(one, one.user.devices[0], 'accept', first),
      answerBy(one, one.user.devices[1], 'reject', second),
    ]);
  });
  await Promise.all(pending);
  heading(
    `${toAnswer.length} answered twice in ${since(began)}; a process was killed and ready again after ${await killed}`,
  );
}

async function restart() {
  const began = performance.now();
  await programs.other.kill();
  await start('other');
  return since(began);
}

/**
 * Sends the answer of a device, and reports whether it won. After a broken connection or a server error, retries through
 * the other process.
 */
async function answerBy({ user, uuid, digest }, device, response, process) {
  let doubtful = false;
  const giveUpAt = performance.now() + RETRIES_FOR_MS;
  for (let place = process; ; place = place === 'one' ? 'other' : 'one') {
    const given = { notificationID: uuid, response, signature: device.statement(uuid, digest, response) };
    const headers = { authorization: `Bearer ${user.token()}`, 'content-type': 'application/json' };
    const url = `${at(place, 'MOBILE')}/mobile/v1/UpdateNotification`;
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(given) }).catch(() => undefined);
    if (answer?.status === 200) {
      const { ResponseData: data } = (await answer.json()).response;
      return {
        won: data.status_code === 100,
        why: data.reason,
        doubtful,
        through: place,
        response,
        at: performance.now(),
      };
    }
    if (answer?.status < 500 || performance.now() > giveUpAt)
      throw new Error(`${url}: ${answer ? `${answer.status} ${await answer.text()}` : 'no response'}`);
    doubtful ||= answer === undefined; // the service may have stored the answer before the connection broke
    await sleep(100);
  }
}

/** Waits until all callbacks are received and no notification is active. */
async function settle(asked) {
  const began = performance.now();
  for (let wait = 0; wait < 240; wait++) {
    const [{ active }] = await ask(
      `SELECT count(*)::int AS active FROM notifications.notification WHERE status = 'ACTIVE'`,
    );
    const taken = receivers.failing.taken + receivers.hanging.taken;
    if (active === 0 && taken === asked.length) break;
    await sleep(500);
  }
  await sleep(2_000); // waits for callbacks that are sent again
  heading(`All callbacks taken ${since(began)} later`);
}

async function judge(asked) {
  const rows = await ask(
    `SELECT notification_uuid AS uuid, status, action_response AS answer, device_id AS device, evidence IS NOT NULL AS proven,
       extract(epoch FROM updated_at - expiry_at) * 1000 AS late FROM notifications.notification`,
  );
  const stored = new Map(rows.map((row) => [row.uuid, row]));
  const answered = asked.filter(({ expires }) => !expires);
  demandSame(rows.length, asked.length, `${asked.length} notifications are stored`);
  const wins = ({ answers }) => answers.filter(({ won }) => won);
  demandSame(answered.filter((one) => wins(one).length > 1).length, 0, 'no notification has two winners');
  const unclear = answered.filter((one) => wins(one).length === 0);
  demand(
    unclear.every(({ answers }) => answers.some(({ doubtful }) => doubtful)),
    `each has one winner that was told so, but for ${unclear.length} whose answer the killed process took with it`,
  );
  demand(
    answered.every(({ uuid }) => stored.get(uuid).status === 'UPDATED' && stored.get(uuid).proven),
    'all of them are UPDATED, with evidence',
  );
  demand(
    answered.every((one) => wins(one).every(({ response }) => stored.get(one.uuid).answer === response)),
    'what is stored is the answer of the winner',
  );
  const losers = answered.flatMap(({ answers }) => answers.filter(({ won }) => !won));
  demand(
    losers.every(({ why }) => why === 'finished'),
    `the ${losers.length} others were told that it was finished`,
  );

  const unaware = sockets.flatMap(({ user, receivedStatuses, cursorResets }) =>
    asked.filter(
      (one) =>
        one.user === user &&
        receivedStatuses.get(one.uuid)?.status !== stored.get(one.uuid).status &&
        cursorResets === 0,
    ),
  );
  demandSame(unaware.length, 0, `every socket knows the last status of all notifications of its user`);
  demandSame(
    sockets.reduce((sum, { cursorResets }) => sum + cursorResets, 0),
    0,
    'none had to read its lists anew',
  );
  console.log(`  ${sockets.reduce((sum, { reconnects }) => sum + reconnects, 0)} reconnections`);

  const calls = Object.values(receivers).flatMap(({ got }) => [...got.values()]);
  demandSame(calls.length, asked.length, 'every callback has come');
  demand(
    calls.every(({ ids, bodies }) => ids.size === 1 && bodies.size === 1),
    'with one id and one body each, however often',
  );
  demandSame(receivers.failing.forged + receivers.hanging.forged, 0, 'all of them signed');
  const more = calls.reduce((sum, { times }) => sum + times - 1, 0);
  console.log(`  ${more} came again; ${receivers.failing.refused} had been refused`);
  demand(
    asked.every(
      ({ number, uuid, receiver }) => receiver.got.get(`proof-${number}`)?.status === stored.get(uuid).status,
    ),
    'each said what is stored',
  );
  figures(asked, stored);
}

function figures(asked, stored) {
  const byUser = Map.groupBy ? Map.groupBy(sockets, ({ user }) => user) : grouped(sockets);
  const [afterAnswer, afterRequest] = [[], []];
  for (const { user, uuid, answers, startedAt, expires } of asked) {
    const winner = !expires && answers.find(({ won, doubtful }) => won && !doubtful);
    if (!winner) continue;
    const elsewhere = byUser.get(user).find(({ portOf }) => portOf() !== ports[winner.through].MOBILE);
    const heard = elsewhere.receivedStatuses.get(uuid)?.at.UPDATED;
    // Skipped if the user's socket to the other process was closed, because this proof had killed that process.
    if (heard === undefined || !elsewhere.wasOpen(startedAt, heard)) continue;
    afterAnswer.push(heard - winner.at);
    afterRequest.push(heard - startedAt);
  }
  const late = asked.filter(({ expires }) => expires).map(({ uuid }) => Number(stored.get(uuid).late));
  heading('Figures');
  show('a change at a socket of the other process, after the winner was answered', afterAnswer, 'aim 100 ms');
  show('the same, after the winner had sent its answer', afterRequest);
  show('an expiry, after its time', late, 'aim 2,000 ms');
}

function grouped(list) {
  const groups = new Map();
  for (const one of list) groups.set(one.user, [...(groups.get(one.user) ?? []), one]);
  return groups;
}

function show(what, values, aim = '') {
  const sorted = [...values].sort((a, b) => a - b);
  const part = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(0);
  console.log(`  ${what}: p50 ${part(0.5)} ms, p99 ${part(0.99)} ms, most ${part(1)} ms, of ${sorted.length}  ${aim}`);
}

function ask(text) {
  return query(database.url, text);
}

async function inLanes(lanes, items, work) {
  const left = [...items];
  const lane = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

function since(began) {
  return `${((performance.now() - began) / 1_000).toFixed(1)} s`;
}
