/**
 * Counts the files of our source that run code for a request, by V8's counts of function calls. A file counts if one of
 * its functions runs at least once for each request. `--list` prints the files with these functions. `--check` fails if
 * a request needs more files than its limit; `npm run check` uses it.
 * Run: npm run bench -- files-passed
 */
import { randomUUID } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from '../scripts/lib/build.mjs';
import { freePorts } from '../scripts/lib/free-ports.mjs';
import { Inspector } from '../scripts/lib/inspector.mjs';
import { fromRoot } from '../scripts/lib/root.mjs';
import { accessToken, browserAt, portalOf } from './support/callers.mjs';
import { withOwnDatabase } from './support/own-database.mjs';
import { activate, authorizePath, CODE, newApplication, PASSWORD, redemptionOf } from './support/people.mjs';
import { answerOf, LIST, post, prepareQuestions, questionTo } from './support/questions.mjs';
import { withService } from './support/service.mjs';
import { atTheCamera, photograph, testPortal, upload } from './support/uploads.mjs';

/**
 * The largest number of files for each request. The limits are slightly higher than the counts on an idle machine: if
 * twenty requests take twenty seconds, code that runs every second is counted too. Lower a limit when a request needs
 * fewer files.
 */
const LIMITS = {
  'enrol a user': 83,
  'look a user up': 63,
  'a token by client credentials': 41,
  'authorize, with a session': 62,
  'exchange a code for tokens': 60,
  'log in (four requests)': 103,
  'create a notification': 104,
  'list the notifications of a user': 71,
  'answer with a signature': 104,
  'upload a picture': 97,
};

const TIMES = 20;
const DATABASE = 'files_passed';
const [list, check] = ['--list', '--check'].map((option) => process.argv.includes(option));

await buildIfStale();
const { INSPECTOR: inspector } = await freePorts(['INSPECTOR']);
await withOwnDatabase(DATABASE, async (settings, server) => {
  const people = await prepareQuestions(settings, server, DATABASE, TIMES + 1);
  const surfaces = { SURFACES: 'auth,management,idv,mobile' }; // without the worker, whose background work belongs to no request
  const inspected = [`--inspect=127.0.0.1:${inspector}`];
  await withService({ ...settings, ...surfaces }, (service) => measure(service, people), inspected);
});

async function measure(service, people) {
  const profiler = await profilerAt(inspector);
  try {
    console.log('files of ours that one request passes                limit\n');
    for (const [name, request] of Object.entries(await requestsTo(service, people))) {
      await request();
      await profiler.take();
      for (let i = 0; i < TIMES; i++) await request();
      const files = filesIn(await profiler.take());
      console.log(`${name.padEnd(40)}${String(files.length).padStart(6)}${String(LIMITS[name]).padStart(12)}`);
      if (list) console.log(files.map(({ file, ran }) => `    ${file.padEnd(56)} ${ran.join(', ')}`).join('\n'));
      if (check && files.length > LIMITS[name]) process.exitCode = 1;
    }
  } finally {
    profiler.close();
  }
}

/** The files that ran for each request, with their functions. */
function filesIn(scripts) {
  const passed = scripts.map(({ url, functions }) => {
    const often = functions.filter(({ functionName, ranges }) => functionName !== '' && ranges[0].count >= TIMES);
    return { file: relative(fromRoot('dist/src'), fileURLToPath(url)), ran: often.map(toldAs) };
  });
  return passed.filter(({ ran }) => ran.length > 0).sort((a, b) => (a.file < b.file ? -1 : 1));
}

function toldAs({ functionName, ranges }) {
  return `${functionName} ${ranges[0].count / TIMES}`;
}

async function profilerAt(port) {
  const inspector = await Inspector.at(port);
  await inspector.ask('Profiler.enable');
  await inspector.ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return {
    take: async () => {
      const { result } = await inspector.ask('Profiler.takePreciseCoverage');
      return result.filter(({ url }) => url.startsWith('file:') && url.includes('/dist/src/'));
    },
    close: () => inspector.close(),
  };
}

async function requestsTo(service, { readers, answers }) {
  const token = await accessToken(service, 'users:read users:write');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const users = `${service.at('management')}/v1/users`;
  const [portal, uploader, picture] = [await portalOf(service), await testPortal(service), await photograph()];
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
  const cameras = [];
  while (cameras.length <= TIMES) cameras.push(await atTheCamera(service, uploader, cameras.length));
  const call = async (operation, user, body) => {
    const answer = await fetch(`${service.at('mobile')}/mobile/v1/${operation}`, post(user, body));
    const { response } = await answer.json();
    if (response?.StatusCode !== 100) throw new Error(`${operation}: ${JSON.stringify(response)}`);
  };
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
    'create a notification': () => portal('/v1/notifications', questionTo(readers[0].ref.userId)),
    'list the notifications of a user': () => call('GetNotifications', readers[0], LIST),
    'answer with a signature': async () => {
      const answer = answers.pop();
      await call('UpdateNotification', answer.user, answerOf(answer));
    },
    'upload a picture': async () => {
      const { status, said } = await upload(service, cameras.pop(), picture);
      if (status !== 200) throw new Error(said);
    },
  };
}

async function expect(status, answer) {
  const text = await answer.text();
  if (answer.status !== status) throw new Error(text);
}
