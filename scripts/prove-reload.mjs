/**
 * Reloads a program of several processes again and again. Each round sends SIGKILL at another step of the reload: to
 * the old process, its successor, both, or another process. Proves that the configured number of processes serves
 * after each round, and that reloads still work at the end. Run: `node scripts/prove-reload.mjs [rounds] [processes]`.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildIfStale } from './lib/build.mjs';
import { demand, demandSame, heading, proved } from './lib/proof.mjs';
import { RunningProgram } from './lib/running-program.mjs';

const [ROUNDS, PROCESSES] = [Number(process.argv[2] ?? 200), Number(process.argv[3] ?? 2)];
/** The longest delay before a starting process is killed. */
const LONGEST_MS = 4_000;
const PATIENCE_MS = 300_000;

const STARTS = 'A process starts';
const SERVES = 'A process serves';
const ENDS = 'A process is told to end';

/** The process to kill, the log message to wait for, and the longest delay after that message. */
const STEPS = [
  { what: 'the old process, as its successor is born', after: STARTS, victim: 'old' },
  { what: 'the old process, while its successor starts', after: STARTS, within: LONGEST_MS, victim: 'old' },
  { what: 'the successor, as it is born', after: STARTS, victim: 'new' },
  { what: 'the successor, while it starts', after: STARTS, within: LONGEST_MS, victim: 'new' },
  { what: 'both', after: STARTS, within: LONGEST_MS, victim: 'old and new' },
  { what: 'the process beside them', after: STARTS, within: LONGEST_MS, victim: 'other' },
  { what: 'the successor, as it serves', after: SERVES, victim: 'new' },
  { what: 'the old process, as it ends', after: ENDS, victim: 'old' },
  { what: 'the successor, as the old process ends', after: ENDS, within: 200, victim: 'new' },
  {
    what: 'any process, while two reloads follow each other',
    after: STARTS,
    within: LONGEST_MS,
    victim: 'any',
    twice: true,
  },
];

await buildIfStale();
const parent = mkdtempSync(join(tmpdir(), 'countersign-reload-'));
chmodSync(parent, 0o755);
let program;
await proved(prove, {
  tell: () => console.error(program?.lastWords()),
  end: async () => {
    await program?.end();
    rmSync(parent, { recursive: true, force: true });
  },
});

async function prove() {
  const settings = { PROCESSES: String(PROCESSES), LOG_LEVEL: 'debug', TLS_MODE: 'off', SURFACES: 'auth,management' };
  program = await RunningProgram.start(join(parent, 'data'), settings);
  await complete();
  heading(`${ROUNDS} reloads of ${PROCESSES} processes, each with a kill`);
  const killed = new Map();
  for (let round = 0; round < ROUNDS; round++) {
    const step = STEPS[round % STEPS.length];
    await perform(step);
    await complete();
    killed.set(step.what, (killed.get(step.what) ?? 0) + 1);
    if ((round + 1) % STEPS.length === 0) console.log(`  ${round + 1} rounds: ${children().length} processes`);
  }
  for (const [what, times] of killed) console.log(`  ${String(times).padStart(4)} × ${what}`);
  await judge();
}

async function perform({ after, within = 0, victim, twice }) {
  const [before, mark] = [children(), lines().length];
  program.child.kill('SIGHUP');
  const line = await lineSince(mark, after);
  if (twice) program.child.kill('SIGHUP');
  await sleep(Math.random() * within);
  const started = lines()
    .slice(mark)
    .find(({ msg }) => msg === STARTS);
  const old = pidBefore(mark, started.process);
  const others = before.filter((pid) => pid !== old);
  const alive = children();
  const victims = {
    old: [old],
    new: [started.pid],
    'old and new': [old, started.pid],
    other: others.slice(0, 1),
    any: [alive[Math.floor(Math.random() * alive.length)]],
  }[victim];
  for (const pid of victims) kill(pid);
  await lineSince(mark, line.msg);
}

/**
 * The pid of the process with this number before the round. A successor has the number of the process that it replaces.
 */
function pidBefore(mark, number) {
  return lines()
    .slice(0, mark)
    .findLast(({ msg, process: of }) => msg === SERVES && of === number)?.pid;
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // the process has already ended
  }
}

/** Waits until all processes serve, and none is starting or ending. */
async function complete() {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const counts = await figures().catch(() => undefined);
    if (counts?.serving === PROCESSES && counts.starting === 0 && counts.ending === 0) return;
    if (Date.now() > end) throw new Error(`Not complete again: ${JSON.stringify(counts)}, children ${children()}`);
    await sleep(100);
  }
}

async function judge() {
  heading('At the end');
  const [mark, before] = [lines().length, children()];
  program.child.kill('SIGHUP');
  await lineSince(mark, 'Reloaded');
  await complete();
  const now = children();
  demand(
    now.every((pid) => !before.includes(pid)),
    'one more reload replaces every process',
  );
  demandSame(now.length, PROCESSES, `${PROCESSES} processes run, as the system counts them`);
  const { serving, starting, ending } = await figures();
  demandSame(serving + starting + ending, PROCESSES, `${PROCESSES} processes run, as the figure says`);
}

async function figures() {
  const page = await (await fetch(`http://127.0.0.1:${program.ports.OPS}/metrics`)).text();
  return Object.fromEntries(
    [...page.matchAll(/^countersign_processes\{state="(\w+)"\} (\d+)$/gm)].map(([, state, count]) => [
      state,
      Number(count),
    ]),
  );
}

function children() {
  const { pid } = program.child;
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number).filter(isOurs);
}

/** Whether the child process serves requests: the database is a child process too. */
function isOurs(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('start.mjs');
  } catch {
    return false;
  }
}

async function lineSince(mark, text) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = lines()
      .slice(mark)
      .find(({ msg }) => msg === text);
    if (found) return found;
    if (Date.now() > end) throw new Error(`Never said: ${text}`);
    await sleep(5);
  }
}

/** The log entries in which the primary process reports what its worker processes do. */
function lines() {
  return readFileSync(`${program.folder}.log`, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"context":"Processes"'))
    .map((line) => JSON.parse(line));
}
