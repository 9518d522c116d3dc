/**
 * Migrates the users of a Keycloak realm while Keycloak and the service run: exports and imports them. Proves that they
 * can sign in with their old passwords. Run: `node scripts/prove-keycloak.mjs [users]` (10,000 by default). It needs
 * Java and Maven.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { borrowDatabase } from './lib/borrowed-database.mjs';
import { freePorts } from './lib/free-ports.mjs';
import { bridgeToSocket } from './lib/keycloak/bridge.mjs';
import { Keycloak, VERSION } from './lib/keycloak/keycloak.mjs';
import { prepare } from './lib/prepare.mjs';
import { demand, demandSame, heading, proved } from './lib/proof.mjs';
import { RunningProgram } from './lib/running-program.mjs';

const USERS = Number(process.argv[2] ?? 10_000);
const BATCH = 500;
/** How many imported users sign in afterwards, spread evenly over all users. */
const SAMPLE = 60;
const REALM = 'moved';
const CALLBACK = 'https://app.example/callback';
/** Few iterations, so that the realm is created within minutes. The last users get Keycloak's default hash, argon2. */
const QUICK = 'hashAlgorithm(pbkdf2-sha512) and hashIterations(5000)';
const OF_TODAY = 50;

const nameOf = (at) => `user${String(at).padStart(6, '0')}`;
const passwordOf = (at) => `velvet-${at}-canoe-${createHash('sha256').update(`${at}`).digest('hex').slice(0, 8)}`;

await prepare();
const { browserAt } = await import('../bench/support/callers.mjs');
const { authorizePath } = await import('../bench/support/people.mjs');
const parent = mkdtempSync(join(tmpdir(), 'countersign-keycloak-'));
let [database, bridge, keycloak, service] = [];
await proved(prove, {
  end: async () => {
    await service?.end();
    await keycloak?.end();
    bridge?.close();
    await database?.giveBack();
    if (process.exitCode === undefined) rmSync(parent, { recursive: true, force: true });
    else console.error(`What was written is in ${parent}.`);
  },
});

async function prove() {
  heading(`Keycloak ${VERSION} with ${USERS} users`);
  database = await borrowDatabase();
  const { HTTP: port, DATABASE: databasePort } = await freePorts(['HTTP', 'DATABASE']);
  bridge = await bridgeToSocket(database.url, databasePort);
  keycloak = await Keycloak.start(parent, port, bridge);
  const made = await timed(makeRealm);
  console.log(`  made in ${made.seconds} s`);
  await demandSignsInThere(0);

  heading('The export, while it goes on signing users in');
  const folder = join(parent, 'exported');
  const there = signingIn(async (at) => demandSignsInThere(at, true));
  const exported = await timed(() => keycloak.export(REALM, folder));
  const files = exported.value;
  console.log(`  ${files.length} files of users in ${exported.seconds} s`);
  const inFiles = files.map((file) => JSON.parse(readFileSync(file, 'utf8')).users.length);
  demandSame(sumOf(inFiles), USERS, `all ${USERS} users are in the files`);

  heading('The import, while both sign users in');
  service = await startedService();
  const portal = await portalOf();
  const clientId = await applicationOf(portal);
  const looked = await importOf(files, '--dry-run');
  demandSame(looked, USERS, 'the dry run refuses nobody');
  const imported = await timed(() => importOf(files));
  demandSame(imported.value, USERS, 'the import refuses nobody');
  console.log(`  in ${imported.seconds} s, with a start of the program for each file`);
  demandSame(await importOf(files.slice(0, 1)), 0, 'a second import enrols nobody');
  const clients = await service.commandLine('client', 'import', join(folder, `${REALM}-realm.json`));
  demand(clients.output.includes('"from":"shop"'), 'its client comes with its addresses');
  demand((await there.stop()) > 0, `${there.count} sign-ins at Keycloak meanwhile, none refused`);

  heading('Old passwords, here');
  const step = Math.max(1, Math.floor((USERS - OF_TODAY) / SAMPLE));
  const sample = [...Array.from({ length: SAMPLE }, (_, at) => at * step), USERS - 1, USERS - OF_TODAY];
  const signed = await timed(async () => {
    for (const at of sample) demandTrue(await signsIn(clientId, nameOf(at), passwordOf(at)), `${nameOf(at)} signs in`);
  });
  demand(true, `${sample.length} users, spread over all, sign in with their old passwords (${signed.seconds} s)`);
  demand(await signsIn(clientId, nameOf(0), passwordOf(0)), 'a second time too, by the hash that was made anew');
  demand(!(await signsIn(clientId, nameOf(1), passwordOf(2))), 'the password of somebody else is refused');
  await demandSignsInThere(USERS - 1);
  demand(true, 'and Keycloak still knows them');
}

/** Imports each file with a separate command. Returns how many users were enrolled, or would be with `--dry-run`. */
async function importOf(files, ...options) {
  const counts = [];
  for (const file of files) {
    const { code, output } = await service.commandLine('users', 'import', file, '--from', 'keycloak', ...options);
    const [, count] = /([\d,]+) users? (?:would be )?enrolled/.exec(output) ?? [];
    demandTrue(code === 0 && count !== undefined, `${file} is imported: ${output}`);
    counts.push(Number(count.replaceAll(',', '')));
  }
  return sumOf(counts);
}

function sumOf(numbers) {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/** Starts the service without TLS, so that the calls of this proof need no certificate. */
async function startedService() {
  const ports = await freePorts(['AUTH', 'MANAGEMENT', 'IDV', 'MOBILE', 'CONSOLE', 'OPS']);
  const surfaces = ['AUTH', 'MANAGEMENT', 'IDV', 'MOBILE', 'CONSOLE'];
  const urls = Object.fromEntries(surfaces.map((name) => [`${name}_URL`, `http://127.0.0.1:${ports[name]}`]));
  const settings = { NODE_ENV: 'development', TLS_MODE: 'off', ...urls };
  return RunningProgram.start(join(parent, 'service'), settings, ports);
}

/** Creates the realm: users with passwords, a group and attributes, and a client that signs them in. */
async function makeRealm() {
  await keycloak.administer('POST', '', {
    ...{ realm: REALM, enabled: true, sslRequired: 'none', passwordPolicy: QUICK },
    groups: [{ name: 'gold' }],
    clients: [
      {
        ...{ clientId: 'shop', publicClient: true, directAccessGrantsEnabled: true, standardFlowEnabled: true },
        redirectUris: ['https://shop.example/callback'],
      },
    ],
  });
  for (let from = 0; from < USERS; from += BATCH) {
    if (from + BATCH >= USERS) await addUsers(from, USERS - OF_TODAY);
    else await addUsers(from, from + BATCH);
  }
  await keycloak.administer('PUT', `/${REALM}`, { passwordPolicy: '' });
  await addUsers(USERS - OF_TODAY, USERS);
}

async function addUsers(from, to) {
  const users = Array.from({ length: to - from }, (_, index) => userAt(from + index));
  await keycloak.administer('POST', `/${REALM}/partialImport`, { ifResourceExists: 'FAIL', users });
}

function userAt(at) {
  return {
    ...{ username: nameOf(at), email: `${nameOf(at)}@example.com`, emailVerified: at % 2 === 0, enabled: true },
    ...{ firstName: 'Kim', lastName: `Müller${at}`, groups: at % 3 === 0 ? ['/gold'] : [] },
    attributes: { department: [`d${at % 20}`] },
    credentials: [{ type: 'password', value: passwordOf(at), temporary: false }],
  };
}

async function demandSignsInThere(at, isQuiet = false) {
  const { status } = await keycloak.signIn(REALM, 'shop', nameOf(at), passwordOf(at));
  const what = `${nameOf(at)} signs in at Keycloak`;
  if (isQuiet) demandTrue(status === 200, what);
  else demandSame(status, 200, what);
}

function demandTrue(fact, what) {
  if (!fact) throw new Error(`Not so: ${what}`);
}

/** Signs users in, one after the other, until `stop` is called. `stop` throws the first failure, if there was one. */
function signingIn(one) {
  const running = { count: 0, isOver: false };
  const loop = (async () => {
    for (let at = 0; !running.isOver; at = (at + 997) % (USERS - OF_TODAY), running.count++) {
      await one(at);
      await sleep(50);
    }
  })();
  loop.catch(() => undefined);
  running.stop = async () => {
    running.isOver = true;
    await loop;
    return running.count;
  };
  return running;
}

async function portalOf() {
  const { client_id: id, client_secret: secret } = JSON.parse(
    readFileSync(join(parent, 'service', 'admin-client.json'), 'utf8'),
  );
  const answer = await fetch(`${at('AUTH')}/service/authserver/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'all' }),
  });
  const { access_token: token } = await answer.json();
  return async (path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const called = await fetch(at('MANAGEMENT') + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!called.ok) throw new Error(await called.text());
    return called.json();
  };
}

async function applicationOf(portal) {
  const { clientId } = await portal('/v1/clients', {
    ...{ clientName: 'Shop', firstParty: true, authMethod: 'none', redirectUris: [CALLBACK] },
    ...{ grantTypes: ['authorization_code'], scopes: ['openid'] },
  });
  return clientId;
}

/** Signs in like a browser. Returns whether the browser is redirected to the application with a code. */
async function signsIn(clientId, login, password) {
  const browser = browserAt(at('AUTH'));
  const { path: page, csrf } = await browser.go(authorizePath(clientId));
  const { left = '' } = await browser.go(`${page}/login`, { csrf, login, password });
  return left.startsWith(CALLBACK) && new URL(left).searchParams.has('code');
}

function at(surface) {
  return `http://127.0.0.1:${service.ports[surface]}`;
}

async function timed(work) {
  const began = performance.now();
  const value = await work();
  return { value, seconds: ((performance.now() - began) / 1_000).toFixed(1) };
}
