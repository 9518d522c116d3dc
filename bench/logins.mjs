/**
 * Measures logins by password, compared with password hashing alone in the same run. It also shows for what share of
 * the time the service hashes as many passwords at once as it may, and how long the event loop is blocked. Other work
 * on the same cores makes hashing slower than it is alone.
 * Run: npm run bench -- logins
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../dist/src/config.js';
import { browserAt, portalOf } from './support/callers.mjs';
import { cpuSeconds } from './support/cpu.mjs';
import { median } from './support/statistics.mjs';
import { activate, authorizePath, newApplication, newUsers, PASSWORD } from './support/people.mjs';
import { withService } from './support/service.mjs';

const ROUNDS = 5;
const SECONDS = 5;
const PEOPLE = 16;
/** The interval in milliseconds at which the service samples the delay of its event loop. */
const LOOKS_EVERY = 10;

const { passwordMemoryKib, passwordPasses, passwordLanes } = readConfig({});
const parameters = {
  PASSWORD_MEMORY_KIB: String(passwordMemoryKib),
  PASSWORD_PASSES: String(passwordPasses),
  PASSWORD_LANES: String(passwordLanes),
};
const bare = fork(fileURLToPath(new URL('peers/bare-argon2.mjs', import.meta.url)), {
  env: { ...process.env, ...parameters },
});
const said = () => new Promise((resolve) => bare.once('message', resolve));
await said();
try {
  await withService(parameters, measure);
} finally {
  bare.kill();
}

async function measure(service) {
  const portal = await portalOf(service);
  const path = authorizePath(await newApplication(portal));
  const people = await newUsers(portal, PEOPLE);
  for (const login of people) await activate(browserAt(service.at('auth')), path, login);

  await logins(service, path, people); // warm-up
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const alone = await measured(bare.pid, async () => {
      bare.send(SECONDS);
      return said();
    });
    const before = await metricsOf(service); // resets the measured delay of the event loop, which covers the time since the last call
    const whole = await measured(service.pid, async () => ({ aSecond: await logins(service, path, people) }));
    const after = await metricsOf(service);
    const full = (after.hashingFull - before.hashingFull) / (after.at - before.at);
    rounds.push({ alone, whole: { ...whole, apart: after.apart }, full });
  }
  const told = (title, of, digits) =>
    console.log(`${title.padEnd(52)}${median(rounds.map(of)).toFixed(digits).padStart(8)}`);
  console.log(`median of ${ROUNDS} rounds of ${SECONDS} s, ${PEOPLE} people at once\n`);
  told('checks of a password a second, argon2 alone', (round) => round.alone.aSecond, 1);
  told('logins a second, on the same cores as all else', (round) => round.whole.aSecond, 1);
  told('ratio', (round) => round.whole.aSecond / round.alone.aSecond, 2);
  told('share of the time with no turn at hashing free', (round) => round.full, 2);
  told('CPU of the service for a login, ms', (round) => round.whole.cpuMs, 1);
  told('  of which hashing, ms', (round) => round.alone.cpuMs, 1);
  for (const [title, of] of [
    ['longest that the event loop was held up, ms', ({ whole }) => heldUp(whole)],
    ['  one that does nothing, beside argon2 alone, ms', ({ alone }) => heldUp(alone)],
  ]) {
    told(title, of, 1);
    console.log(
      `${'    in the worst round'.padEnd(52)}${Math.max(...rounds.map(of))
        .toFixed(1)
        .padStart(8)}`,
    );
  }
}

function heldUp({ apart }) {
  return apart * 1_000 - LOOKS_EVERY;
}

/** Runs the work. Adds the CPU time of the process for each unit of work to its result. */
async function measured(pid, work) {
  const before = cpuSeconds(pid);
  const done = await work();
  return { ...done, cpuMs: ((cpuSeconds(pid) - before) * 1_000) / (done.aSecond * SECONDS) };
}

/** Logins per second. Each login uses a new browser, and goes from the application to the login page and back. */
async function logins(service, path, people) {
  let done = 0;
  const until = performance.now() + SECONDS * 1_000;
  const keepLoggingIn = async (login) => {
    for (; performance.now() < until; done++) {
      const browser = browserAt(service.at('auth'));
      const { path: page, csrf } = await browser.go(path);
      const { left } = await browser.go(`${page}/login`, { csrf, login, password: PASSWORD });
      if (!left) throw new Error(`${login} could not log in`);
    }
  };
  await Promise.all(people.map(keepLoggingIn));
  return done / SECONDS;
}

async function metricsOf(service) {
  const metrics = await (await fetch(`${service.at('ops')}/metrics`)).text();
  const value = (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
  return {
    at: performance.now() / 1_000,
    hashingFull: value('countersign_password_hashing_full_seconds_total'),
    apart: value('nodejs_eventloop_lag_max_seconds'),
  };
}
