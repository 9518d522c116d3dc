/**
 * Backs up a database while the service uses it. After more changes, the database is lost, and the backup is restored
 * to another server. Proves what is restored, still valid, or lost, as docs/operators/backup-and-restore.md says.
 * Run: `node scripts/prove-restore.mjs [dump|base|point]`. `dump` uses `pg_dump`, and `base` uses `pg_basebackup`.
 * `point` also uses a WAL archive to recover to a moment after the backup. It needs PostgreSQL 15 or later with its
 * tools.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { buildIfStale } from './lib/build.mjs';
import { Visit } from './lib/crash/visit.mjs';
import { freePorts } from './lib/free-ports.mjs';
import { makePeople } from './lib/notifications/people.mjs';
import { demand, demandSame, heading, proved } from './lib/proof.mjs';
import { fromRoot } from './lib/root.mjs';
import { RunningProgram } from './lib/running-program.mjs';

const KIND = process.argv[2] ?? 'dump';
const TO_A_MOMENT = KIND === 'point';
const BACK = 'https://portal.example/back';

await buildIfStale();
const { installedServer, recoverTo } = await import('./lib/restore/database-tools.mjs');
const { Enterprise } = await import('./lib/restore/enterprise.mjs');
const parent = mkdtempSync(join(tmpdir(), 'countersign-restore-'));
chmodSync(parent, 0o755);
const [folder, dump] = [join(parent, 'program'), join(parent, 'countersign.dump')];
mkdirSync(folder);
const file = (name) => join(parent, name);
const keyOf = (word) => `${word}:${createHash('sha256').update(`${parent} ${word}`).digest('base64')}`;
const ports = await freePorts(['AUTH', 'MANAGEMENT', 'IDV', 'MOBILE', 'CONSOLE', 'OPS']);
const urls = Object.fromEntries(
  ['AUTH', 'MANAGEMENT', 'IDV', 'MOBILE'].map((name) => [`${name}_URL`, `https://localhost:${ports[name]}`]),
);
const settings = { NODE_ENV: 'development', ENCRYPTION_KEYS: keyOf('kept'), ...urls };
let [server, program, enterprise] = [];
let moment;
await proved(prove, {
  end: async () => {
    await lose();
    rmSync(parent, { recursive: true, force: true });
  },
});

async function prove() {
  heading('Before the backup');
  server = await installedServer(file('first'));
  if (TO_A_MOMENT) await server.archiveTo(file('archive'));
  await begin();
  const [payer, blocked] = await makePeople({ ...settings, DATABASE_URL: server.url }, 2);
  const open = await enterprise.ask(payer.userId, 'open');
  const answered = await enterprise.answered(payer, await enterprise.ask(payer.userId, 'answered'));
  demandSame(answered.signing_status, 'Verified', 'an answer is signed, and Verified');
  const verification = await underWay();
  await auditVerified('before.jws');

  heading('The backup, while the service runs');
  backUp();

  heading('After the backup');
  const late = await enterprise.answered(payer, await enterprise.ask(payer.userId, 'late'));
  keep('late.json', JSON.stringify(late.evidence));
  keep('keys.json', await enterprise.publishedKeys());
  await enterprise.demand('PUT', `/v1/users/${blocked.userId}/status`, { status: 'BLOCKED' });
  demandSame(await statusOf(blocked), 'BLOCKED', 'a user is blocked');
  if (TO_A_MOMENT) await noteMoment();
  await enrolThousand();
  await auditVerified('after.jws');
  if (TO_A_MOMENT) await server.archiveAll();
  await lose();

  heading('Restore to another server');
  if (TO_A_MOMENT) recoverTo(file('second'), file('archive'), moment);
  server = await installedServer(file('second'));
  if (KIND === 'dump') server.restore(dump);
  await refusedWithoutItsKeys();
  await judgeBeforeStart();

  heading('First start on that server');
  await begin();
  const found = await enterprise.demand('GET', `/v1/notifications/${answered.notification_uuid}`);
  demandSame(JSON.stringify(found), JSON.stringify(answered), 'the signed answer reads as before: its seals hold');
  keep('found.json', JSON.stringify(found.evidence));
  const checked = commandLine('evidence', 'verify', file('found.json'));
  demandSame(checked.code, 0, `its evidence: ${checked.output.split('\n', 1)[0]}`);
  const now = await enterprise.answered(payer, open);
  demandSame(now.signing_status, 'Verified', 'an open question can be answered and signed on the same phone');
  verification.visit.caller = enterprise.caller;
  await toTheEnd(verification);

  heading('What is lost');
  const kept = commandLine('evidence', 'verify', file('late.json'), '--keys', file('keys.json'));
  demandSame(kept.code, 0, 'the evidence of the late answer, which the enterprise keeps, is valid');
  const again = await enterprise.send('GET', `/v1/notifications/${late.notification_uuid}`);
  const enrolled = await enterprise.send('GET', '/v1/users/late-0');
  if (TO_A_MOMENT) {
    demandSame(again.status, 200, 'what was asked after the backup and before the moment is there');
    demandSame(await statusOf(blocked), 'BLOCKED', 'who was blocked after the backup stays BLOCKED');
    demandSame(enrolled.status, 404, 'those who were enrolled after the moment are not there');
  } else {
    demandSame(again.status, 404, 'a question asked after the backup is missing');
    demandSame(enrolled.status, 404, 'so is a user enrolled after it');
    demandSame(await statusOf(blocked), 'ACTIVE', 'a user blocked after the backup is ACTIVE again');
  }
  await auditVerified('restored.jws');
}

function backUp() {
  if (KIND !== 'dump') {
    server.copyTo(file('second'));
    return console.log('✓ pg_basebackup has copied the files of the server');
  }
  server.backUp(dump);
  console.log(`✓ pg_dump has written ${Math.round(statSync(dump).size / 1024)} KiB`);
}

/** Stores the moment to recover to. No transaction commits near it, because recovery compares commit times with it. */
async function noteMoment() {
  await sleep(1_000);
  moment = new Date();
  await sleep(1_000);
  console.log('✓ the moment to go back to is noted');
}

async function begin() {
  program = await RunningProgram.start(folder, { ...settings, DATABASE_URL: server.url }, ports);
  enterprise = await Enterprise.of(folder, ports);
}

async function lose() {
  enterprise?.close();
  await program?.end();
  await server?.stop();
  [server, program, enterprise] = [];
}

/** Enrols so many users that a checkpoint over their audit entries is signed. */
async function enrolThousand() {
  const { caller } = enterprise;
  const made = await Promise.all(Array.from({ length: 1_000 }, (_, number) => caller.enrol(`late-${number}`)));
  demandSame(made.filter(Boolean).length, 1_000, 'a thousand users are enrolled');
}

/** Starts a verification, sends the pictures of a document, and stops there. */
async function underWay() {
  const client = await enterprise.testClient();
  const userId = 'half-way';
  const given = { userId, primaryGroup: 'proof', preferredStatus: 'ONBOARDING' };
  await enterprise.demand('POST', '/v1/users', given, client);
  const opened = await enterprise.demand('POST', '/v1/idvWebTokens', { userId, redirectUrl: BACK }, client);
  const picture = { create: { width: 1_400, height: 900, channels: 3, background: '#a7b0b8' } };
  const visit = new Visit(enterprise.caller, await sharp(picture).jpeg().toBuffer());
  await visit.start(opened.web_session_id);
  for (const step of ['consent', 'document', 'front', 'back']) await visit.act((await at(visit, step)).step);
  await at(visit, 'confirm');
  console.log('✓ the pictures of a document are stored, and the user has not gone on');
  return { visit, client, token: opened.web_session_id };
}

async function at(visit, expected) {
  const found = await visit.step();
  if (found.step !== expected) throw new Error(`The user is at ${found.step}, not at ${expected}`);
  return found;
}

async function toTheEnd({ visit, client, token }) {
  for (const step of ['confirm', 'selfie', 'optIn']) await visit.act((await at(visit, step)).step);
  const { status } = await enterprise.demand('GET', `/v1/idvWebTokens/${token}`, undefined, client);
  demandSame(status, 'VERIFIED', 'the verification continues with the stored pictures');
}

/** Checks the restored database before any process writes to it. */
async function judgeBeforeStart() {
  const migrated = commandLine('migrate');
  demandSame(migrated.output.trim(), 'The database was up to date.', 'no migration is missing');
  const earlier = commandLine('audit', 'verify', '--checkpoint', file('before.jws'));
  demandSame(earlier.code, 0, `audit verify: ${line(earlier, /^Nothing was damaged/)}`);
  const later = commandLine('audit', 'verify', '--checkpoint', file('after.jws'));
  demandSame(
    later.code,
    1,
    `with a checkpoint from after the backup: ${line(later, /^ +(The given checkpoint|Link)/)}`,
  );
}

function commandLine(...words) {
  const env = { ...process.env, ...settings, DATABASE_URL: server.url, DATA_DIR: folder };
  const { status, stdout } = spawnSync(process.execPath, [fromRoot('scripts/cli.mjs'), ...words], {
    env,
    encoding: 'utf8',
  });
  return { code: status, output: stdout };
}

async function refusedWithoutItsKeys() {
  const env = { ...settings, ENCRYPTION_KEYS: keyOf('another'), DATABASE_URL: server.url };
  const words = await RunningProgram.start(folder, env, ports).then(
    () => 'it starts',
    (error) => error.message,
  );
  const [told] = /No key \\?"kept\\?" in the ring/.exec(words) ?? [];
  demand(told, `without the keys from that time, it does not start: ${(told ?? words).replaceAll('\\', '')}`);
}

/** Verifies the audit log once its latest entries are linked, and stores the checkpoint. */
async function auditVerified(name) {
  for (let tries = 0; tries < 20; tries++) {
    const { code, output } = commandLine('audit', 'verify');
    if (code === 1) throw new Error(output);
    if (code === 0) return keepCheckpoint(name, output);
    await sleep(500);
  }
  throw new Error('Entries stay without a link');
}

function keepCheckpoint(name, output) {
  keep(name, output.trim().split('\n').at(-1));
  console.log(`✓ audit verify: ${line({ output }, /^Nothing was damaged/)}`);
}

async function statusOf({ userId }) {
  return (await enterprise.demand('GET', `/v1/users/${userId}`)).status;
}

function keep(name, text) {
  writeFileSync(file(name), text);
}

function line({ output }, like) {
  const found = output.split('\n').find((text) => like.test(text));
  return (found ?? output).trim();
}
