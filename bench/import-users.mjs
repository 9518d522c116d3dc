/**
 * Imports a file of users into an empty database. Measures the time, the CPU, and whether the memory stays constant.
 * Run: npm run bench -- import-users [rows] [hashes] (100,000 by default). With `hashes`, each user has the hash of a
 * password.
 */
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import 'reflect-metadata';
import { databaseOptions } from '../dist/ormconfig.js';
import { createApplication } from '../dist/src/application.js';
import { readConfig } from '../dist/src/config.js';
import { Tenant } from '../dist/src/shared/kernel/index.js';
import { migrate } from '../dist/src/shared/persistence/index.js';
import { readNewUser } from '../dist/src/users/management/new-users.reader.js';
import { ImportTotals, ImportUsers } from '../dist/src/users/import/import-users.service.js';
import { ndjsonUsers } from '../dist/src/users/import/user-lines.parser.js';
import { withServer } from './support/postgres.mjs';

const ROWS = Number(process.argv[2] ?? 100_000);
const HASHES = process.argv[3] === 'hashes';
const DATABASE = 'bench_import_users';
const LAST_NAMES = ['Müller', 'García', 'Nowak', 'Smith', 'Öztürk', 'Dubois', 'Rossi', 'Ivanova', 'Haddad', 'Jensen'];

const base64Of = (text, bytes) =>
  createHash('sha256').update(text).digest().subarray(0, bytes).toString('base64').replace(/=+$/, '');

/** A hash in the format of Keycloak that matches no password. */
const hashOf = (userId) => `$argon2id$v=19$m=7168,t=5,p=1$${base64Of(userId, 16)}$${base64Of(`${userId}.`, 32)}`;

async function writeUsers(file) {
  const out = createWriteStream(file);
  for (let i = 0; i < ROWS; i++) {
    const userId = `user${String(i).padStart(8, '0')}`;
    const user = {
      userId,
      primaryGroup: `group${i % 50}`,
      secondaryGroups: ['gold', 'north'],
      firstName: 'Kim',
      lastName: `${LAST_NAMES[i % 10]}${i % 977}`,
      emailId: `${userId}@example.com`,
      mobileNumber: `+49151${String(i).padStart(8, '0')}`,
      language: 'de',
      ...(HASHES && { passwordHash: hashOf(userId) }),
    };
    if (!out.write(`${JSON.stringify(user)}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

const megabytes = () => Math.round(process.memoryUsage().rss / 1e6);

async function importFile(app, file) {
  const totals = new ImportTotals();
  const memory = [];
  const watch = setInterval(() => memory.push(megabytes()), 250);
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  await app.get(ImportUsers).run(
    {
      tenant: Tenant.of('default', false),
      users: ndjsonUsers(createReadStream(file)),
      read: (user) => readNewUser(user, 'bench'),
      refuse: ({ line, errors }) => console.log(`line ${line}`, errors),
      sendCodes: false,
      dryRun: false,
      signal: new AbortController().signal,
    },
    totals,
  );
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  clearInterval(watch);
  const quarters = [0, 1, 2, 3].map((n) =>
    Math.max(...memory.slice((n * memory.length) / 4, ((n + 1) * memory.length) / 4)),
  );
  console.log(`${totals.created} users in ${seconds.toFixed(1)} s: ${Math.round(totals.created / seconds)} a second`);
  console.log(`this process: ${Math.round((user + system) / totals.created)} µs of CPU a user`);
  console.log(`largest memory in each quarter of the time: ${quarters.join(', ')} MB`);
}

await withServer(async (server) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  await server.sql('postgres', `DROP DATABASE IF EXISTS ${DATABASE}`);
  await server.sql('postgres', `CREATE DATABASE ${DATABASE}`);
  const address = { ...server.address, database: DATABASE };
  await migrate(databaseOptions(address));
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    ENCRYPTION_KEYS: `bench:${createHash('sha256').update('bench').digest('base64')}`,
  });
  Logger.overrideLogger(false);
  const app = await createApplication({ ...config, surfaces: [], databasePool: 4 }, address);
  await writeUsers(join(folder, 'users.ndjson'));
  await importFile(app, join(folder, 'users.ndjson'));
  await app.close();
  await server.sql('postgres', `DROP DATABASE ${DATABASE}`);
  rmSync(folder, { recursive: true });
});
