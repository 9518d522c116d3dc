/**
 * Kills the leading database three times while two processes serve enrolments, verifications, signed answers, sockets
 * and webhooks, and looks for what was acknowledged and is lost: nothing may be.
 * By hand: `node scripts/prove-failover.mjs [rounds]`. It needs Debian's `patroni etcd-server haproxy postgresql`.
 */
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { buildIfStale } from './lib/build.mjs';
import { PatroniCluster } from './lib/failover/patroni-cluster.mjs';
import { freePorts } from './lib/free-ports.mjs';
import { LiveSocket } from './lib/notifications/live-socket.mjs';
import { makePeople } from './lib/notifications/people.mjs';
import { Receiver } from './lib/notifications/receivers.mjs';
import { demand, demandSame, heading } from './lib/proof.mjs';
import { RunningProgram } from './lib/running-program.mjs';

const ROUNDS = Number(process.argv[2] ?? 3);
const USERS = 20;
/** Before a leader is killed, and after the next one has taken over. */
const [BEFORE_MS, AFTER_MS] = [5_000, 15_000];
/** For everything to go on by itself, once there is a primary again. */
const MOST_MS_AFTER_PRIMARY = 5_000;

await buildIfStale();
const parent = mkdtempSync(join(tmpdir(), 'countersign-failover-'));
chmodSync(parent, 0o755);
const folder = (name) => {
  const path = join(parent, name);
  mkdirSync(path, { recursive: true });
  return path;
};
const ports = {};
for (const name of ['one', 'other']) ports[name] = await freePorts(['AUTH', 'MANAGEMENT', 'IDV', 'MOBILE', 'OPS']);
const at = (name, surface) => `http://127.0.0.1:${ports[name][surface]}`;
const settings = {
  ENCRYPTION_KEYS: `proof:${createHash('sha256').update(parent).digest('base64')}`,
  ...{ NODE_ENV: 'development', TLS_MODE: 'off', AUTH_URL: at('one', 'AUTH'), MANAGEMENT_URL: at('one', 'MANAGEMENT') },
  ...{ MOBILE_URL: at('one', 'MOBILE'), IDV_URL: at('one', 'IDV') },
};
const programs = {};
const sockets = [];
/** By kind of work: what was acknowledged, when each acknowledgement came, and how often it was refused. */
const work = Object.fromEntries(['enrolment', 'verification', 'answer', 'token'].map((kind) => [kind, newTally()]));
let [cluster, receiver, token, running] = [undefined, undefined, undefined, true];

try {
  await prove();
} catch (error) {
  tell();
  console.error(error);
  process.exitCode = 1;
} finally {
  running = false;
  for (const socket of sockets) socket.close();
  receiver?.close();
  await Promise.all(Object.values(programs).map((program) => program.end()));
  await cluster?.stop();
  rmSync(parent, { recursive: true, force: true });
}

async function prove() {
  cluster = await PatroniCluster.start(folder('cluster'));
  heading('Two servers under Patroni with synchronous replication, behind HAProxy');
  settings.DATABASE_URL = cluster.url;
  for (const name of ['one', 'other']) {
    programs[name] = await RunningProgram.start(folder(name), settings, ports[name]);
  }
  const people = await makePeople(settings, USERS);
  receiver = await Receiver.start(({ accept }) => accept());
  await renewToken();
  const endpoint = await call('one', '/v1/webhookEndpoints', { url: receiver.url, eventTypes: [] });
  receiver.key = Buffer.from((await endpoint.json()).secret.replace('whsec_', ''), 'base64');
  for (const user of people) {
    for (const name of ['one', 'other']) sockets.push(new LiveSocket(user, () => ports[name].MOBILE));
  }
  for (const socket of sockets) await socket.open();

  const load = [
    ...[1, 2].map((lane) => repeat('enrolment', () => enrol(lane))),
    repeat('verification', openVerification),
    ...people.slice(0, 4).map((user) => repeat('answer', () => askAndAnswer(user))),
    repeat('token', renewToken),
  ];
  for (let round = 1; round <= ROUNDS; round++) await killLeader(round);
  running = false;
  await Promise.all(load);
  await judge();
}

async function killLeader(round) {
  heading(`Round ${round}`);
  await sleep(BEFORE_MS);
  const killedAt = performance.now();
  const killed = await cluster.killLeader();
  await cluster.newLeader(killed);
  const primaryAt = performance.now();
  await sleep(AFTER_MS);
  console.log(`  the next primary is there after ${seconds(primaryAt - killedAt)}`);
  for (const [kind, { acknowledged }] of Object.entries(work)) {
    const next = acknowledged.find(({ at }) => at > (kind === 'token' ? killedAt : primaryAt));
    demand(next !== undefined, `${kind}: goes on ${next ? seconds(Math.max(0, next.at - primaryAt)) : ''} after it`);
    if (kind !== 'token') {
      demand(next.at - primaryAt < MOST_MS_AFTER_PRIMARY, `${kind}: within ${seconds(MOST_MS_AFTER_PRIMARY)}`);
    }
  }
  for (const name of ['one', 'other']) await programs[name].ready();
  demand(true, 'both processes are ready by themselves');
  await cluster.rejoin(killed);
}

/** Again and again until the proof is over. A refusal by 503 says when to come back. */
async function repeat(kind, make) {
  const tally = work[kind];
  for (let number = 0; running; number++) {
    const made = await make(number).catch((error) => ({ error }));
    if (!running) return;
    if (made?.acknowledged !== undefined) tally.acknowledged.push({ ...made, at: performance.now() });
    else if (made?.status === 503) tally.refused++;
    else tally.broken.push(made?.status ?? String(made?.error?.cause?.code ?? made?.error));
    await sleep(made?.acknowledged === undefined ? 100 : 10);
  }
}

async function renewToken() {
  const kept = JSON.parse(readFileSync(join(parent, 'one', 'admin-client.json'), 'utf8'));
  const authorization = `Basic ${Buffer.from(`${kept.client_id}:${kept.client_secret}`).toString('base64')}`;
  const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'all' });
  const answer = await fetch(`${at('one', 'AUTH')}/service/authserver/oauth/token`, {
    ...{ method: 'POST', headers: { authorization }, body },
  });
  if (answer.status !== 200) return answer;
  token = (await answer.json()).access_token;
  await sleep(500);
  return { acknowledged: true };
}

function call(name, path, body) {
  return fetch(at(name, 'MANAGEMENT') + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

function either(number) {
  return number % 2 === 0 ? 'one' : 'other';
}

async function enrol(lane) {
  const number = work.enrolment.tried++;
  const userId = `lane-${lane}-${number}`;
  const answer = await call(either(number), '/v1/users', {
    ...{ userId, primaryGroup: 'proof', preferredStatus: 'ONBOARDING' },
  });
  return answer.status === 201 ? { acknowledged: userId } : answer;
}

async function openVerification(number) {
  const answer = await call(either(number), '/v1/idvWebTokens', {
    ...{ userId: `proof-${number % USERS}`, redirectUrl: 'https://portal.example/back' },
  });
  return answer.ok ? { acknowledged: (await answer.json()).web_session_id } : answer;
}

/** A signed answer, sent again until somebody says that it counts. */
async function askAndAnswer(user) {
  const number = work.answer.tried++;
  const asked = await call(either(number), '/v1/notifications', {
    ...{ user_id: user.userId, msg_id: `failover-${number}`, expires_in: 3_600, callback_url: receiver.url },
    body: [{ lng: 'en', subject: 'Confirm your payment', message: `Do you pay ${number} EUR?` }],
    actions: ['accept', 'reject'].map((action) => ({ label: action, action, authlevel: 0 })),
  });
  if (!asked.ok) return asked;
  const { notification_uuid: uuid, content_digest: digest } = await asked.json();
  for (let place = 0; running; place++) {
    const given = { notificationID: uuid, response: 'accept' };
    const answer = await fetch(`${at(either(place), 'MOBILE')}/mobile/v1/UpdateNotification`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...given, signature: user.devices[0].statement(uuid, digest, 'accept') }),
    }).catch(() => undefined);
    if (answer?.status === 200) {
      const { ResponseData: data } = (await answer.json()).response;
      // An answer that counted, but whose acknowledgement was lost, is finished when it comes again.
      if (data.status_code === 100 || data.reason === 'finished')
        return { acknowledged: uuid, msgId: `failover-${number}` };
    }
    if (answer?.status === 503) work.answer.refused++;
    await sleep(100);
  }
  return undefined;
}

async function judge() {
  heading('After all rounds');
  const { enrolment, verification, answer } = work;
  tell();
  const users = await stored('SELECT user_id AS id FROM users."user"');
  demandSame(missing(enrolment, users), 0, 'enrolments that were acknowledged and are lost: 0');
  demandSame(await missingSessions(verification), 0, 'verifications that were acknowledged and are lost: 0');
  const answers = await stored(
    `SELECT notification_uuid AS id FROM notifications.notification WHERE status = 'UPDATED' AND evidence IS NOT NULL`,
  );
  demandSame(missing(answer, answers), 0, 'signed answers that were acknowledged and are lost: 0');

  for (let wait = 0; wait < 240 && missingCallbacks() > 0; wait++) await sleep(500);
  demandSame(missingCallbacks(), 0, 'every callback of an answer has come');
  demandSame(receiver.forged, 0, 'all of them signed');
  const unaware = sockets
    .filter(({ resets }) => resets === 0)
    .filter(({ told }) => answer.acknowledged.some(({ acknowledged: uuid }) => isOutdated(told.get(uuid))));
  demandSame(unaware.length, 0, 'every socket knows the last status of what it was told of');
  const [{ jobs }] = await query(`SELECT count(*)::int AS jobs FROM shared.job WHERE parked_at IS NOT NULL`);
  demandSame(jobs, 0, 'no job was given up');
  const { code } = await programs.one.commandLine('audit', 'verify');
  demandSame(code, 0, 'the audit chain is whole');
  for (const name of ['one', 'other']) {
    const lines = readFileSync(`${join(parent, name)}.log`, 'utf8')
      .trim()
      .split('\n').length;
    console.log(`  log of process ${name}: ${lines} lines at the level error`);
  }
}

function missing({ acknowledged }, ids) {
  return acknowledged.filter(({ acknowledged: id }) => !ids.has(id)).length;
}
function tell() {
  for (const [kind, { acknowledged, refused, broken }] of Object.entries(work)) {
    const others = broken.length > 0 ? `, ${broken.length} otherwise (${[...new Set(broken)].join(', ')})` : '';
    console.log(`  ${kind}: ${acknowledged.length} acknowledged, ${refused} refused by 503${others}`);
  }
}

function isOutdated(told) {
  return told !== undefined && told.status !== 'UPDATED';
}

async function missingSessions({ acknowledged }) {
  let lost = 0;
  for (const { acknowledged: id } of acknowledged) {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${at('one', 'MANAGEMENT')}/v1/idvWebTokens/${id}`, { headers });
    if (answer.status !== 200) lost++;
  }
  return lost;
}

function missingCallbacks() {
  return work.answer.acknowledged.filter(({ msgId }) => receiver.got.get(msgId)?.status !== 'UPDATED').length;
}

async function stored(text) {
  return new Set((await query(text)).map(({ id }) => id));
}

async function query(text) {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function newTally() {
  return { tried: 0, acknowledged: [], refused: 0, broken: [] };
}

function seconds(milliseconds) {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
