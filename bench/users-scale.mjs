/**
 * Measures a look-up, a page of the list, and searches for users by name, address, phone number and id, among a million
 * users, compared with ten thousand. The rows are loaded by COPY. The table of the words in users' names and the
 * indexes for substrings are filled afterwards, which takes a third of the time.
 * Run: npm run bench -- users-scale [rows] (a million by default).
 */
import { once } from 'node:events';
import { chmodSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { v7 } from 'uuid';
import { databaseOptions } from '../dist/ormconfig.js';
import { Tenant } from '../dist/src/shared/kernel/index.js';
import { Database } from '../dist/src/shared/persistence/index.js';
import { UserList } from '../dist/src/users/user-list/user-list.service.js';
import { UserSearch } from '../dist/src/users/user-list/user-search.repository.js';
import { UserRepository } from '../dist/src/users/user/user.repository.js';
import { median } from './support/statistics.mjs';
import { withServer } from './support/postgres.mjs';

const LARGE = Number(process.argv[2] ?? 1_000_000);
const SMALL = 10_000;
const ROUNDS = 5;
const CALLS = 200;
const tenant = Tenant.of('default', false);

const LAST_NAMES = ['Müller', 'García', 'Nowak', 'Smith', 'Öztürk', 'Dubois', 'Rossi', 'Ivanova', 'Haddad', 'Jensen'];
const FIRST_NAMES = ['Ana', 'Jörg', 'Maria', 'Kim', 'José', 'Ayşe', 'Ivan', 'Noor', 'Lena', 'Tom', 'Mina'];
const userId = (i) => `user${String(i).padStart(8, '0')}`;

const mobileOf = (i) => `+49151${String(i).padStart(8, '0')}`;

async function load(server, name, rows) {
  await server.sql('postgres', `DROP DATABASE IF EXISTS ${name}`);
  await server.sql('postgres', `CREATE DATABASE ${name}`);
  const db = await new DataSource(databaseOptions({ ...server.address, database: name }, 4)).initialize();
  await db.runMigrations();
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  chmodSync(folder, 0o755);
  const file = join(folder, 'users.csv');
  await writeCsv(file, rows);
  const parts = await db.query(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE schemaname = 'users' AND indexname LIKE '%\\_parts'`,
  );
  for (const { name: index } of parts) await db.query(`DROP INDEX users.${index}`);
  await db.query('ALTER TABLE users."user" DISABLE TRIGGER new_name_words');
  await db.query(
    `COPY users."user" (sub, enterprise_id, test, user_id, status, previous_statuses, primary_group, secondary_groups,
       first_name, last_name, email_id, mobile_number, language, created_at, updated_at, created_by) FROM '${file}' (FORMAT csv)`,
  );
  await db.query(`INSERT INTO users.login_name SELECT enterprise_id, test, user_id, sub FROM users."user"`);
  await db.query(
    `INSERT INTO users.name_word SELECT enterprise_id, test, unnest(users.name_words(first_name, last_name)), sub FROM users."user"`,
  );
  await db.query('ALTER TABLE users."user" ENABLE TRIGGER new_name_words');
  for (const { definition } of parts) await db.query(definition);
  await db.query('ANALYZE');
  rmSync(folder, { recursive: true });
  return db;
}

async function writeCsv(file, rows) {
  const out = createWriteStream(file, { mode: 0o644 });
  for (let i = 0; i < rows; i++) {
    const last = `${LAST_NAMES[i % 10]}${i % 977}`;
    const status = i % 20 === 0 ? 'DELETED' : i % 3 === 0 ? 'CREATED' : 'ACTIVE';
    const line = `${v7()},default,f,${userId(i)},${status},{},group${i % 50},{},${FIRST_NAMES[i % 11]},${last},${userId(i)}@example.com,${mobileOf(i)},en,now,now,bench\n`;
    if (!out.write(line)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

function operations(db, rows) {
  const database = new Database(db);
  const users = new UserRepository(database, database, undefined, db);
  const list = new UserList(users, new UserSearch(database, db));
  const some = () => Math.floor(Math.random() * rows);
  return {
    lookup: () => users.find(tenant, userId(some())),
    'list page of 50': () => list.page(tenant, {}, 50, [userId(some())]),
    'group page of 50': () => list.page(tenant, { group: 'group7' }, 50, [userId(some())]),
    'prefix search, narrow': () => list.page(tenant, { q: userId(some()).slice(0, 11) }, 50),
    'prefix search, wide': () => list.page(tenant, { q: 'u' }, 50),
    'prefix search, name': () => list.page(tenant, { q: 'müll' }, 50),
    'first and last name': () => list.page(tenant, { q: `ana smith${some() % 977}` }, 50),
    'last and first name': () => list.page(tenant, { q: `smith${some() % 977} ana` }, 50),
    'ü by u': () => list.page(tenant, { q: `muller${some() % 977}` }, 50),
    'ü by ue': () => list.page(tenant, { q: `mueller${some() % 977}` }, 50),
    'e-mail address': () => list.page(tenant, { q: `${userId(some())}@example.com` }, 50),
    'phone number': () => list.page(tenant, { q: mobileOf(some()) }, 50),
    'end of a phone number': () => list.page(tenant, { q: mobileOf(some()).slice(-7) }, 50),
    'user id': () => list.page(tenant, { q: userId(some()) }, 50),
    'two wide beginnings': () => list.page(tenant, { q: 'a s' }, 50),
    'inside a name': () => list.page(tenant, { q: `bois${some() % 977}` }, 50),
  };
}

async function timeOf(call) {
  const start = performance.now();
  for (let i = 0; i < CALLS; i++) await call();
  return ((performance.now() - start) / CALLS) * 1000;
}

await withServer(async (server) => {
  const small = await load(server, 'bench_small', SMALL);
  const large = await load(server, 'bench_large', LARGE);
  const [few, many] = [operations(small, SMALL), operations(large, LARGE)];
  console.log(`microseconds a call, median of ${ROUNDS} rounds of ${CALLS}, one caller\n`);
  console.log(`${'operation'.padEnd(24)}${String(SMALL).padStart(10)}${String(LARGE).padStart(12)}    ratio`);
  for (const name of Object.keys(few)) {
    const times = { few: [], many: [] };
    await timeOf(few[name]);
    await timeOf(many[name]);
    for (let round = 0; round < ROUNDS; round++) {
      times.few.push(await timeOf(few[name]));
      times.many.push(await timeOf(many[name]));
    }
    const [a, b] = [median(times.few), median(times.many)];
    console.log(
      `${name.padEnd(24)}${a.toFixed(0).padStart(10)}${b.toFixed(0).padStart(12)}${(b / a).toFixed(2).padStart(9)}`,
    );
  }
  for (const db of [small, large]) await db.destroy();
  for (const name of ['bench_small', 'bench_large']) await server.sql('postgres', `DROP DATABASE ${name}`);
});
