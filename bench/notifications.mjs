/**
 * What GetNotifications (10 items) and a signed UpdateNotification cost beside bare Express that sends the same statements
 * to a copy of the same database, in one run: npm run bench -- notifications
 * The statements are recorded from the service itself. The peer looks at no token and no signature, and delivers no
 * events. ROUNDS sets the rounds, 5 by default; ANSWERS how many notifications there are to answer on each side.
 */
import autocannon from 'autocannon';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePeople } from '../scripts/lib/notifications/people.mjs';
import { fromRoot } from '../scripts/lib/root.mjs';
import { cpuSeconds } from './support/cpu.mjs';
import { withPeer } from './support/peer.mjs';
import { withServer } from './support/postgres.mjs';
import { withService } from './support/service.mjs';
import { median } from './support/statistics.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 2);
const ANSWERS = Number(process.env.ANSWERS ?? 24_000);
const CONNECTIONS = 16;
const [READERS, WRITERS] = [32, 32];
const DATABASES = { service: 'bench_service', peer: 'bench_peer' };
const AIMS = { GetNotifications: 0.75, UpdateNotification: 0.6 };

/** Readers with ten open notifications each, and writers with all that are to be answered. */
async function prepare(env, address) {
  const { databaseOptions } = await import('../dist/ormconfig.js');
  const { migrate } = await import('../dist/src/shared/persistence/index.js');
  await migrate(databaseOptions({ ...address, database: DATABASES.service }));
  const notifications = { readers: [], writers: [] };
  const users = await makePeople(env, READERS + WRITERS, async (app, made) => {
    const [readers, writers] = [made.slice(0, READERS), made.slice(READERS)];
    notifications.readers = await addNotifications(app, readers, 10 * READERS);
    notifications.writers = await addNotifications(app, writers, ANSWERS);
  });
  return { readers: users.slice(0, READERS), answers: notifications.writers };
}

async function addNotifications(app, users, count) {
  const { Notification } = await import('../dist/src/notifications/notification/notification.entity.js');
  const { NotificationSeals } = await import('../dist/src/notifications/notification/notification-seals.service.js');
  const { Database } = await import('../dist/src/shared/persistence/index.js');
  const [seals, db] = [app.get(NotificationSeals), app.get(Database)];
  const added = [];
  for (let first = 0; first < count; first += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, count - first) }, (_, i) => {
      const user = users[(first + i) % users.length];
      const one = Notification.create({ ...user.ref }, asked(first + i), new Date());
      seals.seal(one);
      added.push({ user, uuid: one.notificationUuid, digest: one.contentDigest });
      return rowOf(one);
    });
    await db.rows(
      `INSERT INTO notifications.notification (${COLUMNS.join(', ')})
       SELECT ${COLUMNS.join(', ')} FROM jsonb_populate_recordset(NULL::notifications.notification, $1::jsonb)`,
      [JSON.stringify(rows)],
    );
  }
  await db.rows('ANALYZE notifications.notification');
  return added;
}

const asked = (number) => ({
  msgId: `bench-${number}-${randomUUID()}`,
  content: {
    actions: ['accept', 'reject'].map((action) => ({ label: action, action, authlevel: 0 })),
    body: [
      { lng: 'en', subject: 'Confirm your payment', message: `Do you pay ${number} EUR to Müller & Söhne?` },
      { lng: 'de', subject: 'Zahlung bestätigen', message: `Zahlen Sie ${number} EUR an Müller & Söhne?` },
    ],
  },
  ...{ requestDigest: 'bench', dsRequired: true, expiresInSeconds: 86_400, pushMessage: null, callbackUrl: null },
});

const COLUMNS = [
  ...['notification_uuid', 'enterprise_id', 'test', 'sub', 'user_id', 'msg_id', 'request_digest', 'content'],
  ...['content_digest', 'seal', 'ds_required', 'expiry_at', 'search_text', 'status', 'delivery_status'],
  ...['signing_status', 'outcome_seal', 'created_at', 'updated_at'],
];
const rowOf = (one) =>
  Object.fromEntries(COLUMNS.map((name) => [name, one[name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())]]));

/** The statements of one request each: its reads, and its transaction up to the commit. */
async function record(service, { readers, answers }, file) {
  const call = async (operation, user, body) => {
    const answer = await fetch(`${service.at('mobile')}/mobile/v1/${operation}`, post(user, body));
    const { StatusCode: code } = (await answer.json()).response ?? {};
    if (code !== 100) throw new Error(`${operation}: ${answer.status} ${code}`);
  };
  const during = async (work) => {
    writeFileSync(file, '');
    await work();
    const lines = readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line)); // prettier-ignore
    return lines.filter(({ text }) => !BACKGROUND.test(text));
  };
  const list = () => call('GetNotifications', readers[0], LIST);
  const [one, two, three] = [answers.pop(), answers.pop(), answers.pop()];
  const update = (answer) => call('UpdateNotification', answer.user, bodyOf(answer));
  await list();
  await update(one); // it makes the first key of evidence, which is then read once more
  await update(three);
  await sleep(2_000); // until its events are delivered
  const listing = await during(list);
  await sleep(1_000);
  const updating = await during(async () => {
    await update(two);
    await sleep(1_500);
  });
  const begin = updating.find(({ text }) => text.startsWith('BEGIN'));
  const before = updating.slice(0, updating.indexOf(begin));
  const inside = updating.filter((line) => line.connection === begin.connection).slice(before.filter((line) => line.connection === begin.connection).length); // prettier-ignore
  const own = inside.slice(0, inside.findIndex(({ text }) => text === 'COMMIT') + 1);
  return {
    GetNotifications: { all: listing.length, statements: listing, known: { sub: readers[0].sub } },
    UpdateNotification: {
      all: updating.length,
      statements: [...before, ...own],
      known: { sub: two.user.sub, uuid: two.uuid, device: two.user.devices[0].deviceId },
    },
  };
}

/** What every process does once a second. */
const BACKGROUND = /shared\.(?:signal|rate_usage|process)|pg_current_snapshot|^(?:LISTEN|NOTIFY)|pg_notify/;
const LIST = [10, '', 1, '', ''];

const bodyOf = ({ user, uuid, digest }) => ({
  notificationID: uuid,
  response: 'accept',
  signature: user.devices[0].statement(uuid, digest, 'accept'),
});

/** An app has one token for many calls. */
const tokens = new Map();
function tokenOf(user) {
  const known = tokens.get(user);
  const token = known && known.until > Date.now() ? known : { value: user.token(), until: Date.now() + 120_000 };
  tokens.set(user, token);
  return token.value;
}

const post = (user, body) => ({
  method: 'POST',
  headers: { authorization: `Bearer ${tokenOf(user)}`, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function compare(service, peer, people, recorded) {
  const sides = {
    'bare Express': { url: peer.url, pid: peer.pid, request: (name, known) => ({ body: { known: renamed(recorded[name].known, known) } }) }, // prettier-ignore
    Countersign: { url: service.at('mobile'), pid: service.pid },
  };
  const cases = {
    GetNotifications: (side) => lists(side, people.readers),
    UpdateNotification: (side) => updates(side, left[side === sides.Countersign ? 'service' : 'peer']),
  };
  const left = { service: [...people.answers], peer: [...people.answers] };
  console.log(`median of ${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections\n`);
  console.log('Statements: those of the request, and those with the delivery of its events.\n');
  console.log('operation            statements   side              a second  ratio   aim  CPU ms');
  for (const [name, requests] of Object.entries(cases)) {
    const measured = Object.fromEntries(Object.keys(sides).map((side) => [side, []]));
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [side, target] of Object.entries(sides)) {
        const figures = await measure(target, requests(target));
        if (round > 0) measured[side].push(figures); // the first warms
      }
    }
    print(name, recorded[name], measured);
  }
}

const renamed = (recorded, known) =>
  Object.fromEntries(Object.entries(recorded).map(([what, id]) => [id, known[what] ?? id]));

function print(name, { statements, all }, measured) {
  const base = median(measured['bare Express'].map(({ rate }) => rate));
  for (const [side, rounds] of Object.entries(measured)) {
    const of = (figure) => median(rounds.map((round) => round[figure]));
    const isOurs = side === 'Countersign';
    console.log(
      `${name.padEnd(21)}${String(isOurs && all > statements.length ? `${statements.length} (${all})` : statements.length).padStart(10)}   ${side.padEnd(16)}${of('rate').toFixed(0).padStart(10)}` +
        `${(of('rate') / base).toFixed(2).padStart(7)}${(isOurs ? AIMS[name].toFixed(2) : '').padStart(6)}` +
        `${of('cpu').toFixed(2).padStart(8)}`,
    );
  }
}

/** One user for each connection, and all of them in turn. */
function lists(side, readers) {
  const requests = readers.map((user) =>
    requestTo('GetNotifications', user, side.request ? side.request('GetNotifications', { sub: user.sub }).body : LIST),
  );
  return { setupClient: (client) => client.setRequests(requests) };
}

/** Each notification once. They are signed before the measurement, so that the load costs both sides the same. */
function updates(side, left) {
  const batch = left.splice(0, Math.ceil(ANSWERS / (ROUNDS + 1)) - 3).map((answer) => {
    const { user, uuid } = answer;
    const known = { sub: user.sub, uuid, device: user.devices[0].deviceId };
    const body = side.request ? side.request('UpdateNotification', known).body : bodyOf(answer);
    return requestTo('UpdateNotification', user, body);
  });
  const next = () => batch.pop() ?? fail('ANSWERS are used up: set more');
  return { requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }] };
}

function fail(why) {
  throw new Error(why);
}

const requestTo = (operation, user, body) => ({ path: `/mobile/v1/${operation}`, ...post(user, body) });

async function measure({ url, pid }, options) {
  const before = cpuSeconds(pid);
  const verifyBody = (body) => String(body).includes('"StatusCode":100');
  const result = await autocannon({ url, duration: SECONDS, connections: CONNECTIONS, verifyBody, ...options });
  const { requests, non2xx, errors, mismatches = 0 } = result;
  if (non2xx + errors + mismatches > 0) throw new Error(`${non2xx + errors + mismatches} requests to ${url} failed`);
  return { rate: requests.average, cpu: ((cpuSeconds(pid) - before) * 1_000) / requests.total };
}

await withServer(async (server) => {
  for (const name of Object.values(DATABASES))
    await server.sql('postgres', `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const { host, port, username } = server.address;
  const file = join(folder, 'statements');
  const env = {
    DATABASE_URL: `postgres://${username}@/${DATABASES.service}?host=${encodeURIComponent(host)}&port=${port}`,
    ENCRYPTION_KEYS: `bench:${createHash('sha256').update('bench').digest('base64')}`,
    ...{ NODE_ENV: 'development', TLS_MODE: 'off', SURFACES: 'auth,management,mobile' },
    ...{ AUTH_URL: 'http://127.0.0.1:8006', MOBILE_URL: 'http://127.0.0.1:8007' },
  };
  try {
    await server.sql('postgres', `CREATE DATABASE ${DATABASES.service}`);
    const people = await prepare(env, server.address);
    await server.sql('postgres', `CREATE DATABASE ${DATABASES.peer} TEMPLATE ${DATABASES.service}`);
    const hook = { NODE_OPTIONS: `--import=${fromRoot('bench/support/record-all-statements.mjs')}` };
    let recorded;
    await withService({ ...env, ...hook, RECORD_STATEMENTS: file }, async (service) => {
      recorded = await record(service, people, file);
    });
    await withService(env, (service) =>
      withPeer('bare-mobile', (peer) => compare(service, peer, people, recorded), {
        connection: { host, port, user: username, database: DATABASES.peer },
        recorded,
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
    for (const name of Object.values(DATABASES))
      await server.sql('postgres', `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
});
