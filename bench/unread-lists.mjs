/**
 * Measures the memory of a process while clients request lists but do not read the answers: 16 sockets of one user with
 * eight lists each, 120 lists of one user by HTTP, and 256 sockets of 16 users. A user of another enterprise reads
 * lists before and meanwhile. Each part runs in a new process. A list has 200 questions of 64 KiB, the largest size.
 * With `--earlier` it has 40 questions of 800 KB, which were possible before the size of a whole question was limited.
 * Run: npm run bench -- unread-lists [--part sockets,http,crowd] [--seconds 15]
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { makePeople } from '../scripts/lib/notifications/people.mjs';
import { residentMemory } from './support/memory.mjs';
import { withServer } from './support/postgres.mjs';
import { withService } from './support/service.mjs';

const { values: options } = parseArgs({
  options: {
    part: { type: 'string', default: 'sockets,http,crowd' },
    seconds: { type: 'string', default: '15' },
    earlier: { type: 'boolean', default: false },
  },
});
const [QUESTIONS, LANGUAGES, CHARACTERS] = options.earlier ? [40, 100, 8_000] : [200, 16, 3_900];
const DATABASE = 'bench_unread';
const LIST = { recordCount: 0, startIndex: 1 };

const PARTS = {
  sockets: ['16 sockets of one user', (service, [user]) => sockets(service, user, 16)],
  http: [
    '120 lists by HTTP of one user',
    (service, [user]) => Promise.all(Array.from({ length: 120 }, () => unread(service, user))),
  ],
  crowd: [
    '256 sockets of 16 users',
    async (service, users) => (await Promise.all(users.map((user) => sockets(service, user, 16)))).flat(),
  ],
};

await withServer(async (server) => {
  const { host, port, username } = server.address;
  const env = {
    DATABASE_URL: `postgres://${username}@/${DATABASE}?host=${encodeURIComponent(host)}&port=${port}`,
    ENCRYPTION_KEYS: `bench:${createHash('sha256').update('bench').digest('base64')}`,
    ...{ NODE_ENV: 'development', TLS_MODE: 'off', SURFACES: 'auth,management,mobile' },
    ...{ AUTH_URL: 'http://127.0.0.1:8006', MOBILE_URL: 'http://127.0.0.1:8007' },
  };
  const drop = () => server.sql('postgres', `DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
  await drop();
  try {
    await server.sql('postgres', `CREATE DATABASE ${DATABASE}`);
    const people = await prepare(env, server);
    for (const part of options.part.split(',')) await measure(env, PARTS[part], people);
  } finally {
    await drop();
  }
});

async function prepare(env, server) {
  await server.migrate(DATABASE);
  const body = Array.from({ length: LANGUAGES }, (_, at) => ({
    ...{ lng: `l${at}`, subject: 'Question' },
    message: randomBytes(CHARACTERS).toString('base64').slice(0, CHARACTERS),
  }));
  const small = [{ lng: 'en', subject: 'Confirm your payment', message: 'Do you pay 25.00 EUR to Bookshop?' }];
  const asking = (texts, many) => async (app, users) => {
    for (const user of users) await ask(app, user, texts, many);
  };
  const evil = await makePeople(env, 16, asking(body, QUESTIONS), 'evil');
  const [honest] = await makePeople(env, 1, asking(small, 10), 'acme');
  return { evil, honest };
}

async function ask(app, user, body, many) {
  const { Notification } = await import('../dist/src/notifications/notification/notification.entity.js');
  const { NotificationSeals } = await import('../dist/src/notifications/notification/notification-seals.service.js');
  const { UnitOfWork } = await import('../dist/src/shared/persistence/index.js');
  const content = { actions: [{ label: 'Yes', action: 'accept', authlevel: 0 }], body };
  const asked = { content, requestDigest: 'bench', dsRequired: false, expiresInSeconds: 86_400 };
  const rest = { ...asked, pushMessage: null, callbackUrl: null };
  await app.get(UnitOfWork).run(async (tx) => {
    for (let i = 0; i < many; i++) {
      const one = Notification.create({ ...user.ref }, { ...rest, msgId: randomUUID() }, new Date());
      app.get(NotificationSeals).seal(one);
      await tx.add(one);
    }
  });
}

async function measure(env, [what, attack], { evil, honest }) {
  await withService(env, async (service) => {
    await reads(service, honest, 2_000);
    const [before, alone] = [Math.round(residentMemory(service.pid)), await reads(service, honest, 3_000)];
    let peak = 0;
    const watching = setInterval(() => (peak = Math.max(peak, Math.round(residentMemory(service.pid)))), 100);
    const held = await attack(service, evil);
    const meanwhile = await reads(service, honest, Number(options.seconds) * 1_000);
    clearInterval(watching);
    for (const one of held) one.end();
    console.log(`${what}: ${before} → ${peak} MB resident`);
    console.log(`  lists of another enterprise, alone: ${alone}; meanwhile: ${meanwhile}`);
  });
}

/** Reads lists one after the other. Returns the statuses and the latencies. */
async function reads(service, user, forMs) {
  const end = performance.now() + forMs;
  const [times, statuses] = [[], {}];
  while (performance.now() < end) {
    const began = performance.now();
    const answer = await fetch(`${service.at('mobile')}/mobile/v1/GetNotifications`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token()}`, 'content-type': 'application/json' },
      body: JSON.stringify(LIST),
    });
    await answer.arrayBuffer();
    times.push(performance.now() - began);
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    await sleep(50);
  }
  times.sort((a, b) => a - b);
  const at = (share) => `${Math.round(times[Math.floor(share * (times.length - 1))])} ms`;
  return `${JSON.stringify(statuses)}, p50 ${at(0.5)}, p99 ${at(0.99)}`;
}

function sockets(service, user, many) {
  return Promise.all(
    Array.from({ length: many }, async () => {
      const socket = new WebSocket(`${service.at('mobile').replace('http', 'ws')}/mobile/v1/socket`);
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.once('open', resolve));
      socket.send(JSON.stringify({ id: 0, operation: 'Authenticate', arguments: { token: user.token() } }));
      await new Promise((resolve) => socket.once('message', resolve));
      socket.pause();
      for (let id = 1; id <= 8; id++)
        socket.send(JSON.stringify({ id, operation: 'GetNotifications', arguments: LIST }));
      return { end: () => socket.terminate() };
    }),
  );
}

function unread(service, user) {
  const { hostname, port } = new URL(service.at('mobile'));
  const socket = connect(Number(port), hostname).pause();
  socket.on('error', () => undefined);
  const body = JSON.stringify(LIST);
  const head = `POST /mobile/v1/GetNotifications HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${user.token()}\r\n`;
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  return { end: () => socket.destroy() };
}
