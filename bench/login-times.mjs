/**
 * Whether the time that a failure takes tells if there is such a user: logins and activations that fail, for users who
 * exist and for names that nobody has, in turns. Each name is tried once, since a second try would have to wait.
 * npm run bench -- login-times [rounds]
 */
import { createHash, randomUUID } from 'node:crypto';
import { withService } from './service.mjs';
import { browserAt, median, portalOf } from './support.mjs';

const ROUNDS = Number(process.argv[2] ?? 300);
const CALLBACK = 'https://app.example/callback';
const CODE = 'K7PQ-2MZX';
const PASSWORD = 'lamp orbit velvet 27 canoe';
const BATCH = 500;

// Hashing is made cheap, so that it does not hide what else takes time: it is the same for everyone.
await withService({ PASSWORD_MEMORY_KIB: '8192', PASSWORD_PASSES: '1' }, async (service) => {
  const portal = await portalOf(service);
  const path = authorizePath(await newApplication(portal));
  const [withPassword, enrolled] = [await newUsers(portal), await newUsers(portal)];
  for (const login of withPassword) await activate(browserAt(service.at('auth')), path, login);

  const browser = browserAt(service.at('auth'));
  const { path: page, csrf } = await browser.go(path);
  const login = (name) => browser.go(`${page}/login`, { csrf, login: name, password: 'not the password' });
  const enter = (name) =>
    browser.go(`${page}/activate`, { csrf, login: name, activation_code: 'WRONGCODE2', new_password: PASSWORD });
  await compare('Logins', login, {
    'nobody, for comparison': nobody,
    'a user with a password': (round) => withPassword[round],
    'a user without one': (round) => enrolled[round],
  });
  await compare('Activations', enter, {
    'nobody, for comparison': nobody,
    'a user who waits for it': (round) => enrolled[round],
    'a user who has done it': (round) => withPassword[round],
  });
});

async function compare(title, attempt, kinds) {
  const cases = Object.entries({ nobody, ...kinds });
  const times = Object.fromEntries(cases.map(([kind]) => [kind, []]));
  for (let i = 0; i < 20; i++) await attempt(nobody()); // warm
  for (let round = 0; round < ROUNDS; round++) {
    for (const [kind, nameOf] of shuffled(cases)) times[kind].push(await timed(attempt, nameOf(round)));
  }
  console.log(`${title}, ${ROUNDS} rounds of each${' '.repeat(12)}median    difference`);
  for (const [kind, values] of Object.entries(times)) {
    const difference = median(values.map((value, round) => value - times.nobody[round]));
    console.log(
      `${kind.padEnd(34)}${median(values).toFixed(2).padStart(8)} ms${difference.toFixed(2).padStart(10)} ms`,
    );
  }
  console.log();
}

function nobody() {
  return `n-${randomUUID()}`;
}

async function timed(attempt, name) {
  const begun = performance.now();
  const { status } = await attempt(name);
  const taken = performance.now() - begun;
  if (status !== 403) throw new Error(`A try was answered by ${status}`);
  return taken;
}

function shuffled(list) {
  const keyed = list.map((item) => [Math.random(), item]);
  return keyed.sort(([a], [b]) => a - b).map(([, item]) => item);
}

async function newUsers(portal) {
  const ids = Array.from({ length: ROUNDS }, () => `u-${randomUUID()}`);
  for (let from = 0; from < ROUNDS; from += BATCH) {
    const users = ids.slice(from, from + BATCH);
    await portal('/v1/userBatches', {
      users: users.map((userId) => ({ userId, primaryGroup: 'bench', predefinedCode: CODE })),
    });
  }
  return ids;
}

async function activate(browser, path, login) {
  const { path: page } = await browser.go(path);
  const { csrf } = await browser.go(`${page}/activate`);
  const { left } = await browser.go(`${page}/activate`, {
    ...{ csrf, login, activation_code: CODE, new_password: PASSWORD },
  });
  if (!left) throw new Error(`${login} was not activated`);
}

async function newApplication(portal) {
  const { clientId } = await portal('/v1/clients', {
    ...{ clientName: 'Bench', firstParty: true, authMethod: 'none', redirectUris: [CALLBACK] },
    ...{ grantTypes: ['authorization_code'], scopes: ['openid'] },
  });
  return clientId;
}

function authorizePath(clientId) {
  const challenge = createHash('sha256').update(randomUUID()).digest('base64url');
  const asked = { client_id: clientId, response_type: 'code', scope: 'openid', redirect_uri: CALLBACK };
  const proof = { code_challenge: challenge, code_challenge_method: 'S256' };
  return `/service/authserver/oauth/authorize?${new URLSearchParams({ ...asked, ...proof })}`;
}
