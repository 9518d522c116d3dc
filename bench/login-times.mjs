/**
 * Checks that the duration of an answer does not reveal whether a user exists. It compares failed logins, activations
 * and codes, and requests for a new password, for existing users and for unknown names, in turns and with several tries
 * for each name. For a first try, the password is checked; for one that follows too soon, it is not.
 * Run: npm run bench -- login-times [names of each kind]
 */
import { createHash, randomUUID } from 'node:crypto';
import { browserAt, portalOf } from './support/callers.mjs';
import { activate, authorizePath, newApplication, newUsers, PASSWORD } from './support/people.mjs';
import { withServer } from './support/postgres.mjs';
import { withService } from './support/service.mjs';
import { bestThreshold, mannWhitneyP, median } from './support/statistics.mjs';

const NAMES = Number(process.argv[2] ?? 60);
const TRIES = 12;
/** The number of codes that may be requested for a name within an hour. */
const ASKED = 3;
const DATABASE = 'bench_logins';

const allow = `UPDATE auth.login_tries SET open_at = now() - interval '1 second'`;
const refuse = `UPDATE auth.login_tries SET open_at = now() + interval '10 minutes'`;

await withServer(async (server) => {
  const { host, port, username } = server.address;
  await server.sql('postgres', `DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
  await server.sql('postgres', `CREATE DATABASE ${DATABASE}`);
  const env = {
    NODE_ENV: 'development',
    DATABASE_URL: `postgres://${username}@/${DATABASE}?host=${encodeURIComponent(host)}&port=${port}`,
    ENCRYPTION_KEYS: `bench:${createHash('sha256').update('bench').digest('base64')}`,
    // Hashing is set to be fast, because it takes the same time for every name, and would hide other differences.
    PASSWORD_MEMORY_KIB: '8192',
    PASSWORD_PASSES: '1',
    RECOVERY_CODES_PER_NETWORK: '1000000',
    RECOVERY_CODES_PER_ENTERPRISE: '1000000',
  };
  try {
    await withService(env, (service) => measure(service, (text) => server.sql(DATABASE, text)));
  } finally {
    await server.sql('postgres', `DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
  }
});

async function measure(service, sql) {
  // SQL changes the setting before any process has read and cached it.
  await sql(`UPDATE users.enterprise SET sign_in = '{"recovery": "mail"}'`);
  const portal = await portalOf(service);
  const path = authorizePath(await newApplication(portal));
  const [withPassword, enrolled] = [await newUsers(portal, NAMES), await newUsers(portal, NAMES)];
  for (const login of withPassword) await activate(browserAt(service.at('auth')), path, login);

  const browser = browserAt(service.at('auth'));
  const { path: page, csrf } = await browser.go(path);
  const login = (name) => browser.go(`${page}/login`, { csrf, login: name, password: 'not the password' });
  const enter = (name) =>
    browser.go(`${page}/activate`, { csrf, login: name, activation_code: 'WRONGCODE2', new_password: PASSWORD });
  const [some, others] = [namesOfNobody(), namesOfNobody()];
  const users = { 'a user with a password': withPassword, 'a user without one': enrolled };
  for (const name of [...some, ...others, ...withPassword, ...enrolled]) await login(name);
  await compare('Too soon', login, some, { 'nobody, for comparison': others, ...users }, { before: () => sql(refuse) });
  await compare(
    'First tries',
    login,
    some,
    { 'nobody, for comparison': others, ...users },
    { before: () => sql(allow) },
  );
  await compare('Activations', enter, some, {
    'nobody, for comparison': others,
    'a user who waits for it': enrolled,
    'a user who has done it': withPassword,
  });
  const forget = (name) => browser.go(`${page}/recover`, { csrf, login: name });
  const code = (name) => browser.go(`${page}/recover/code`, { csrf, login: name, code: 'WRONGCODE2' });
  const all = { 'nobody, for comparison': others, ...users };
  await compare('New passwords', forget, some, all, { tries: ASKED, expected: 200 });
  await compare('Codes for them', code, some, all);
}

function namesOfNobody() {
  return Array.from({ length: NAMES }, () => `n-${randomUUID()}`);
}

async function compare(
  title,
  attempt,
  nobody,
  kinds,
  { before = () => undefined, tries = TRIES, expected = 403 } = {},
) {
  const cases = Object.entries({ nobody, ...kinds });
  const times = new Map(cases.flatMap(([, names]) => names.map((name) => [name, []])));
  for (let round = 0; round < tries; round++) {
    await before();
    for (const name of shuffled([...times.keys()])) times.get(name).push(await timed(attempt, name, expected));
  }
  const all = (names) => names.flatMap((name) => times.get(name));
  const perName = (names) => names.map((name) => median(times.get(name)));
  console.log(`${title}: ${NAMES} names of each kind, ${tries} tries a name`);
  console.log(`${' '.repeat(34)}median ms   Mann–Whitney p   told right by ${tries} tries`);
  for (const [kind, names] of cases) {
    const p = kind === 'nobody' ? '' : mannWhitneyP(all(nobody), all(names)).toFixed(4);
    const right = kind === 'nobody' ? '' : `${(100 * bestThreshold(perName(nobody), perName(names))).toFixed(0)} %`;
    console.log(`${kind.padEnd(34)}${median(all(names)).toFixed(2).padStart(9)}${p.padStart(17)}${right.padStart(26)}`);
  }
  console.log();
}

async function timed(attempt, name, expected) {
  const begun = performance.now();
  const { status } = await attempt(name);
  const taken = performance.now() - begun;
  if (status !== expected) throw new Error(`A try was answered by ${status}`);
  return taken;
}

function shuffled(list) {
  const keyed = list.map((item) => [Math.random(), item]);
  return keyed.sort(([a], [b]) => a - b).map(([, item]) => item);
}
