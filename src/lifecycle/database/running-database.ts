import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { DatabaseAddress } from '../../../ormconfig.js';
import { dataFolder } from '../data-folder.js';

export type SocketAddress = Extract<DatabaseAddress, { host: string }>;

/** Tells the command line where the embedded database of a running process is. Returns how to take that back. */
export function announceRunningDatabase(dataDir: string, address: SocketAddress): () => void {
  const path = dataFolder({ dataDir }).runningDatabase;
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ pid: process.pid, ...address }), { mode: 0o600 });
  renameSync(draft, path);
  return () => rmSync(path, { force: true });
}

/** Undefined when that process has not got so far yet, or the file is of one that was killed. */
export function runningDatabase(dataDir: string, pid: number): SocketAddress | undefined {
  try {
    const told: unknown = JSON.parse(readFileSync(dataFolder({ dataDir }).runningDatabase, 'utf8'));
    return isAnnouncement(told) && told.pid === pid ? addressIn(told) : undefined;
  } catch {
    return undefined;
  }
}

const addressIn = ({ host, port, username, database }: SocketAddress): SocketAddress => ({
  host,
  port,
  username,
  database,
});

function isAnnouncement(told: unknown): told is SocketAddress & { pid: number } {
  if (typeof told !== 'object' || told === null) return false;
  const { pid, host, port, username, database } = told as Record<string, unknown>;
  return [pid, port].every(Number.isInteger) && [host, username, database].every((text) => typeof text === 'string');
}
