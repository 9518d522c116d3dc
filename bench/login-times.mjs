/**
 * Whether the time that a failure takes tells if there is such a user: logins and activations that fail, for users who
 * exist and for names that nobody has, in turns. Each name is tried once, since a second try would have to wait.
 * npm run bench -- login-times [rounds]
 */
import { randomUUID } from 'node:crypto';
import { browserAt, portalOf } from './support/callers.mjs';
import { median } from './support/median.mjs';
import { activate, authorizePath, newApplication, newUsers, PASSWORD } from './support/people.mjs';
import { withService } from './support/service.mjs';

const ROUNDS = Number(process.argv[2] ?? 300);

// Hashing is made cheap, so that it does not hide what else takes time: it is the same for everyone.
await withService({ PASSWORD_MEMORY_KIB: '8192', PASSWORD_PASSES: '1' }, async (service) => {
  const portal = await portalOf(service);
  const path = authorizePath(await newApplication(portal));
  const [withPassword, enrolled] = [await newUsers(portal, ROUNDS), await newUsers(portal, ROUNDS)];
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
