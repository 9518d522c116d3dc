import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    // ESRCH: the process that a file in /proc describes ended after the file was opened.
    if (['ENOENT', 'ENOTDIR', 'ESRCH'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/**
 * Creates a file, or returns false if it already exists. Writes a draft and hard-links it to the final name, so that
 * nobody reads a half-written file.
 */
export function createFile(path: string, content: string): boolean {
  const draft = writeDraft(path, content);
  try {
    return succeeds(() => linkSync(draft, path));
  } catch (error) {
    // Without hard links (on Windows and in some clouds), the new file is empty for a moment.
    if (!['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'].includes(errorCode(error) ?? '')) throw error;
    return succeeds(() => writeFileSync(path, content, { flag: 'wx' }));
  } finally {
    rmSync(draft, { force: true });
  }
}

function succeeds(create: () => void): boolean {
  try {
    create();
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

export function replaceFile(path: string, content: string): void {
  renameSync(writeDraft(path, content), path);
}

function writeDraft(path: string, content: string): string {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, content, { flag: 'wx', mode: 0o644, flush: true });
  return draft;
}

/** Syncs a folder, so that its new or renamed entries survive a power failure. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Creates a folder that PostgreSQL's user can pass through. An existing folder keeps its mode, because the operator
 * chose it, unless the folder is empty and belongs to root, as after `mktemp -d`.
 */
export function makeFolder(folder: string): void {
  const made = mkdirSync(folder, { recursive: true });
  if (made !== undefined || (runsAsRoot() && isTrusted(folder, [0]) && readdirSync(folder).length === 0)) {
    allowTraversal(folder);
  }
}

/**
 * Creates a folder for programs that we run, or checks the existing one. Others must not be able to write to it,
 * because they could make us run another program.
 */
export function makeOwnFolder(folder: string, owners: readonly number[]): void {
  try {
    mkdirSync(folder, 0o700);
    allowTraversal(folder);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    refuseForeign(folder, owners);
  }
}

export function refuseForeign(folder: string, owners: readonly number[]): void {
  if (!isTrusted(folder, owners)) {
    throw new Error(`${folder} cannot be trusted with the embedded database: not ours, or others may write to it`);
  }
}

/**
 * Whether the path is a folder that belongs to one of these owners and that nobody else may write to. Uses `lstat`, so
 * that a symbolic link is refused.
 */
export function isTrusted(folder: string, owners: readonly number[]): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && owners.includes(found.uid) && (found.mode & 0o022) === 0;
}

/**
 * Sets the mode of a folder. If we are root, PostgreSQL's user may pass through the folder but not list it; otherwise
 * only we may use it. Uses `chmod`, because the umask would reduce a mode given to `mkdir`.
 */
export const allowTraversal = (folder: string): void => chmodSync(folder, runsAsRoot() ? 0o711 : 0o700);

/**
 * The system user that PostgreSQL runs as, in the form of `spawn` options. If undefined, PostgreSQL runs as our own
 * user.
 */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export const ownUid = (): number => process.geteuid?.() ?? 0;
export const runsAsRoot = (): boolean => ownUid() === 0;

/**
 * Chooses the user that PostgreSQL runs as if we are root, because PostgreSQL refuses to run as root and must own its
 * files. If its files already exist, their owner is chosen.
 */
export function chooseAccount(existing: readonly string[]): Account | undefined {
  if (!runsAsRoot()) return undefined;
  const owner = existing.map(lookAt).find((found) => found !== undefined && found.uid !== 0);
  return owner ? { uid: owner.uid, gid: owner.gid } : accountOfTheSystem();
}

export function own(path: string, account: Account | undefined): void {
  if (account) chownSync(path, account.uid, account.gid);
}

/**
 * Returns an existing system user for PostgreSQL when we are root. `initdb` requires an entry in /etc/passwd, and we
 * add no users.
 */
function accountOfTheSystem(): Account {
  const users = (readIfThere('/etc/passwd') ?? '').split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const [, , uid, gid] = users.find((user) => user[0] === name) ?? [];
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL does not run as root, and there is no user `postgres` or `nobody` to run it as');
}

/** Whether the user may pass through every folder above the path, and through the path itself. Root always may. */
export function mayReach(path: string, account: Account | undefined): boolean {
  if (!account) return true;
  for (let at = resolved(path); at !== undefined; at = dirname(at)) {
    if (!mayPass(statSync(at), account)) return false;
    if (at === dirname(at)) return true;
  }
  return false;
}

/** Checks the execute bit, which permits running a program or passing through a folder. */
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

/**
 * The environment variables for PostgreSQL. Most of our own are left out, because some contain secrets and others, such
 * as `PGPORT`, would change how PostgreSQL works. LD_LIBRARY_PATH is included, because some systems cannot find their
 * libraries without it.
 */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = { PATH: process.env['PATH'], LD_LIBRARY_PATH: process.env['LD_LIBRARY_PATH'] };
  return { ...kept, LC_ALL: 'C', TZ: 'UTC' };
}

/** Runs a program and returns its output. Rejects with its error output if it fails. */
export function run(program: string, args: readonly string[], cwd: string, account?: Account): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...account, cwd, env: cleanEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let complaint = '';
    child.stdout.on('data', (text: Buffer) => (output += text.toString()));
    child.stderr.on('data', (text: Buffer) => (complaint += text.toString()));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${program} ended with ${signal ?? code ?? 'nothing'}: ${complaint.trim()}`));
    });
  });
}
