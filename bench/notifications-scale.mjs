/**
 * What the lists of a user, a search and a new notification cost among a million notifications of 100,000 users, beside
 * ten thousand of 1,000. Run: npm run bench -- notifications-scale [rows] (a million by default). Rows are loaded by
 * COPY. PLANS=1 shows the query plans of the large database.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { v7 } from 'uuid';
import { databaseOptions } from '../dist/ormconfig.js';
import { createApplication } from '../dist/src/application.js';
import { readConfig } from '../dist/src/config.js';
import { canonicalContent } from '../dist/packages/evidence/src/index.js';
import { contentDigest } from '../dist/packages/evidence/src/node.js';
import { searchText } from '../dist/src/notifications/notification/content/search-text.js';
import { CreateNotification } from '../dist/src/notifications/requests/create-notification.service.js';
import { MobileOperations } from '../dist/src/notifications/mobile/mobile-operations.service.js';
import { useLogs } from '../dist/src/shared/operations/logs/use-logs.js';
import { Database } from '../dist/src/shared/persistence/database.js';
import { Tenant } from '../dist/src/shared/kernel/tenant.js';
import { median } from './support/statistics.mjs';
import { withServer } from './support/postgres.mjs';

const LARGE = Number(process.argv[2] ?? 1_000_000);
const SMALL = 10_000;
const EACH = 10;
/** One user of each database has had so many. */
const HEAVY = 10_000;
const ROUNDS = 7;
const CALLS = 150;
const tenant = Tenant.of('default', false);

const userId = (i) => `user${String(i).padStart(8, '0')}`;
const content = (i) => ({
  actions: [
    { label: 'Approve', action: 'accept', authlevel: 0 },
    { label: 'Reject', action: 'reject', authlevel: 0 },
  ],
  body: [
    { lng: 'English', subject: `Payment ${i}`, message: `Approve the payment of ${i} EUR to Müller & Söhne?` },
    { lng: 'Deutsch', subject: `Zahlung ${i}`, message: `Zahlung über ${i} EUR an Müller & Söhne freigeben?` },
  ],
});

await withServer(async (server) => {
  const [few, many] = [await load(server, 'bench_small', SMALL), await load(server, 'bench_large', LARGE)];
  console.log(`microseconds a call, median of ${ROUNDS} rounds of ${CALLS}, one caller\n`);
  console.log(`${'operation'.padEnd(28)}${String(SMALL).padStart(10)}${String(LARGE).padStart(12)}    ratio`);
  for (const name of Object.keys(few.operations)) {
    const times = { few: [], many: [] };
    for (let round = 0; round <= ROUNDS; round++) {
      const [a, b] = [await timeOf(few.operations[name]), await timeOf(many.operations[name])];
      if (round === 0) continue; // the first warms
      times.few.push(a);
      times.many.push(b);
    }
    const [a, b] = [median(times.few), median(times.many)];
    console.log(
      `${name.padEnd(28)}${a.toFixed(0).padStart(10)}${b.toFixed(0).padStart(12)}${(b / a).toFixed(2).padStart(9)}`,
    );
  }
  if (process.env.PLANS) await showPlans(many);
  for (const { app, folder } of [few, many]) {
    await app.close();
    rmSync(folder, { recursive: true });
  }
  for (const name of ['bench_small', 'bench_large']) await server.sql('postgres', `DROP DATABASE ${name} WITH (FORCE)`);
});

async function load(server, name, rows) {
  await server.sql('postgres', `DROP DATABASE IF EXISTS ${name}`);
  await server.sql('postgres', `CREATE DATABASE ${name}`);
  const address = { ...server.address, database: name };
  const db = await new DataSource(databaseOptions(address, 4)).initialize();
  await db.runMigrations();
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  chmodSync(folder, 0o755);
  const subs = Array.from({ length: rows / EACH }, () => v7());
  const heavy = v7();
  await writeCsv(join(folder, 'users.csv'), userLines([...subs, heavy]));
  await writeCsv(join(folder, 'notifications.csv'), notificationLines(subs, heavy));
  await db.query(
    `COPY users."user" (sub, enterprise_id, test, user_id, status, previous_statuses, primary_group, secondary_groups,
       language, created_at, updated_at, created_by) FROM '${join(folder, 'users.csv')}' (FORMAT csv)`,
  );
  await db.query(
    `COPY notifications.notification (notification_uuid, enterprise_id, test, sub, user_id, msg_id, request_digest,
       content, content_digest, seal, ds_required, expiry_at, search_text, status, delivery_status, action_response,
       signing_status, created_at, updated_at) FROM '${join(folder, 'notifications.csv')}' (FORMAT csv)`,
  );
  await db.query(`INSERT INTO users.login_name SELECT enterprise_id, test, user_id, sub FROM users."user"`);
  await db.query('VACUUM (ANALYZE)');
  await db.destroy();
  return { ...(await startOn(address, folder)), folder, subs };

  async function startOn(at, dataDir) {
    const config = readConfig({
      NODE_ENV: 'test',
      SURFACES: 'management,mobile',
      TLS_MODE: 'off',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
      ENCRYPTION_KEYS: `bench:${createHash('sha256').update('bench').digest('base64')}`,
    });
    useLogs(config);
    const app = await createApplication(config, at);
    return { app, operations: operationsOf(app, subs, heavy) };
  }
}

function* userLines(subs) {
  for (const [i, sub] of subs.entries()) yield `${sub},default,f,${userId(i)},ACTIVE,{},bench,{},en,now,now,bench\n`;
}

/** Half of a user's notifications are active. */
function* notificationLines(subs, heavy) {
  const quoted = (text) => `"${text.replaceAll('"', '""')}"`;
  for (let i = 0; i < subs.length * EACH + HEAVY; i++) {
    const isHeavy = i >= subs.length * EACH;
    const user = isHeavy ? subs.length : i % subs.length;
    const canonical = canonicalContent(content(i));
    const [status, response] = isHeavy || i < (subs.length * EACH) / 2 ? ['UPDATED', 'accept'] : ['ACTIVE', ''];
    const cells = [v7(), 'default', 'f', subs[user] ?? heavy, userId(user), `m${i}`, 'x', quoted(canonical)];
    const rest = [contentDigest(canonical), 'x', 'f', '2099-01-01', quoted(searchText(content(i))), status, 'NONE'];
    yield `${[...cells, ...rest, response, 'NA', 'now', 'now'].join(',')}\n`;
  }
}

async function writeCsv(file, lines) {
  const out = createWriteStream(file, { mode: 0o644 });
  for (const line of lines) if (!out.write(line)) await once(out, 'drain');
  out.end();
  await once(out, 'finish');
}

function operationsOf(app, subs, heavy) {
  const [mobile, creation] = [app.get(MobileOperations), app.get(CreateNotification)];
  const some = () => Math.floor(Math.random() * subs.length);
  const call =
    (name, values, who = some) =>
    () => {
      const user = who();
      const ref = { sub: subs[user] ?? heavy, userId: userId(user), enterpriseId: 'default', test: false };
      const caller = { user: ref, tenant, clientId: 'bench', grantId: undefined, authTime: undefined };
      return mobile.perform(caller, mobile.read(name, values(user)));
    };
  let made = 0;
  return {
    'GetNotifications (10)': call('GetNotifications', () => [10, '', 1, '', '']),
    'GetNotificationHistory (10)': call('GetNotificationHistory', () => [10, '', 1, '', '', '', '', '', '']),
    'search in the history': call('GetNotificationHistory', () => [10, '', 1, '', '', '', '', 'SOHNE', '']),
    [`history of ${HEAVY} (10)`]: call(
      'GetNotificationHistory',
      () => [10, '', 1, '', '', '', '', '', ''],
      () => subs.length,
    ),
    [`search among ${HEAVY}`]: call(
      'GetNotificationHistory',
      () => [10, '', 1, '', '', '', '', 'SOHNE', ''],
      () => subs.length,
    ),
    create: () =>
      creation.create(tenant, {
        userId: userId(some()),
        msgId: `bench-${made++}`,
        ...content(made),
        expiresInSeconds: 600,
        dsRequired: false,
        pushMessage: null,
        callbackUrl: null,
      }),
  };
}

async function timeOf(call) {
  const start = performance.now();
  for (let i = 0; i < CALLS; i++) await call();
  return ((performance.now() - start) / CALLS) * 1_000;
}

/** As PostgreSQL plans the statements of the lists, with their values. */
async function showPlans({ app, subs }) {
  const db = app.get(Database);
  const where = {
    'active, newest first': `status = 'ACTIVE' AND expiry_at > now() ORDER BY created_at DESC, notification_uuid DESC`,
    'history, newest first': `status <> 'ACTIVE' ORDER BY updated_at DESC, notification_uuid DESC`,
    'search in the history': `status <> 'ACTIVE' AND strpos(search_text, 'sohne') > 0 ORDER BY updated_at DESC, notification_uuid DESC`,
  };
  for (const [name, condition] of Object.entries(where)) {
    const plan = await db.rows(
      `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) SELECT * FROM notifications.notification
       WHERE sub = '${subs[7]}' AND ${condition} LIMIT 10`,
    );
    console.log(`\n${name}\n${plan.map((row) => `  ${row['QUERY PLAN']}`).join('\n')}`);
  }
}
