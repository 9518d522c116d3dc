import { createPrivateKey, X509Certificate, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { issue, newAuthority } from './certificates.js';
import { systemCode } from '../../shared/kernel/index.js';

/** The certificates of a development server, in PEM. */
export interface CertificateSet {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

const HOST = 'localhost';
const LOOPBACK = ['127.0.0.1', '::1'];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Apple's systems refuse server certificates that are valid for more than 825 days. */
const LIFETIME = 820 * DAY;
/** Certificates are renewed early, so that they do not expire while the process runs. */
const RENEWED_BEFORE_END = 30 * DAY;

/**
 * Creates an authority and one server certificate. The authority's key is not stored, because it could be stolen from
 * data folders, backups and images. Therefore developers have to trust a new authority every two years.
 */
export async function newCertificateSet(now: Date, addresses: readonly string[]): Promise<CertificateSet> {
  // The validity period begins an hour ago, because the clock of a virtual machine may be slow.
  const period = { notBefore: new Date(now.getTime() - HOUR), notAfter: new Date(now.getTime() - HOUR + LIFETIME) };
  const authority = await newAuthority(period, addresses);
  return { ca: authority.pem, ...(await issue(authority, period, HOST, addresses)) };
}

/**
 * Whether the authority, the certificate and the key belong together, are for this machine, and are valid long enough.
 */
function isUsable({ ca, cert, key }: CertificateSet, now: Date, addresses: readonly string[]): boolean {
  try {
    const [authority, leaf] = [new X509Certificate(ca), new X509Certificate(cert)];
    return (
      leaf.checkIssued(authority) &&
      leaf.verify(authority.publicKey) &&
      leaf.checkPrivateKey(createPrivateKey(key)) &&
      leaf.checkHost(HOST) !== undefined &&
      addresses.every((address) => leaf.checkIP(address) !== undefined) &&
      Date.parse(leaf.validFrom) <= now.getTime() &&
      now.getTime() < Date.parse(leaf.validTo) - RENEWED_BEFORE_END
    );
  } catch {
    return false;
  }
}

export interface DevelopmentTls extends CertificateSet {
  /** The path of the authority's certificate, for `curl --cacert`. */
  readonly caFile: string;
  readonly certFile: string;
  readonly keyFile: string;
}

export interface CertificateWishes {
  readonly now?: Date;
  /** The address of this machine on the local network, which phones can reach. */
  readonly lanAddress?: string | undefined;
}

/**
 * Returns the development certificates of a data folder. Creates them if there are no usable ones.
 *
 * Sets of files are in folders `1`, `2`, …, of which the highest is used. A set is written to a draft folder, which is
 * then renamed. The rename fails if another process was faster. So a set is always complete, and processes that start
 * together use the same set.
 */
export async function ensureDevelopmentTls(
  dir: string,
  { now = new Date(), lanAddress }: CertificateWishes = {},
): Promise<DevelopmentTls> {
  const addresses = [...LOOPBACK, ...(lanAddress === undefined ? [] : [lanAddress])];
  await mkdir(dir, { recursive: true });
  for (let tries = 0; tries < 5; tries += 1) {
    const number = await newestSet(dir);
    const found = await readSet(join(dir, String(number)));
    if (found && isUsable(found, now, addresses)) return publish(dir, number, found);
    await makeSet(dir, number + 1, await newCertificateSet(now, addresses));
  }
  throw new Error(`No usable certificates could be made in ${dir}`);
}

const FILES = { ca: 'ca.pem', cert: 'localhost.pem', key: 'localhost-key.pem' } as const;

async function newestSet(dir: string): Promise<number> {
  const names = await readdir(dir);
  return Math.max(0, ...names.filter((name) => /^\d{1,9}$/.test(name)).map(Number));
}

async function readSet(folder: string): Promise<CertificateSet | undefined> {
  try {
    const [ca, cert, key] = await Promise.all(
      [FILES.ca, FILES.cert, FILES.key].map((file) => readFile(join(folder, file), 'utf8')),
    );
    return ca && cert && key ? { ca, cert, key } : undefined;
  } catch {
    return undefined;
  }
}

async function makeSet(dir: string, number: number, set: CertificateSet): Promise<void> {
  const draft = await mkdtemp(join(dir, 'new-'));
  try {
    for (const part of ['ca', 'cert', 'key'] as const) {
      await writeFile(join(draft, FILES[part]), set[part], { mode: 0o600, flag: 'wx' });
    }
    await rename(draft, join(dir, String(number)));
    await removeAllBut(dir, number);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!wasOvertaken(error)) throw error;
  }
}

/**
 * Whether another process has stored its certificates first: the folder with this number already exists, or our draft
 * was deleted.
 */
const wasOvertaken = (error: unknown): boolean => ['EEXIST', 'ENOTEMPTY', 'ENOENT'].includes(systemCode(error) ?? '');

/** Removes all other sets, and the drafts of killed processes. */
async function removeAllBut(dir: string, number: number): Promise<void> {
  const superseded = (await readdir(dir)).filter((name) => /^(\d{1,9}|new-.*)$/.test(name) && name !== String(number));
  await Promise.all(superseded.map((name) => rm(join(dir, name), { recursive: true, force: true })));
}

async function publish(dir: string, number: number, set: CertificateSet): Promise<DevelopmentTls> {
  const caFile = join(dir, 'ca.pem');
  const current = await readFile(caFile, 'utf8').catch(() => undefined);
  if (current !== set.ca) {
    const aside = `${caFile}.${randomUUID()}`;
    await writeFile(aside, set.ca, { mode: 0o644, flag: 'wx' });
    await rename(aside, caFile);
  }
  const folder = join(dir, String(number));
  return { ...set, caFile, certFile: join(folder, FILES.cert), keyFile: join(folder, FILES.key) };
}
