/**
 * How many files of ours a request passes, told by V8's own call counts: npm run bench -- files-passed
 * With `--list` it names them. A file counts when one of its functions runs at least once a request.
 */
import { randomUUID } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import WebSocket from 'ws';
import { freePorts } from '../scripts/lib/free-ports.mjs';
import { fromRoot } from '../scripts/lib/root.mjs';
import { accessToken, browserAt, portalOf } from './support/callers.mjs';
import { activate, authorizePath, CODE, newApplication, PASSWORD, redemptionOf } from './support/people.mjs';
import { withService } from './support/service.mjs';

const TIMES = 20;
const list = process.argv.includes('--list');

const { INSPECTOR: inspector } = await freePorts(['INSPECTOR']);
await withService({}, measure, [`--inspect=127.0.0.1:${inspector}`]);

async function measure(service) {
  const profiler = await connect(`http://127.0.0.1:${inspector}/json/list`);
  try {
    console.log('files of ours that one request passes\n');
    for (const [name, request] of Object.entries(await requestsTo(service))) {
      await request();
      await profiler.take();
      for (let i = 0; i < TIMES; i++) await request();
      const files = filesIn(await profiler.take());
      console.log(`${name.padEnd(40)}${String(files.length).padStart(6)}`);
      if (list) console.log(files.map((file) => `    ${file}`).join('\n'));
    }
  } finally {
    profiler.close();
  }
}

function filesIn(scripts) {
  const passed = scripts.filter(({ functions }) =>
    functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0].count >= TIMES),
  );
  return passed.map(({ url }) => relative(fromRoot('dist/src'), fileURLToPath(url))).sort();
}

async function connect(listing) {
  const [{ webSocketDebuggerUrl }] = await (await fetch(listing)).json();
  const socket = new WebSocket(webSocketDebuggerUrl, { maxPayload: 1 << 30 });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const waiting = new Map();
  socket.on('message', (text) => {
    const { id, result } = JSON.parse(String(text));
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  let id = 0;
  const send = (method, params = {}) =>
    new Promise((resolve) => {
      waiting.set(++id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
  await send('Profiler.enable');
  await send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return {
    take: async () => {
      const { result } = await send('Profiler.takePreciseCoverage');
      return result.filter(({ url }) => url.startsWith('file:') && url.includes('/dist/src/'));
    },
    close: () => socket.close(),
  };
}

async function requestsTo(service) {
  const token = await accessToken(service, 'users:read users:write');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const users = `${service.at('management')}/v1/users`;
  const portal = await portalOf(service);
  await portal('/v1/users', { userId: 'bench', primaryGroup: 'bench', predefinedCode: CODE });
  const client = await newApplication(portal);
  const auth = service.at('auth');
  const session = browserAt(auth);
  await activate(session, authorizePath(client), 'bench');
  const code = async () => {
    const answer = await fetch(auth + authorizePath(client), {
      headers: { cookie: session.cookie() },
      redirect: 'manual',
    });
    return new URL(answer.headers.get('location')).searchParams.get('code');
  };
  const codes = await Promise.all(Array.from({ length: TIMES + 1 }, code));
  return {
    'enrol a user': async () => {
      const body = JSON.stringify({ userId: randomUUID(), primaryGroup: 'bench' });
      await expect(201, await fetch(users, { method: 'POST', headers, body }));
    },
    'look a user up': async () => expect(200, await fetch(`${users}/bench`, { headers })),
    'a token by client credentials': () => accessToken(service, 'users:read'),
    'authorize, with a session': code,
    'exchange a code for tokens': async () => {
      const body = redemptionOf(client, codes.pop());
      await expect(200, await fetch(`${auth}/service/authserver/oauth/token`, { method: 'POST', body }));
    },
    'log in (four requests)': async () => {
      const browser = browserAt(auth);
      const page = await browser.go(authorizePath(client));
      const { left } = await browser.go(`${page.path}/login`, { csrf: page.csrf, login: 'bench', password: PASSWORD });
      if (!left) throw new Error('The login failed');
    },
  };
}

async function expect(status, answer) {
  const text = await answer.text();
  if (answer.status !== status) throw new Error(text);
}
