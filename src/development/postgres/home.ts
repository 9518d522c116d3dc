import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Account,
  allowTraversal,
  chooseAccount,
  createFile,
  isTrusted,
  makeFolder,
  makeOwnFolder,
  mayReach,
  own,
  ownUid,
  readIfThere,
  refuseForeign,
  replaceFile,
} from './operating-system.js';

/**
 * The folder of the embedded database (cluster, socket, copied programs), and the system user that PostgreSQL runs as.
 */
export interface Home {
  readonly folder: string;
  readonly account: Account | undefined;
}

export function findHome(dataDir: string, log: (text: string) => void): Home {
  makeFolder(dataDir);
  const real = realpathSync(dataDir);
  const pointer = join(real, 'postgres.location');
  const elsewhere = readIfThere(pointer)?.trim();
  if (elsewhere !== undefined) return homeElsewhere(elsewhere, pointer, log);
  const inside = join(real, 'postgres');
  const account = chooseAccount([clusterOf(inside), inside]);
  if (!mayReach(real, account)) {
    if (existsSync(clusterOf(inside))) throw new Error(`The user of the database cannot get to ${inside} any more`);
    return homeElsewhere(createHomeElsewhere(pointer, account), pointer, log);
  }
  makeOwnFolder(inside, [ownUid(), statSync(real).uid]);
  return { folder: inside, account };
}

export const clusterOf = (home: string): string => join(home, 'cluster');

function homeElsewhere(folder: string, pointer: string, log: (text: string) => void): Home {
  if (!lstatSync(folder, { throwIfNoEntry: false })) {
    // Fails if the database's folder is gone: nobody would notice the loss if an empty database replaced it.
    throw new Error(`The embedded database was in ${folder}, which is gone. To begin anew, delete ${pointer}`);
  }
  refuseForeign(folder, [ownUid()]);
  log(`The embedded database is in ${folder}: its user cannot get to the data folder (${pointer} keeps the place)`);
  return { folder, account: chooseAccount([clusterOf(folder)]) };
}

/**
 * Creates a folder for the database outside the data folder. Needed only if we run as root: PostgreSQL's user cannot
 * reach files below a closed folder such as /root.
 */
function createHomeElsewhere(pointer: string, account: Account | undefined): string {
  for (const parent of ['/var/lib', '/var/tmp', tmpdir()].filter((path) => mayReach(path, account))) {
    const folder = makeUnguessable(parent);
    if (folder === undefined) continue;
    if (createFile(pointer, folder)) return folder;
    rmdirSync(folder);
    return readIfThere(pointer) ?? createHomeElsewhere(pointer, account);
  }
  throw new Error('No folder found that the user of the embedded database can get to. Set DATA_DIR or DATABASE_URL');
}

/** Creates a folder with a random name. In /var/tmp, anybody could create a folder with a predictable name first. */
function makeUnguessable(parent: string): string | undefined {
  try {
    const folder = mkdtempSync(join(parent, 'countersign-'));
    allowTraversal(folder);
    return folder;
  } catch {
    return undefined;
  }
}

/** The port number that the name of the socket file contains. PostgreSQL listens on no network port. */
export const socketPort = 5432;

const socketFile = `.s.PGSQL.${socketPort}`;

/** The maximum length of a socket path on macOS, without the terminating null byte. Linux allows 107 bytes. */
const longestAddress = 103;

/**
 * Creates the folder for the socket, or reuses the existing one. Only its owner may open it, because connections need
 * no password.
 */
export function prepareSocketFolder(home: Home): string {
  const inside = join(home.folder, 'socket');
  const folder = Buffer.byteLength(join(inside, socketFile)) <= longestAddress ? makeInside(inside) : shortFolder(home);
  chmodSync(folder, 0o700);
  own(folder, home.account);
  return folder;
}

/**
 * Recreates the socket folder on every start. Otherwise PostgreSQL could find the socket lock of a killed server, whose
 * PID may belong to another process by now, and refuse to start.
 */
function makeInside(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  return folder;
}

/**
 * Creates a folder with a short path for the socket. Its path is stored, so that the next start uses the same folder.
 */
function shortFolder(home: Home): string {
  const pointer = join(home.folder, 'socket.location');
  const known = readIfThere(pointer);
  if (known !== undefined && isTrusted(known, [home.account?.uid ?? ownUid()])) {
    for (const name of [socketFile, `${socketFile}.lock`]) rmSync(join(known, name), { force: true });
    return known;
  }
  const made = mkdtempSync('/tmp/countersign-');
  replaceFile(pointer, made);
  return made;
}
