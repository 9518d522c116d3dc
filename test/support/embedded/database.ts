import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { EmbeddedPostgres } from '../../../src/development/postgres/embedded-postgres.js';

type Connection = EmbeddedPostgres['connection'];

export async function query<R extends pg.QueryResultRow>(connection: Connection, text: string): Promise<R[]> {
  const client = new pg.Client(connection);
  // The tests kill servers, so the errors of their connections are expected.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

export const answers = (connection: Connection): Promise<boolean> =>
  query(connection, 'select 1').then(
    () => true,
    () => false,
  );

/** Inserts rows 1, 2, 3, … until the connection breaks, and reports after each how many are acknowledged. */
export async function writeUntilBroken(connection: Connection, acknowledged: (count: number) => void): Promise<void> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('create table written (row int primary key)');
    for (let row = 1; ; row++) {
      await client.query('insert into written values ($1)', [row]);
      acknowledged(row);
    }
  } catch {
    await client.end().catch(() => undefined);
  }
}

export const countWritten = async (connection: Connection): Promise<number> =>
  (await query<{ count: number }>(connection, 'select count(*)::int from written'))[0]!.count;

export const postmasterPid = (home: string): number =>
  Number.parseInt(readFileSync(join(home, 'cluster', 'postmaster.pid'), 'utf8'), 10);

/** `kill -0` would also succeed for a zombie, a dead process whose parent has not collected it. */
export function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', `${pid}`], { encoding: 'utf8' });
  return /^[^Z]/.test(stdout.trim());
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(10);
}
