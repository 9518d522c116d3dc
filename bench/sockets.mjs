/**
 * Measures the memory and CPU of the apps' open sockets, and how soon all sockets receive a change: with 10, 100, 1,000
 * and 5,000 sockets, four for each user. The sockets use several IP addresses, because one address may open a thousand.
 * Run: npm run bench -- sockets [numbers]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { makePeople } from '../scripts/lib/notifications/people.mjs';
import { portalOf } from './support/callers.mjs';
import { cpuSeconds } from './support/cpu.mjs';
import { residentMemory } from './support/memory.mjs';
import { withOwnDatabase } from './support/own-database.mjs';
import { questionTo } from './support/questions.mjs';
import { withService } from './support/service.mjs';

const given = process.argv.slice(2).map(Number);
const COUNTS = given.length > 0 ? given : [10, 100, 1_000, 5_000];
const [OF_EACH_USER, FROM_EACH_ADDRESS, OPENING_AT_ONCE] = [4, 500, 20];
const [SETTLE_MS, RESTING_MS] = [5_000, 10_000];
const DATABASE = 'bench_sockets';

await withOwnDatabase(DATABASE, async (settings, server) => {
  await server.migrate(DATABASE);
  const people = await makePeople(settings, Math.ceil(Math.max(...COUNTS) / OF_EACH_USER));
  await withService({ ...settings, SURFACES: 'auth,management,mobile' }, (service) => measure(service, people));
});

async function measure(service, people) {
  const portal = await portalOf(service);
  const sockets = [];
  await sleep(SETTLE_MS);
  const alone = residentMemory(service.pid);
  console.log(`${'sockets'.padStart(8)}${'memory, MB'.padStart(12)}${'KB a socket'.padStart(13)}${'CPU at rest'.padStart(13)}${'all told after, ms'.padStart(20)}${'half of them'.padStart(14)}${'CPU a socket, ms'.padStart(18)}`); // oxfmt-ignore
  for (const count of COUNTS) {
    while (sockets.length < count) {
      const next = Math.min(OPENING_AT_ONCE, count - sockets.length);
      const first = sockets.length;
      sockets.push(...(await Promise.all(Array.from({ length: next }, (_, at) => open(service, people, first + at)))));
    }
    await sleep(SETTLE_MS);
    const memory = residentMemory(service.pid);
    const [restBefore, began] = [cpuSeconds(service.pid), performance.now()];
    await sleep(RESTING_MS);
    const rest = (cpuSeconds(service.pid) - restBefore) / ((performance.now() - began) / 1_000);
    const { took, cpu } = await tellAll(service, portal, sockets);
    const each = count > COUNTS[0] ? (((memory - alone) * 1_024) / count).toFixed(0) : '';
    console.log(`${String(count).padStart(8)}${memory.toFixed(0).padStart(12)}${each.padStart(13)}${`${(rest * 100).toFixed(1)} %`.padStart(13)}${took.at(-1).toFixed(0).padStart(20)}${took[took.length >> 1].toFixed(0).padStart(14)}${((cpu * 1_000) / count).toFixed(2).padStart(18)}`); // oxfmt-ignore
  }
  for (const socket of sockets) socket.terminate();
}

/** Sends a notification to every user who has a socket, and measures the time until each socket has received it. */
async function tellAll(service, portal, sockets) {
  const users = [...new Set(sockets.map(({ user }) => user))];
  const before = cpuSeconds(service.pid);
  const began = performance.now();
  const told = sockets.map(
    (socket) => new Promise((resolve) => (socket.told = () => resolve(performance.now() - began))),
  );
  for (let first = 0; first < users.length; first += OPENING_AT_ONCE) {
    const some = users.slice(first, first + OPENING_AT_ONCE);
    await Promise.all(some.map(({ userId }) => portal('/v1/notifications', questionTo(userId))));
  }
  const took = (await Promise.all(told)).sort((a, b) => a - b);
  return { took, cpu: cpuSeconds(service.pid) - before };
}

async function open(service, people, number) {
  const user = people[Math.floor(number / OF_EACH_USER)];
  const localAddress = `127.0.0.${2 + Math.floor(number / FROM_EACH_ADDRESS)}`;
  const socket = new WebSocket(`${service.at('mobile').replace('http', 'ws')}/mobile/v1/socket`, { localAddress });
  const opened = new Promise((resolve, reject) => socket.once('error', reject).once('close', reject).once('authenticated', resolve)); // oxfmt-ignore
  socket.on('open', () =>
    socket.send(JSON.stringify({ id: 'a', operation: 'Authenticate', arguments: { token: user.token() } })),
  );
  socket.on('message', (data) => {
    const { event } = JSON.parse(data);
    if (event === 'onAuthenticate') socket.emit('authenticated');
    if (event === 'onNotificationsChanged') socket.told?.();
    if (event !== 'onTokenExpiring') return;
    socket.send(JSON.stringify({ id: 'b', operation: 'Authenticate', arguments: { token: user.token() } }));
  });
  await opened;
  return Object.assign(socket, { user });
}
