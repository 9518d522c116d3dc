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
  chooseAccount,
  createFile,
  isTrusted,
  makeFolder,
  makeOwnFolder,
  mayReach,
  openToUs,
  own,
  ownUid,
  readIfThere,
  refuseForeign,
  replaceFile,
} from './operating-system.js';

/** The folder of the embedded database (cluster, socket, copied programs), and the account that works in it. */
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
    return homeElsewhere(settle(pointer, account), pointer, log);
  }
  makeOwnFolder(inside, [ownUid(), statSync(real).uid]);
  return { folder: inside, account };
}

export const clusterOf = (home: string): string => join(home, 'cluster');

function homeElsewhere(folder: string, pointer: string, log: (text: string) => void): Home {
  if (!lstatSync(folder, { throwIfNoEntry: false })) {
    // If the folder is gone, the start fails: with an empty database instead, nobody would notice the loss.
    throw new Error(`The embedded database was in ${folder}, which is gone. To begin anew, delete ${pointer}`);
  }
  refuseForeign(folder, [ownUid()]);
  log(`The embedded database is in ${folder}: its user cannot get to the data folder (${pointer} keeps the place)`);
  return { folder, account: chooseAccount([clusterOf(folder)]) };
}

/**
 * Chooses a folder for the database elsewhere. Only called as root: below a closed folder such as /root, PostgreSQL's
 * user could not reach its files.
 */
function settle(pointer: string, account: Account | undefined): string {
  for (const parent of ['/var/lib', '/var/tmp', tmpdir()].filter((path) => mayReach(path, account))) {
    const folder = makeUnguessable(parent);
    if (folder === undefined) continue;
    if (createFile(pointer, folder)) return folder;
    rmdirSync(folder);
    return readIfThere(pointer) ?? settle(pointer, account);
  }
  throw new Error('No folder found that the user of the embedded database can get to. Set DATA_DIR or DATABASE_URL');
}

/** Creates a folder with a random name: in /var/tmp, anybody could create a folder under a predictable name first. */
function makeUnguessable(parent: string): string | undefined {
  try {
    const folder = mkdtempSync(join(parent, 'countersign-'));
    openToUs(folder);
    return folder;
  } catch {
    return undefined;
  }
}

/** This number is only a part of the socket's file name: PostgreSQL listens on no network port. */
export const socketPort = 5432;

const socketFile = `.s.PGSQL.${socketPort}`;

/** The limit of a socket path on macOS, without its closing zero byte; Linux allows 107. */
const longestAddress = 103;

/** The socket is the only access and asks for no password, so nobody else may reach its folder. */
export function prepareSocketFolder(home: Home): string {
  const inside = join(home.folder, 'socket');
  const folder = Buffer.byteLength(join(inside, socketFile)) <= longestAddress ? makeInside(inside) : shortFolder(home);
  chmodSync(folder, 0o700);
  own(folder, home.account);
  return folder;
}

/**
 * Creates a new folder on every start: the lock of a killed server names a process number that may belong to another
 * process by now, and PostgreSQL would refuse to start.
 */
function makeInside(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  return folder;
}

/**
 * The folder of the socket, whose path must be short. Its place is stored, so that a start after a kill uses it again
 * instead of leaving one more folder behind.
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
