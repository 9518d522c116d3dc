import { mkdtempSync, readFileSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { buildIfStale } from './lib/build.mjs';
import { Caller } from './lib/crash/caller.mjs';
import { Verifications } from './lib/crash/verifications.mjs';
import { RunningProgram } from './lib/running-program.mjs';

/**
 * Kills the process or its database during a thousand writes and a hundred identity verifications, and checks that
 * nothing that was acknowledged is lost. Run: `node scripts/crash-test.mjs [rounds] [writes]`.
 */

const [rounds, writes] = [Number(process.argv[2] ?? 5), Number(process.argv[3] ?? 1_000)];

await buildIfStale();
const parent = mkdtempSync(join(tmpdir(), 'countersign-crash-'));
chmodSync(parent, 0o755);
const folder = join(parent, 'data');
const acknowledged = new Set();
const problems = [];
const verifications = new Verifications();
const verificationLines = [];
let program = await RunningProgram.start(folder);
try {
  console.log('round  killed     acknowledged  refused  ready again  missing  outbox left');
  for (let round = 1; round <= rounds; round++) await perform(round, round % 2 === 1 ? 'process' : 'database');
  await verifyAudit();
} finally {
  await program.end();
  rmSync(parent, { recursive: true, force: true });
}
console.log(`\nVerifications\n${verificationLines.join('\n')}`);
console.log(
  problems.length > 0 ? `\nNOT SOUND: ${problems.join('; ')}` : '\nNothing that was acknowledged is missing.',
);
process.exitCode = problems.length > 0 ? 1 : 0;

async function perform(round, victim) {
  const caller = await Caller.admit(folder, program.ports);
  await verifications.prepare(caller);
  const killAfter = Math.floor(writes * (0.1 + 0.6 * Math.random()));
  let [kept, refused] = [0, 0];
  let killed;
  const kill = () => (killed ??= killNow(victim));
  const people = Math.ceil(writes / 10);
  const verifying = verifications.runAll(Array.from({ length: people }, (_, number) => `verified-${round}-${number}`));
  // Verifications take longer than writes, so the writes begin when a quarter of the verifications are complete.
  await verifications.acknowledgedSome(people / 4, verifying);
  await Promise.all(
    Array.from({ length: writes }, async (_, number) => {
      const userId = `crash-${round}-${number}`;
      if (!(await caller.enrol(userId))) return void refused++;
      acknowledged.add(userId);
      if (++kept === killAfter) kill();
    }),
  );
  await verifying;
  caller.close();
  const seconds = await kill();
  await lookAtVerifications(round);
  const [missing, left] = [await missingUsers(), await outboxLeft()];
  if (missing > 0) problems.push(`round ${round}: ${missing} acknowledged writes are missing`);
  if (left > 0) problems.push(`round ${round}: ${left} events were not delivered`);
  const cells = [kept, refused, `${seconds.toFixed(1)} s`, missing, left];
  const widths = [12, 7, 11, 7, 11];
  console.log(
    `${String(round).padEnd(7)}${victim.padEnd(9)}${cells.map((cell, at) => String(cell).padStart(widths[at] + 2)).join('')}`,
  );
}

async function lookAtVerifications(round) {
  const caller = await Caller.admit(folder, program.ports);
  await verifications.prepare(caller);
  const { acknowledged: done, started } = verifications;
  const line = `${done.size} were acknowledged as VERIFIED, ${started.size} were under way`;
  problems.push(...(await verifications.faults()).map((fault) => `round ${round}: ${fault}`));
  caller.close();
  verificationLines.push(`round ${round}: ${line}`);
}

async function killNow(victim) {
  const began = performance.now();
  if (victim === 'process') {
    await program.kill();
    program = await RunningProgram.start(folder);
  } else {
    await program.killDatabase();
  }
  return (performance.now() - began) / 1_000;
}

async function query(sql, parameters) {
  const { host, port, username, database } = JSON.parse(readFileSync(join(folder, 'running-database.json'), 'utf8'));
  const client = new pg.Client({ host, port, user: username, database });
  await client.connect();
  try {
    return (await client.query(sql, parameters)).rows;
  } finally {
    await client.end();
  }
}

async function missingUsers() {
  const found = await query('SELECT user_id FROM users."user" WHERE user_id = ANY ($1)', [[...acknowledged]]);
  return acknowledged.size - found.length;
}

/** The number of events left in the outbox when none has been delivered for a minute. */
async function outboxLeft() {
  for (let [before, still] = [Infinity, 0]; ;) {
    const [{ left }] = await query('SELECT count(*)::int AS left FROM shared.outbox');
    if (left === 0) return 0;
    still = left < before ? 0 : still + 1;
    before = left;
    if (still > 60) return left;
    await sleep(1_000);
  }
}

/** Verifies the audit log. For half a minute, tries again while the newest entries have no link yet (exit code 2). */
async function verifyAudit() {
  for (let attempt = 1; ; attempt++) {
    const { code, output } = await program.commandLine('audit', 'verify');
    if (code === 2 && attempt < 30) {
      await sleep(1_000);
      continue;
    }
    console.log(`\n${output.split('\n').filter(Boolean)[1] ?? output}`);
    if (code !== 0) problems.push(code === 2 ? 'audit entries have no link' : 'the audit chain is damaged');
    return;
  }
}
