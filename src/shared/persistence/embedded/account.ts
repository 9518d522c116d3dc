import { chownSync, lstatSync, realpathSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { readIfThere } from './files.js';

/** The user as whom PostgreSQL runs; spread into the options of `spawn`. Undefined stands for our own. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export const ownUid = (): number => process.geteuid?.() ?? 0;
export const runsAsRoot = (): boolean => ownUid() === 0;

/** PostgreSQL refuses to run as root, and wants to own its files: whoever has them already goes on. */
export function chooseAccount(existing: readonly string[]): Account | undefined {
  if (!runsAsRoot()) return undefined;
  const owner = existing.map(lookAt).find((found) => found !== undefined && found.uid !== 0);
  return owner ? { uid: owner.uid, gid: owner.gid } : accountOfTheSystem();
}

export function own(path: string, account: Account | undefined): void {
  if (account) chownSync(path, account.uid, account.gid);
}

/** `initdb` insists on an entry in /etc/passwd, so any other number will not do. No user is ever added. */
function accountOfTheSystem(): Account {
  const users = (readIfThere('/etc/passwd') ?? '').split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const [, , uid, gid] = users.find((user) => user[0] === name) ?? [];
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL does not run as root, and there is no user `postgres` or `nobody` to run it as');
}

/** Whether that account gets to the path, through every folder above it; root itself always does. */
export function mayReach(path: string, account: Account | undefined): boolean {
  if (!account) return true;
  for (let at = resolved(path); at !== undefined; at = dirname(at)) {
    if (!mayPass(statSync(at), account)) return false;
    if (at === dirname(at)) return true;
  }
  return false;
}

/** The execute bit: to run a program, to pass through a folder. */
function mayPass({ mode, uid, gid }: Stats, account: Account): boolean {
  if (uid === account.uid) return (mode & 0o100) !== 0;
  return gid === account.gid ? (mode & 0o010) !== 0 : (mode & 0o001) !== 0;
}

function resolved(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

const lookAt = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });
